// Takes the wrapping off a stated answer: markdown, quotes, delimiters, closing punctuation.
import { isLetterAt } from "./characters.ts";

const WRAPS: readonly (readonly [string, string])[] = [
  ["$$", "$$"],
  ["$", "$"],
  ["\\(", "\\)"],
  ["\\[", "\\]"],
  ["**", "**"],
  ["__", "__"],
  ["`", "`"],
  ['"', '"'],
  ["“", "”"],
  ["‘", "’"],
];

function unwrap(text: string): string {
  for (const [open, close] of WRAPS) {
    if (!text.startsWith(open) || !text.endsWith(close) || text.length < open.length + close.length) continue;
    const inside = text.slice(open.length, text.length - close.length);
    if (!inside.includes(open) && !inside.includes(close)) return inside;
  }
  return text;
}

function trimClosing(text: string): string {
  let end = text.length;
  while (end > 0 && ".,;:。、，".includes(text[end - 1] as string)) {
    if (text[end - 1] === "." && isAbbreviation(text, end)) break;
    end--;
  }
  return text.slice(0, end);
}

function isAbbreviation(text: string, end: number): boolean {
  if (text.slice(end - 3, end) === "..." || /\\(?:right|left)\.$/.test(text.slice(Math.max(0, end - 7), end)))
    return true;
  return isLetterAt(text, end - 2) && text[end - 3] === "." && isLetterAt(text, end - 4);
}

// "\\frac" for "\frac": a text that was escaped once too often. Inside a matrix "\\" ends a row.
function singleBackslashes(text: string): string {
  if (!text.includes("\\\\")) return text;
  if (text.includes("\\\\begin")) return text.replaceAll("\\\\", "\\");
  return text.includes("\\begin") ? text : text.replace(/\\\\(?=[a-zA-Z{}])/g, "\\");
}

// "28 percent" and "28 pct" as they are written in LaTeX.
function percentSign(text: string): string {
  const amount = /^(-?[\d.,]+)\s*(?:percent|percentage|pct)$/i.exec(text.length > 60 ? "" : text);
  return amount === null ? text : `${amount[1]}\\%`;
}

/** The answer alone: without markdown, quotes, math delimiters and closing punctuation around it. */
export function cleanAnswer(answer: string): string {
  let text = answer.trim();
  for (let round = 0; round < 8; round++) {
    const next = unwrap(trimClosing(text).trim()).trim();
    if (next === text) break;
    text = next;
  }
  return percentSign(singleBackslashes(text));
}
