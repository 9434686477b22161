// TheoremQA's extraction.
import { trimEndOf, trimStartOf } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";
import { lastPlainNumber, places } from "./text.ts";

const TRIGGERS = ["The answer is:", "The answer is", "the answer is"];
const OPTIONS = ["(a)", "(b)", "(c)", "(d)", "(e)", "(f)"];
const LONGEST = 20_000;

function occursTwice(text: string): boolean {
  return TRIGGERS.some((trigger) => [...first(places(text, trigger), 2)].length > 1);
}

function* first(found: Generator<number>, count: number): Generator<number> {
  let taken = 0;
  for (const at of found) {
    yield at;
    if (++taken === count) return;
  }
}

function withPi(text: string): string {
  const named = text.replaceAll("\\pi", "π");
  const alone = named.replace(/(?<![\d}])\\?π/g, "3.14");
  const product = alone.replace(/(\d)\\?π/g, "$1*3.14");
  return product.replace(/\{\\?π\}/g, "3.14").replace(/\*\\?π/g, "*3.14");
}

function withoutUnits(text: string): string {
  const signs = withPi(text).replaceAll("%", "/100");
  return ["$", "¥", "°C", " C", "°"].reduce((rest, sign) => rest.replaceAll(sign, ""), signs);
}

// "5.0 m/s": a number and one unit.
function numberAlone(text: string): string {
  if (!/^-?[\d.]+\s/.test(text)) return text;
  const rest = text.slice(text.search(/\s/) + 1);
  const unit = rest !== "" && (!/\d/.test(rest) || !/\s/.test(rest));
  return unit ? text.slice(0, text.indexOf(" ") < 0 ? text.length : text.indexOf(" ")) : text;
}

function answerOf(text: string, stated: boolean): string {
  const lower = text.toLowerCase();
  if (lower.includes("yes") || lower.includes("true")) return "True";
  if (lower.includes("no") || lower.includes("false")) return "False";
  if (OPTIONS.some((option) => lower.includes(option))) return text;
  if (!stated) return lastPlainNumber(text) ?? "";
  const right = firstLine(text.slice(text.lastIndexOf("=") + 1).trim());
  return right.length > LONGEST ? right : numberAlone(withoutUnits(right));
}

// The original evaluates LaTeX only as far as it can be read, which ends with the line.
function firstLine(text: string): string {
  const end = text.indexOf("\n");
  return end < 0 ? text : trimEndOf(text.slice(0, end).trim(), ".");
}

function lastTrigger(text: string): number {
  return Math.max(
    ...TRIGGERS.map((trigger) => {
      const at = text.lastIndexOf(trigger);
      return at < 0 ? -1 : at + trigger.length;
    }),
  );
}

const trimLines = (text: string): string => trimStartOf(trimEndOf(text, "\n"), "\n");

/**
 * What follows the last `The answer is` (in a text that repeats it, only up to the first blank line). "yes" and "true"
 * anywhere in it make True, "no" and "false" make False (also inside "not" or "unknown": as published); option letters
 * stay; otherwise the part behind the last `=` with units and pi replaced. Without the phrase, the last number. LaTeX
 * is handed on as it is, for the grader to evaluate.
 *
 * Source: TIGER-AI-Lab/TheoremQA, utils.py (`answer_clean`, `extract_theoremqa_answer`).
 */
export function theoremqa(text: string, _options: ExtractOptions = {}): Extraction {
  const trimmed = trimLines(text);
  const blank = trimmed.indexOf("\n\n");
  const chunk = blank >= 0 && occursTwice(trimmed) ? trimmed.slice(0, blank) : trimmed;
  const trigger = lastTrigger(chunk);
  const tail = trimLines(trigger < 0 ? chunk : chunk.slice(trigger));
  const bare = trimStartOf(trimEndOf(trimEndOf(trimEndOf(tail, "."), "/"), " "), " ");
  const answer = trimEndOf(trimEndOf(answerOf(bare, trigger >= 0), "."), "/");
  if (answer === "") return missing("theoremqa", trigger >= 0 ? "nothing follows the phrase" : "no number");
  return found(answer, trigger >= 0 ? "theoremqa:answer-is" : "theoremqa:last-number");
}
