// Groups rows by problem on disk, for files in which the rows of a problem are not together. Memory holds one number a problem.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const HEADER = 12; // the offset of the group's previous record (8 bytes, -1 = none) and the length of this one (4)
const GUESS = 8 * 1024;
const FLUSH = 4 * 1024 * 1024;
const NONE = -1;

/** Records in a temporary file, each linked to the one before it in its group. */
export type Spill = {
  /** Appends a record to a group. Groups are numbered by the caller, from 0. */
  readonly add: (group: number, text: string) => void;
  /** Returns the records of a group in the order in which they were added. */
  readonly read: (group: number) => string[];
  /** Removes the file. Always to be called. */
  readonly remove: () => void;
};

/** Opens an empty spill. Throws what the file system throws. */
export function openSpill(): Spill {
  const folder = mkdtempSync(join(tmpdir(), "sieval-rows-"));
  const descriptor = openSync(join(folder, "rows.jsonl"), "w+", 0o600);
  const last: number[] = [];
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let end = 0;

  const flush = (): void => {
    const bytes = Buffer.concat(waiting, waitingBytes);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at);
    waiting = [];
    waitingBytes = 0;
  };

  return {
    add(group, text) {
      const record = Buffer.allocUnsafe(HEADER + Buffer.byteLength(text));
      record.writeDoubleLE(last[group] ?? NONE, 0);
      record.writeUInt32LE(record.length - HEADER, 8);
      record.write(text, HEADER, "utf8");
      last[group] = end;
      end += record.length;
      waiting.push(record);
      waitingBytes += record.length;
      if (waitingBytes >= FLUSH) flush();
    },
    read(group) {
      if (waitingBytes > 0) flush();
      const records: string[] = [];
      let at = last[group] ?? NONE;
      while (at !== NONE) {
        const { text, before } = readRecord(descriptor, at);
        records.push(text);
        at = before;
      }
      return records.reverse();
    },
    remove() {
      closeSync(descriptor);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readRecord(descriptor: number, at: number): { readonly text: string; readonly before: number } {
  const head = Buffer.allocUnsafe(GUESS);
  const have = readSync(descriptor, head, 0, GUESS, at);
  const before = head.readDoubleLE(0);
  const length = head.readUInt32LE(8);
  if (HEADER + length <= have) return { text: head.toString("utf8", HEADER, HEADER + length), before };
  const body = Buffer.allocUnsafe(length);
  for (let got = 0; got < length; ) {
    const read = readSync(descriptor, body, got, length - got, at + HEADER + got);
    if (read === 0) throw new Error("the temporary file of rows was cut off");
    got += read;
  }
  return { text: body.toString("utf8"), before };
}
