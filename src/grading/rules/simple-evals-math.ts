// simple-evals' answer line for mathematics.

import { skipSpaces } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";
import { caseless, places, restOfLine } from "./text.ts";

/**
 * The first `Answer:` of the text, in any case; the rest of that line is the answer. Where the line is blank the next
 * line is taken.
 *
 * Source: openai/simple-evals, `ANSWER_PATTERN` in common.py: `(?i)Answer\s*:\s*([^\n]+)`, first match, trimmed.
 */
export function simpleEvalsMath(text: string, _options: ExtractOptions = {}): Extraction {
  const lower = caseless(text);
  for (const at of places(lower, "answer")) {
    const colon = skipSpaces(text, at + 6);
    if (text[colon] !== ":") continue;
    const answer = restOfLine(text, skipSpaces(text, colon + 1)).trim();
    return answer === ""
      ? missing("simple_evals_math", "the answer line is blank")
      : found(answer, "simple_evals_math");
  }
  return missing("simple_evals_math", 'no "Answer:" in the text');
}
