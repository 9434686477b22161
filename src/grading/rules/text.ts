// Small searches shared by the published rules.
import { lowerInPlace, skipBlanks, skipSpaces } from "../extract/characters.ts";

/** Every place of a needle, from the left. */
export function* places(text: string, needle: string): Generator<number> {
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) yield at;
}

/** Text in lower case, to search without regard to case. */
export const caseless = lowerInPlace;

/** Where the text goes on after white space, a colon and white space; -1 when there is no colon. */
export function afterColon(text: string, at: number, lines: boolean): number {
  const skip = lines ? skipSpaces : skipBlanks;
  const colon = skip(text, at);
  return text[colon] === ":" ? skip(text, colon + 1) : -1;
}

/** The text to the end of its line. */
export function restOfLine(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(at, end < 0 ? text.length : end);
}

/** What follows the last occurrence of a needle, or null. */
export function afterLast(text: string, needle: string): string | null {
  const at = text.lastIndexOf(needle);
  return at < 0 ? null : text.slice(at + needle.length);
}

/** What precedes the first occurrence of a needle, or the whole text. */
export function beforeFirst(text: string, needle: string): string {
  const at = text.indexOf(needle);
  return at < 0 ? text : text.slice(0, at);
}

/** The last `-?\d*\.?\d+` of a text. */
export function lastPlainNumber(text: string): string | null {
  let last: string | null = null;
  let at = 0;
  while (at < text.length) {
    const end = plainNumberEnd(text, at);
    if (end > at) last = text.slice(at, end);
    at = Math.max(end, at + 1);
  }
  return last;
}

function plainNumberEnd(text: string, from: number): number {
  const start = text[from] === "-" ? from + 1 : from;
  const whole = digits(text, start);
  const decimals = text[whole] === "." ? digits(text, whole + 1) : whole;
  if (decimals > whole + 1) return decimals;
  return whole > start ? whole : from;
}

function digits(text: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] !== undefined && (text[end] as string) >= "0" && (text[end] as string) <= "9")
    end++;
  return end;
}
