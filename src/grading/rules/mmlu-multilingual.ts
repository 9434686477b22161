// simple-evals' multilingual answer words for MMLU.
import { skipBlanks, skipSpaces } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";
import { caseless, places } from "./text.ts";

// A published fact of the benchmark: these words in this order, the first word that hits decides.
// "loose" words may have white space before their colon.
type Announcing = { word: string; colon: ":" | "：" | ""; loose: boolean };

const loose = (word: string, colon: ":" | "：" = ":"): Announcing => ({ word: word.toLowerCase(), colon, loose: true });
const strict = (word: string): Announcing => ({ word, colon: ":", loose: false });

const WORDS: readonly Announcing[] = [
  loose("Answer"),
  loose("Answer\u200b\u200b\u200b\u200b"),
  loose("উত্তর"),
  loose("उत्तर"),
  { word: "উত্তরঃ", colon: "", loose: false },
  loose("Antwort"),
  loose("답변"),
  loose("정답"),
  loose("답"),
  loose("答案", "："),
  loose("答案"),
  loose("答", "："),
  loose("答"),
  loose("答复", "："),
  loose("答曰", "："),
  strict("الإجابة"),
  strict("الجواب"),
  strict("إجابة"),
  strict("الإجابة النهائية"),
  strict("الإجابة الصحيحة"),
  strict("الإجابة الصحيحة هي"),
  strict("الإجابة هي"),
  strict("الجواب النهائي"),
  loose("Respuesta"),
  loose("Risposta"),
  loose("答え"),
  loose("答え", "："),
  loose("回答"),
  loose("回答", "："),
  loose("解答"),
  loose("Jawaban"),
  loose("Réponse"),
  loose("Resposta"),
  loose("Jibu"),
  loose("Idahun"),
  loose("Ìdáhùn"),
  loose("Idáhùn"),
  loose("Àmọ̀nà"),
  loose("Àdáhùn"),
  loose("Ànúgọ"),
  loose("Àṣàyàn"),
];

// Markdown and LaTeX that would stand between word and letter, removed in the published order.
const REMOVED = [
  "**",
  "$\\boxed{",
  "}$",
  "\\$",
  "$\\text{",
  "$",
  "\\mathrm{",
  "\\{",
  "\\text",
  "\\(",
  "\\mathbf{",
  "{",
  "\\boxed",
];

const ARABIC = "أبجد";
const BENGALI = "অবডঢ";
const FULL_WIDTH = "ＡＢＣＤ";

function isOption(character: string): boolean {
  const upper = character.toUpperCase();
  if (upper >= "A" && upper <= "D" && upper.length === 1) return true;
  // The published range runs from the first Arabic letter to the fourth and takes in those between.
  return (character >= "أ" && character <= "د") || BENGALI.includes(character) || FULL_WIDTH.includes(character);
}

function normalised(letter: string): string {
  for (const script of [ARABIC, BENGALI, FULL_WIDTH]) {
    const index = script.indexOf(letter);
    if (index >= 0) return "ABCD"[index] as string;
  }
  return letter;
}

function letterAfter(text: string, at: number, word: Announcing): string | null {
  const colon = word.loose ? skipSpaces(text, at) : at;
  if (!text.startsWith(word.colon, colon)) return null;
  const letter = text[skipBlanks(text, colon + word.colon.length)];
  return letter !== undefined && isOption(letter) ? letter : null;
}

/**
 * Markdown and LaTeX are removed, then the first word of the list with a letter behind its colon decides, at its
 * first such place. Arabic, Bengali and full-width letters become A to D; a Latin letter keeps the case it has.
 *
 * Source: openai/simple-evals, `MULTILINGUAL_ANSWER_REGEXES`, `normalize_response` and `normalize_extracted_answer`.
 */
export function mmluMultilingual(text: string, _options: ExtractOptions = {}): Extraction {
  const cleaned = REMOVED.reduce((rest, mark) => rest.replaceAll(mark, ""), text);
  const lower = caseless(cleaned);
  for (const word of WORDS) {
    for (const at of places(lower, word.word)) {
      const letter = letterAfter(cleaned, at + word.word.length, word);
      if (letter !== null) return found(normalised(letter), "mmlu_multilingual");
    }
  }
  return missing("mmlu_multilingual", "no answer word with a letter behind it");
}
