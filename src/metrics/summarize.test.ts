import fc from "fast-check";
import { expect, test } from "vitest";
import type { Draw, Json, Rollout } from "../draw/draw.ts";
import { reportSchema } from "../draw/report.ts";
import { foldedKey } from "./consistency.ts";
import { wilson95 } from "./intervals.ts";
import { reportOf } from "./report.ts";
import { summarize } from "./summarize.ts";
import { addDraw, emptyTally, mergeTally } from "./tally.ts";

const task = {
  name: "sums",
  kind: "math",
  headline: "pass@1",
  score_key: "pass@1",
  denominator_policy: "requested",
} as const;

/** A draw from a word: one letter per rollout is its answer, upper case is right, `.` is unextracted. */
function draw(problem: number | string, word: string, more: Partial<Draw> = {}): Draw {
  const rollouts = [...word].map(
    (letter, index): Rollout => ({
      index,
      prediction: letter === "." ? null : letter.toLowerCase(),
      verdict: letter !== "." && letter === letter.toUpperCase(),
    }),
  );
  return { task: "sums", problem, rollouts, ...more };
}

const verdicts = (n: number, c: number, problem: number): Draw => ({
  task: "airline",
  problem,
  rollouts: Array.from({ length: n }, (_, index) => ({ index, verdict: index < c })),
});

// tau-bench, airline, gpt-4o: rewards of 50 tasks x 4 trials; pass^1..4 published as .42, .273, .22, .20.
const airline = [14, 12, 10, 4, 10].flatMap((problems, c) =>
  Array.from({ length: problems }, (_, i) => verdicts(4, c, 100 * c + i)),
);

test("tau-bench airline: the published pass^k, pass@k, spread and rerun errors", async () => {
  const report = await summarize(airline, { task, ks: [1, 2, 3, 4] });
  const close = (value: number, digits = 5) => expect.closeTo(100 * value, digits);
  expect(report).toMatchObject({
    score: close(0.42),
    "pass@1": close(0.42),
    "pass^2": close(0.2733333, 4),
    "pass^3": close(0.22),
    "pass^4": close(0.2),
    "pass@2": close(0.5666667, 4),
    "pass@3": close(0.66),
    "pass@4": close(0.72),
    "pass@1_rerun_se": close(0.0270801, 4),
    n_problems: 50,
    n_rollouts: 4,
    n_scored_rollouts: 200,
  });
  expect(report.variance?.within).toBeCloseTo(0.1466667, 7);
  expect(report.variance?.between).toBeCloseTo(0.0996599, 7);
  // Var of the problem means .1363265 = between + within / 4; SE of the mean .0522162 = sqrt(that / 50).
  expect(Math.sqrt(((report.variance?.between ?? 0) + (report.variance?.within ?? 0) / 4) / 50)).toBeCloseTo(
    0.0522162,
    7,
  );
  expect(report).not.toHaveProperty("self_consistency");
  expect(report).not.toHaveProperty("n_unextracted");
});

test("ties: the Python project's majority and consistency examples, with ties to the first answer", async () => {
  const of = async (answers: readonly Json[], correct: readonly boolean[], requested = 4) => {
    const rollouts = answers.map((prediction, index) => ({ index, prediction, verdict: correct[index] ?? false }));
    return summarize([{ task: "t", problem: 0, rollouts }], { task, requested });
  };
  expect(await of(["7", "7", "8", null], [true, true, false, false])).toMatchObject({
    "majority@4": 100,
    self_consistency: 50,
    majority_ties: 0,
  });
  expect(await of(["7", "7", "8", "8"], [true, true, false, false])).toMatchObject({
    "majority@4": 100,
    self_consistency: 50,
    majority_ties: 1,
  });
  expect(await of(["1", "1", "2"], [true, true, false])).toMatchObject({
    "majority@4": 100,
    "pass@4": 0,
    n_short: 1,
    n_below_k: 1,
    self_consistency: expect.closeTo(66.6667, 3),
    "pass@1": expect.closeTo(66.6667, 3),
  });
  expect(await of([null, null], [false, false], 2)).toMatchObject({
    self_consistency: 0,
    "majority@2": 0,
    agreement: 0,
  });
});

test("an empty run reports zeros and no rate is NaN", async () => {
  const report = await summarize([], { task });
  expect(report).toMatchObject({ n_problems: 0, fails: 0, n_scored_rollouts: 0, n_rollouts: 0 });
  expect(JSON.stringify(report)).not.toContain("null");
});

test("a failed problem counts as wrong under `requested`, is left out under `judged`, and never lowers dispersion", async () => {
  const draws = [
    draw(1, "AAab"),
    draw(2, "BBBB"),
    { task: "sums", problem: 3, failed: { reason: "exception::TimeoutError" }, rollouts: [] },
  ];
  const requested = await summarize(draws, { task });
  expect(requested).toMatchObject({
    score: 50,
    n_problems: 3,
    fails: 1,
    fail_reasons: { "exception::TimeoutError": 1 },
    n_rollouts: { "0": 1, "4": 2 },
    self_consistency: 87.5,
  });
  const judged = await summarize(draws, { task: { ...task, denominator_policy: "judged" } });
  expect(judged).toMatchObject({ score: 75, n_problems: 2, fails: 1, n_rollouts: 4, self_consistency: 87.5 });
});

test("copies of a question are one problem, and the first-rollout headline counts each stored copy", async () => {
  const copies: Draw = {
    task: "gpqa",
    problem: 0,
    copies: 2,
    rollouts: [
      { index: 0, copy: 0, prediction: "C", choice: 2, verdict: true },
      { index: 0, copy: 1, prediction: "C", choice: 3, verdict: false },
    ],
  };
  const gpqa = {
    name: "gpqa",
    kind: "mcq",
    headline: "first_rollout",
    score_key: "score",
    denominator_policy: "judged",
  } as const;
  expect(await summarize([copies], { task: gpqa })).toMatchObject({
    score: 50,
    score_key: "score",
    n_problems: 1,
    n_requested: 2,
    "pass@1": 50,
    "pass@2": 100,
    "majority@2": 100,
    self_consistency: 50,
  });
});

test("health separates cut-off, unextracted, ungraded, ungradable, repeated and failed rollouts", async () => {
  const long = "x".repeat(300);
  const rollouts: Rollout[] = [
    { index: 0, text: long, prediction: "1", verdict: true, finish: "stop" },
    { index: 1, text: long, prediction: "1", verdict: true, finish: "stop" },
    { index: 2, text: "cut", prediction: null, verdict: false, finish: "length" },
    { index: 3, text: "odd", prediction: "?", verdict: false, ungradable: "fuel", finish: "stop" },
    { index: 4, text: "late", prediction: "2", verdict: null },
  ];
  const report = await summarize([{ task: "t", problem: "p", requested: 6, rollouts }], { task });
  expect(report).toMatchObject({
    n_requested: 6,
    n_scored_rollouts: 4,
    n_unjudged: 1,
    n_unextracted: 1,
    n_truncated: 1,
    n_truncated_unextracted: 1,
    n_unknown_finish: 1,
    n_ungradable: 1,
    n_duplicate: 1,
    effective_n: 4,
    n_short: 1,
  });
  expect(report.warnings).toHaveLength(5);
});

test("majority-member: the verdict of the winning cluster is that of its first member", async () => {
  const of = (first: boolean): Draw => ({
    task: "t",
    problem: 0,
    rollouts: [first, !first, false].map((verdict, index) => ({ index, prediction: index < 2 ? "7" : "8", verdict })),
  });
  expect(await summarize([of(false)], { task })).toMatchObject({
    "majority@3": 0,
    n_split_clusters: 1,
    split_clusters: [0],
  });
  expect(await summarize([of(true)], { task })).toMatchObject({ "majority@3": 100, n_split_clusters: 1 });
});

test("clustering: folded text joins spellings that differ in case and space only", async () => {
  const report = await summarize(
    [
      draw(1, "AaAa"),
      { ...draw(2, ""), rollouts: [" x", "X "].map((prediction, index) => ({ index, prediction, verdict: true })) },
    ],
    { task, requested: 4 },
  );
  expect(report).toMatchObject({ self_consistency: 100, distinct_answers: 1 });
});

test("failed-in-intervals: failures that count as wrong widen the interval like any wrong answer", async () => {
  const answers = Array.from({ length: 100 }, (_, problem) => draw(problem, problem < 99 ? "A" : "a"));
  const failed = Array.from(
    { length: 50 },
    (_, i): Draw => ({ task: "t", problem: 100 + i, failed: { reason: "x" }, rollouts: [] }),
  );
  const report = await summarize([...answers, ...failed], { task });
  const [low, high] = wilson95(99 / 150, 150);
  expect(report.score_ci95).toEqual([expect.closeTo(100 * low, 9), expect.closeTo(100 * high, 9)]);
});

test("NeMo-Skills' own log: a three-way tie, worth a third there (76.19), follows the first answer here (71.43)", async () => {
  // Seven problems x 3 seeds of its math log as letters, upper case right: majority@3 = (5 + 1/3)/7 in its metrics.json.
  const log = ["AAA", "aaa", "AAA", "AAA", "AAA", "AAb", "aBc"];
  const report = await summarize(
    log.map((word, problem) => draw(problem, word)),
    { task },
  );
  expect(report).toMatchObject({
    "majority@3": expect.closeTo(500 / 7, 9),
    majority_ties: 1,
    "pass@1": expect.closeTo(71.43, 2),
    "pass@2": expect.closeTo(80.95, 2),
    "pass@3": expect.closeTo(85.71, 2),
  });
});

test("short answers may repeat honestly; long ones, shared seeds and cache marks are a warning", async () => {
  const repeated = (more: Partial<Rollout>): Draw => ({
    task: "t",
    problem: 0,
    rollouts: [0, 1].map((index) => ({ index, text: "4", prediction: "4", verdict: true, ...more })),
  });
  const warned = async (more: Partial<Rollout>) =>
    (await summarize([repeated(more)], { task })).warnings.some((line) => line.includes("word for word"));
  expect(await warned({})).toBe(false);
  expect(await warned({ seed: 1 })).toBe(true);
  expect(await warned({ cached: true })).toBe(true);
  expect(await warned({ text: "y".repeat(200) })).toBe(true);
});

test("a stored score that the rollouts no longer give, and samples that are missing, are said first", async () => {
  const report = await summarize([draw(1, "AAab"), draw(2, "BBBB")], { task, storedScore: 50, missing: 2 });
  expect(report.score).toBe(75);
  expect(report.warnings.slice(0, 2)).toEqual([
    expect.stringMatching(/^2 samples were begun but have no finished record/),
    expect.stringMatching(/^report.json says score 50.0, the rollouts on disk give 75.0/),
  ]);
  expect((await summarize([draw(1, "AAbc")], { task, storedScore: 50 })).warnings).toEqual([]);
});

test("consistency says over how many problems it is, where that is not the population", async () => {
  const failed: Draw = { task: "t", problem: 3, failed: { reason: "x" }, rollouts: [] };
  expect(await summarize([draw(1, "AA"), failed], { task })).toMatchObject({
    n_problems: 2,
    n_consistency_problems: 1,
  });
  expect(await summarize([draw(1, "AA"), draw(2, "Ab")], { task })).not.toHaveProperty("n_consistency_problems");
});

test("code tasks never vote, and a task without verdict per rollout gets no sampling key", async () => {
  const draws = [draw(1, "AAab"), draw(2, "BBBB")];
  const code = await summarize(draws, { task: { ...task, kind: "code" } });
  expect(code).not.toHaveProperty("self_consistency");
  expect(code).toHaveProperty("pass^4");
  const rate = await summarize(draws, { task: { name: "ifeval", sampled: false }, storedScore: 61.5 });
  expect(rate).toMatchObject({ score: 61.5, fails: 0, ks: [] });
  expect(rate).not.toHaveProperty("pass@1");
});

test("a run without any verdict still tells its consistency, and nothing about correctness", async () => {
  const draws = [1, 2].map((problem) => ({
    ...draw(problem, "aab."),
    rollouts: draw(problem, "aab.").rollouts.map(({ verdict: _, ...rest }) => rest),
  }));
  const report = await summarize(draws, { task });
  expect(report).toMatchObject({ n_unjudged: 8, fails: 0, self_consistency: 50, n_unextracted: 2 });
  expect(Object.keys(report).filter((key) => /pass|score$|majority/.test(key))).toEqual([]);
});

test("a k beyond the budget is a usage error when asked for, and a note when the task has it", async () => {
  await expect(summarize([draw(1, "Aa")], { task, ks: [4] })).rejects.toThrow("k = 4 needs at least 4 rollouts");
  const report = await summarize([draw(1, "Aa")], { task: { ...task, k: 4 } });
  expect(report.ks).toEqual([1, 2]);
  expect(report.notes.join()).toContain("the task asks for k = 4");
  expect((await summarize([draw(1, "AaAaAa")], { task: { ...task, k: 3 } })).ks).toEqual([1, 2, 3, 4, 6]);
});

test("asking for a twin name is answered by the existing key and a note; equal taus fold", async () => {
  const report = await summarize([draw(1, "AAab")], { task, ks: [4], taus: ["0.25", "1/2", "0.50", "2/3"] });
  expect(Object.keys(report).filter((key) => key.startsWith("G-Pass") && !key.includes("ci95"))).toEqual([
    "G-Pass@4_0.5",
    "G-Pass@4_2/3",
  ]);
  expect(report.notes.join()).toContain("G-Pass@4_0.25 equals pass@4");
});

const words = fc.array(fc.string({ unit: fc.constantFrom("A", "B", "a", "b", "."), maxLength: 6 }), {
  minLength: 1,
  maxLength: 12,
});

test("any order of problems and any way of merging parts gives the same bytes", async () => {
  await fc.assert(
    fc.asyncProperty(words, fc.infiniteStream(fc.nat({ max: 2 })), async (all, parts) => {
      const draws = all.map((word, problem) => draw(problem, word));
      const whole = JSON.stringify(await summarize(draws, { task }));
      expect(JSON.stringify(await summarize([...draws].reverse(), { task }))).toBe(whole);
      const tallies = [emptyTally(), emptyTally(), emptyTally()];
      for (const one of draws) addDraw(tallies[parts.next().value] ?? emptyTally(), one, foldedKey);
      const merged = emptyTally();
      for (const tally of tallies.reverse()) mergeTally(merged, structuredClone(tally));
      expect(JSON.stringify(reportOf(merged, { task }))).toBe(whole);
    }),
    { numRuns: 60 },
  );
});

test("every report is a valid report, and every rate lies within its own interval", async () => {
  await fc.assert(
    fc.asyncProperty(words, async (all) => {
      const report: Record<string, unknown> = await summarize(
        all.map((word, problem) => draw(problem, word)),
        { task },
      );
      expect(reportSchema.safeParse(report).error).toBeUndefined();
      for (const [key, value] of Object.entries(report)) {
        if (!key.endsWith("_ci95")) continue;
        const [low, high] = value as [number, number];
        const rate = report[key.slice(0, -5)] as number;
        expect(low).toBeLessThanOrEqual(rate + 1e-9);
        expect(high).toBeGreaterThanOrEqual(rate - 1e-9);
      }
    }),
    { numRuns: 60 },
  );
});

test("permuting the rollouts of a draw changes only the tie-break and first-rollout headlines", async () => {
  const firstRollout = { ...task, headline: "first_rollout", score_key: "accuracy" } as const;
  const one = await summarize([draw(1, "AAbb")], { task: firstRollout });
  const other = await summarize([draw(1, "bbAA")], { task: firstRollout });
  const changed = Object.keys(one).filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));
  expect(changed).toEqual(["score", "accuracy", "majority@4"]);
});

test("two rollout orders of one stored draw are the same draw: index decides, not position", async () => {
  const straight = draw(1, "AbbA");
  const shuffled = { ...straight, rollouts: [...straight.rollouts].reverse() };
  expect(await summarize([shuffled], { task })).toEqual(await summarize([straight], { task }));
});

test("no name that a record brings along stands in for a key of the report", async () => {
  const names = ["pass@1", "score", "score_key", "pass@1_ci95", "ks", "__proto__", "strict"];
  const metrics = Object.fromEntries(names.map((name) => [name, false]));
  const draws = ["key", "ci95", "stem"].map((category, problem): Draw => {
    return { task: "t", problem, category, rollouts: [{ index: 0, prediction: "1", verdict: true, metrics }] };
  });
  const report = await summarize(draws, { task: { ...task, headline: "first_rollout", score_key: "score" } });
  expect(report).toMatchObject({ score: 100, score_key: "score", "pass@1": 100, strict: 0, score_stem: 100, ks: [1] });
  expect(reportSchema.safeParse(report).error).toBeUndefined();
  expect(report.notes.join()).toContain("is left out: a key of the report has that name");
});
