import { expect, test } from "vitest";
import { passHatK } from "./estimators.ts";
import { clopperPearson95, problemInterval95, sampleVariance, wilson95 } from "./intervals.ts";

// Computed outside this project (docs/metrics.md lists them).
const table: [number, number, [number, number], [number, number]][] = [
  [80, 100, [0.711170834, 0.866633067], [0.708157311, 0.873344448]],
  [1, 20, [0.008881449, 0.236131193], [0.001265089, 0.248732763]],
  [0, 15, [0, 0.203883301], [0, 0.218019361]],
  [500, 1000, [0.4690696, 0.5309304], [0.468549173, 0.531450827]],
  [29, 30, [0.83329609, 0.99409141], [0.827830544, 0.999156429]],
];

test("Wilson and Clopper-Pearson equal the published intervals", () => {
  for (const [x, m, wilson, exact] of table) {
    const digits = x === 500 ? 7 : 8;
    for (const side of [0, 1] as const) {
      expect(wilson95(x / m, m)[side]).toBeCloseTo(wilson[side], digits);
      expect(clopperPearson95(x, m)[side]).toBeCloseTo(exact[side], 8);
    }
  }
});

test("the problem interval of 0/1 values is the textbook Wilson interval, and exact at the ends", () => {
  const share = (right: number, m: number) => [
    { value: 1, count: right },
    { value: 0, count: m - right },
  ];
  for (const side of [0, 1] as const) {
    expect(problemInterval95(share(80, 100))?.[side]).toBeCloseTo(wilson95(0.8, 100)[side], 14);
    expect(problemInterval95(share(0, 15))?.[side]).toBe(clopperPearson95(0, 15)[side]);
  }
  expect(problemInterval95(share(15, 15))?.[0]).toBeCloseTo(1 - 0.218019361, 8);
});

test("one problem, or equal values strictly inside (0, 1), give no interval", () => {
  expect(problemInterval95([{ value: 1, count: 1 }])).toBeUndefined();
  expect(problemInterval95([{ value: 0.25, count: 9 }])).toBeUndefined();
  expect(problemInterval95([])).toBeUndefined();
});

test("standard errors over problems equal those of tau-bench's airline runs", () => {
  // 50 tasks x 4 trials: 14, 12, 10, 4, 10 tasks with 0..4 successes. Values computed outside this project, divisor m - 1.
  const problems = [14, 12, 10, 4, 10];
  const error = (value: (c: number) => number): number =>
    Math.sqrt((sampleVariance(problems.map((count, c) => ({ value: value(c), count }))) ?? Number.NaN) / 50);
  expect(error((c) => passHatK(4, c, 1))).toBeCloseTo(0.0522162, 7);
  expect(error((c) => passHatK(4, c, 2))).toBeCloseTo(0.0554839, 7);
  expect(error((c) => passHatK(4, c, 4))).toBeCloseTo(0.0571429, 7);
});
