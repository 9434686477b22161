// The value of a tree at a point: exact where it stays small, otherwise a complex big-float.
import { isSingleton, type Node, shape } from "../parse/tree.ts";
import {
  arcsine,
  arctangent,
  argument,
  type Complex,
  type Context,
  circular,
  exponential,
  give,
  isZero,
  logarithm,
  minus,
  modulus,
  plus,
  power,
  real,
  reciprocal,
  spend,
  times,
} from "./complex.ts";
import { pi } from "./functions.ts";
import { decimals, type Exact, floorOf, gcd, mayBeZero, ONE, type Real, signOf, whole, ZERO } from "./real.ts";
import { hash, pseudoValue } from "./seed.ts";

/** Values for free symbols: by name for symbols, by shape for other unknowns such as f(x). */
export type Point = { symbol: (name: string) => Real | null; fixed: Map<string, Real> };

const HALF: Exact = { exact: true, n: 1n, d: 2n };
const HUNDREDTH: Exact = { exact: true, n: 1n, d: 100n };

/** The value of `node`, or null with the reason in `context.failure`. */
export function evaluate(node: Node, point: Point, context: Context): Complex | null {
  if (!spend(context, 1)) return null;
  switch (node.kind) {
    case "number":
      return real({ exact: true, n: node.value.n, d: node.value.d });
    case "based":
      return real(whole(node.value));
    case "constant":
      return constant(node.name, context);
    case "symbol":
      return symbol(node.name, point, context);
    case "add":
      return addAll(node.terms, point, context);
    case "mul":
      return multiplyAll(node.factors, point, context);
    case "pow":
      return powerOf(node.base, node.exponent, point, context);
    case "percent": {
      const value = evaluate(node.value, point, context);
      return value ? times(context, value, real(HUNDREDTH)) : null;
    }
    case "unit":
      return node.unit === "degree"
        ? degrees(node.value, point, context)
        : give(context, "a unit inside an expression");
    case "call":
      return call(node, point, context);
    default:
      if (isSingleton(node) && node.kind === "tuple") return evaluate(node.items[0] as Node, point, context);
      return give(context, `no number: ${node.kind}`);
  }
}

function constant(name: string, context: Context): Complex | null {
  if (name === "pi") return real(pi(context.precision));
  if (name === "e") return exponential(context, real(ONE));
  if (name === "i") return { re: ZERO, im: ONE };
  return give(context, "infinity");
}

function symbol(name: string, point: Point, context: Context): Complex | null {
  const value = point.fixed.get(name) ?? point.symbol(name);
  return value ? real(value) : give(context, `free symbol ${name}`);
}

function addAll(terms: Node[], point: Point, context: Context): Complex | null {
  let total: Complex | null = null;
  for (const term of terms) {
    const value = evaluate(term, point, context);
    if (!value) return null;
    total = total ? plus(context, total, value) : value;
    if (!total) return null;
  }
  return total;
}

function multiplyAll(factors: Node[], point: Point, context: Context): Complex | null {
  let total: Complex | null = null;
  for (const factor of factors) {
    const value = evaluate(factor, point, context);
    if (!value) return null;
    total = total ? times(context, total, value) : value;
    if (!total) return null;
  }
  return total;
}

function powerOf(base: Node, exponent: Node, point: Point, context: Context): Complex | null {
  const up = evaluate(exponent, point, context);
  if (!up) return null;
  if (base.kind === "constant" && base.name === "e") return exponential(context, up);
  const nested = up.re.exact && isExactly(up.im, 0n) ? rootPower(base, up.re, point, context) : null;
  if (nested) return nested;
  const below = evaluate(base, point, context);
  return below ? power(context, below, up) : null;
}

// (sqrt(a))^n for a non-negative a, with the exponents multiplied first, so that even powers come out exact.
function rootPower(base: Node, exponent: Exact, point: Point, context: Context): Complex | null {
  if (base.kind !== "call" || base.name !== "root" || exponent.d !== 1n) return null;
  const radicand = evaluate(base.args[0] as Node, point, context);
  const degree = evaluate(base.args[1] as Node, point, context);
  if (!radicand || !degree?.re.exact || !isExactly(radicand.im, 0n) || signOf(radicand.re) <= 0) return null;
  if (degree.re.d !== 1n || degree.re.n < 1n) return null;
  const common = gcd(exponent.n < 0n ? -exponent.n : exponent.n, degree.re.n);
  return power(context, radicand, real({ exact: true, n: exponent.n / common, d: degree.re.n / common }));
}

function isExactly(value: Real, n: bigint): boolean {
  return value.exact && value.d === 1n && value.n === n;
}

function degrees(value: Node, point: Point, context: Context): Complex | null {
  const inner = evaluate(value, point, context);
  const turned = inner ? times(context, inner, real(pi(context.precision))) : null;
  return turned ? times(context, turned, real({ exact: true, n: 1n, d: 180n })) : null;
}

// --- functions ---

type Arguments = Complex[];
type Compute = (args: Arguments, context: Context) => Complex | null;

const divide = (context: Context, over: Complex | null, under: Complex | null): Complex | null => {
  const inverse = under ? reciprocal(context, under) : null;
  return over && inverse ? times(context, over, inverse) : null;
};

const first = (args: Arguments): Complex => args[0] as Complex;

function trigonometric(pick: (context: Context, sin: Complex, cos: Complex) => Complex | null): Compute {
  return (args, context) => {
    const pair = circular(context, first(args));
    return pair ? pick(context, pair.sin, pair.cos) : null;
  };
}

function hyperbolic(pick: (context: Context, sinh: Complex, cosh: Complex) => Complex | null): Compute {
  return (args, context) => {
    const up = exponential(context, first(args));
    const down = up ? reciprocal(context, up) : null;
    const sinh = up && down ? plus(context, up, minus(down)) : null;
    const cosh = up && down ? plus(context, up, down) : null;
    const halfSinh = sinh ? times(context, sinh, real(HALF)) : null;
    const halfCosh = cosh ? times(context, cosh, real(HALF)) : null;
    return halfSinh && halfCosh ? pick(context, halfSinh, halfCosh) : null;
  };
}

const inverted =
  (compute: Compute): Compute =>
  (args, context) => {
    const inverse = reciprocal(context, first(args));
    return inverse ? compute([inverse], context) : null;
  };

const asin: Compute = (args, context) => arcsine(context, first(args));
const acos: Compute = (args, context) => {
  const value = arcsine(context, first(args));
  const quarter = times(context, real(pi(context.precision)), real(HALF));
  return value && quarter ? plus(context, quarter, minus(value)) : null;
};

// ln(x + sqrt(x^2 + sign))
function areaFunction(sign: bigint): Compute {
  return (args, context) => {
    const square = times(context, first(args), first(args));
    const shifted = square ? plus(context, square, real(whole(sign))) : null;
    const side = shifted ? power(context, shifted, real(HALF)) : null;
    const inner = side ? plus(context, first(args), side) : null;
    return inner ? logarithm(context, inner) : null;
  };
}

const atanh: Compute = (args, context) => {
  const ratio = divide(context, plus(context, real(ONE), first(args)), plus(context, real(ONE), minus(first(args))));
  const log = ratio ? logarithm(context, ratio) : null;
  return log ? times(context, log, real(HALF)) : null;
};

function logarithmTo(args: Arguments, context: Context): Complex | null {
  return divide(context, logarithm(context, first(args)), logarithm(context, args[1] ?? real(whole(10n))));
}

function rootOf(args: Arguments, context: Context): Complex | null {
  const degree = reciprocal(context, args[1] ?? real(whole(2n)));
  return degree ? power(context, first(args), degree) : null;
}

// A real next to an integer is that integer once the digits have run out.
function wholePart(context: Context, value: Complex, up: boolean): Complex | null {
  if (!isZero(context, value.im)) return give(context, "whole part of a complex number");
  const near = value.re.exact ? null : nearestInteger(context, value);
  if (near !== null) return real(whole(near));
  if (!value.re.exact && value.re.e > 0) return give(context, "number too large");
  const low = floorOf(value.re);
  const isWhole = value.re.exact && value.re.d === 1n;
  return real(whole(up && !isWhole ? low + 1n : low));
}

function nearestInteger(context: Context, value: Complex): bigint | null {
  const shifted = plus(context, value, real(HALF));
  if (!shifted || (!shifted.re.exact && shifted.re.e > 0)) return null;
  const near = floorOf(shifted.re);
  const off = plus(context, value, real(whole(-near)));
  return off && mayBeZero(off.re) && isZero(context, off.re) ? near : null;
}

function integers(args: Arguments, context: Context): bigint[] | null {
  const found: bigint[] = [];
  for (const arg of args) {
    if (!arg.re.exact || arg.re.d !== 1n || !isExactly(arg.im, 0n)) return give(context, "not whole numbers");
    found.push(arg.re.n);
  }
  return found;
}

const overIntegers =
  (combine: (a: bigint, b: bigint) => bigint): Compute =>
  (args, context) => {
    const found = integers(args, context);
    if (!found || found.length === 0) return null;
    return real(whole(found.reduce(combine)));
  };

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const gcdOf = (a: bigint, b: bigint): bigint => gcd(absolute(a), absolute(b));

function extreme(wanted: -1 | 1): Compute {
  return (args, context) => {
    let best = first(args);
    for (const arg of args.slice(1)) {
      const off = plus(context, arg, minus(best));
      if (!off || !isZero(context, off.im)) return give(context, "complex numbers have no order");
      if (!isZero(context, off.re) && signOf(off.re) === wanted) best = arg;
    }
    return best;
  };
}

function modulo(args: Arguments, context: Context): Complex | null {
  const found = integers(args, context);
  const [value, by] = found ?? [];
  if (value === undefined || by === undefined || by === 0n) return give(context, "no remainder");
  return real(whole(((value % by) + absolute(by)) % absolute(by)));
}

const MAX_FACTORIAL = 5_000n;

function productBetween(low: bigint, high: bigint, step: bigint): bigint {
  if (high < low) return 1n;
  if (high - low < 8n * step) {
    let result = low;
    for (let k = low + step; k <= high; k += step) result *= k;
    return result;
  }
  const middle = low + ((high - low) / (2n * step)) * step;
  return productBetween(low, middle, step) * productBetween(middle + step, high, step);
}

function factorial(step: bigint): Compute {
  return (args, context) => {
    const n = integers(args, context)?.[0];
    if (n === undefined || n < 0n) return give(context, "factorial of what is no natural number");
    if (n > MAX_FACTORIAL) return give(context, "factorial too large");
    if (!spend(context, 1 + Number(n))) return null;
    if (n < 2n) return real(ONE);
    return real(whole(productBetween(step === 1n ? 1n : n % 2n === 0n ? 2n : 1n, n, step)));
  };
}

// n over k; a polynomial in n for a small whole k.
function binomial(args: Arguments, context: Context): Complex | null {
  const [top, bottom] = args;
  if (!top || !bottom?.re.exact || bottom.re.d !== 1n) return give(context, "binomial of what is no whole number");
  let k = bottom.re.n;
  if (top.re.exact && top.re.d === 1n && top.re.n >= 0n && isExactly(top.im, 0n)) {
    if (k < 0n || k > top.re.n) return real(ZERO);
    if (k > top.re.n - k) k = top.re.n - k;
    const size = Number(k) * Math.log2(Math.max(2, Number(top.re.n)));
    if (k > MAX_FACTORIAL || size > 250_000) return give(context, "binomial too large");
    if (!spend(context, 1 + Number(k) * 2)) return null;
    return real(whole(productBetween(top.re.n - k + 1n, top.re.n, 1n) / productBetween(1n, k, 1n)));
  }
  if (k < 0n || k > 60n) return give(context, "binomial too large");
  let result: Complex | null = real(ONE);
  for (let j = 0n; j < k && result; j += 1n) {
    const factor = plus(context, top, real(whole(-j)));
    const next: Complex | null = factor ? times(context, result, factor) : null;
    result = next ? times(context, next, real({ exact: true, n: 1n, d: j + 1n })) : null;
  }
  return result;
}

const COMPUTE: Record<string, Compute> = {
  sin: trigonometric((_context, sin) => sin),
  cos: trigonometric((_context, _sin, cos) => cos),
  tan: trigonometric(divide),
  cot: trigonometric((context, sin, cos) => divide(context, cos, sin)),
  sec: trigonometric((context, _sin, cos) => reciprocal(context, cos)),
  csc: trigonometric((context, sin) => reciprocal(context, sin)),
  sinh: hyperbolic((_context, sinh) => sinh),
  cosh: hyperbolic((_context, _sinh, cosh) => cosh),
  tanh: hyperbolic(divide),
  coth: hyperbolic((context, sinh, cosh) => divide(context, cosh, sinh)),
  sech: hyperbolic((context, _sinh, cosh) => reciprocal(context, cosh)),
  csch: hyperbolic((context, sinh) => reciprocal(context, sinh)),
  asin,
  acos,
  atan: (args, context) => arctangent(context, first(args)),
  acot: inverted((args, context) => arctangent(context, first(args))),
  asec: inverted(acos),
  acsc: inverted(asin),
  asinh: areaFunction(1n),
  acosh: areaFunction(-1n),
  atanh,
  exp: (args, context) => exponential(context, first(args)),
  ln: (args, context) => logarithm(context, first(args)),
  log: logarithmTo,
  root: rootOf,
  abs: (args, context) => {
    const size = modulus(context, first(args));
    return size ? real(size) : null;
  },
  arg: (args, context) => {
    const angle = argument(context, first(args));
    return angle ? real(angle) : null;
  },
  Re: (args) => real(first(args).re),
  Im: (args) => real(first(args).im),
  conj: (args) => ({ re: first(args).re, im: minus(first(args)).im }),
  sgn: (args, context) => {
    const { re, im } = first(args);
    return isZero(context, im)
      ? real(whole(isZero(context, re) ? 0 : signOf(re)))
      : give(context, "sign of a complex number");
  },
  floor: (args, context) => wholePart(context, first(args), false),
  ceil: (args, context) => wholePart(context, first(args), true),
  gcd: overIntegers(gcdOf),
  lcm: overIntegers((a, b) => (a === 0n || b === 0n ? 0n : absolute(a * b) / gcdOf(a, b))),
  min: extreme(-1),
  max: extreme(1),
  mod: modulo,
  binom: binomial,
  factorial: factorial(1n),
  doublefactorial: factorial(2n),
};

const UNARY_ARITY = new Set(["gcd", "lcm", "min", "max", "log", "root", "mod", "binom"]);

function call(node: Node & { kind: "call" }, point: Point, context: Context): Complex | null {
  if (node.name === "sum" || node.name === "prod") return bigOperator(node, point, context);
  const compute = Object.hasOwn(COMPUTE, node.name) ? COMPUTE[node.name] : undefined;
  if (!compute) return opaque(node, point, context);
  if (node.args.length !== 1 && !UNARY_ARITY.has(node.name)) return give(context, `${node.name} of several arguments`);
  const args: Complex[] = [];
  for (const arg of node.args) {
    const value = evaluate(arg, point, context);
    if (!value) return null;
    args.push(value);
  }
  return compute(args, context);
}

// f(x), F_{n-1}, \bar{z}: unknown functions take a fixed pseudo-random value for each value of their arguments.
function opaque(node: Node & { kind: "call" }, point: Point, context: Context): Complex | null {
  const given = point.fixed.get(shape(node));
  if (given) return real(given);
  if (point.symbol("probe") === null) return give(context, `unknown function ${node.name}`);
  const head = node.name === "apply" || node.name === "index" ? shape(node.args[0] as Node) : "";
  const rest = head === "" ? node.args : node.args.slice(1);
  let label = `${node.name}:${head}`;
  for (const arg of rest) {
    const value = evaluate(arg, point, context);
    if (!value) return null;
    label += `|${roughDigits(value)}`;
  }
  return real(pseudoValue(hash(label), 3));
}

/** Thirty digits of a value, for naming what an unknown function was applied to. */
function roughDigits(value: Complex): string {
  return `${spell(value.re)}i${spell(value.im)}`;
}

function spell(value: Real): string {
  if (mayBeZero(value)) return "0";
  const { sign, digits, exponent } = decimals(value, 45);
  const tail = digits.slice(30);
  const head = /^9+$/.test(tail) ? (BigInt(digits.slice(0, 30)) + 1n).toString() : digits.slice(0, 30);
  return `${sign}${head.length > 30 ? `1${"0".repeat(29)}e${exponent + 1}` : `${head}e${exponent}`}`;
}

const MAX_STEPS = 2_000n;

// Sums and products over a short known range; over an open one, an unknown function of the bounds and the body.
function bigOperator(node: Node & { kind: "call" }, point: Point, context: Context): Complex | null {
  const [bound, low, high, body] = node.args as [Node, Node, Node, Node];
  const name = bound.kind === "symbol" ? bound.name : "i";
  const from = evaluate(low, point, context);
  const to = from ? evaluate(high, point, context) : null;
  if (!from || !to || bound.kind === "constant") return give(context, "a sum without known bounds");
  if (!from.re.exact || from.re.d !== 1n || !to.re.exact || to.re.d !== 1n)
    return give(context, "a sum between fractions");
  if (to.re.n - from.re.n > MAX_STEPS) return give(context, "a long sum");
  const isSum = node.name === "sum";
  let total: Complex | null = real(isSum ? ZERO : ONE);
  for (let k = from.re.n; k <= to.re.n && total; k += 1n) {
    const fixed = new Map(point.fixed).set(name, whole(k));
    if (!spend(context, 5)) return null;
    const value: Complex | null = evaluate(body, { ...point, fixed }, context);
    total = value ? (isSum ? plus(context, total, value) : times(context, total, value)) : null;
  }
  return total;
}
