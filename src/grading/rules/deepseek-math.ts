// DeepSeek-Math's extraction, and the few-shot MATH extraction built on it.
import { trimEndOf, trimStartOf } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";
import { stripDeepSeek } from "./strip-string.ts";
import { afterLast, beforeFirst, lastPlainNumber } from "./text.ts";

/** A list longer than this is a loop; graders look at its end. */
const MOST_ANSWERS = 1000;

// A piece ends at the next box, so an outer box around another is never complete: as published.
function boxedPieces(text: string): string[] {
  return text.split("boxed{").slice(1).flatMap(closedPiece);
}

function closedPiece(piece: string): string[] {
  let depth = 0;
  for (let at = 0; at < piece.length; at++) {
    if (piece[at] === "{") depth++;
    if (piece[at] !== "}" || --depth >= 0) continue;
    // The published code keeps the brace before a percent sign.
    return [piece.slice(0, piece[at + 1] === "%" ? at + 1 : at)];
  }
  return [];
}

function programOutput(text: string): string {
  const after = afterLast(text, "```output");
  return after === null ? "" : beforeFirst(after, "```").trim();
}

function candidates(text: string): { answers: string[]; pattern: string } {
  if (text.includes("final answer is $") && text.includes("$. I hope")) {
    const after = text.slice(text.indexOf("final answer is $") + 17);
    return { answers: [beforeFirst(after, "$. I hope").trim()], pattern: "final-answer" };
  }
  if (text.includes("boxed")) return { answers: boxedPieces(text).slice(-MOST_ANSWERS), pattern: "boxed" };
  const stated = afterLast(text, "he answer is");
  if (stated !== null) return { answers: [stated.trim()], pattern: "answer-is" };
  const output = programOutput(text);
  if (output !== "") return { answers: [output], pattern: "program-output" };
  const number = lastPlainNumber(text.replaceAll(",", ""));
  return { answers: number === null ? [] : [number], pattern: "last-number" };
}

function firstLine(answer: string): string {
  const line = beforeFirst(answer.trim(), "\n");
  return stripDeepSeek(trimEndOf(trimEndOf(trimStartOf(line, ":"), "."), "/"));
}

/**
 * `final answer is $ ... $. I hope`, else all boxes, else what follows the last `he answer is`, else a program's
 * output, else the last number; of that the first line, normalised. The last answer counts; with `list`, all.
 *
 * Source: deepseek-ai/DeepSeek-Math, `extract_answer` in evaluation/data_processing/answer_extraction.py.
 */
export function deepseekMath(text: string, options: ExtractOptions = {}): Extraction {
  const { answers, pattern } = candidates(text);
  const last = firstLine(answers.at(-1) ?? "");
  if (last === "") return missing("deepseek_math", "no answer by any of the patterns");
  return found(options.list === true ? answers.map(firstLine) : last, `deepseek_math:${pattern}`);
}

const AND = /\\text\{\s*and\s*\}/;

function splitAnswer(answer: string, question: string): string[] {
  const commas = question.includes("separated by commas") && !/[()[\]]/.test(answer);
  if (commas) return answer.split(",").map((item) => item.trim());
  return answer.split(AND).map((item) => item.trim());
}

/**
 * The list of boxed answers of a few-shot MATH completion: the text before the next `Problem:`, every answer of
 * `deepseek_math`, split at commas when the question asks for answers separated by commas, and at `\text{and}`.
 *
 * Source: the Minerva 4-shot evaluation of MATH (EleutherAI/hendrycks_math) as in DeepSeek-Math's
 * `extract_math_few_shot_cot_answer`.
 */
export function minervaMath(text: string, options: ExtractOptions = {}): Extraction {
  const { answers, pattern } = candidates(beforeFirst(text, "Problem:"));
  const items = answers.map(firstLine).flatMap((answer) => splitAnswer(answer, options.question ?? ""));
  const kept = items.filter((item) => item !== "");
  return kept.length === 0
    ? missing("minerva_math", "no answer by any of the patterns")
    : found(kept, `minerva_math:${pattern}`);
}
