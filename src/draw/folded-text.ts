// Exact folded text: how two spellings of the same words are told to be the same, wherever answers are words.

/** Unicode composition, case and runs of white space folded; nothing that could change a value (x² stays x²). */
export function foldedText(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
}
