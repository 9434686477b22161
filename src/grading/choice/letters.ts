// Reads the letter of an option out of its wrapping, in several scripts.
import { isDigitAt, isSpaceAt, isWordAt, skipSpaces } from "../extract/characters.ts";

/** The letters of ten options; MMLU-Pro goes to P. */
export const TEN_LETTERS = "ABCDEFGHIJ";

/** The letters of sixteen options. */
export const SIXTEEN_LETTERS = "ABCDEFGHIJKLMNOP";

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
const HINDI_NAMES = ["ए", "बी", "सी", "डी"];

/**
 * The Latin letter for an option letter of another script, or undefined.
 * @internal
 */
export function latinLetter(character: string): string | undefined {
  const script = SCRIPTS.find((letters) => letters.includes(character));
  return script === undefined ? undefined : TEN_LETTERS[script.indexOf(character)];
}

const WRAPPERS = [
  "\\boxed{",
  "\\fbox{",
  "\\text{",
  "\\textbf{",
  "\\textrm{",
  "\\mathrm{",
  "\\mathbf{",
  "\\mathit{",
  "\\mathsf{",
  "\\mbox{",
  "\\left(",
  "\\(",
  "\\[",
  "option",
  "choice",
  "letter",
  "alternative",
  "选项",
  "選項",
  "विकल्प",
  "विकल्पः",
  "الخيار",
  "বিকল্প",
];

const OPENERS = "*_`\"'“”‘’([{$#>:：（【「";

function wrapperEnd(text: string, at: number): number {
  const lower = text.slice(at, at + 12).toLowerCase();
  const wrapper = WRAPPERS.find((candidate) => lower.startsWith(candidate));
  return wrapper === undefined ? at : at + wrapper.length;
}

/** Past the wrapping before a letter: white space, brackets, markdown, LaTeX commands, the word "option". */
export function skipWrapping(text: string, from: number): number {
  let at = from;
  for (let round = 0; round < 24; round++) {
    let next = skipSpaces(text, at);
    if (next < text.length && OPENERS.includes(text[next] as string)) next++;
    next = wrapperEnd(text, next);
    if (next === at) return at;
    at = next;
  }
  return at;
}

/** A letter that was read: upper-case and Latin, and where it ends. */
export type Letter = { letter: string; end: number };

// "a prime number", "I think": a letter that is a word of the sentence.
const FOLLOWERS = new Set("because since as is which for and or due given from with the by".split(" "));

function isLoneWord(text: string, at: number): boolean {
  const character = text[at] as string;
  if (!isSpaceAt(text, at + 1) || text[at + 1] === "\n") return false;
  const next = skipSpaces(text, at + 1);
  if (!isWordAt(text, next) || isDigitAt(text, next)) return false;
  if (character === "I") return true;
  if (character !== "A" && character >= "A" && character <= "Z") return false;
  const word = /^[a-z]+/i.exec(text.slice(next, next + 12))?.[0] ?? "";
  return word !== "" && word === word.toLowerCase() && !FOLLOWERS.has(word);
}

function isLatinAt(text: string, at: number): boolean {
  return isWordAt(text, at) && text.charCodeAt(at) < 0x0e00;
}

function hindi(text: string, at: number): Letter | null {
  const name = HINDI_NAMES.findIndex((candidate) => text.startsWith(candidate, at));
  if (name < 0) return null;
  const end = at + (HINDI_NAMES[name] as string).length;
  return isWordAt(text, end) ? null : { letter: TEN_LETTERS[name] as string, end };
}

/** The option letter that stands exactly here, alone and among `letters`; null otherwise. */
export function letterAt(text: string, at: number, letters: string): Letter | null {
  const character = text[at];
  if (character === undefined) return null;
  const upper = character.toUpperCase();
  const letter = letters.includes(upper) ? upper : latinLetter(character);
  if (letter === undefined || !letters.includes(letter)) return hindi(text, at);
  // Chinese, Japanese and Korean put no space around a Latin letter.
  const joined = letter === upper ? isLatinAt : isWordAt;
  if (joined(text, at + 1)) return hindi(text, at);
  if (joined(text, at - 1) || isLoneWord(text, at) || text[at + 1] === "'" || text[at + 1] === "’") return null;
  return { letter, end: at + 1 };
}

const CLOSERS = "*_`\"'“”‘’)]}$.）】」 ";

/** "A or B", "A, B", "A/B": another option follows this letter, so none was chosen. */
export function isAmbiguous(text: string, read: Letter, letters: string): boolean {
  let at = read.end;
  while (at < text.length && at - read.end < 12 && CLOSERS.includes(text[at] as string)) at++;
  const joint = ["and/or", "or", "and", "/", ",", "&", "或", "和", "、", "とか", "또는"].find((word) =>
    text.startsWith(word, at),
  );
  if (joint === undefined) return false;
  const next = skipWrapping(text, at + joint.length);
  const other = letterAt(text, next, letters);
  return other !== null && other.letter !== read.letter;
}
