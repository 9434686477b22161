// simple-evals' answer line for multiple choice, as published and with its case bug mended.
import { skipBlanks } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";
import { afterColon, caseless, places } from "./text.ts";

function published(text: string, last: string): string | null {
  const lower = caseless(text);
  for (const at of places(lower, "answer")) {
    const after = afterColon(text, at + 6, false);
    if (after < 0) continue;
    const letter = text[text[after] === "$" ? after + 1 : skipBlanks(text, after)];
    const upper = letter?.toUpperCase() ?? "";
    if (letter !== undefined && upper >= "A" && upper <= last && letter.length === 1) return letter;
  }
  return null;
}

/**
 * The letter behind the first `Answer:`, in the case it was written in: "answer: c" yields "c", which the benchmark
 * compares with "C" and counts wrong. Kept, because published numbers were made that way. The letter may begin a
 * word ("Answer: Both" is B).
 *
 * Source: openai/simple-evals, `ANSWER_PATTERN_MULTICHOICE` in common.py:
 * `(?i)Answer[ \t]*:[ \t]*\$?([A-D])\$?`, first match.
 */
export function simpleEvalsMcq(text: string, _options: ExtractOptions = {}): Extraction {
  const letter = published(text, "D");
  return letter === null
    ? missing("simple_evals_mcq", 'no letter behind "Answer:"')
    : found(letter, "simple_evals_mcq");
}

/** The same pattern with its letter upper-cased. */
export function simpleEvalsMcqUpper(text: string, _options: ExtractOptions = {}): Extraction {
  const letter = published(text, "D");
  return letter === null
    ? missing("simple_evals_mcq_upper", 'no letter behind "Answer:"')
    : found(letter.toUpperCase(), "simple_evals_mcq_upper");
}
