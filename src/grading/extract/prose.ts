// Tells words of a sentence from the letters of a formula.
import { isLetterAt, isSpaceAt } from "./characters.ts";

const MATH_WORDS = new Set(
  (
    "sqrt cbrt root sin cos tan cot sec csc arcsin arccos arctan asin acos atan sinh cosh tanh log ln exp pi inf " +
    "infty infinity oo max min mod gcd lcm det dim deg abs floor ceil and or frac dfrac tfrac binom choose times cdot " +
    "left right alpha beta gamma delta theta lambda sigma phi omega mathbb undefined dne true false yes none sum prod"
  ).split(" "),
);

const SHORT_WORDS = new Set("is of we so it in to be by as at an if on no my he us do".split(" "));

/** A word that belongs to a sentence rather than to a formula. */
function isProseWord(word: string): boolean {
  const lower = word.toLowerCase();
  if (word.length === 1) return false;
  if (word.length === 2) return SHORT_WORDS.has(lower);
  if (MATH_WORDS.has(lower)) return false;
  return word !== word.toUpperCase() || word.length > 4;
}

const TEXT_COMMANDS = new Set(["text", "textbf", "textit", "textrm", "mathrm", "mathbf", "mbox", "operatorname"]);

function skipCommand(text: string, at: number): number {
  let end = at + 1;
  while (isLetterAt(text, end)) end++;
  if (end === at + 1) return at + 2;
  if (text[end] !== "{" || !TEXT_COMMANDS.has(text.slice(at + 1, end))) return end;
  const close = text.indexOf("}", end);
  return close < 0 || close - end > 200 ? end : close + 1;
}

/** Where the first word of a sentence starts, from `from` on, and where it ends; null when there is none. */
export function nextProse(text: string, from: number): { start: number; end: number } | null {
  let at = from;
  while (at < text.length) {
    if (text[at] === "\\") at = skipCommand(text, at);
    else if (isLetterAt(text, at)) {
      let end = at;
      while (isLetterAt(text, end) || text[end] === "'") end++;
      if (isProseWord(text.slice(at, end))) return { start: at, end };
      at = end;
    } else at++;
  }
  return null;
}

/** How many words of a sentence the text holds, counted up to `limit`. */
export function countProse(text: string, limit: number): number {
  let count = 0;
  let word = nextProse(text, 0);
  while (word !== null && count < limit) {
    count++;
    word = nextProse(text, word.end);
  }
  return count;
}

/** The end of the first sentence: a full stop before a space or the end that closes neither a.m. nor a number. */
export function sentenceEnd(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "。") return at;
    if (text[at] !== "." || (at + 1 < text.length && !isSpaceAt(text, at + 1))) continue;
    if (text[at - 2] === "." && isLetterAt(text, at - 1)) continue;
    return at;
  }
  return text.length;
}
