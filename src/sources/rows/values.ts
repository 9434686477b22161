// Reads the cells of foreign rows: verdicts, predictions, ids and numbers in the spellings that harnesses use.
import type { Json } from "../../draw/draw.ts";

/** A verdict as read; `fault` says why a value that is there gives none. */
export type ReadVerdict = {
  readonly verdict: boolean | null;
  readonly fault?: "non_binary_verdicts" | "unreadable_verdicts";
};

/** The words that are verdicts, folded to lower case. C and I are inspect's letters. */
const VERDICT_WORDS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["c", true],
  ["false", false],
  ["no", false],
  ["i", false],
]);

/** Markers that data sets write where nothing could be extracted. */
const UNEXTRACTED: ReadonlySet<string> = new Set(["", "[invalid]"]);

const MAX_DEPTH = 64;

/** Returns the verdict in a cell. A number other than 0 and 1 is partial credit, which is no verdict. */
export function readVerdict(value: Json | undefined): ReadVerdict {
  if (value === undefined || value === null) return { verdict: null };
  if (typeof value === "boolean") return { verdict: value };
  if (typeof value === "number") return fromNumber(value);
  if (typeof value !== "string") return { verdict: null, fault: "unreadable_verdicts" };
  const word = value.trim().toLowerCase();
  if (word === "") return { verdict: null };
  const verdict = VERDICT_WORDS.get(word);
  if (verdict !== undefined) return { verdict };
  const number = Number(word);
  return Number.isFinite(number) ? fromNumber(number) : { verdict: null, fault: "unreadable_verdicts" };
}

function fromNumber(value: number): ReadVerdict {
  if (value === 1) return { verdict: true };
  return value === 0 ? { verdict: false } : { verdict: null, fault: "non_binary_verdicts" };
}

/** Returns the prediction in a cell; null, blank and "[invalid]" mean that nothing was extracted. */
export function readPrediction(value: Json | undefined): Json {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return UNEXTRACTED.has(value.trim().toLowerCase()) ? null : value;
  return value;
}

/** Whether a value nests so deeply that later readers could run out of stack. */
export function tooDeep(value: Json | undefined, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth >= MAX_DEPTH) return true;
  return Object.values(value).some((inner) => tooDeep(inner, depth + 1));
}

/** Returns the integer in a cell (a number, or a string of digits), undefined when it is none. */
export function readInteger(value: Json | undefined): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== "string" || !/^\s*[+-]?\d+(\.0*)?\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Returns the number in a cell, undefined when it is none. */
export function readNumber(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Returns the text in a cell; a number or boolean in its own spelling; undefined for anything else and for blanks. */
export function readWord(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/**
 * Returns the problem id in a cell, undefined when there is none. Where cells have no types (`untyped`), digits are an
 * integer, so that the same set has the same ids in CSV and in JSON.
 */
export function readProblem(value: Json | undefined, untyped: boolean): string | number | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  if (untyped && typeof value === "string" && /^(0|-?[1-9]\d{0,14})$/.test(value)) return Number(value);
  return readWord(value);
}

/** Returns a question folded to serve as an id: blanks run together, ends trimmed. */
export function foldQuestion(question: string): string {
  return question.normalize("NFC").replace(/\s+/g, " ").trim();
}

/** Returns the list in a cell, undefined when it is none. Where cells have no types, a JSON array in text is a list. */
export function readList(value: Json | undefined, untyped: boolean): readonly Json[] | undefined {
  if (Array.isArray(value)) return value;
  if (!untyped || typeof value !== "string" || !/^\s*\[[\s\S]*\]\s*$/.test(value)) return undefined;
  try {
    const parsed = JSON.parse(value) as Json;
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Returns which part of `of` (from 0) a problem belongs to: the same on every machine and in every file. */
export function partOf(problem: string | number, of: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(String(problem), "utf8")) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % of;
}
