// Real numbers: exact fractions while they stay small, else binary big-floats that carry a bound on their own error.

/** A reduced fraction, or m * 2^e known to within 2^err. */
export type Exact = { exact: true; n: bigint; d: bigint };
export type Float = { exact: false; m: bigint; e: number; err: number };
export type Real = Exact | Float;

export const ZERO: Exact = { exact: true, n: 0n, d: 1n };
export const ONE: Exact = { exact: true, n: 1n, d: 1n };

/** The bits of |value|; one too many only within 2^-53 below a power of two. */
export function bits(value: bigint): number {
  const size = value < 0n ? -value : value;
  if (size === 0n) return 0;
  const rough = Number(size);
  if (rough < Number.POSITIVE_INFINITY) return Math.floor(Math.log2(rough)) + 1;
  const hex = size.toString(16);
  return hex.length * 4 - Math.clz32(Number.parseInt(hex[0] ?? "1", 16)) + 28;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Greatest common divisor of two non-negative numbers. */
export function gcd(left: bigint, right: bigint): bigint {
  let a = left;
  let b = right;
  while (b !== 0n) {
    if (a <= 0xfffffffffffffn && b <= 0xfffffffffffffn) return BigInt(smallGcd(Number(a), Number(b)));
    [a, b] = [b, a % b];
  }
  return a;
}

function smallGcd(left: number, right: number): number {
  let a = left;
  let b = right;
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/** The fraction n/d, reduced; d must not be 0. */
export function fraction(n: bigint, d: bigint): Exact {
  if (d === 1n) return { exact: true, n, d };
  const common = gcd(absolute(n), absolute(d));
  const sign = d < 0n ? -1n : 1n;
  return common === 1n
    ? { exact: true, n: n * sign, d: d * sign }
    : { exact: true, n: (n / common) * sign, d: (d / common) * sign };
}

/** The whole number `value`. */
export function whole(value: bigint | number): Exact {
  return { exact: true, n: BigInt(value), d: 1n };
}

/** Bits of the larger part of an exact number. */
export function exactBits(value: Exact): number {
  return Math.max(bits(value.n), bits(value.d));
}

function errorSum(left: number, right: number): number {
  if (left === Number.NEGATIVE_INFINITY) return right;
  if (right === Number.NEGATIVE_INFINITY) return left;
  const gap = Math.abs(left - right);
  return Math.max(left, right) + (gap > 40 ? 1e-9 : Math.log2(1 + 2 ** -gap));
}

// log2 of |m|, a little above.
function logOf(m: bigint): number {
  const rough = Math.abs(Number(m));
  if (rough < Number.POSITIVE_INFINITY) return Math.log2(rough) + 1e-9;
  const extra = bits(m) - 60;
  return Math.log2(Math.abs(Number(m >> BigInt(extra)))) + extra + 1e-9;
}

/** A float cut to `precision` bits, with the cut added to its error. */
export function float(m: bigint, e: number, err: number, precision: number): Float {
  const extra = bits(m) - precision;
  if (extra <= 0) return { exact: false, m, e, err };
  return { exact: false, m: m >> BigInt(extra), e: e + extra, err: errorSum(err, e + extra) };
}

/** `value` as a float of `precision` bits. */
export function toFloat(value: Real, precision: number): Float {
  if (!value.exact) return value;
  if (value.d === 1n) return float(value.n, 0, Number.NEGATIVE_INFINITY, precision);
  const shift = Math.max(0, precision + 2 - bits(value.n) + bits(value.d));
  return float((value.n << BigInt(shift)) / value.d, -shift, -shift, precision);
}

/** The position of the leading bit: |value| < 2^magnitude; minus infinity for zero. */
export function magnitude(value: Float): number {
  return value.m === 0n ? Number.NEGATIVE_INFINITY : bits(value.m) + value.e;
}

/** log2 of a bound on the size of the number meant: the value and its error together. */
export function reach(value: Float): number {
  return errorSum(value.m === 0n ? Number.NEGATIVE_INFINITY : logOf(value.m) + value.e, value.err);
}

/** The sum; both operands floats unless both are exact. */
export function add(left: Real, right: Real, precision: number): Real {
  if (left.exact && right.exact) {
    if (left.d === 1n && right.d === 1n) return { exact: true, n: left.n + right.n, d: 1n };
    return fraction(left.n * right.d + right.n * left.d, left.d * right.d);
  }
  if (left.exact && left.n === 0n) return right;
  if (right.exact && right.n === 0n) return left;
  return addFloats(toFloat(left, precision), toFloat(right, precision), precision);
}

function addFloats(left: Float, right: Float, precision: number): Float {
  const err = errorSum(left.err, right.err);
  const [high, low] = left.e >= right.e ? [left, right] : [right, left];
  const gap = high.e - low.e;
  if (gap > 2 * precision + 64 && high.m !== 0n) {
    const small = low.m === 0n ? Number.NEGATIVE_INFINITY : reach(low);
    return { exact: false, m: high.m, e: high.e, err: errorSum(err, small) };
  }
  if (high.m === 0n) return { exact: false, m: low.m, e: low.e, err };
  return float((high.m << BigInt(gap)) + low.m, low.e, err, precision);
}

/** Minus the value. */
export function negate(value: Real): Real {
  return value.exact
    ? { exact: true, n: -value.n, d: value.d }
    : { exact: false, m: -value.m, e: value.e, err: value.err };
}

/** The product. */
export function multiply(left: Real, right: Real, precision: number): Real {
  if (left.exact && right.exact) {
    if (left.d === 1n && right.d === 1n) return { exact: true, n: left.n * right.n, d: 1n };
    return fraction(left.n * right.n, left.d * right.d);
  }
  if ((left.exact && left.n === 0n) || (right.exact && right.n === 0n)) return ZERO;
  const a = toFloat(left, precision);
  const b = toFloat(right, precision);
  const err = errorSum(a.err + reach(b), b.err + reach(a));
  return float(a.m * b.m, a.e + b.e, err, precision);
}

/** One over the value; null for zero or what may be zero. */
export function invert(value: Real, precision: number): Real | null {
  if (value.exact) {
    if (value.n === 0n) return null;
    return value.n < 0n ? { exact: true, n: -value.d, d: -value.n } : { exact: true, n: value.d, d: value.n };
  }
  if (mayBeZero(value)) return null;
  const size = bits(value.m);
  const shift = precision + size + 2;
  const m = (1n << BigInt(shift)) / value.m;
  const relative = value.err === Number.NEGATIVE_INFINITY ? value.err : value.err - (size + value.e) + 2;
  const top = bits(m) - shift - value.e;
  return float(m, -shift - value.e, errorSum(relative + top, -shift - value.e), precision);
}

/** Whether zero lies within the value's error. */
export function mayBeZero(value: Real): boolean {
  if (value.exact) return value.n === 0n;
  if (value.m === 0n) return true;
  return magnitude(value) - 1 <= value.err + 1e-6;
}

/** The sign of a value that is not within its error of zero; of m otherwise. */
export function signOf(value: Real): -1 | 0 | 1 {
  const top = value.exact ? value.n : value.m;
  return top === 0n ? 0 : top < 0n ? -1 : 1;
}

/** Correct leading bits; infinite for exact numbers. */
export function accuracy(value: Real): number {
  if (value.exact || value.err === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return value.m === 0n ? Number.NEGATIVE_INFINITY : magnitude(value) - 1 - value.err;
}

/** The value as a double, for starting points and estimates. */
export function toNumber(value: Real): number {
  const part = toFloat(value, 64);
  const extra = Math.max(0, bits(part.m) - 64);
  return Number(part.m >> BigInt(extra)) * 2 ** Math.max(-1100, Math.min(1100, part.e + extra));
}

/** Base-2 logarithm of |value| as a double, also where a double would overflow. */
export function log2Of(value: Float): number {
  const extra = Math.max(0, bits(value.m) - 53);
  return Math.log2(Math.abs(Number(value.m >> BigInt(extra)))) + extra + value.e;
}

/** Decimal digits: value = sign 0.digits * 10^exponent, `count` digits, cut not rounded. */
export function decimals(value: Real, count: number): { sign: -1 | 0 | 1; digits: string; exponent: number } {
  const sign = signOf(value);
  if (sign === 0) return { sign, digits: "0".repeat(count), exponent: 0 };
  const top = absolute(value.exact ? value.n : value.e >= 0 ? value.m << BigInt(value.e) : value.m);
  const bottom = value.exact ? value.d : value.e < 0 ? 1n << BigInt(-value.e) : 1n;
  let exponent = Math.ceil((bits(top) - bits(bottom)) * Math.LOG10E * Math.LN2 * 1) + 1;
  for (;;) {
    const shift = count - exponent;
    const scaled = shift >= 0 ? (top * 10n ** BigInt(shift)) / bottom : top / (bottom * 10n ** BigInt(-shift));
    const digits = scaled.toString();
    if (digits.length === count) return { sign, digits, exponent };
    exponent += digits.length - count;
  }
}

/**
 * The fraction of small height (numerator times denominator below 10^24) within a float's error, if there is one.
 * At 58 digits a number that is not this fraction comes so close with odds below 10^-30.
 */
export function recognise(value: Float): Exact | null {
  if (value.m === 0n) return ZERO;
  if (value.e > 90) return null;
  // The grid is made at least as fine as the error, so that one step of it is never more than the error.
  const grain = Math.min(value.e, Math.floor(Math.max(value.err, value.e - 4_000)), 0);
  const size = absolute(value.m) << BigInt(value.e - grain);
  const bottom = 1n << BigInt(-grain);
  const slack =
    value.err === Number.NEGATIVE_INFINITY ? 0n : 1n << BigInt(Math.max(0, Math.ceil(value.err + 2 - grain)));
  let [a, b] = [size, bottom];
  let [p0, q0, p1, q1] = [0n, 1n, 1n, 0n];
  while (b !== 0n) {
    const step = a / b;
    [a, b] = [b, a - step * b];
    [p0, p1] = [p1, step * p1 + p0];
    [q0, q1] = [q1, step * q1 + q0];
    if (p1 * q1 > MAX_HEIGHT) return null;
    if (absolute(size * q1 - p1 * bottom) <= slack * q1)
      return p1 === 0n ? null : { exact: true, n: value.m < 0n ? -p1 : p1, d: q1 };
  }
  return null;
}

const MAX_HEIGHT = 10n ** 24n;

/** The whole part of the nearest integer below. */
export function floorOf(value: Real): bigint {
  const top = value.exact ? value.n : value.m;
  const bottom = value.exact ? value.d : value.e < 0 ? 1n << BigInt(-value.e) : 1n;
  const scaled = !value.exact && value.e > 0 ? top << BigInt(value.e) : top;
  const cut = scaled / bottom;
  return scaled < 0n && cut * bottom !== scaled ? cut - 1n : cut;
}
