// Splits bytes into lines in constant memory: a line beyond the cap is skipped and counted, never held.
import { closeSync, openSync, readSync } from "node:fs";

const NEWLINE = 10;
const CHUNK = 1 << 20;

/** One line: `bytes[start, end)` without its line break. The bytes are only valid during the call. */
export type OnLine = (bytes: Buffer, start: number, end: number, offset: number) => void;

export type LineCounts = {
  /** Lines longer than the cap, skipped. */
  too_long: number;
  /** Whether the last line ended without a line break. */
  unterminated: boolean;
  /** Bytes seen. */
  bytes: number;
};

/** A splitter that is fed chunks in order. `offset` of a line counts bytes from the first chunk. */
export type LineSplitter = { push: (chunk: Buffer) => void; end: () => LineCounts };

/**
 * Returns a splitter that calls `onLine` for every line of at most `maxLine` bytes (line break excluded), the last one
 * included even when its line break is missing, and `onTooLong` in the place of a longer one. Holds at most one line in
 * memory.
 */
export function lineSplitter(maxLine: number, onLine: OnLine, onTooLong?: () => void): LineSplitter {
  const counts: LineCounts = { too_long: 0, unterminated: false, bytes: 0 };
  let held: Buffer[] = [];
  let heldLength = 0;
  let skipping = false;
  let lineOffset = 0;

  const skip = (): void => {
    counts.too_long += 1;
    onTooLong?.();
  };

  const hold = (piece: Buffer): void => {
    if (skipping) return;
    if (heldLength + piece.length > maxLine) {
      skipping = true;
      held = [];
      heldLength = 0;
      return;
    }
    held.push(Buffer.from(piece));
    heldLength += piece.length;
  };

  const finishHeld = (): void => {
    if (skipping) skip();
    else {
      const line = held.length === 1 && held[0] !== undefined ? held[0] : Buffer.concat(held, heldLength);
      onLine(line, 0, line.length, lineOffset);
    }
    held = [];
    heldLength = 0;
    skipping = false;
  };

  return {
    push(chunk) {
      let start = 0;
      while (start < chunk.length) {
        const newline = chunk.indexOf(NEWLINE, start);
        if (newline === -1) {
          hold(chunk.subarray(start));
          break;
        }
        if (heldLength > 0 || skipping) {
          hold(chunk.subarray(start, newline));
          finishHeld();
        } else if (newline - start > maxLine) skip();
        else onLine(chunk, start, newline, lineOffset);
        start = newline + 1;
        lineOffset = counts.bytes + start;
      }
      counts.bytes += chunk.length;
    },
    end() {
      if (heldLength > 0 || skipping) {
        counts.unterminated = true;
        finishHeld();
      }
      return counts;
    },
  };
}

/** Reads a plain file through a splitter. Throws what the file system throws. */
export function eachLine(path: string, maxLine: number, onLine: OnLine): LineCounts {
  const splitter = lineSplitter(maxLine, onLine);
  const descriptor = openSync(path, "r");
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const length = readSync(descriptor, chunk, 0, CHUNK, null);
      if (length === 0) return splitter.end();
      splitter.push(chunk.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}
