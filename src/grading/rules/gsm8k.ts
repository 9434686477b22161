// GSM8K: the strict and flexible patterns of lm-eval, and the answer line of OpenAI's sample solutions.
import { isDigitAt, skipSpaces, trimEndOf } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";
import { places, restOfLine } from "./text.ts";

function runEnd(text: string, from: number, characters: string): number {
  let end = from;
  while (end < text.length && characters.includes(text[end] as string)) end++;
  return end;
}

// The benchmark's own normalisation before it compares strings.
function normalised(number: string): string {
  const bare = number.replaceAll(",", "").replaceAll("$", "").toLowerCase();
  return bare.endsWith(".") ? bare.slice(0, -1) : bare;
}

/**
 * The number behind the first `#### `.
 *
 * Source: EleutherAI/lm-evaluation-harness, gsm8k, filter strict-match: `#### (\-?[0-9\.\,]+)`, first match; commas,
 * `$` and a closing full stop are dropped before the comparison.
 */
export function gsm8kStrict(text: string, _options: ExtractOptions = {}): Extraction {
  for (const at of places(text, "#### ")) {
    const start = at + 5;
    const digits = text[start] === "-" ? start + 1 : start;
    const end = runEnd(text, digits, "0123456789.,");
    if (end > digits) return found(normalised(text.slice(start, end)), "gsm8k_strict");
  }
  return missing("gsm8k_strict", 'no number behind "####"');
}

const FLEXIBLE = "$0123456789.,";

function flexibleEnd(text: string, from: number): number {
  const start = text[from] === "-" ? from + 1 : from;
  const run = runEnd(text, start, FLEXIBLE);
  if (run - start >= 2) return run;
  return isDigitAt(text, start) ? run : from;
}

/**
 * The last number of the text, with its sign.
 *
 * Source: EleutherAI/lm-evaluation-harness, gsm8k, filter flexible-extract: `(-?[$0-9.,]{2,})|(-?[0-9]+)`, last match;
 * the same clean-up. A run of full stops counts as a match there, and here.
 */
export function gsm8kFlexible(text: string, _options: ExtractOptions = {}): Extraction {
  let last: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const end = flexibleEnd(text, at);
    if (end === at) continue;
    last = text.slice(at, end);
    at = end - 1;
  }
  return last === null ? missing("gsm8k_flexible", "no number") : found(normalised(last), "gsm8k_flexible");
}

/**
 * The number at the start of the last line `A: N`.
 *
 * Source: openai/grade-school-math, example_model_solutions.jsonl; commas are dropped as in its dataset.py.
 */
export function gsm8kAnswerLine(text: string, _options: ExtractOptions = {}): Extraction {
  const line = text.lastIndexOf("\nA:");
  const at = line >= 0 ? line + 3 : text.startsWith("A:") ? 2 : -1;
  if (at < 0) return missing("gsm8k_answer_line", 'no line "A:"');
  const answer = restOfLine(text, skipSpaces(text, at)).trim();
  const number = trimEndOf(answer, ".").replaceAll(",", "").replaceAll("$", "");
  return number === "" ? missing("gsm8k_answer_line", "the answer line is blank") : found(number, "gsm8k_answer_line");
}
