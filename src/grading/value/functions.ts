// Elementary functions of real big-floats. Series in fixed point with guard bits; errors are carried along.
import {
  add,
  bits,
  type Float,
  float,
  invert,
  magnitude,
  multiply,
  negate,
  type Real,
  toFloat,
  toNumber,
  whole,
} from "./real.ts";

const GUARD = 40;

// A number as an integer times 2^-w.
function fixed(value: Float, w: number): bigint {
  const shift = value.e + w;
  return shift >= 0 ? value.m << BigInt(shift) : value.m >> BigInt(-shift);
}

function errorOf(...parts: number[]): number {
  return Math.max(...parts) + 1;
}

const constants = new Map<string, bigint>();

// A constant in fixed point, computed once per precision: the cache changes no result.
function cached(name: string, w: number, compute: (w: number) => bigint): bigint {
  const label = `${name}${w}`;
  const known = constants.get(label);
  if (known !== undefined) return known;
  const value = compute(w + 16) >> 16n;
  if (constants.size > 200) constants.clear();
  constants.set(label, value);
  return value;
}

// The inverse tangent (sign -1) or its hyperbolic sister (sign 1) of 1/x.
function inverseSeries(x: bigint, w: number, sign: 1n | -1n): bigint {
  let term = (1n << BigInt(w)) / x;
  let total = term;
  const square = x * x * sign;
  for (let k = 3n; term !== 0n; k += 2n) {
    term /= square;
    total += term / k;
  }
  return total;
}

function fixedPi(w: number): bigint {
  return cached("pi", w, (inner) => 16n * inverseSeries(5n, inner, -1n) - 4n * inverseSeries(239n, inner, -1n));
}

function fixedLn2(w: number): bigint {
  return cached(
    "ln2",
    w,
    (inner) =>
      18n * inverseSeries(26n, inner, 1n) - 2n * inverseSeries(4801n, inner, 1n) + 8n * inverseSeries(8749n, inner, 1n),
  );
}

/** Pi to `precision` bits. */
export function pi(precision: number): Float {
  const w = precision + 8;
  return float(fixedPi(w), -w, -w + 1, precision);
}

// exp of a fixed-point number in [-1, 1].
function fixedExp(x: bigint, w: number): bigint {
  const halvings = 8;
  const inner = w + halvings + 8;
  const unit = 1n << BigInt(inner);
  const small = x << 8n;
  let term = unit;
  let total = unit;
  for (let k = 1n; term !== 0n && term !== -1n; k += 1n) {
    term = ((term * small) >> BigInt(inner)) / k;
    total += term;
  }
  for (let k = 0; k < halvings; k += 1) total = (total * total) >> BigInt(inner);
  return total >> BigInt(halvings + 8);
}

/** e to the power of a real; null where the result's size cannot be held. */
export function exp(value: Real, precision: number): Real | null {
  if (value.exact && value.n === 0n) return whole(1n);
  const x = toFloat(value, precision + 64);
  const size = magnitude(x);
  if (size > 17) return null;
  const w = precision + GUARD + Math.max(0, size);
  const scaled = fixed(x, w);
  const ln = fixedLn2(w);
  const k = (scaled + (ln >> 1n)) / ln - (scaled + (ln >> 1n) < 0n ? 1n : 0n);
  const m = fixedExp(scaled - k * ln, w);
  const e = Number(k) - w;
  const top = bits(m) + e;
  return float(m, e, errorOf(x.err + top + 1, e + 16 + Math.max(0, size)), precision);
}

/** Natural logarithm of a positive real. */
export function ln(value: Real, precision: number): Real {
  if (value.exact && value.n === value.d) return whole(0n);
  const x = toFloat(value, precision + 32);
  const shift = magnitude(x);
  const mantissa: Float = { exact: false, m: x.m, e: x.e - shift, err: x.err - shift };
  const w = precision + GUARD;
  const start = BigInt(Math.round(Math.log(toNumber(mantissa)) * 2 ** 52)) << BigInt(w - 52);
  const ratio = (fixed(mantissa, w) * fixedExp(-start, w)) >> BigInt(w);
  const unit = 1n << BigInt(w);
  const u = ((ratio - unit) << BigInt(w)) / (ratio + unit);
  const total = start + 2n * oddSeries(u, w, 1n) + BigInt(shift) * fixedLn2(w);
  return float(total, -w, errorOf(x.err - shift + 2, -w + 12 + Math.log2(1 + Math.abs(shift))), precision);
}

// u + s u^3/3 + u^5/5 + ... in fixed point, |u| small.
function oddSeries(u: bigint, w: number, sign: 1n | -1n): bigint {
  const square = ((u * u) >> BigInt(w)) * sign;
  let power = u;
  let total = u;
  for (let k = 3n; power !== 0n && power !== -1n; k += 2n) {
    power = (power * square) >> BigInt(w);
    total += power / k;
  }
  return total;
}

// Sine and cosine of a fixed-point number in [-1, 1].
function fixedSinCos(x: bigint, w: number): [sin: bigint, cos: bigint] {
  const square = (x * x) >> BigInt(w);
  let sin = x;
  let cos = 1n << BigInt(w);
  let term = x;
  let even = cos;
  for (let k = 1n; even > 1n || even < -1n; k += 2n) {
    even = -((even * square) >> BigInt(w)) / (k * (k + 1n));
    cos += even;
    term = -((term * square) >> BigInt(w)) / ((k + 1n) * (k + 2n));
    sin += term;
  }
  return [sin, cos];
}

/** Sine and cosine of a real; null past 2^600. */
export function sinCos(value: Real, precision: number): [sin: Real, cos: Real] | null {
  if (value.exact && value.n === 0n) return [whole(0n), whole(1n)];
  const x = toFloat(value, precision + 700);
  const size = Math.max(0, magnitude(x));
  if (size > 600) return null;
  const w = precision + GUARD + size;
  const half = fixedPi(w) >> 1n;
  const scaled = fixed(x, w);
  const shifted = scaled + (half >> 1n);
  const turns = shifted / half - (shifted < 0n ? 1n : 0n);
  const [s, c] = fixedSinCos(scaled - turns * half, w);
  const quarter = Number(((turns % 4n) + 4n) % 4n);
  const [sin, cos] = [
    [s, c],
    [c, -s],
    [-s, -c],
    [-c, s],
  ][quarter] as [bigint, bigint];
  const err = errorOf(x.err, -w + 12 + size);
  return [float(sin, -w, err, precision), float(cos, -w, err, precision)];
}

/** Inverse tangent of a real. */
export function atan(value: Real, precision: number): Real {
  if (value.exact && value.n === 0n) return whole(0n);
  const x = toFloat(value, precision + 32);
  if (magnitude(x) > 1) {
    const inverse = invert(x, precision + 32);
    const quarter = multiply(pi(precision + 16), { exact: true, n: x.m < 0n ? -1n : 1n, d: 2n }, precision + 16);
    return inverse ? add(quarter, negate(atan(inverse, precision + 16)), precision) : quarter;
  }
  const w = precision + GUARD;
  const tangent = fixed(x, w);
  const start = BigInt(Math.round(Math.atan(toNumber(x)) * 2 ** 52)) << BigInt(w - 52);
  const [s, c] = fixedSinCos(start, w);
  const over = ((tangent * c) >> BigInt(w)) - s;
  const under = c + ((tangent * s) >> BigInt(w));
  const total = start + oddSeries((over << BigInt(w)) / under, w, -1n);
  return float(total, -w, errorOf(x.err, -w + 12), precision);
}

/**
 * The whole part of the `degree`-th root of a non-negative integer.
 * @internal
 */
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

// Above this, a root by integers would need numbers of degree times the precision.
const LARGEST_DEGREE = 12;

function rootByLogarithm(value: Real, degree: number, precision: number): Real {
  const scaled = multiply(ln(value, precision + 32), { exact: true, n: 1n, d: BigInt(degree) }, precision + 32);
  return exp(scaled, precision) ?? whole(0n);
}

/** The `degree`-th root of a positive real. */
export function root(value: Real, degree: number, precision: number): Real {
  if (value.exact) {
    const n = integerRoot(value.n, degree);
    const d = integerRoot(value.d, degree);
    const power = BigInt(degree);
    if (n ** power === value.n && d ** power === value.d) return { exact: true, n, d };
  }
  if (degree > LARGEST_DEGREE) return rootByLogarithm(value, degree, precision);
  const x = toFloat(value, precision + 32);
  const wanted = (precision + 8) * degree;
  let shift = wanted - bits(x.m);
  shift += (((x.e - shift) % degree) + degree) % degree;
  const m = integerRoot(shift >= 0 ? x.m << BigInt(shift) : x.m >> BigInt(-shift), degree);
  const e = (x.e - shift) / degree;
  const top = bits(m) + e;
  const relative = x.err - magnitude(x) + 1;
  return float(m, e, errorOf(top + relative, e + 2), precision);
}
