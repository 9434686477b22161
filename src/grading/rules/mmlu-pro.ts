// OpenCompass' answer line for MMLU-Pro.
import { skipSpaces } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";
import { caseless, places } from "./text.ts";

function published(text: string): string | null {
  const lower = caseless(text);
  for (const at of places(lower, "answer")) {
    const colon = skipSpaces(text, at + 6);
    if (text[colon] !== ":") continue;
    const letter = text[skipSpaces(text, colon + 1)];
    const upper = letter?.toUpperCase() ?? "";
    if (letter !== undefined && upper >= "A" && upper <= "P" && upper.length === 1) return letter;
  }
  return null;
}

/**
 * The letter A to P behind the first `ANSWER:`, in the case it was written in.
 *
 * Source: open-compass/opencompass, MMLU-Pro 0-shot chain of thought: `(?i)ANSWER\s*:\s*([A-P])`, first match.
 */
export function mmluPro(text: string, _options: ExtractOptions = {}): Extraction {
  const letter = published(text);
  return letter === null ? missing("mmlu_pro", 'no letter behind "ANSWER:"') : found(letter, "mmlu_pro");
}

/** The same pattern with its letter upper-cased. */
export function mmluProUpper(text: string, _options: ExtractOptions = {}): Extraction {
  const letter = published(text);
  return letter === null
    ? missing("mmlu_pro_upper", 'no letter behind "ANSWER:"')
    : found(letter.toUpperCase(), "mmlu_pro_upper");
}
