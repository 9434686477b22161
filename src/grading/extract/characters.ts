// Character classes and the folding of look-alike characters, each one pass over the text.

const SPACE = /\s/;
const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** White space at this place; false past either end. */
export function isSpaceAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code === 32 || (code >= 9 && code <= 13)) return true;
  return code > 127 && SPACE.test(text[index] ?? "");
}

/** An ASCII digit at this place; false past either end. */
export function isDigitAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 48 && code <= 57;
}

/** An ASCII letter at this place; false past either end. */
export function isLetterAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index) | 32;
  return code >= 97 && code <= 122;
}

/** A letter, digit, mark or underscore of any script at this place; false past either end. */
export function isWordAt(text: string, index: number): boolean {
  if (isLetterAt(text, index) || isDigitAt(text, index)) return true;
  const code = text.charCodeAt(index);
  if (code < 128) return code === 95;
  return WORD.test(text[index] ?? "");
}

/** First place at or after `index` that is not white space. */
export function skipSpaces(text: string, index: number): number {
  let at = index;
  while (isSpaceAt(text, at)) at++;
  return at;
}

/** First place at or after `index` that is neither a space nor a tab. */
export function skipBlanks(text: string, index: number): number {
  let at = index;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

/** First place at or after `index` whose character is not one of `characters`. */
export function skipAny(text: string, index: number, characters: string): number {
  let at = index;
  while (at < text.length && characters.includes(text[at] as string)) at++;
  return at;
}

/** The text without the given characters at its end. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** The text without the given characters at its start. */
export function trimStartOf(text: string, characters: string): string {
  return text.slice(skipAny(text, 0, characters));
}

/** Lower case in which every place of the text keeps its index. */
export function lowerInPlace(text: string): string {
  const lower = text.toLowerCase();
  // Only a dotted capital I grows.
  return lower.length === text.length ? lower : text.replaceAll("İ", "I").toLowerCase();
}

// A language that reads "\boxed" as an escape leaves a control character and the rest of the command.
const BROKEN_COMMANDS: readonly (readonly [string, string])[] = [
  ["\boxed", "\\boxed"],
  ["\binom", "\\binom"],
  ["\begin", "\\begin"],
  ["\frac", "\\frac"],
  ["\fbox", "\\fbox"],
  ["\text", "\\text"],
  ["\tfrac", "\\tfrac"],
  ["\times", "\\times"],
  ["\right", "\\right"],
];

function repairCommands(text: string): string {
  let repaired = text;
  for (const [broken, command] of BROKEN_COMMANDS) {
    if (repaired.includes(broken)) repaired = repaired.replaceAll(broken, command);
  }
  return repaired;
}

// Zeros of decimal digit blocks: Arabic-Indic, Persian, Devanagari, Bengali, Thai.
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

function foldDigit(code: number): string | undefined {
  const zero = ZEROS.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? undefined : String(code - zero);
}

function isInvisible(code: number): boolean {
  if (code < 32) return code !== 9 && code !== 10 && code !== 13;
  if (code === 0x7f || code === 0xad || code === 0x61c || code === 0xfeff) return true;
  if (code < 0x200b || code > 0x2069) return false;
  return code <= 0x200f || (code >= 0x202a && code <= 0x202e) || code >= 0x2060;
}

function foldCode(code: number): string | undefined {
  if (isInvisible(code)) return "";
  if (code < 0xa0) return undefined;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code === 0xa0 || code === 0x202f || code === 0x205f || code === 0x3000) return " ";
  if (code >= 0x2000 && code <= 0x200a) return " ";
  if (code === 0x2212 || code === 0x2010 || code === 0x2011 || code === 0xfe63) return "-";
  return foldDigit(code);
}

/**
 * One spelling for what looks the same: full-width forms and digits of other scripts become ASCII, every minus sign
 * a hyphen, every space a space; invisible and direction characters go, broken LaTeX commands are repaired.
 */
export function foldCharacters(text: string): string {
  const repaired = repairCommands(text);
  const pieces: string[] = [];
  let from = 0;
  for (let index = 0; index < repaired.length; index++) {
    const code = repaired.charCodeAt(index);
    if (code >= 32 && code < 127) continue;
    const folded = foldCode(code);
    if (folded === undefined) continue;
    pieces.push(repaired.slice(from, index), folded);
    from = index + 1;
  }
  return from === 0 ? repaired : pieces.join("") + repaired.slice(from);
}
