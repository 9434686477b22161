// The value of an expression to a trusted number of digits, and how that value is written in a key.
import { contains, type Node } from "../parse/tree.ts";
import { type Complex, type Context, isNegligible } from "./complex.ts";
import { evaluate, type Point } from "./evaluate.ts";
import { accuracy, decimals, magnitude, mayBeZero, type Real, recognise, ZERO } from "./real.ts";
import { POINTS, symbolValue } from "./seed.ts";

/** Steps one answer may cost; a step is about a microsecond. */
export const FUEL = 50_000;

/** A value both of whose parts are exact or good to 60 digits. */
export type Valued = { value: Complex; lopsided: boolean } | { value: null; reason: string };

const PRECISIONS = [240, 520, 1_300];
const TRUSTED_BITS = 204;

const NOWHERE: Point = { symbol: () => null, fixed: new Map() };

/** Fuel shared by every evaluation of one answer. */
export type Tank = { fuel: number };

/**
 * The value of `node` at `point` (by default: of an expression without free symbols).
 * Digits are added until 60 are certain; what is still not told from zero at 390 digits is zero.
 */
export function numberOf(node: Node, tank: Tank, point: Point = NOWHERE, wide = true): Valued {
  let reason = "";
  for (const precision of PRECISIONS) {
    const context: Context = {
      precision,
      last: precision === PRECISIONS[PRECISIONS.length - 1],
      exactBits: wide ? 200_000 : 3_000,
      spill: !wide,
      fuel: tank.fuel,
      unsure: false,
      lopsided: false,
      failure: "",
    };
    const value = evaluate(node, point, context);
    tank.fuel = Math.max(0, context.fuel);
    if (!value || context.failure !== "") {
      reason = context.failure || "undefined";
      if (context.unsure && tank.fuel > 0) continue;
      break;
    }
    if (!context.unsure || context.last) {
      const clean = cleaned(value, context.last);
      if (clean) return { value: clean, lopsided: context.lopsided };
    }
    reason = "too few digits";
    if (tank.fuel === 0) break;
  }
  return { value: null, reason };
}

// Both parts exact, trusted, or (at the last precision) zero; small fractions are recognised.
function cleaned(value: Complex, last: boolean): Complex | null {
  const re = part(value.re, last);
  const im = part(value.im, last);
  return re && im ? { re, im } : null;
}

function part(value: Real, last: boolean): Real | null {
  if (value.exact) return value;
  if (mayBeZero(value)) return last && isNegligible(value) ? ZERO : null;
  if (accuracy(value) < TRUSTED_BITS + Math.max(0, Math.min(magnitude(value), 1_000))) return null;
  return recognise(value) ?? value;
}

/** Names of the free symbols of a tree, sorted; unknown functions are not symbols. */
export function freeSymbols(node: Node): string[] {
  const found = new Set<string>();
  contains(node, (inner) => {
    if (inner.kind === "symbol") found.add(inner.name);
    return false;
  });
  return [...found].sort();
}

/** Whether the value of a tree depends on a point: it holds symbols or unknown functions. */
export function isOpen(node: Node): boolean {
  return contains(node, (inner) => inner.kind === "symbol");
}

/** Seeded point number `index`, with some symbols set by hand. */
export function seededPoint(index: number, fixed = new Map<string, Real>()): Point {
  return { symbol: (name) => symbolValue(name, index), fixed };
}

/** The values of an expression at the seeded points; null where it is undefined there. */
export function valuesAtPoints(node: Node, tank: Tank): (Complex | null)[] {
  const values: (Complex | null)[] = [];
  for (let index = 0; index < POINTS; index += 1) values.push(numberOf(node, tank, seededPoint(index), false).value);
  return values;
}

const KEPT = 40;
const COMPUTED = 60;

/** Forty digits of a real: cut from sixty, after a run of nines has been carried and a run of zeros dropped. */
export function keptDigits(value: Real, kept = KEPT): string {
  const { sign, digits, exponent } = decimals(value, kept + COMPUTED - KEPT);
  if (sign === 0) return "0";
  let head = digits.slice(0, kept);
  let power = exponent;
  if (/^9+$/.test(digits.slice(kept))) {
    head = (BigInt(head) + 1n).toString();
    if (head.length > kept) power += 1;
  }
  head = head.replace(/0+$/, "");
  return `${sign < 0 ? "-" : ""}${head}e${power}`;
}

const HEX_FROM = 4_000;

function exactText(value: bigint): string {
  const size = value < 0n ? -value : value;
  const isLong = size >= 1n << BigInt(HEX_FROM);
  return isLong ? `${value < 0n ? "-" : ""}0x${size.toString(16)}` : value.toString();
}

/** One real in a key: `q:n/d`, or `c:` with its digits; numbers with long whole parts keep more of them. */
export function realKey(value: Real): string {
  if (value.exact) return `q:${exactText(value.n)}/${exactText(value.d)}`;
  const longer = Math.max(0, decimals(value, 3).exponent);
  return `c:${keptDigits(value, KEPT + longer)}`;
}

/** One complex number in a key. */
export function complexKey(value: Complex): string {
  const isReal = value.im.exact && value.im.n === 0n;
  return isReal ? realKey(value.re) : `z:${realKey(value.re)};${realKey(value.im)}`;
}
