// Finds numbers in plain text: thousands groups, decimals, fractions, powers of ten, times of day.
import { isDigitAt, isWordAt, skipBlanks } from "./characters.ts";

/** A number as it is written, and where. */
export type NumberToken = { text: string; start: number; end: number };

function digitsEnd(text: string, from: number): number {
  let end = from;
  while (isDigitAt(text, end)) end++;
  return end;
}

// "1,000", "1{,}000", "1,\!000": the length of the separator, 0 when three digits do not follow.
function thousandsEnd(text: string, at: number): number {
  const separator = ["{,}", ",\\!", "\\,", ","].find((candidate) => text.startsWith(candidate, at));
  if (separator === undefined) return at;
  const from = at + separator.length;
  return digitsEnd(text, from) === from + 3 ? from + 3 : at;
}

function integerEnd(text: string, from: number): number {
  let end = digitsEnd(text, from);
  if (end === from || end - from > 3) return end;
  for (let next = thousandsEnd(text, end); next > end; next = thousandsEnd(text, end)) end = next;
  return end;
}

function decimalEnd(text: string, from: number): number {
  const end = integerEnd(text, from);
  if ((text[end] === "." || text[end] === ",") && isDigitAt(text, end + 1)) {
    const decimals = digitsEnd(text, end + 1);
    const grouped = text[end] === "," && (decimals - end - 1 > 2 || text[decimals] === ",");
    if (!grouped) return decimals;
  }
  return end;
}

function powerEnd(text: string, from: number): number {
  const sign = skipBlanks(text, from);
  const width = text.startsWith("\\times", sign) ? 6 : "×*·".includes(text[sign] ?? " ") ? 1 : 0;
  if (width === 0) return from;
  const ten = skipBlanks(text, sign + width);
  if (!text.startsWith("10^", ten)) return from;
  const brace = text[ten + 3] === "{" ? 1 : 0;
  const minus = text[ten + 3 + brace] === "-" ? 1 : 0;
  const end = digitsEnd(text, ten + 3 + brace + minus);
  return text[end] === "}" && brace === 1 ? end + 1 : end;
}

function exponentEnd(text: string, from: number): number {
  if (text[from] !== "e" && text[from] !== "E") return from;
  const sign = text[from + 1] === "-" || text[from + 1] === "+" ? 2 : 1;
  const end = digitsEnd(text, from + sign);
  return end > from + sign && !isWordAt(text, end) ? end : from;
}

function tailEnd(text: string, from: number): number {
  if ((text[from] === "/" || text[from] === ":") && isDigitAt(text, from + 1)) return decimalEnd(text, from + 1);
  const exponent = exponentEnd(text, from);
  return exponent > from ? exponent : powerEnd(text, from);
}

function numberAt(text: string, at: number): NumberToken | null {
  const signed = text[at] === "-" || text[at] === "+" ? at + 1 : at;
  if (!isDigitAt(text, signed) && !(text[signed] === "." && isDigitAt(text, signed + 1))) return null;
  const end = tailEnd(text, decimalEnd(text, signed));
  return { text: text.slice(at, end), start: at, end };
}

function mayStart(text: string, at: number): boolean {
  const before = text[at - 1] ?? " ";
  if (before === "^" || before === "_" || before === "." || isWordAt(text, at - 1)) return false;
  return !(text[at] === "-" && (before === ")" || before === "$"));
}

/** The last number of a text that is not part of a word, a subscript or an exponent, or null. */
export function lastNumber(text: string): NumberToken | null {
  let last: NumberToken | null = null;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 57 || code < 43 || !mayStart(text, at)) continue;
    const token = numberAt(text, at);
    if (token === null) continue;
    last = token;
    at = token.end - 1;
  }
  return last;
}
