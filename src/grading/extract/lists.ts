// Joins answers that stand side by side, "\boxed{1} and \boxed{2}", and splits a list into its items.
import { isLetterAt, skipSpaces } from "./characters.ts";

const LONGEST_GAP = 80;
const SPACING = [
  "\\quad",
  "\\qquad",
  "\\land",
  "\\lor",
  "\\,",
  "\\;",
  "\\ ",
  "\\\\",
  "\\(",
  "\\)",
  "\\[",
  "\\]",
  "&",
  "*",
];
const SEPARATORS = ["\\text{", "\\mbox{", "\\textrm{", "and", "or", ",", ";"];

function longest(gap: string, at: number, words: readonly string[]): string {
  let best = "";
  for (const word of words) if (word.length > best.length && gap.startsWith(word, at)) best = word;
  return best;
}

// Words in \text{} may say which part an answer belongs to, as long as they end with "and" or "or".
function textEnd(gap: string, from: number): number {
  const close = gap.indexOf("}", from);
  if (close < 0) return -1;
  const words = gap.slice(from, close).trim();
  const joins = words === "" || /(^|[ ,])(and|or)$/.test(words) || words === "," || words === ";";
  return joins ? close + 1 : -1;
}

/** True when what stands between two answers makes them one list: commas, "and", "or" and spacing only. */
export function isJoin(gap: string): boolean {
  if (gap.length > LONGEST_GAP || gap.includes("\n\n")) return false;
  let at = skipSpaces(gap, 0);
  let separated = false;
  while (at < gap.length) {
    if (gap[at] === "$") at = skipSpaces(gap, at + 1);
    else {
      const separator = longest(gap, at, SEPARATORS);
      const part = separator === "" ? longest(gap, at, SPACING) : separator;
      if (part === "") return false;
      const end = part.endsWith("{") ? textEnd(gap, at + part.length) : at + part.length;
      if (end < 0 || (isLetterAt(part, part.length - 1) && isLetterAt(gap, end))) return false;
      separated ||= separator !== "";
      at = skipSpaces(gap, end);
    }
  }
  return separated;
}

/** True when what stands between two answers says that the second is an approximation of the first. */
export function isApproximation(gap: string): boolean {
  if (gap.length > LONGEST_GAP || gap.includes("\n\n")) return false;
  return /\\approx|≈|approximately|\babout\b|\\simeq/.test(gap);
}

/** One string of several answers; the same answer stated again counts once. */
export function joinAnswers(answers: readonly string[]): string {
  const first = answers[0] ?? "";
  return answers.every((answer) => answer === first) ? first : answers.join(", ");
}

const OPENING = "([{";
const CLOSING = ")]}";

function isThousands(text: string, comma: number): boolean {
  const before = /\d/.test(text[comma - 1] ?? "");
  const group = /^\d{3}(?!\d)/.test(text.slice(comma + 1, comma + 5));
  return (before && group) || text.startsWith("{,}", comma - 1) || text.startsWith(",\\!", comma);
}

function wordSeparator(text: string, at: number): number {
  if (text.startsWith("\\text{", at)) {
    const end = textEnd(text, at + 6);
    return end < 0 ? 0 : end - at;
  }
  const word = text.startsWith("and", at) ? 3 : text.startsWith("or", at) ? 2 : 0;
  return word > 0 && !isLetterAt(text, at - 1) && !isLetterAt(text, at + word) ? word : 0;
}

function separatorLength(text: string, at: number): number {
  if (text[at] === ";") return 1;
  if (text[at] === ",") return isThousands(text, at) ? 0 : 1;
  return text[at] === "a" || text[at] === "o" || text[at] === "\\" ? wordSeparator(text, at) : 0;
}

/** The items of a list: split at commas, semicolons and "and" that stand in no bracket. A set sheds its braces. */
export function splitList(answer: string): string[] {
  const text = answer.startsWith("\\{") && answer.endsWith("\\}") ? answer.slice(2, -2) : answer;
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const length = depth === 0 ? separatorLength(text, at) : 0;
    if (length > 0) {
      items.push(text.slice(from, at).trim());
      from = at + length;
      at = from - 1;
    } else if (OPENING.includes(text[at] as string)) depth++;
    else if (CLOSING.includes(text[at] as string)) depth = Math.max(0, depth - 1);
  }
  items.push(text.slice(from).trim());
  return items.filter((item) => item !== "");
}
