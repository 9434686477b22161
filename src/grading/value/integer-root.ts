// Roots of whole numbers, by Newton's method from above.
import { bits } from "./real.ts";

/** The whole part of the `degree`-th root of a non-negative integer. */
export function integerRoot(value: bigint, degree: number): bigint {
  if (value < 2n) return value;
  if (degree === 1) return value;
  const n = BigInt(degree);
  const start = rootEstimate(value, degree);
  let x = start;
  for (;;) {
    const step = ((n - 1n) * x + value / x ** (n - 1n)) / n;
    if (step >= x) return x;
    x = step;
  }
}

// A starting point that is not below the root.
function rootEstimate(value: bigint, degree: number): bigint {
  const size = bits(value) + 1;
  const extra = Math.max(0, size - 1000);
  const log = (Math.log2(Number(value >> BigInt(extra))) + extra) / degree;
  const head = Math.min(log, 52);
  return (BigInt(Math.ceil(2 ** head * (1 + 2 ** -40))) + 1n) << BigInt(Math.max(0, Math.ceil(log - head)));
}
