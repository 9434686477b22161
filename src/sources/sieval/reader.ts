// Reads records by their place in the shards: in big steps where they follow each other, one by one where they do not.
import { isAscii } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";

const WINDOW = 4 << 20;
const MAX_OPEN = 32;

/** Some bytes of a shard, valid until the next call. */
export type Slice = { readonly bytes: Buffer; readonly start: number; readonly end: number };

export type ShardReader = {
  /** Returns the bytes at a place in a file. They end early where the file does. */
  readonly read: (path: string, offset: number, length: number) => Slice;
  readonly close: () => void;
};

/** Opens a reader. `sequential` reads ahead. Throws what the file system throws. */
export function shardReader(sequential: boolean): ShardReader {
  const open = new Map<string, number>();
  let buffer = Buffer.allocUnsafe(sequential ? WINDOW : 1 << 16);
  let held = { path: "", offset: 0, length: 0 };

  const descriptorOf = (path: string): number => {
    const known = open.get(path);
    if (known !== undefined) return known;
    const [oldest] = open;
    if (open.size >= MAX_OPEN && oldest !== undefined) {
      closeSync(oldest[1]);
      open.delete(oldest[0]);
    }
    const descriptor = openSync(path, "r");
    open.set(path, descriptor);
    return descriptor;
  };

  const fill = (path: string, offset: number, length: number): void => {
    const wanted = sequential ? Math.max(WINDOW, length) : length;
    if (wanted > buffer.length) buffer = Buffer.allocUnsafe(wanted);
    const descriptor = descriptorOf(path);
    let filled = 0;
    while (filled < wanted) {
      const count = readSync(descriptor, buffer, filled, wanted - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    held = { path, offset, length: filled };
  };

  return {
    read(path, offset, length) {
      const inside = held.path === path && offset >= held.offset && offset + length <= held.offset + held.length;
      if (!inside) fill(path, offset, length);
      const start = offset - held.offset;
      return { bytes: buffer, start, end: Math.min(start + length, held.length) };
    },
    close() {
      for (const descriptor of open.values()) closeSync(descriptor);
      open.clear();
    },
  };
}

/** Returns the bytes as text. Bytes that are all ASCII, as most records are, need no decoding. */
export function textOf(bytes: Buffer, start: number, end: number): string {
  return bytes.toString(isAscii(bytes.subarray(start, end)) ? "latin1" : "utf8", start, end);
}
