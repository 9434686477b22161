import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, Rollout } from "../draw/draw.ts";
import { agreement, answerEntropy, clustersOf, foldedKey, modalShare } from "./consistency.ts";
import { agreementVariance, gPassVariance, passAtVariance, passHatVariance } from "./rerun.ts";

const rollouts = (predictions: readonly (Json | undefined)[], correct: readonly boolean[] = []): Rollout[] =>
  predictions.map((prediction, index) => ({
    index,
    verdict: correct[index] ?? false,
    ...(prediction === undefined ? {} : { prediction }),
  }));

const ofWord = (word: string) => clustersOf(rollouts([...word]), foldedKey);

test("dispersion of small draws equals the published values", () => {
  const published: [string, number, number, number][] = [
    ["xxxy", 0.75, 0.5, 0.5623351],
    ["xxyy", 0.5, 1 / 3, Math.LN2],
    ["xyzw", 0.25, 0, 1.3862944],
    ["xxxyyz", 0.5, 0.2666667, 1.0114043],
  ];
  for (const [word, modal, agree, entropy] of published) {
    const { sizes, n } = ofWord(word);
    expect(modalShare(sizes, n)).toBeCloseTo(modal, 7);
    expect(agreement(sizes, n)).toBeCloseTo(agree, 7);
    expect(answerEntropy(sizes)).toBeCloseTo(entropy, 7);
  }
});

test("agreement is the share of equal pairs of different rollouts, an unextracted one matching nothing", () => {
  const answers = fc.array(fc.constantFrom<Json>("a", "b", "c", null), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(answers, (predictions) => {
      let equal = 0;
      for (const [i, one] of predictions.entries()) {
        for (const [j, other] of predictions.entries()) if (i !== j && one !== null && one === other) equal += 1;
      }
      const { sizes, n } = clustersOf(rollouts(predictions), foldedKey);
      expect(agreement(sizes, n)).toBeCloseTo(equal / (predictions.length * (predictions.length - 1)), 12);
    }),
  );
});

test("the majority is the largest cluster; a tie goes to the lowest rollout index", () => {
  expect(clustersOf(rollouts(["8", "7", "7"], [true, false, false]), foldedKey)).toMatchObject({
    winner: false,
    tied: false,
  });
  expect(clustersOf(rollouts(["7", "8", "8", "7"], [true, false, false, true]), foldedKey)).toMatchObject({
    winner: true,
    tied: true,
  });
  expect(clustersOf(rollouts([null, "8", "7"], [false, true, false]), foldedKey)).toMatchObject({
    winner: true,
    tied: true,
  });
  expect(clustersOf(rollouts([null, null]), foldedKey)).toMatchObject({ winner: undefined, tied: false, sizes: [] });
});

test("a cluster with different verdicts and correct answers in two clusters are both seen", () => {
  expect(clustersOf(rollouts(["7", "7 ", "8"], [false, true, false]), foldedKey)).toMatchObject({
    splitCluster: true,
    splitCorrect: false,
  });
  expect(clustersOf(rollouts(["1/2", "0.5"], [true, true]), foldedKey)).toMatchObject({
    splitCluster: false,
    splitCorrect: true,
  });
});

test("where options were permuted the option counts, not its letter", () => {
  const permuted: Rollout[] = [
    { index: 0, copy: 0, prediction: "C", choice: 2, verdict: true },
    { index: 0, copy: 1, prediction: "C", choice: 3, verdict: false },
    { index: 0, copy: 2, prediction: "A", choice: 2, verdict: true },
    { index: 0, copy: 3, prediction: null, verdict: false },
  ];
  expect(clustersOf(permuted, foldedKey)).toMatchObject({ sizes: [2, 1], n: 4, winner: true });
});

test("the default key folds case and white space, joins numbers with their text, and leaves values alone", () => {
  expect(foldedKey(" A  b\n")).toBe(foldedKey("a B"));
  expect(foldedKey(7)).toBe(foldedKey("7"));
  expect(foldedKey("x²")).not.toBe(foldedKey("x2"));
  expect(foldedKey(["1", "2"])).not.toBe(foldedKey(["2", "1"]));
  expect(foldedKey(["A "])).toBe(foldedKey(["a"]));
  expect(foldedKey("  ")).toBeNull();
});

const binomialWeights = (n: number, p: number): number[] => {
  const weights = [(1 - p) ** n];
  for (let c = 1; c <= n; c += 1) weights.push(((weights[c - 1] ?? 0) * (n - c + 1) * p) / (c * (1 - p)));
  return weights;
};

test("the rerun variances of pass^k and pass@k are unbiased before the floor: their mean is the true variance", () => {
  const n = 16;
  for (const k of [1, 2, 4, 8]) {
    for (const p of [0.3, 0.6]) {
      const weights = binomialWeights(n, p);
      const mean = (f: (c: number) => number): number => weights.reduce((sum, w, c) => sum + w * f(c), 0);
      const hat = (c: number): number => [...Array(k).keys()].reduce((product, j) => (product * (c - j)) / (n - j), 1);
      const truth = mean((c) => hat(c) ** 2) - p ** (2 * k);
      // The floor at 0 can only raise the mean.
      expect(mean((c) => passHatVariance(n, c, k) ?? Number.NaN)).toBeGreaterThanOrEqual(truth - 1e-12);
      expect(mean((c) => passAtVariance(n, n - c, k) ?? Number.NaN)).toBeGreaterThanOrEqual(truth - 1e-12);
      if (k === 1) expect(mean((c) => passHatVariance(n, c, 1) ?? Number.NaN)).toBeCloseTo(truth, 12);
    }
  }
  expect(passHatVariance(8, 4, 5)).toBeUndefined();
});

test("the jackknife of a mean equals its textbook variance, and is omitted near k = n", () => {
  // With k = 1 the statistic is c/n, whose jackknife variance is s2/n.
  expect(gPassVariance(8, 3, 1, 1, "flat")).toBeCloseTo(((8 / 7) * (3 / 8) * (5 / 8)) / 8, 14);
  expect(gPassVariance(8, 3, 5, 3, "flat")).toBeUndefined();
  expect(agreementVariance([8], 8)).toBe(0);
  expect(agreementVariance([2, 1], 3)).toBeUndefined();
});
