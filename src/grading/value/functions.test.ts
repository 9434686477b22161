// Tests of the big-float functions against published digits, and of what keeps their errors honest.
import { describe, expect, it } from "vitest";
import { parseAnswer } from "../parse/parser.ts";
import { atan, exp, integerRoot, ln, pi, root, sinCos } from "./functions.ts";
import {
  accuracy,
  add,
  bits,
  decimals,
  type Exact,
  fraction,
  gcd,
  invert,
  mayBeZero,
  multiply,
  negate,
  type Real,
  recognise,
  toFloat,
  whole,
} from "./real.ts";
import { FUEL, keptDigits, numberOf } from "./scalar.ts";

const digits = (value: Real | null, count = 60): string => {
  if (!value) return "none";
  const { sign, digits: found, exponent } = decimals(value, count);
  return `${sign < 0 ? "-" : ""}${found}e${exponent}`;
};

const BITS = 240;

describe("published digits", () => {
  it.each<[string, Real | null, string]>([
    ["pi", pi(BITS), "314159265358979323846264338327950288419716939937510582097494e1"],
    ["e", exp(whole(1n), BITS), "271828182845904523536028747135266249775724709369995957496696e1"],
    ["e^-10", exp(whole(-10n), BITS), "453999297624848515355915155605506102379180888665649692590713e-4"],
    ["ln 2", ln(whole(2n), BITS), "693147180559945309417232121458176568075500134360255254120680e0"],
    ["ln 10", ln(whole(10n), BITS), "230258509299404568401799145468436420760110148862877297603332e1"],
    ["sin 1", sinCos(whole(1n), BITS)?.[0] ?? null, "841470984807896506652502321630298999622563060798371065672751e0"],
    ["cos 1", sinCos(whole(1n), BITS)?.[1] ?? null, "540302305868139717400936607442976603732310420617922227670097e0"],
    ["sqrt 2", root(whole(2n), 2, BITS), "141421356237309504880168872420969807856967187537694807317667e1"],
    ["cbrt 2", root(whole(2n), 3, BITS), "125992104989487316476721060727822835057025146470150798008197e1"],
    ["atan 1/2", atan(fraction(1n, 2n), BITS), "463647609000806116214256231461214402028537054286120263810933e0"],
  ])("%s", (_name, value, expected) => {
    expect(digits(value)).toBe(expected);
  });
});

describe("consistency at several precisions", () => {
  const samples: Exact[] = [
    fraction(1n, 3n),
    fraction(-7n, 5n),
    whole(12n),
    fraction(1n, 1_000_003n),
    whole(-40n),
    fraction(99_991n, 100_000n),
  ];
  it.each([80, 240, 520, 1_300])("%i bits", (precision) => {
    for (const x of samples) {
      const up = exp(x, precision) as Real;
      expect(mayBeZero(add(ln(up, precision), negate(x), precision)), "ln exp").toBe(true);
      const down = exp(negate(x), precision) as Real;
      expect(mayBeZero(add(multiply(up, down, precision), whole(-1n), precision)), "exp exp").toBe(true);
      const [sin, cos] = sinCos(x, precision) as [Real, Real];
      const one = add(multiply(sin, sin, precision), multiply(cos, cos, precision), precision);
      expect(mayBeZero(add(one, whole(-1n), precision)), "sin cos").toBe(true);
      const tangent = multiply(sin, invert(cos, precision) as Real, precision);
      const [sinBack, cosBack] = sinCos(atan(tangent, precision), precision) as [Real, Real];
      expect(
        mayBeZero(add(multiply(sinBack, cos, precision), negate(multiply(cosBack, sin, precision)), precision)),
        "atan",
      ).toBe(true);
      for (const value of [up, sin, cos, tangent]) expect(accuracy(value)).toBeGreaterThan(precision - 40);
    }
  });

  it("keeps the bound on the error honest", () => {
    for (const x of samples) {
      const fine = exp(x, 1_300) as Real;
      const coarse = exp(x, 100) as Real;
      expect(mayBeZero(add(fine, negate(coarse), 1_400))).toBe(true);
      const shifted = add(coarse, multiply(coarse, fraction(1n, 2n ** 60n), 400), 400);
      expect(mayBeZero(add(fine, negate(shifted), 1_400))).toBe(false);
    }
  });
});

describe("integers and fractions", () => {
  it("takes whole roots exactly", () => {
    for (const [value, degree] of [
      [10n ** 80n, 2],
      [3n ** 301n, 301],
      [7n ** 30n, 5],
      [2n ** 1_200n, 3],
    ] as const) {
      const found = integerRoot(value, degree);
      expect(found ** BigInt(degree)).toBe(value);
      expect(integerRoot(value - 1n, degree)).toBe(found - 1n);
      expect(integerRoot(value + 1n, degree)).toBe(found);
    }
  });

  it("counts bits, reduces and recognises", () => {
    expect([0n, 1n, 2n, 255n, -256n].map((value) => bits(value))).toEqual([0, 1, 2, 8, 9]);
    expect([2_999n, 3_000n, 3_001n, 3_002n].map((shift) => bits(1n << shift))).toEqual([3_000, 3_001, 3_002, 3_003]);
    expect(gcd(2n ** 200n * 15n, 2n ** 150n * 35n)).toBe(2n ** 150n * 5n);
    expect(fraction(6n, -4n)).toEqual({ exact: true, n: -3n, d: 2n });
    expect(recognise(toFloat(fraction(-355n, 113n), BITS))).toEqual({ exact: true, n: -355n, d: 113n });
    expect(recognise(pi(BITS))).toBeNull();
    expect(recognise({ exact: false, m: 3n, e: -1, err: -900 })).toEqual({ exact: true, n: 3n, d: 2n });
    expect(recognise({ exact: false, m: -1n, e: 0, err: -900 })).toEqual({ exact: true, n: -1n, d: 1n });
    expect(recognise({ exact: false, m: 3n, e: 2, err: Number.NEGATIVE_INFINITY })).toEqual({
      exact: true,
      n: 12n,
      d: 1n,
    });
  });

  it("snaps a run of nines and drops a run of zeros", () => {
    const near = (offset: bigint): Real => fraction(10n ** 70n + offset, 10n ** 70n);
    expect([keptDigits(near(-1n)), keptDigits(near(0n)), keptDigits(near(1n))]).toEqual(["1e1", "1e1", "1e1"]);
    expect(keptDigits(fraction(-1n, 3n))).toBe(`-${"3".repeat(40)}e0`);
  });
});

describe("numberOf", () => {
  const value = (text: string, fuel = FUEL): string => {
    const parsed = parseAnswer(text);
    if (!parsed.ok) return parsed.reason;
    const found = numberOf(parsed.tree, { fuel });
    return found.value ? digits(found.value.re, 12) : found.reason;
  };

  it.each([
    ["\\sqrt{10^{40}+1}-10^{20}", "499999999999e-20"],
    ["1-\\cos(10^{-20})", "499999999999e-40"],
    ["\\arcsin(1/2)", "523598775598e0"],
    ["\\arccos(-1)", "314159265358e1"],
    ["\\operatorname{arccot}(1)", "785398163397e0"],
    ["\\sinh 1", "117520119364e1"],
    ["2^{\\sqrt2}", "266514414269e1"],
    ["2^{0.599}", "151466631587e1"],
    ["\\sqrt[17]{2}", "104161601065e1"],
    ["\\sqrt[1000]{2^{1000}}", "200000000000e1"],
    ["\\lfloor -\\sqrt{17} \\rfloor", "-500000000000e1"],
    ["\\lfloor \\log_2 8 \\rfloor", "300000000000e1"],
    ["\\gcd(12, 18)", "600000000000e1"],
    ["\\max(1, \\sqrt2, -3)", "141421356237e1"],
    ["17 \\bmod 5", "200000000000e1"],
    ["\\sum_{k=1}^{10} k^2", "385000000000e3"],
    ["\\prod_{k=1}^{5} k", "120000000000e3"],
    ["7!!", "105000000000e3"],
    ["|3+4i|", "500000000000e1"],
  ])("%s", (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it.each([
    ["1/0", "division by zero"],
    ["0^0", "0^0"],
    ["\\ln 0", "logarithm of zero"],
    ["(10^9)!", "factorial too large"],
    ["\\binom{10^6}{5*10^5}", "binomial too large"],
    ["9^{9^{9^9}}", "number too large"],
    ["(-1/2)!", "not whole numbers"],
    ["\\infty", "infinity"],
    ["\\tan(\\pi/2)", "division by zero"],
  ])("%s: %s", (text, reason) => {
    expect(value(text)).toBe(reason);
  });

  it("stops when the fuel is used up, at the same step every time", () => {
    expect(value("\\sum_{k=1}^{2000}\\frac1k", 500)).toBe("out of fuel");
    expect(value("1+1", 0)).toBe("out of fuel");
  });
});
