// Cuts the bytes of a JSON array into its elements in constant memory, so that an array file streams like lines do.

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const NEWLINE = 10;

/** One element of the array and the line (from 1) on which it starts. */
export type OnElement = (text: string, line: number) => void;

export type ElementCounts = {
  /** Elements longer than the cap, skipped. */
  too_long: number;
  /** Whether the array was closed; false for a file that was cut off. */
  closed: boolean;
  /** Whether something other than blanks follows the array. */
  trailing: boolean;
};

/** A cutter that is fed chunks in order; it looks at nothing before the first `[`. */
export type ElementSplitter = { readonly push: (chunk: Buffer) => void; readonly end: () => ElementCounts };

/** Returns a cutter that calls `onElement` for every element of at most `maxLength` bytes. */
export function elementSplitter(maxLength: number, onElement: OnElement): ElementSplitter {
  const counts: ElementCounts = { too_long: 0, closed: false, trailing: false };
  let depth = 0;
  let inString = false;
  let escaped = false;
  let line = 1;
  let startLine = 0; // 0 = between elements
  let held: Buffer[] = [];
  let heldLength = 0;

  const hold = (piece: Buffer): void => {
    heldLength += piece.length;
    if (heldLength > maxLength) held = [];
    else held.push(piece);
  };
  const finish = (): void => {
    if (startLine === 0) return;
    if (heldLength > maxLength) counts.too_long += 1;
    else onElement(Buffer.concat(held, heldLength).toString("utf8"), startLine);
    held = [];
    heldLength = 0;
    startLine = 0;
  };

  const push = (chunk: Buffer): void => {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === NEWLINE) line += 1;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
        continue;
      }
      if (byte <= 32) continue;
      if (depth === 0) {
        if (counts.closed) counts.trailing = true;
        else if (byte === OPEN_LIST) depth = 1;
        continue;
      }
      if (depth === 1 && (byte === COMMA || byte === CLOSE_LIST)) {
        if (startLine !== 0) hold(chunk.subarray(start, at));
        finish();
        if (byte === CLOSE_LIST) {
          depth = 0;
          counts.closed = true;
        }
        continue;
      }
      if (startLine === 0) {
        startLine = line;
        start = at;
      }
      if (byte === QUOTE) inString = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth = Math.max(1, depth - 1);
    }
    if (startLine !== 0) hold(chunk.subarray(start));
  };

  return {
    push,
    end() {
      finish();
      return counts;
    },
  };
}
