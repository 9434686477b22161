// The head of a stored record, read from its first bytes: whose record it is, without parsing the megabytes behind it.
import { asInteger, asObject, sampleId } from "./values.ts";

/** The stages a record can be of, by rank: of two records of one sample and iteration the higher rank is the newer state. */
export const STAGES = ["initial", "preprocessed", "inferred", "postprocessed", "feedback", "failed", "final"] as const;
export type Stage = (typeof STAGES)[number];

export const FAILED = STAGES.indexOf("failed");
export const FINAL = STAGES.indexOf("final");

export type RecordHead = {
  readonly id: number | string;
  readonly iteration: number;
  /** Index into STAGES. */
  readonly rank: number;
  /** Which copy of the question, -1 where the record does not say. */
  readonly copy: number;
};

const QUOTE = 34;
const SPACE = 32;
const BACKSLASH = 92;
const COMMA = 44;
const BRACE = 125;

/** The bytes every record starts with. Inside a JSON string they cannot occur: quotes are escaped there. */
export const RECORD_START = Buffer.from('{"sample_id":');
const ITERATION = Buffer.from('"iteration":');
const STAGE = Buffer.from('"stage":"');
const REPEAT_INDEX = Buffer.from('"repeat_index":');
const STAGE_BYTES = STAGES.map((stage) => Buffer.from(`${stage}"`));

// Where the last number or word ended; the one piece of state that saves an allocation per field.
let cursor = 0;

function accept(bytes: Buffer, at: number, end: number, literal: Buffer): boolean {
  const { length } = literal;
  if (at + length > end) return false;
  for (let index = 0; index < length; index += 1) if (bytes[at + index] !== literal[index]) return false;
  cursor = at + length;
  return true;
}

function skipSpace(bytes: Buffer, end: number): void {
  while (cursor < end && bytes[cursor] === SPACE) cursor += 1;
}

function acceptComma(bytes: Buffer, end: number): boolean {
  if (cursor >= end || bytes[cursor] !== COMMA) return false;
  cursor += 1;
  skipSpace(bytes, end);
  return true;
}

/** Reads a whole number at the cursor; NaN when there is none. Leading minus allowed. */
function readInteger(bytes: Buffer, end: number): number {
  const negative = bytes[cursor] === 45;
  const first = negative ? cursor + 1 : cursor;
  let at = first;
  let value = 0;
  while (at < end) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    at += 1;
  }
  // An id cut off by a crash may be the start of a longer one: only a number that something follows is complete.
  if (at === first || at >= end || at - first > 15) return Number.NaN;
  cursor = at;
  return negative ? -value : value;
}

function readId(bytes: Buffer, end: number): number | string | undefined {
  skipSpace(bytes, end);
  if (bytes[cursor] !== QUOTE) {
    const value = readInteger(bytes, end);
    return Number.isNaN(value) ? undefined : value;
  }
  const start = cursor + 1;
  let at = start;
  while (at < end && bytes[at] !== QUOTE) {
    if (bytes[at] === BACKSLASH) return undefined;
    at += 1;
  }
  if (at >= end) return undefined;
  cursor = at + 1;
  return sampleId(bytes.toString("utf8", start, at));
}

function readStage(bytes: Buffer, end: number): number {
  for (let rank = STAGES.length - 1; rank >= 0; rank -= 1) {
    const word = STAGE_BYTES[rank];
    if (word !== undefined && accept(bytes, cursor, end, word)) return rank;
  }
  return -1;
}

function readCopy(bytes: Buffer, end: number): number {
  if (!acceptComma(bytes, end) || !accept(bytes, cursor, end, REPEAT_INDEX)) return -1;
  skipSpace(bytes, end);
  const copy = readInteger(bytes, end);
  return copy >= 0 && (bytes[cursor] === COMMA || bytes[cursor] === BRACE) ? copy : -1;
}

/** Returns the head of the record in `bytes[start, end)`, or undefined when the bytes do not start as the writer's do. */
export function readHead(bytes: Buffer, start: number, end: number): RecordHead | undefined {
  if (!accept(bytes, start, end, RECORD_START)) return undefined;
  const id = readId(bytes, end);
  if (id === undefined || !acceptComma(bytes, end) || !accept(bytes, cursor, end, ITERATION)) return undefined;
  skipSpace(bytes, end);
  const iteration = readInteger(bytes, end);
  if (!(iteration >= 0) || !acceptComma(bytes, end)) return undefined;
  // `"stage": "final"` with a space is spelled by other JSON writers.
  if (!accept(bytes, cursor, end, STAGE) && !acceptSpacedStage(bytes, end)) return undefined;
  const rank = readStage(bytes, end);
  return rank === -1 ? undefined : { id, iteration, rank, copy: readCopy(bytes, end) };
}

const SPACED_STAGE = Buffer.from('"stage": "');

function acceptSpacedStage(bytes: Buffer, end: number): boolean {
  return accept(bytes, cursor, end, SPACED_STAGE);
}

/** Returns the head of a parsed record, or undefined when it is not a record. */
export function headOf(value: unknown): RecordHead | undefined {
  const record = asObject(value);
  const id = sampleId(record?.sample_id);
  const iteration = asInteger(record?.iteration);
  const rank = STAGES.indexOf(record?.stage as Stage);
  if (id === undefined || iteration === undefined || iteration < 0 || rank === -1) return undefined;
  const copy = asInteger(record?.repeat_index);
  return { id, iteration, rank, copy: copy !== undefined && copy >= 0 ? copy : -1 };
}
