// Complex arithmetic over reals, on principal branches; null where a value is undefined or cannot be held.
import { atan, exp, ln, pi, root, sinCos } from "./functions.ts";
import {
  add,
  bits,
  type Exact,
  exactBits,
  type Float,
  invert,
  log2Of,
  magnitude,
  mayBeZero,
  multiply,
  negate,
  ONE,
  type Real,
  reach,
  signOf,
  toFloat,
  ZERO,
} from "./real.ts";

export type Complex = { re: Real; im: Real };

/** What an evaluation may use and what it has learnt. Everything in it is counted, nothing is timed. */
export type Context = {
  precision: number;
  /** The last precision tried: what cannot be told from zero is zero. */
  last: boolean;
  /** Exact numbers longer than this become floats (where `spill`) or end the evaluation. */
  exactBits: number;
  spill: boolean;
  fuel: number;
  /** A decision hung on a number that may be zero: try again with more digits. */
  unsure: boolean;
  /** Terms of very different size were added: leading digits do not identify the number. */
  lopsided: boolean;
  failure: string;
};

export const real = (value: Real): Complex => ({ re: value, im: ZERO });

/** Takes `amount` from the fuel; false when it is used up. */
export function spend(context: Context, amount: number): boolean {
  context.fuel -= amount;
  if (context.fuel >= 0) return true;
  context.failure ||= "out of fuel";
  return false;
}

/** Ends an evaluation with a reason. */
export function give(context: Context, reason: string): null {
  context.failure ||= reason;
  return null;
}

const NEGLIGIBLE = -500;

/** Whether a number that may be zero is known to be tiny; otherwise its digits are lost and it may be anything. */
export function isNegligible(value: Real): boolean {
  return value.exact ? value.n === 0n : reach(value) < NEGLIGIBLE;
}

/** Whether a real is zero, as far as this precision can tell. */
export function isZero(context: Context, value: Real): boolean {
  if (value.exact) return value.n === 0n;
  if (!mayBeZero(value)) return false;
  if (!context.last) context.unsure = true;
  else if (!isNegligible(value)) give(context, "too few digits");
  return true;
}

function isReal(context: Context, value: Complex): boolean {
  return isZero(context, value.im);
}

// Keeps exact numbers within their cap.
function settle(context: Context, value: Real): Real | null {
  if (!value.exact)
    return Math.abs(magnitude(value)) > 400_000 && value.m !== 0n ? give(context, "number too large") : value;
  if (value.d === 1n && value.n < 1n << 64n && value.n > -(1n << 64n)) return value;
  const size = exactBits(value);
  if (size <= context.exactBits) return value;
  return context.spill ? toFloat(value, context.precision) : give(context, "number too large");
}

// The work of one exact operation, in steps of about a microsecond: multiplying, then reducing by Euclid's algorithm,
// which takes about 0.6 divisions for every bit of the shorter part.
function charge(context: Context, left: Real, right: Real): boolean {
  if (!left.exact || !right.exact) return spend(context, 2);
  if (left.d === 1n && right.d === 1n) return spend(context, 1 + (bits(left.n) + bits(right.n)) / 200);
  const over = bits(left.n) + bits(right.n);
  const under = bits(left.d) + bits(right.d);
  const [short, long] = over < under ? [over, under] : [under, over];
  return spend(context, 1 + short * (short < 60 ? 0 : 0.1 + long / 80_000));
}

function addReal(context: Context, left: Real, right: Real): Real | null {
  if (!charge(context, left, right)) return null;
  if (!left.exact || !right.exact) checkBalance(context, left, right);
  return settle(context, add(left, right, context.precision));
}

// Beyond 100 bits of difference the smaller term leaves no trace in the digits a key keeps.
function checkBalance(context: Context, left: Real, right: Real): void {
  const a = toFloat(left, 64);
  const b = toFloat(right, 64);
  if (a.m === 0n || b.m === 0n || mayBeZero(a) || mayBeZero(b)) return;
  if (Math.abs(magnitude(a) - magnitude(b)) > 100) context.lopsided = true;
}

function multiplyReal(context: Context, left: Real, right: Real): Real | null {
  if (left.exact && right.exact && left.d === 1n && right.d !== 1n && left.n % right.d === 0n) {
    return spend(context, 1 + bits(left.n) / 20)
      ? settle(context, { exact: true, n: (left.n / right.d) * right.n, d: 1n })
      : null;
  }
  if (!charge(context, left, right)) return null;
  return settle(context, multiply(left, right, context.precision));
}

/** The sum of two complex numbers. */
export function plus(context: Context, left: Complex, right: Complex): Complex | null {
  const re = addReal(context, left.re, right.re);
  const im = isExactZero(left.im) && isExactZero(right.im) ? ZERO : addReal(context, left.im, right.im);
  return re && im ? { re, im } : null;
}

function isExactZero(value: Real): boolean {
  return value.exact && value.n === 0n;
}

/** The product of two complex numbers. */
export function times(context: Context, left: Complex, right: Complex): Complex | null {
  if (isExactZero(left.im) && isExactZero(right.im)) {
    const re = multiplyReal(context, left.re, right.re);
    return re ? { re, im: ZERO } : null;
  }
  const ac = multiplyReal(context, left.re, right.re);
  const bd = multiplyReal(context, left.im, right.im);
  const ad = multiplyReal(context, left.re, right.im);
  const bc = multiplyReal(context, left.im, right.re);
  if (!ac || !bd || !ad || !bc) return null;
  const re = addReal(context, ac, negate(bd));
  const im = addReal(context, ad, bc);
  return re && im ? { re, im } : null;
}

export function minus(value: Complex): Complex {
  return { re: negate(value.re), im: negate(value.im) };
}

function scale(context: Context, value: Complex, by: Real): Complex | null {
  const re = multiplyReal(context, value.re, by);
  const im = multiplyReal(context, value.im, by);
  return re && im ? { re, im } : null;
}

// |z|^2
function norm(context: Context, value: Complex): Real | null {
  const a = multiplyReal(context, value.re, value.re);
  const b = multiplyReal(context, value.im, value.im);
  return a && b ? addReal(context, a, b) : null;
}

/** One over a complex number; null for zero. */
export function reciprocal(context: Context, value: Complex): Complex | null {
  if (isExactZero(value.im)) {
    if (isZero(context, value.re)) return give(context, "division by zero");
    const re = invert(value.re, context.precision);
    return re ? { re, im: ZERO } : give(context, "division by zero");
  }
  const size = norm(context, value);
  if (!size) return null;
  if (isZero(context, size)) return give(context, "division by zero");
  const inverse = invert(size, context.precision);
  return inverse ? scale(context, { re: value.re, im: negate(value.im) }, inverse) : give(context, "division by zero");
}

/** The absolute value, as a real. */
export function modulus(context: Context, value: Complex): Real | null {
  if (isReal(context, value)) return signOf(value.re) < 0 ? negate(value.re) : value.re;
  const size = norm(context, value);
  return size ? realRoot(context, size, 2) : null;
}

/** The `degree`-th root of a real: real for odd degrees, principal otherwise by the caller. */
function realRoot(context: Context, value: Real, degree: number): Real | null {
  if (!spend(context, 10 + degree)) return null;
  if (isZero(context, value)) return ZERO;
  if (value.exact && exactBits(value) > 20_000) return give(context, "number too large");
  return root(value, degree, context.precision);
}

/** e to the power of z. */
export function exponential(context: Context, value: Complex): Complex | null {
  if (!spend(context, 40)) return null;
  const size = exp(value.re, context.precision);
  if (!size) return give(context, "number too large");
  if (isExactZero(value.im)) return { re: size, im: ZERO };
  const angle = sinCos(value.im, context.precision);
  return angle ? scale(context, { re: angle[1], im: angle[0] }, size) : give(context, "number too large");
}

/** The argument of a complex number that is not zero, in (-pi, pi]. */
export function argument(context: Context, value: Complex): Real | null {
  const p = context.precision;
  if (isReal(context, value)) return signOf(value.re) < 0 ? pi(p) : ZERO;
  const half = multiply(pi(p), { exact: true, n: signOf(value.im) < 0 ? -1n : 1n, d: 2n }, p);
  if (isZero(context, value.re)) return half;
  if (!spend(context, 40)) return null;
  const inverse = invert(value.re, p);
  const slope = inverse ? multiply(value.im, inverse, p) : null;
  if (!slope) return give(context, "division by zero");
  const angle = atan(slope, p);
  if (signOf(value.re) > 0) return angle;
  return add(angle, signOf(value.im) < 0 ? negate(pi(p)) : pi(p), p);
}

/** The natural logarithm, principal branch. */
export function logarithm(context: Context, value: Complex): Complex | null {
  const size = modulus(context, value);
  if (!size) return null;
  if (isZero(context, size)) return give(context, "logarithm of zero");
  if (!spend(context, 40)) return null;
  const im = argument(context, value);
  return im ? { re: ln(size, context.precision), im } : null;
}

/** The power of two complex numbers; real odd roots of negative numbers are real. */
export function power(context: Context, base: Complex, exponent: Complex): Complex | null {
  const { re, im } = exponent;
  if (isExactZero(im) && re.exact) {
    if (re.d === 1n) return integerPower(context, base, re.n);
    if (re.d <= 1_000n && bits(re.n) < 60) return rationalPower(context, base, re);
  }
  if (isZero(context, base.re) && isZero(context, base.im)) {
    if (signOf(re) > 0 && !isZero(context, re)) return real(ZERO);
    return give(context, "power of zero");
  }
  const log = logarithm(context, base);
  const scaled = log ? times(context, log, exponent) : null;
  return scaled ? exponential(context, scaled) : null;
}

function integerPower(context: Context, base: Complex, exponent: bigint): Complex | null {
  if (exponent < 0n) {
    const inverse = reciprocal(context, base);
    return inverse ? integerPower(context, inverse, -exponent) : null;
  }
  if (exponent === 0n) return isZero(context, base.re) && isZero(context, base.im) ? give(context, "0^0") : real(ONE);
  if (exponent === 1n) return base;
  if (bits(exponent) > 40) return hugePower(context, base, exponent);
  const count = Number(exponent);
  if (isExactZero(base.im) && base.re.exact) return exactPower(context, base.re, count);
  let result: Complex | null = null;
  let square: Complex = base;
  for (let left = count; ; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = result ? times(context, result, square) : square;
    if (left < 2 || (!result && left % 2 === 1)) break;
    const next = times(context, square, square);
    if (!next) return null;
    square = next;
  }
  return result;
}

// Powers past 2^40 exist only for a few bases.
function hugePower(context: Context, base: Complex, exponent: bigint): Complex | null {
  if (isExactZero(base.im) && base.re.exact && base.re.d === 1n && base.re.n >= -1n && base.re.n <= 1n) {
    return real(base.re.n === -1n && exponent % 2n === 0n ? ONE : base.re);
  }
  return give(context, "number too large");
}

function exactPower(context: Context, base: Exact, count: number): Complex | null {
  if (base.d === 1n && (base.n === 0n || base.n === 1n)) return real(base);
  if (base.d === 1n && base.n === -1n) return real(count % 2 === 0 ? ONE : base);
  const size = Math.max(log2(base.n), log2(base.d)) * count;
  if (size > context.exactBits) {
    if (!context.spill) return give(context, "number too large");
    return floatPower(context, base, count);
  }
  if (!spend(context, 1 + size / 50)) return null;
  return real({ exact: true, n: base.n ** BigInt(count), d: base.d ** BigInt(count) });
}

function log2(value: bigint): number {
  return value === 0n ? 0 : log2Of({ exact: false, m: value, e: 0, err: Number.NEGATIVE_INFINITY });
}

function floatPower(context: Context, base: Exact, count: number): Complex | null {
  let result: Float | null = null;
  let square = toFloat(base, context.precision + 48);
  for (let left = count; left > 0; left = Math.floor(left / 2)) {
    if (!spend(context, 2)) return null;
    if (left % 2 === 1) result = result ? (multiply(result, square, context.precision + 48) as Float) : square;
    if (left > 1) square = multiply(square, square, context.precision + 48) as Float;
    if (Math.abs(magnitude(square)) > 400_000) return give(context, "number too large");
  }
  return result ? real(result) : null;
}

function rationalPower(context: Context, base: Complex, exponent: Exact): Complex | null {
  const degree = Number(exponent.d);
  if (isReal(context, base)) {
    const zero = isZero(context, base.re);
    if (zero) return exponent.n > 0n ? real(ZERO) : give(context, "power of zero");
    const isNegative = signOf(base.re) < 0;
    const size = realRoot(context, isNegative ? negate(base.re) : base.re, degree);
    if (!size) return null;
    if (!isNegative) return integerPower(context, real(size), exponent.n);
    if (degree % 2 === 1) return integerPower(context, real(negate(size)), exponent.n);
    if (degree === 2) return integerPower(context, { re: ZERO, im: size }, exponent.n);
  }
  const log = logarithm(context, base);
  const scaled = log ? scale(context, log, exponent) : null;
  return scaled ? exponential(context, scaled) : null;
}

/** Sine and cosine of a complex number. */
export function circular(context: Context, value: Complex): { sin: Complex; cos: Complex } | null {
  if (!spend(context, 40)) return null;
  if (isExactZero(value.im)) {
    const pair = sinCos(value.re, context.precision);
    return pair ? { sin: real(pair[0]), cos: real(pair[1]) } : give(context, "number too large");
  }
  const up = exponential(context, { re: negate(value.im), im: value.re });
  const down = up ? reciprocal(context, up) : null;
  const plusPart = up && down ? plus(context, up, down) : null;
  const minusPart = up && down ? plus(context, up, minus(down)) : null;
  if (!plusPart || !minusPart) return null;
  const half: Exact = { exact: true, n: 1n, d: 2n };
  const cos = scale(context, plusPart, half);
  const sin = scale(context, { re: minusPart.im, im: negate(minusPart.re) }, half);
  return sin && cos ? { sin, cos } : null;
}

/** Inverse tangent, principal branch. */
export function arctangent(context: Context, value: Complex): Complex | null {
  if (!spend(context, 40)) return null;
  if (isExactZero(value.im)) return real(atan(value.re, context.precision));
  // (i/2) ln((1 - iz) / (1 + iz))
  const iz: Complex = { re: negate(value.im), im: value.re };
  const top = plus(context, real(ONE), minus(iz));
  const bottom = plus(context, real(ONE), iz);
  const inverse = bottom ? reciprocal(context, bottom) : null;
  const ratio = top && inverse ? times(context, top, inverse) : null;
  const log = ratio ? logarithm(context, ratio) : null;
  return log ? times(context, log, { re: ZERO, im: { exact: true, n: 1n, d: 2n } }) : null;
}

/** Inverse sine, principal branch. */
export function arcsine(context: Context, value: Complex): Complex | null {
  // -i ln(iz + sqrt(1 - z^2)); for reals in [-1, 1] the inverse tangent of z / sqrt(1 - z^2).
  const square = times(context, value, value);
  const rest = square ? plus(context, real(ONE), minus(square)) : null;
  const side = rest ? power(context, rest, real({ exact: true, n: 1n, d: 2n })) : null;
  if (!side || !rest) return null;
  if (isExactZero(value.im) && isReal(context, side)) {
    if (isZero(context, side.re)) {
      return real(
        multiply(pi(context.precision), { exact: true, n: signOf(value.re) < 0 ? -1n : 1n, d: 2n }, context.precision),
      );
    }
    const inverse = reciprocal(context, side);
    const slope = inverse ? times(context, value, inverse) : null;
    return slope ? arctangent(context, slope) : null;
  }
  const inner = plus(context, { re: negate(value.im), im: value.re }, side);
  const log = inner ? logarithm(context, inner) : null;
  return log ? { re: log.im, im: negate(log.re) } : null;
}
