// Reads rows out of JSON lines or a JSON array, streaming, with faults counted instead of fatal.
import { InputError } from "../../draw/input-error.ts";
import { readBytes } from "../bytes.ts";
import { lineSplitter } from "../lines.ts";
import { parseJson } from "../parse-json.ts";
import { elementSplitter } from "./elements.ts";
import { isColumns, type Row, type Rows } from "./row.ts";
import type { Tally } from "./tally.ts";

const NEWLINE = 10;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Yields the pieces of a stream without a UTF-8 byte order mark. Throws InputError for UTF-16. */
export async function* withoutMark(
  path: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < 3) continue;
    yield stripMark(path, head);
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield stripMark(path, head);
}

function stripMark(path: string, head: Buffer): Buffer {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
    throw new InputError("is UTF-16 text", { file: path, line: 1 }, "Save it as UTF-8.");
  return head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? head.subarray(3) : head;
}

/** Returns the first byte that is not blank, undefined when there is none. */
export function firstByte(bytes: Buffer): number | undefined {
  const start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  for (let at = start; at < bytes.length; at += 1) if ((bytes[at] as number) > 32) return bytes[at];
  return undefined;
}

/**
 * Yields the rows of a file of JSON lines, or of one JSON array when its first byte is `[`. Lines that are not JSON, are
 * too long or are no objects are counted in the tally. Throws what `readBytes` throws.
 */
export async function* jsonRows(path: string, maxLine: number, tally: Tally): Rows {
  let rows: Row[] = [];
  const accept = (text: string, line: number): void => {
    const row = toRow(path, text, line, tally);
    if (row !== undefined) rows.push(row);
  };
  let cutter: Cutter | undefined;
  for await (const chunk of withoutMark(path, readBytes(path))) {
    const byte = firstByte(chunk);
    cutter ??= byte === undefined ? undefined : byte === 91 ? arrayCutter(path, maxLine, accept, tally) : undefined;
    cutter ??= lineCutter(maxLine, accept, tally);
    cutter.push(chunk);
    if (rows.length > 0) yield rows;
    rows = [];
  }
  cutter?.end();
  if (rows.length > 0) yield rows;
}

type Cutter = { readonly push: (chunk: Buffer) => void; readonly end: () => void };

function arrayCutter(
  path: string,
  maxLine: number,
  accept: (text: string, line: number) => void,
  tally: Tally,
): Cutter {
  const splitter = elementSplitter(maxLine, accept);
  return {
    push: splitter.push,
    end() {
      const counts = splitter.end();
      tally.add("long_lines", undefined, counts.too_long);
      if (!counts.closed) tally.note(`${path} ends before its array is closed: it was cut off`);
      if (counts.trailing) tally.add("unparsable_lines", `${path}, after the array`);
    },
  };
}

function lineCutter(maxLine: number, accept: (text: string, line: number) => void, tally: Tally): Cutter {
  let line = 1;
  const splitter = lineSplitter(maxLine, (bytes, start, end) => {
    if (start < end) accept(bytes.toString("utf8", start, end), line);
  });
  return {
    push(chunk) {
      // Fed line by line, so that the number of a line is known even after lines that were skipped.
      let start = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
        splitter.push(chunk.subarray(start, at + 1));
        line += 1;
        start = at + 1;
      }
      if (start < chunk.length) splitter.push(chunk.subarray(start));
    },
    end() {
      tally.add("long_lines", undefined, splitter.end().too_long);
    },
  };
}

function toRow(path: string, text: string, line: number, tally: Tally): Row | undefined {
  const raw = text.trim();
  if (raw === "") return undefined;
  const parsed = parseJson(raw);
  if (!parsed.ok) {
    tally.add("unparsable_lines", `${path}:${line}`);
    return undefined;
  }
  tally.add("nan_literals", `${path}:${line}`, parsed.nonFinite);
  if (isColumns(parsed.value)) return { line, value: parsed.value, raw };
  tally.add("non_object_rows", `${path}:${line}`);
  return undefined;
}
