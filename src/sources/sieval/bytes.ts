// Searches bytes for the keys of a record.

// Node searches for up to seven bytes much faster than for more; the rest is compared where they are found.
const QUICK = 7;

function isAt(bytes: Buffer, key: Buffer, at: number): boolean {
  for (let index = QUICK; index < key.length; index += 1) if (bytes[at + index] !== key[index]) return false;
  return true;
}

/** Returns where a key of at least seven bytes stands first, at or after `from`, or -1. */
export function indexOfKey(bytes: Buffer, key: Buffer, from: number): number {
  const start = key.subarray(0, QUICK);
  let at = bytes.indexOf(start, from);
  while (at !== -1 && !isAt(bytes, key, at)) at = bytes.indexOf(start, at + 1);
  return at;
}

/** Returns where a key of at least seven bytes stands last, or -1. */
export function lastIndexOfKey(bytes: Buffer, key: Buffer): number {
  const start = key.subarray(0, QUICK);
  let at = bytes.lastIndexOf(start);
  while (at > 0 && !isAt(bytes, key, at)) at = bytes.lastIndexOf(start, at - 1);
  return at;
}
