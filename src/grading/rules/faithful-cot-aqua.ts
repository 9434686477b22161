// Faithful-CoT's letter for AQuA-RAT, from completion and from chat models.
import { trimEndOf, trimStartOf } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";
import { afterLast } from "./text.ts";

function stated(text: string): string | null {
  const after = afterLast(text, "answer is");
  return after === null ? null : trimStartOf(trimEndOf(after.trim(), ".) \n"), "( ").toUpperCase();
}

/**
 * What follows the last `answer is`, without the brackets and full stop at its ends, upper-cased. It need not be an
 * option: "none of the above" and "C).\n\nQ" are predictions that match no gold.
 *
 * Source: veronica320/Faithful-COT, predictions of the completion models in output_dir/AQUA; their accuracies are in
 * performance_summary.csv.
 */
export function faithfulCotAqua(text: string, _options: ExtractOptions = {}): Extraction {
  const answer = stated(text);
  if (answer === null) return missing("faithful_cot_aqua", 'no "answer is" in the text');
  return answer === "" ? missing("faithful_cot_aqua", "nothing follows") : found(answer, "faithful_cot_aqua");
}

/**
 * The first character of that. "none of the above" becomes N.
 *
 * Source: veronica320/Faithful-COT, predictions of the chat models in output_dir/AQUA.
 */
export function faithfulCotAquaChat(text: string, _options: ExtractOptions = {}): Extraction {
  const answer = stated(text);
  if (answer === null) return missing("faithful_cot_aqua_chat", 'no "answer is" in the text');
  const letter = answer[0];
  return letter === undefined
    ? missing("faithful_cot_aqua_chat", "nothing follows")
    : found(letter, "faithful_cot_aqua_chat");
}
