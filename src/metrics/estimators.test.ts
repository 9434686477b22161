import fc from "fast-check";
import { expect, test } from "vitest";
import {
  estimatorsOf,
  exactHypergeometricSum,
  gPassAtK,
  hypergeometricSum,
  mgPassAtK,
  passAtK,
  passHatK,
} from "./estimators.ts";
import { parseTau, tauName, thresholdOf } from "./tau.ts";

// Exact values of the family, computed with rationals outside this project (docs/metrics.md lists them).
const table: [number, number, number, Record<string, string>][] = [
  [4, 2, 2, { pass: "5/6", "0.25": "5/6", "0.5": "5/6", "0.75": "1/6", hat: "1/6", mG: "1/6" }],
  [5, 3, 2, { pass: "9/10", "0.25": "9/10", "0.5": "9/10", "0.75": "3/10", hat: "3/10", mG: "3/10" }],
  [5, 4, 2, { pass: "1", "0.25": "1", "0.5": "1", "0.75": "3/5", hat: "3/5", mG: "3/5" }],
  [8, 4, 5, { pass: "1", "0.25": "13/14", "0.5": "1/2", "0.75": "1/14", hat: "0", mG: "1/35" }],
  [10, 7, 4, { pass: "1", "0.25": "1", "0.5": "29/30", "0.75": "2/3", hat: "1/6", mG: "5/12" }],
  [16, 10, 8, { pass: "1", "0.25": "1", "0.5": "269/286", "0.75": "87/286", hat: "1/286", mG: "38/143" }],
  [16, 15, 16, { pass: "1", "0.25": "1", "0.5": "1", "0.75": "1", hat: "0", mG: "7/8" }],
  [48, 30, 16, { hat: "2175/33724427" }],
  [64, 40, 16, { hat: "2405/18693206" }],
];

const quotient = (text: string): number => {
  const [top = "", bottom = "1"] = text.split("/");
  return Number(top) / Number(bottom);
};

test("the family equals the published exact values", () => {
  for (const [n, c, k, expected] of table) {
    const { pass, hat, mG, ...taus } = expected;
    if (pass !== undefined) expect(passAtK(n, c, k)).toBeCloseTo(quotient(pass), 14);
    if (hat !== undefined) expect(passHatK(n, c, k) / (quotient(hat) || 1)).toBeCloseTo(hat === "0" ? 0 : 1, 12);
    if (mG !== undefined && k % 2 === 0) expect(mgPassAtK(n, c, k)).toBeCloseTo(quotient(mG), 14);
    for (const [tau, value] of Object.entries(taus)) expect(gPassAtK(n, c, k, tau)).toBeCloseTo(quotient(value), 14);
  }
  expect(gPassAtK(48, 30, 16, "0.5")).toBeCloseTo(0.942327399, 9);
  expect(gPassAtK(48, 30, 16, "0.75")).toBeCloseTo(0.1718875757, 10);
  expect(mgPassAtK(48, 30, 16)).toBeCloseTo(0.2592449552, 10);
  expect(passAtK(64, 40, 16)).toBeCloseTo(0.9999999985, 10);
  expect(gPassAtK(64, 40, 16, 0.25)).toBeCloseTo(0.9999462778, 10);
  expect(gPassAtK(64, 40, 16, "1/2")).toBeCloseTo(0.9307705824, 10);
  expect(gPassAtK(64, 40, 16, 0.75)).toBeCloseTo(0.1865905732, 10);
  expect(mgPassAtK(64, 40, 16)).toBeCloseTo(0.2616373983, 10);
});

test("pass@k and pass^k equal the Python project's golden values", () => {
  const golden: [number, number, number, number, number][] = [
    [4, 2, 2, 0.833333, 0.166667],
    [4, 1, 2, 0.5, 0],
    [4, 3, 2, 1, 0.5],
    [4, 2, 4, 1, 0],
    [10, 3, 5, 0.916667, 0],
    [10, 7, 5, 1, 0.083333],
    [16, 12, 4, 0.999451, 0.271978],
  ];
  for (const [n, c, k, at, hat] of golden) {
    expect(passAtK(n, c, k)).toBeCloseTo(at, 6);
    expect(passHatK(n, c, k)).toBeCloseTo(hat, 6);
  }
});

const ratio = ({
  numerator,
  denominator,
}: {
  numerator: bigint;
  denominator: bigint;
}): { value: number; tiny: boolean } => {
  if (numerator === 0n) return { value: 0, tiny: true };
  // 1,100 bits of quotient hold everything down to 1e-290 with 60 digits to spare.
  const scaled = (numerator << 1200n) / denominator;
  const bits = BigInt(scaled.toString(2).length);
  const kept = bits > 80n ? bits - 80n : 0n;
  const exponent = Number(kept) - 1200;
  return {
    value: Number(scaled >> kept) * 2 ** Math.max(exponent, -1000) * 2 ** Math.min(exponent + 1000, 0),
    tiny: bits < 237n,
  };
};

test("the fast sum agrees with exact rationals to 1e-12 up to n = 4096, and underflows to at most 1e-290", () => {
  const counts = fc
    .tuple(
      fc.integer({ min: 1, max: 4096 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([n, c, k, from]) => {
      const size = 1 + Math.floor(k * (n - 1));
      return [n, Math.floor(c * n), size, 1 + Math.floor(from * (size - 1))] as const;
    });
  fc.assert(
    fc.property(counts, fc.constantFrom("flat" as const, "rising" as const), ([n, c, k, from], weight) => {
      const exact = ratio(exactHypergeometricSum(n, c, k, from, weight));
      const fast = hypergeometricSum(n, c, k, from, weight);
      if (exact.tiny) {
        expect(fast).toBeGreaterThanOrEqual(0);
        expect(fast).toBeLessThanOrEqual(1e-290);
      } else expect(Math.abs(fast / exact.value - 1)).toBeLessThanOrEqual(1e-12);
    }),
    {
      numRuns: 60,
      examples: [
        [[4096, 2048, 2048, 1500], "flat"],
        [[4096, 2000, 2000, 1990], "flat"],
        [[4096, 4095, 4096, 4096], "flat"],
      ],
    },
  );
});

test("the estimator is the mean over all k-subsets of a concrete draw", () => {
  const draw = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(draw, fc.nat(), fc.nat(), (verdicts, kSeed, fromSeed) => {
      const n = verdicts.length;
      const k = 1 + (kSeed % n);
      const from = 1 + (fromSeed % k);
      let subsets = 0;
      let reached = 0;
      for (let mask = 0; mask < 1 << n; mask += 1) {
        const members = verdicts.filter((_, i) => (mask >> i) & 1);
        if (members.length !== k) continue;
        subsets += 1;
        if (members.filter(Boolean).length >= from) reached += 1;
      }
      const c = verdicts.filter(Boolean).length;
      expect(hypergeometricSum(n, c, k, from, "flat")).toBeCloseTo(reached / subsets, 12);
    }),
  );
});

test("G-Pass falls in tau, pass@k rises and pass^k falls in k, and pass^k <= pass@1 <= pass@k", () => {
  const counts = fc
    .integer({ min: 2, max: 64 })
    .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 2, max: n })));
  fc.assert(
    fc.property(counts, ([n, c, k]) => {
      const slack = 1e-12;
      for (let from = 2; from <= k; from += 1) {
        expect(gPassAtK(n, c, k, `${from}/${k}`)).toBeLessThanOrEqual(gPassAtK(n, c, k, `${from - 1}/${k}`) + slack);
      }
      expect(passAtK(n, c, k)).toBeGreaterThanOrEqual(passAtK(n, c, k - 1) - slack);
      expect(passHatK(n, c, k)).toBeLessThanOrEqual(passHatK(n, c, k - 1) + slack);
      expect(passHatK(n, c, k)).toBeLessThanOrEqual(c / n + slack);
      expect(passAtK(n, c, k)).toBeGreaterThanOrEqual(c / n - slack);
    }),
  );
});

test("tau is exact: no threshold is off by one where floating point is", () => {
  const traps: [string, number, number][] = [
    ["0.07", 100, 7],
    ["0.14", 50, 7],
    ["0.28", 25, 7],
    ["0.56", 25, 14],
  ];
  for (const [tau, k, threshold] of traps) {
    expect(Math.ceil(Number(tau) * k)).toBe(threshold + 1);
    expect(thresholdOf(parseTau(tau), k)).toBe(threshold);
    expect(thresholdOf(parseTau(Number(tau)), k)).toBe(threshold);
  }
  expect(["0.50", "1/2", ".5", 0.5, "2/4"].map((tau) => tauName(parseTau(tau)))).toEqual(Array(5).fill("0.5"));
  expect(["2/3", "7/100", "1", 1e-7].map((tau) => tauName(parseTau(tau)))).toEqual(["2/3", "0.07", "1", "0.0000001"]);
  for (const bad of ["0", "1.5", "-0.5", "NaN", "", "1/0", "a", "."]) expect(() => parseTau(bad)).toThrow(RangeError);
});

test("arguments out of range are a RangeError that names the argument and the value", () => {
  expect(() => passAtK(4, 5, 2)).toThrow("c must be an integer from 0 to n = 4, got 5");
  expect(() => passAtK(4, 2, 0)).toThrow("k must be an integer of at least 1, got 0");
  expect(() => passAtK(4, 2, 5)).toThrow("k must not be larger than n = 4, got 5");
  expect(() => passHatK(Number.NaN, 2, 1)).toThrow("n must be an integer of at least 1, got NaN");
  expect(() => passHatK(4, 1.5, 1)).toThrow("c must be");
  expect(() => mgPassAtK(5, 3, 3)).toThrow("k must be even");
});

test("one problem's estimators come with exact values, and twin names are explained instead of written", () => {
  expect(estimatorsOf({ n: 4, c: 2, k: 2, taus: ["0.25", 0.75, "1"] })).toEqual({
    values: {
      "pass@1": 0.5,
      "pass@2": 5 / 6,
      "pass^2": expect.closeTo(1 / 6, 15),
      "mG-Pass@2": expect.closeTo(1 / 6, 15),
    },
    exact: { "pass@1": "1/2", "pass@2": "5/6", "pass^2": "1/6", "mG-Pass@2": "1/6" },
    notes: [
      "G-Pass@2_0.25 equals pass@2: it asks for one correct rollout",
      "G-Pass@2_0.75 equals pass^2: it asks for all 2 to be correct",
      "G-Pass@2_1 equals pass^2: it asks for all 2 to be correct",
    ],
  });
});
