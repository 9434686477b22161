// Searches bytes for the keys of a record.

/** A text to look for, and its first bytes: Node searches for up to seven bytes much faster than for more. */
export type Key = { readonly bytes: Buffer; readonly start: Buffer };

const QUICK = 7;

/** Prepares a text of at least seven ASCII characters for searching. */
export function keyOf(text: string): Key {
  const bytes = Buffer.from(text);
  return { bytes, start: bytes.subarray(0, QUICK) };
}

function isAt(bytes: Buffer, key: Buffer, at: number): boolean {
  for (let index = QUICK; index < key.length; index += 1) if (bytes[at + index] !== key[index]) return false;
  return true;
}

/** Returns where a key stands first, at or after `from`, or -1. */
export function indexOfKey(bytes: Buffer, key: Key, from: number): number {
  let at = bytes.indexOf(key.start, from);
  while (at !== -1 && !isAt(bytes, key.bytes, at)) at = bytes.indexOf(key.start, at + 1);
  return at;
}

/** Returns where a key stands last, or -1. */
export function lastIndexOfKey(bytes: Buffer, key: Key): number {
  let at = bytes.lastIndexOf(key.start);
  while (at > 0 && !isAt(bytes, key.bytes, at)) at = bytes.lastIndexOf(key.start, at - 1);
  return at;
}
