// Every row of docs/compatibility.md, on the real directories of the Python project's own writer where they are present.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Report } from "../draw/report.ts";
import { DEFAULT_MAX_LINE } from "../sources/source.ts";
import { type Measurement, measure } from "./measure.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const shared = join(root, "../shared/data");
const dirs = join(shared, "sieval_result_dirs");

const one = async (path: string): Promise<Measurement> => {
  const [first] = await measure(path, { maxLine: DEFAULT_MAX_LINE });
  if (first === undefined) throw new Error(`no run in ${path}`);
  return first;
};
const reportOn = async (path: string): Promise<Report> => (await one(join(dirs, path))).report;
const stored = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(dirs, path, "report.json"), "utf8"));
const close = (value: unknown) => expect.closeTo(value as number, 9);

/** Every toy run of every version. Called inside tests: a skipped group still runs its own body. */
const allRuns = (): string[] =>
  ["v0.6.0", "v0.7.0", "v0.8.0", "main-f2c86c3"].flatMap((version) =>
    readdirSync(join(dirs, version))
      .filter((name) => name.startsWith("toy_"))
      .map((name) => `${version}/${name}`)
      .filter((path) => statSync(join(dirs, path)).isDirectory()),
  );

describe.runIf(existsSync(dirs))("real result dirs of the Python project", () => {
  test("all 22 are read, and every key with one definition agrees to 1e-9", async () => {
    const all = allRuns();
    expect(all).toHaveLength(22);
    for (const path of all) {
      const theirs = stored(path);
      const ours = (await reportOn(path)) as Record<string, unknown>;
      const n = (theirs.n as number | undefined) ?? 1;
      const k = (theirs.k as number | undefined) ?? 1;
      const named: Record<string, string> = {
        "avg@n": "pass@1",
        "pass@k": `pass@${k}`,
        "pass^k": `pass^${k}`,
        "maj@k": `majority@${n}`,
        n: "n_requested",
      };
      const different = new Set(["self_consistency", "k", "n_short"]);
      for (const [key, value] of Object.entries(theirs)) {
        if (different.has(key)) continue;
        const mine = ours[named[key] ?? key];
        if (typeof value === "number") expect(mine, `${path} ${key}`).toEqual(close(value));
        else expect(mine, `${path} ${key}`).toEqual(value);
      }
    }
  });

  test("key-names, no-avg-twin, integer-counts", async () => {
    const report = await reportOn("main-f2c86c3/toy_math");
    expect(Object.keys(report).filter((key) => /pass|avg|maj/.test(key) && !/ci95|rerun|G-/.test(key))).toEqual([
      "pass@1",
      "pass@2",
      "pass@4",
      "pass^2",
      "pass^4",
      "majority@4",
      "majority_ties",
    ]);
    expect(report).toMatchObject({ n_requested: 4, ks: [1, 2, 4], n_short: 0, n_unextracted: 1, n_truncated: 1 });
  });

  test("dispersion-population: failed samples do not lower self-consistency", async () => {
    // One sample of three has a verdict: answers 7 7 8 and none, so half the draw agrees. They divide by three.
    expect(stored("main-f2c86c3/toy_math").self_consistency).toEqual(close(50 / 3));
    expect((await reportOn("main-f2c86c3/toy_math")).self_consistency).toBe(50);
  });

  test("copies: GPQA's permuted copies are one problem, and its stored score stays 50", async () => {
    for (const version of ["v0.6.0", "v0.7.0", "v0.8.0", "main-f2c86c3"]) {
      expect(await reportOn(`${version}/toy_gpqa_repeat`), version).toMatchObject({
        score: 50,
        n_problems: 1,
        n_rollouts: 2,
        n_requested: 2,
        "pass@1": 50,
        "pass@2": 100,
        self_consistency: 50,
        distinct_answers: 2,
      });
    }
  });

  test("mcq-sampling: a multiple-choice run keeps its first-rollout headline and category scores", async () => {
    expect(await reportOn("v0.8.0/toy_mcq")).toMatchObject({
      score: 50,
      score_stem: 100,
      score_humanities: 0,
      "pass@1": 50,
    });
  });

  test("health-in-old-dirs, truncation-source: 0.6 directories get every count", async () => {
    expect(await reportOn("v0.6.0/toy_math")).toMatchObject({
      n_unextracted: 1,
      n_truncated: 1,
      n_short: 1,
      n_requested: 4,
      fails: 1,
    });
    expect(await reportOn("v0.8.0/toy_math")).toMatchObject({ n_truncated: 1, n_scored_rollouts: 4 });
    expect(await reportOn("main-f2c86c3/toy_loop_limit")).toMatchObject({ fails: 2, n_scored_rollouts: 0 });
  });

  test("unknown-policy: 0.6 directories declare none, and nothing is guessed", async () => {
    const report = await reportOn("v0.6.0/toy_math");
    expect(report).not.toHaveProperty("denominator_policy");
    expect(report).not.toHaveProperty("score_key");
    expect(report.score).toBe(50);
    expect(report.notes.join("\n")).toContain("no denominator policy is declared");
    const named = await measure(join(dirs, "v0.6.0/toy_math"), {
      maxLine: DEFAULT_MAX_LINE,
      task: "aime_2025_0shot_gen",
    });
    expect(named[0]?.report).toMatchObject({ score: 50, score_key: "pass@1", denominator_policy: "requested" });
  });
});

describe.runIf(existsSync(shared))("real rollouts", () => {
  test("qwen25math 100 x 8 from its stored verdicts: pass@1 91, pass@8 96, pass^8 86", async () => {
    const { report } = await one(join(shared, "qwen25math_math100x8/rollouts.jsonl.gz"));
    expect(report).toMatchObject({
      "pass@1": close(91),
      "pass@8": close(96),
      "pass^8": close(86),
      n_split_clusters: 0,
      n_split_correct: 0,
      grader_version: "1",
      n_problems: 100,
      n_requested: 8,
    });
  });

  test("AQuA, code002: the three published accuracies, each run by its name", async () => {
    const path = join(shared, "faithful_cot_aqua_mcq_18runs/rollouts.jsonl.gz");
    const runs = await measure(path, { maxLine: DEFAULT_MAX_LINE });
    expect(runs).toHaveLength(18);
    const published = { code002_standard: 31.5, code002_COT: 42.1, code002_LtM: 40.6 };
    for (const [name, accuracy] of Object.entries(published)) {
      const [picked, ...others] = await measure(`${path}#${name}`, { maxLine: DEFAULT_MAX_LINE });
      expect(others).toEqual([]);
      expect(picked?.report["pass@1"]).toBeCloseTo(accuracy, 1);
    }
  });

  test("GSM8K, four systems on the same 1,319 questions", async () => {
    const runs = await measure(join(shared, "gsm8k_openai_4models/rollouts.jsonl.gz"), { maxLine: DEFAULT_MAX_LINE });
    expect(Object.fromEntries(runs.map(({ run, report }) => [run.name, report.score]))).toEqual({
      "6b_finetuning": close(28600 / 1319),
      "6b_verification": expect.closeTo(39.045, 2),
      "175b_finetuning": expect.closeTo(34.723, 2),
      "175b_verification": expect.closeTo(56.255, 2),
    });
  });

  test("tau-bench airline rewards give the published pass^k", async () => {
    const { report } = await one(join(shared, "taubench_airline_gpt4o/trials.csv"));
    expect(report).toMatchObject({ "pass@1": close(42), "pass^4": close(20), "pass@4": close(72), n_requested: 4 });
  });
});

test("clustering: equal values vote together whatever their spelling; a unit that could be a symbol does not", async () => {
  const { report } = await one(join(root, "examples/sums.jsonl"));
  expect(report).toMatchObject({ grader_version: "1", n_split_clusters: 0, split_correct: ["sums-15"] });
});

test("every row of docs/compatibility.md is the name of a test", () => {
  const rows = [...readFileSync(join(root, "docs/compatibility.md"), "utf8").matchAll(/^\| `([a-z-]+)` \|/gm)].map(
    ([, name]) => name,
  );
  const tests = [
    "src/scale/compatibility.test.ts",
    "src/metrics/summarize.test.ts",
    "src/metrics/consistency.test.ts",
    "src/sources/sieval/source.test.ts",
    "src/run/rewrite-report.test.ts",
  ]
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n");
  expect(rows.length).toBeGreaterThan(10);
  expect(
    rows.filter((row) => !tests.includes(`${row}:`) && !tests.includes(`${row},`) && !tests.includes(`, ${row}`)),
  ).toEqual([]);
});
