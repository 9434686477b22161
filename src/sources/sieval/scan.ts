// Goes through a shard line by line and names every record in it, torn ones included, reading only the heads.
import { readFileSync, statSync } from "node:fs";
import { eachLine } from "../lines.ts";
import { indexOfKey, keyOf } from "./bytes.ts";
import { headOf, RECORD_START, type RecordHead, readHead, STAGES, type Stage } from "./head.ts";
import { add, type Counts, parseLine, sampleId } from "./values.ts";

/** A whole record: `bytes[start, end)` of the line, `offset` in the file. The bytes are only valid during the call. */
export type OnRecord = (head: RecordHead, bytes: Buffer, start: number, end: number, offset: number) => void;

/** A record that a crash cut off: its head, where that much was written, and its bytes' place in the file. */
export type OnTorn = (head: RecordHead | undefined, offset: number, length: number) => void;

const START = keyOf(RECORD_START.toString());

/** Finds the next possible start of a record in a buffer; searches every byte of it once. */
function recordFinder(): (bytes: Buffer, from: number, end: number) => number {
  let searched: Buffer | undefined;
  let next = -1;
  return (bytes, from, end) => {
    if (bytes !== searched || (next !== -1 && next < from)) {
      searched = bytes;
      next = indexOfKey(bytes, START, from);
    }
    return next !== -1 && next < end ? next : -1;
  };
}

/**
 * Calls `onRecord` for every whole record of a shard and `onTorn` for every one that a crash cut off, be it at the end of
 * the file or with the next record on the same line. Counts `torn_lines`, `unparsable_lines`, `long_lines`. Throws what the
 * file system throws.
 */
export function scanShard(path: string, maxLine: number, counts: Counts, onRecord: OnRecord, onTorn: OnTorn): void {
  const size = statSync(path).size;
  const find = recordFinder();

  const torn = (bytes: Buffer, start: number, end: number, offset: number): void => {
    add(counts, "torn_lines");
    onTorn(readHead(bytes, start, end), offset, end - start);
  };

  const whole = (bytes: Buffer, start: number, end: number, offset: number): void => {
    const unterminated = offset + (end - start) >= size;
    let head = readHead(bytes, start, end);
    if (head === undefined || unterminated) {
      const value = parseLine(bytes.toString("utf8", start, end), {});
      if (value === undefined && unterminated) {
        torn(bytes, start, end, offset);
        return;
      }
      head ??= headOf(value);
    }
    if (head === undefined) add(counts, "unparsable_lines");
    else onRecord(head, bytes, start, end, offset);
  };

  const joined = (bytes: Buffer, start: number, end: number, offset: number, first: number): void => {
    // An object inside the record may look like a record's start: then the line as a whole is JSON.
    if (parseLine(bytes.toString("utf8", start, end), {}) !== undefined) {
      whole(bytes, start, end, offset);
      return;
    }
    let from = start;
    let next = first;
    while (next !== -1) {
      // A record may be complete and lack only its line break.
      const complete = parseLine(bytes.toString("utf8", from, next), {}) !== undefined;
      (complete ? whole : torn)(bytes, from, next, offset + from - start);
      from = next;
      next = nextRecord(bytes, from + 1, end);
    }
    whole(bytes, from, end, offset + from - start);
  };

  const nextRecord = (bytes: Buffer, from: number, end: number): number => {
    let at = find(bytes, from, end);
    while (at !== -1 && readHead(bytes, at, end) === undefined) at = find(bytes, at + 1, end);
    return at;
  };

  const lines = eachLine(path, maxLine, (bytes, start, end, offset) => {
    if (start === end) return;
    const next = nextRecord(bytes, start + 1, end);
    if (next === -1) whole(bytes, start, end, offset);
    else joined(bytes, start, end, offset, next);
  });
  add(counts, "long_lines", lines.too_long);
}

/** Calls back with the heads that an .idx file lists, when it covers its shard without a gap and agrees with the iteration of its folder. Returns whether it does. */
export function scanIndex(shardPath: string, folder: number, onHead: (head: RecordHead) => void): boolean {
  let text: string;
  let size: number;
  try {
    text = readFileSync(shardPath.replace(/\.jsonl$/, ".idx"), "latin1");
    size = statSync(shardPath).size;
  } catch {
    return false;
  }
  if (!walkIndex(text, size, folder, () => {})) return false;
  return walkIndex(text, size, folder, onHead);
}

/** Walks over the lines of an index; false when one is not in place, so that nothing of it can be believed. */
function walkIndex(text: string, size: number, folder: number, onHead: (head: RecordHead) => void): boolean {
  const head = { id: 0 as number | string, iteration: 0, rank: 0, copy: -1 };
  let expected = 0;
  for (let start = 0; start < text.length; ) {
    const ends = fieldEnds(text, start);
    if (ends === undefined) return false;
    const [id, iteration, stage, offset, length] = ends;
    // Read as latin1, so a string id outside ASCII would be another id than in the shard.
    const number = integerIn(text, start, id);
    const parsed = number === -1 ? stringId(text.slice(start, id)) : number;
    head.rank = STAGES.indexOf(text.slice(iteration + 1, stage) as Stage);
    head.iteration = integerIn(text, id + 1, iteration);
    if (parsed === undefined || head.rank === -1 || head.iteration !== folder) return false;
    if (integerIn(text, stage + 1, offset) !== expected) return false;
    expected += integerIn(text, offset + 1, length);
    head.id = parsed;
    onHead(head);
    const newline = text.indexOf("\n", length);
    start = newline === -1 ? text.length : newline + 1;
  }
  return expected === size;
}

type FieldEnds = [number, number, number, number, number];

/** Where the first five tab-separated fields of a line end; the fifth may be the last. */
function fieldEnds(text: string, start: number): FieldEnds | undefined {
  const ends: FieldEnds = [0, 0, 0, 0, 0];
  let at = start;
  for (let field = 0; field < 4; field += 1) {
    at = text.indexOf("\t", at);
    if (at === -1) return undefined;
    ends[field] = at;
    at += 1;
  }
  while (at < text.length && text.charCodeAt(at) > 13) at += 1;
  ends[4] = at;
  return ends;
}

function integerIn(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return end > start && end - start <= 15 ? value : -1;
}

function stringId(text: string): number | string | undefined {
  return /[^ -~]/.test(text) ? undefined : sampleId(text);
}
