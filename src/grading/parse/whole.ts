// What is decided on the whole answer before it is cut into tokens: wrappers to drop, times, dates and single words.
import type { Node } from "./tree.ts";
import { LETTER_NAMES } from "./words.ts";

/** Whether text that could not be read was meant as mathematics. */
export function looksLikeMath(source: string): boolean {
  return /[\\^_=<>]/.test(source.replace(/\\(?:text|mbox|textbf|mathrm)(?![a-zA-Z])/g, ""));
}

function isSpace(char: string | undefined): boolean {
  return char === " " || char === "\n" || char === "\t";
}

/** An even number of dollar signs delimits mathematics, which is dropped; an odd one holds a currency sign. */
export function withoutMathDollars(text: string): string {
  if (!text.includes("$")) return text;
  const pieces = text.split(/(?<!\\)\$/);
  return pieces.length % 2 === 1 ? pieces.join(" ") : text;
}

/** Without dollar signs around the whole, markdown stars, closing punctuation. Character scans, linear on any input. */
export function trimAnswer(text: string): string {
  let start = 0;
  let stop = text.length;
  for (;;) {
    const length = stop - start;
    while (start < stop && (isSpace(text[start]) || text[start] === "*" || text[start] === "`")) start += 1;
    while (stop > start && isTrailing(text, start, stop)) stop -= 1;
    if (stop - start > 1 && text[start] === "$" && text[stop - 1] === "$" && text[stop - 2] !== "\\") {
      start += 1;
      stop -= 1;
    } else if (text[start] === "$" && text[stop - 1] !== "$" && !/^\$\s*[\d.]/.test(text.slice(start, start + 8)))
      start += 1;
    if (stop - start === length) return text.slice(start, stop);
  }
}

function isTrailing(text: string, start: number, stop: number): boolean {
  const char = text[stop - 1];
  if (isSpace(char)) return text[stop - 2] !== "\\" || stop - 2 < start;
  if (char === "*" || char === "`" || char === ";" || char === ",") return text[stop - 2] !== "\\";
  return char === "." && text[stop - 2] !== "." && text[stop - 2] !== "\\";
}

const TIME = /^(\d{1,2}:[0-5]\d(?::[0-5]\d)?)\s*(?:([AaPp])\.?\s?[Mm]\.?)?$/;
const WRAPPED = /\\(?:text|mbox|textrm|mathrm)\s*\{([^{}]*)\}/g;
const DATE = /^(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[-/]\d{1,2}[-/]\d{4})$/;
const WORD = /^(?:\\text\{\s*)?([A-Za-z]{3,})(?:\s*\})?$/;

/** Times and dates are text; so is a single word that is no name of a constant and no product in alphabetical order. */
export function wholeText(source: string): Node | null {
  if (source.length > 60) return null;
  const asText: Node = { kind: "text", value: source, unread: false };
  const time = TIME.exec(source.replace(WRAPPED, "$1").replace("{:}", ":"));
  if (time) return { ...asText, value: `${time[1]}${time[2] ? ` ${time[2].toLowerCase()}m` : ""}` };
  if (DATE.test(source) && (source.match(/-/g)?.length === 2 || /^\d+\/\d+\/\d+$/.test(source))) return asText;
  const lone = WORD.exec(source);
  if (!lone?.[1] || NAMES.has(lone[1].toLowerCase())) return null;
  return isAscending(lone[1]) && !source.startsWith("\\") ? null : { kind: "text", value: lone[1], unread: false };
}

const NAMES = new Set([...LETTER_NAMES, "infinity", "inf"]);

function isAscending(word: string): boolean {
  for (let at = 1; at < word.length; at += 1) if (word.charCodeAt(at) <= word.charCodeAt(at - 1)) return false;
  return word.length <= 4;
}
