// Seeded points: the value a free symbol takes depends on its name and the number of the point, and on nothing else.
import { type Exact, fraction, type Real, whole } from "./real.ts";

/** How many points a key looks at: two of whole numbers, two of positive fractions, one negative, one mixed. */
export const POINTS = 6;

/** A 53-bit hash of a string (two rounds of FNV-1a with mixing). */
export function hash(text: string): number {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13);
  }
  a = Math.imul(a ^ (a >>> 16), 0x45d9f3b);
  b = Math.imul(b ^ (b >>> 15), 0x2c1b3c6d);
  return ((a ^ (a >>> 16)) >>> 0) * 0x200000 + ((b ^ (b >>> 12)) >>> 11);
}

/** A number for a hash: `kind` 0 and 1 whole, 2 and 3 a positive fraction, 4 a negative one, 5 of either sign. */
export function pseudoValue(seed: number, kind: number): Exact {
  if (kind < 2) return whole(5 + (seed % 37));
  const size = fraction(BigInt((seed % 99_991) + 1), 40_961n);
  const isNegative = kind === 4 || (kind === 5 && Math.floor(seed / 99_991) % 2 === 1);
  return isNegative ? { exact: true, n: -size.n, d: size.d } : size;
}

/** The value of symbol `name` at point number `index`. */
export function symbolValue(name: string, index: number): Real {
  return pseudoValue(hash(`${name}#${index}`), index);
}
