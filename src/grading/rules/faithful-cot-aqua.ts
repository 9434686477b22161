// Faithful-CoT's letter for AQuA-RAT.
import { trimEndOf, trimStartOf } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";
import { afterLast } from "./text.ts";

/**
 * The first character behind the last `answer is`, brackets aside, upper-cased. It need not be an option: "none of
 * the above" becomes N, as in the published predictions of the chat models.
 *
 * Source: veronica320/Faithful-COT, predictions in output_dir/AQUA and accuracies in performance_summary.csv.
 */
export function faithfulCotAqua(text: string, _options: ExtractOptions = {}): Extraction {
  const after = afterLast(text, "answer is");
  if (after === null) return missing("faithful_cot_aqua", 'no "answer is" in the text');
  const answer = trimStartOf(trimEndOf(after.trim(), ".) \n"), "( ");
  const letter = answer[0];
  return letter === undefined
    ? missing("faithful_cot_aqua", 'nothing follows "answer is"')
    : found(letter.toUpperCase(), "faithful_cot_aqua");
}
