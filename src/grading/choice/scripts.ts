// Option letters of other scripts, as Latin ones.

const LATIN = "ABCDEFGHIJ";

// Letters that number the options in other scripts, in order; several sets may share a script.
const SCRIPTS = [
  "أبجد",
  "ابجد",
  "কখগঘ",
  "অবডঢ",
  "कखगघ",
  "アイウエ",
  "가나다라",
  "甲乙丙丁",
  "กขคง",
  "אבגד",
  "ⒶⒷⒸⒹ",
  "①②③④",
];

/** The Latin letter for an option letter of another script, or undefined. */
export function latinLetter(character: string): string | undefined {
  const script = SCRIPTS.find((letters) => letters.includes(character));
  return script === undefined ? undefined : LATIN[script.indexOf(character)];
}
