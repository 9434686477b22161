// Narrows untrusted JSON by hand: markers and boxes of the Python writer are taken off, wrong types become undefined.
import type { Json } from "../../draw/draw.ts";
import { parseJson } from "../parse-json.ts";

/** A JSON object of unknown content. */
export type JsonObject = { readonly [key: string]: unknown };

/** Counts by name, as in `Loss.counts`. */
export type Counts = Record<string, number>;

/** Adds to a count. */
export function add(counts: Counts, name: string, by = 1): void {
  if (by > 0) counts[name] = (counts[name] ?? 0) + by;
}

/** Returns the value as an object, or undefined when it is anything else (a list is not an object). */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** Returns the value as a list; a marked tuple or set counts as one. */
export function asList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const object = asObject(value);
  if (object === undefined || !isCollection(object)) return undefined;
  return Array.isArray(object.items) ? object.items : undefined;
}

/** Returns the value when it is a string that is not empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the value when it is a whole number that JavaScript holds exactly. */
export function asInteger(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

function isCollection(object: JsonObject): boolean {
  return object.__sieval_cls__ === "tuple" || object.__sieval_cls__ === "set";
}

function isMarker(key: string): boolean {
  return key === "__sieval_mod__" || key === "__sieval_cls__";
}

/** Takes a stage result out of its TaskStageOutput box, which is known by its marker or, without markers, by its shape. */
export function unbox(value: unknown): unknown {
  const object = asObject(value);
  if (object === undefined) return value;
  if (object.__sieval_cls__ === "TaskStageOutput") return object.value;
  if (!("value" in object)) return value;
  return Object.keys(object).every((key) => key === "value" || key === "meta" || isMarker(key)) ? object.value : value;
}

const MAX_DEPTH = 64;

/** Returns the value without markers, tuples and sets as lists. Below 64 levels it is cut off as null. */
export function plainJson(value: unknown, depth = 0): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (depth > MAX_DEPTH) return null;
  const list = asList(value);
  if (list !== undefined) return list.map((item) => plainJson(item, depth + 1));
  const object = asObject(value);
  if (object === undefined) return null;
  const entries = Object.entries(object).filter(([key]) => !isMarker(key));
  return Object.fromEntries(entries.map(([key, item]) => [key, plainJson(item, depth + 1)]));
}

/** Parses a line; NaN and Infinity are read as null, and the line is counted. Returns undefined when it is not JSON. */
export function parseLine(text: string, counts: Counts): unknown {
  const parsed = parseJson(text);
  if (!parsed.ok) return undefined;
  if (parsed.nonFinite > 0) add(counts, "nan_literals");
  return parsed.value;
}

/** Reads an id as the Python project does: a string that looks like a whole number is one. */
export function sampleId(value: unknown): number | string | undefined {
  if (typeof value === "string" && /^[+-]?\d{1,15}$/.test(value)) return Number(value) + 0;
  return typeof value === "string" ? value : asInteger(value);
}

/** Orders ids as manifests do: whole numbers first, ascending, then strings. */
export function compareIds(a: number | string, b: number | string): number {
  if (typeof a === "number") return typeof b === "number" ? a - b : -1;
  if (typeof b === "number") return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
