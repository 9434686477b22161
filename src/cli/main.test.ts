import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
let folder: string;

type Result = { code: number; stdout: string; stderr: string };

/** Runs the built program in the folder of fixtures. */
const sieval = (...argv: string[]): Promise<Result> =>
  new Promise((resolve) => {
    const environment = { ...process.env, NO_COLOR: "1" };
    execFile(process.execPath, [program, ...argv], { cwd: folder, env: environment }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });

const json = async (...argv: string[]) => {
  const { code, stdout, stderr } = await sieval(...argv, "--output", "json");
  return { code, stderr, body: JSON.parse(stdout) };
};

const answers = [
  {
    id: 1,
    predictions: ["7", "7", "8", "7"],
    correct: [true, true, false, true],
    finish: ["stop", "stop", "stop", "stop"],
  },
  {
    id: 2,
    predictions: ["1/2", null, "3", "1/2"],
    correct: [true, false, false, true],
    finish: ["stop", "length", "stop", "stop"],
  },
  {
    id: 3,
    predictions: ["x", "y", "y", "z"],
    correct: [false, false, false, false],
    finish: ["stop", "stop", "stop", "stop"],
  },
];

const rows = (rollouts: number): string =>
  answers
    .map(({ id, predictions, correct, finish }) =>
      JSON.stringify({
        problem_id: id,
        task: "toys",
        model: "toy-1b",
        completions: predictions
          .slice(0, rollouts)
          .map((answer, i) => `Working ${i} of problem ${id}. Answer: ${answer}`),
        predictions: predictions.slice(0, rollouts),
        correct: correct.slice(0, rollouts),
        finish_reasons: finish.slice(0, rollouts),
      }),
    )
    .join("\n");

const finalRecord = (id: number, predictions: (string | null)[], correct: boolean[]) => ({
  sample_id: id,
  iteration: 0,
  stage: "final",
  preprocess_result: { prompt: [{ role: "user", content: `Question ${id}?` }], reference: "7" },
  infer_result: {
    model: { model: "toy-1b" },
    texts: predictions.map((answer, i) => `${i}: ${answer}`),
    request_params: { n: 4 },
  },
  postprocess_result: {
    rollouts: predictions.map((prediction, index) =>
      prediction === null ? { index, extracted: false } : { index, prediction, extracted: true },
    ),
  },
  feedback_result: {
    reference: "7",
    rollouts: correct.map((each, index) => ({ index, correct: each })),
    n_rollouts: correct.length,
    n_correct: correct.filter(Boolean).length,
  },
  stage_meta: { inferred: [{ timestamp: 1.5, version: "0.8.0" }], feedback: [{ timestamp: 2, version: "0.8.0" }] },
});

const writeResultDir = (path: string): void => {
  const finals = join(folder, path, "0", "final");
  mkdirSync(finals, { recursive: true });
  const records = answers.map(({ id, predictions, correct }) => JSON.stringify(finalRecord(id, predictions, correct)));
  writeFileSync(join(finals, "0.jsonl"), `${records.join("\n")}\n`);
  writeFileSync(join(folder, path, "meta.json"), '{"version":"0.8.0","task":{"name":"aime_2025_0shot_gen"}}');
  writeFileSync(
    join(folder, path, "report.json"),
    '{"score":41.666666666666664,"fails":0,"pass@1":41.666666666666664,"score_key":"pass@1","denominator_policy":"requested","self_consistency":50.0,"n":4.0,"k":4.0}',
  );
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sieval-cli-"));
  writeFileSync(join(folder, "toys.jsonl"), rows(4));
  writeFileSync(join(folder, "single.jsonl"), rows(1));
  writeFileSync(join(folder, "broken.jsonl"), "{\n");
  writeResultDir("runs/aime");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("report prints a screen", async () => {
  const { code, stdout, stderr } = await sieval("report", "toys.jsonl");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
    "toys   toy-1b   3 problems x 4 rollouts   jsonl   toys.jsonl

      pass@1    41.7 %        of the answers are correct, averaged over 3 problems
                [15.7, 73.3]  95 % interval for questions like these
                [16.7, 66.6]  95 % interval if the model answers these same questions again

      health    ! 1 of 12 rollouts was cut off by the token limit (8.3 %), 1 of them without an answer:
                  this score is partly a budget, not a capability. A larger max_tokens is the first
                  thing to try
                . of 12 rollouts: 0 ungradable, 0 repeated; 0 short draws, 0 failures

      k                 1     2     4     95 % at 4
      pass@k         41.7  61.1  66.7  [20.8, 93.9]   at least one of k right
      G-Pass@k 0.5               66.7  [20.8, 93.9]   at least half of k right
      G-Pass@k 0.75              33.3   [6.1, 79.2]   at least three quarters of k right
      pass^k               22.2   0.0   [0.0, 70.8]   all k right
      mG-Pass@k            22.2  16.7   [3.5, 52.4]   mean over thresholds above half

      majority@4        66.7  [20.8, 93.9]   the most frequent answer is right; no ties
      self-consistency  58.3  [44.9, 70.7]   share of the most frequent answer, right or wrong
      agreement         27.8  [14.0, 47.6]   chance that two rollouts give the same answer
      distinct answers   2.3                 per problem with an answer (entropy 0.75 nats)

      score     pass@1, over 3 problems; a failed problem counts as wrong (requested)
      spread    67 % of the variance of problem scores is real, the rest is sampling noise: more
                rollouts narrow the interval a little, more problems narrow it more
      source    not said by this format: how many rollouts were asked for, seeds
      versions  metrics 1, grader 1

      next      --output json for every key   |   --k 2,4 --tau 2/3 for other points
    "
  `);
});

test("report of one rollout per problem", async () => {
  expect(
    (await sieval("report", "single.jsonl", "--task", "mine", "--policy", "judged")).stdout,
  ).toMatchInlineSnapshot(`
    "mine   toy-1b   3 problems x 1 rollout   jsonl   single.jsonl

      pass@1    66.7 %        of the answers are correct, averaged over 3 problems
                [20.8, 93.9]  95 % interval for questions like these

      health    . of 3 rollouts: 0 cut off, 0 without an answer, 0 ungradable, 0 repeated; 0 short
                  draws, 0 failures

      score     pass@1, over 3 problems; a failed problem is left out (judged)
      source    not said by this format: how many rollouts were asked for, seeds
      notes     one rollout per problem: pass@k beyond 1, pass^k, consistency and rerun errors need more
      versions  metrics 1

      next      --output json for every key
    "
  `);
});

test("report as json, yaml and markdown holds the same numbers", async () => {
  const { code, body } = await json("report", "toys.jsonl", "--k", "1,2", "--tau", "0.5,3/4");
  expect(code).toBe(0);
  expect(Object.keys(body)).toEqual(["command", "ok", "data"]);
  const [row] = body.data.reports;
  expect(row).toMatchObject({ source: "toys.jsonl", format: "jsonl", task: "toys", model: "toy-1b" });
  expect(row.report).toMatchObject({ n_problems: 3, n_rollouts: 4, ks: [1, 2], n_truncated: 1, n_unextracted: 1 });
  expect(row.report["pass@1"]).toBeCloseTo(41.6667, 3);
  const yaml = await sieval("report", "toys.jsonl", "--k", "1,2", "--tau", "0.5,3/4", "-o", "yaml");
  expect(parse(yaml.stdout)).toEqual(body);
  expect((await sieval("report", "toys.jsonl", "-o", "md")).stdout).toContain("| `pass@k` | 41.7 |");
});

test("a failing path does not hide the others", async () => {
  const { code, body } = await json("report", "nope.jsonl", "toys.jsonl");
  expect(code).toBe(1);
  expect(body).toMatchObject({ command: "report", ok: false, error: { file: "nope.jsonl" } });
  expect(body.data.reports).toHaveLength(1);
  const text = await sieval("report", "nope.jsonl", "toys.jsonl");
  expect(text.code).toBe(1);
  expect(text.stdout).toContain("toys.jsonl");
  expect(text.stderr).toMatch(/^error: nope\.jsonl {2}\S.*\n$/);
});

test("usage errors exit with 2, name the argument and are JSON when asked for", async () => {
  const cases: [string[], string][] = [
    [["report"], "missing required argument 'path'"],
    [["report", "toys.jsonl", "--k", "0"], "argument '0' is invalid. It must be a whole number of at least 1."],
    [["report", "toys.jsonl", "--k", "9"], "9"],
    [["report", "toys.jsonl", "--tau", "2"], "--tau"],
    [["report", "toys.jsonl", "--nonsense"], "unknown option '--nonsense'"],
    [["report", "toys.jsonl", "--policy", "maybe"], "requested, judged"],
    [["report", "toys.jsonl", "--format", "nope"], "nope"],
    [["report", "toys.jsonl", "--map", "nope=x"], "nope"],
    [["metrics", "--n", "4", "--c", "-1", "--k", "2"], "c must be an integer from 0 to n = 4, got -1"],
    [["metrics", "--n", "4", "--c", "2"], "--k"],
    [["nonsense"], "unknown command 'nonsense'"],
    [["--output", "text"], "no verb given"],
  ];
  const results = await Promise.all(cases.map(async ([argv]) => [await sieval(...argv), await json(...argv)] as const));
  for (const [i, [text, machine]] of results.entries()) {
    const [argv, message] = cases[i] ?? [[], ""];
    expect([text.code, machine.code], argv.join(" ")).toEqual([2, 2]);
    expect(text.stderr.trimEnd().split("\n"), argv.join(" ")).toHaveLength(1);
    expect(text.stderr).toContain(message);
    expect(text.stdout).toBe("");
    expect(machine.body).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } });
    expect(machine.stderr).toBe("");
  }
});

test("without a verb the help is shown, with the usage exit code", async () => {
  const { code, stdout, stderr } = await sieval();
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("Usage: sieval");
});

test("one run that cannot have the asked-for k does not hide the others, and is named", async () => {
  const answers = [
    ["one", 0],
    ["two", 0],
    ["two", 1],
  ] as const;
  const rows = answers.map(([model, rollout]) => ({ problem_id: 1, model, rollout, correct: true }));
  writeFileSync(join(folder, "uneven.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { code, body } = await json("report", "uneven.jsonl", "--k", "2");
  expect(code).toBe(2);
  expect(body.data).toMatchObject({ reports: [{ model: "two" }] });
  expect(body.error).toMatchObject({ message: expect.stringContaining("one: k = 2 needs at least 2 rollouts") });
});

test("metrics takes several k", async () => {
  const { body } = await json("metrics", "--n", "4", "--c", "2", "--k", "1,2,4");
  expect(body.data).toMatchObject({ k: [1, 2, 4], "pass@1": 0.5, exact: { "pass@2": "5/6", "pass^4": "0" } });
});

test("common options may stand in front of the verb", async () => {
  const { code, stdout } = await sieval("--output", "json", "metrics", "--n", "4", "--c", "2", "--k", "2");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ command: "metrics", ok: true });
});

test("a stack trace is printed with --verbose only", async () => {
  expect((await sieval("report", "nope.jsonl")).stderr).not.toContain("    at ");
  expect((await sieval("report", "nope.jsonl", "--verbose")).stderr).toContain("    at ");
});

test("metrics prints decimals and exact fractions", async () => {
  expect(
    (await sieval("metrics", "--n", "8", "--c", "5", "--k", "4", "--tau", "0.5,0.75,1")).stdout,
  ).toMatchInlineSnapshot(`
    "n = 8 answers to one problem, c = 5 correct, k = 4 drawn without replacement

      pass@1         0.625000  5/8     share of the answers that are correct
      pass@4         1.000000          at least 1 of 4 answers is correct
      pass^4         0.071429  1/14    all 4 answers are correct
      mG-Pass@4      0.285714  2/7     mean over the thresholds above half
      G-Pass@4_0.5   0.928571  13/14   at least 2 of 4 answers are correct
      G-Pass@4_0.75  0.500000  1/2     at least 3 of 4 answers are correct

      . G-Pass@4_1 equals pass^4: it asks for all 4 to be correct
    "
  `);
  const { body } = await json("metrics", "--n", "4", "--c", "2", "--k", "2");
  expect(body).toMatchInlineSnapshot(`
    {
      "command": "metrics",
      "data": {
        "c": 2,
        "exact": {
          "mG-Pass@2": "1/6",
          "pass@1": "1/2",
          "pass@2": "5/6",
          "pass^2": "1/6",
        },
        "k": 2,
        "mG-Pass@2": 0.16666666666666666,
        "n": 4,
        "notes": [],
        "pass@1": 0.5,
        "pass@2": 0.8333333333333334,
        "pass^2": 0.16666666666666666,
      },
      "ok": true,
    }
  `);
});

test("recompute shows, writes, and writes once", async () => {
  cpSync(join(folder, "runs/aime"), join(folder, "copy/aime"), { recursive: true });
  expect((await sieval("recompute", "copy")).stdout).toMatchInlineSnapshot(`
    "copy   aime_2025_0shot_gen   pass@1 41.7 %   3 problems x 4
      1 stored value would be replaced and kept under "previous"
      self_consistency 50 -> 58.3
      53 keys would be added: score_ci95, pass@1_ci95, pass@1_rerun_se, pass@2, pass@2_ci95,
      pass@2_rerun_se, pass@4, pass@4_ci95 and 45 more
      not written: add --write to store it
      ! 1 warning: see sieval report
    "
  `);
  expect(readdirSync(join(folder, "copy/aime"))).toHaveLength(3);
  const first = await json("recompute", "copy", "--write");
  expect(first.code).toBe(0);
  expect(first.body.data.reports[0].rewrite).toMatchObject({ written: true });
  const after = readFileSync(join(folder, "copy/aime/report.json"), "utf8");
  expect(JSON.parse(after)).toMatchObject({ score: 41.666666666666664, n: 4, n_problems: 3 });
  expect((await sieval("recompute", "copy", "--write")).stdout).toContain("unchanged");
  expect(readFileSync(join(folder, "copy/aime/report.json"), "utf8")).toBe(after);
  expect(readdirSync(join(folder, "copy/aime"))).toHaveLength(4);
});

test("recompute --write refuses other formats", async () => {
  const { code, body } = await json("recompute", "toys.jsonl", "--write");
  expect(code).toBe(2);
  expect(body.error).toMatchObject({ message: "--write needs a SiEval result dir; this is jsonl", file: "toys.jsonl" });
  expect((await json("recompute", "toys.jsonl")).code).toBe(0);
});

test("leaderboard shows the budget beside the score and warns of unlike columns", async () => {
  mkdirSync(join(folder, "runs/other/aime"), { recursive: true });
  writeFileSync(join(folder, "runs/other/aime/report.json"), '{"score":60,"n":16,"denominator_policy":"judged"}');
  writeFileSync(join(folder, "runs/other/report.json"), "{");
  const { code, stdout } = await sieval("leaderboard", "runs");
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "model   aime
    other   60.0
            n=16 judged
    toy-1b  41.7
            n=4 k=4 requested

    ! runs/other/report.json: skipped, it is not a JSON object
    ! aime: these 2 scores are not alike: n is 4 or 16; the denominator is judged or requested

    2 models, 1 task. Scores in percent; n = rollouts per problem; [low, high] = 95 % interval.
    requested = a failed problem counts as wrong; judged = it is left out; ? = not stored.
    "
  `);
  const { body } = await json("leaderboard", "runs");
  expect(body.data).toMatchObject({ models: ["other", "toy-1b"], tasks: ["aime"] });
  expect(body.data.results[1]).toMatchObject({ model: "toy-1b", task: "aime", run_id: "aime", n: 4, k: 4 });
  expect(body.warnings).toHaveLength(2);
});

test("repair says what it would do, does it, and finds nothing more", async () => {
  cpSync(join(folder, "runs/aime"), join(folder, "torn/aime"), { recursive: true });
  const shard = join(folder, "torn/aime/0/final/0.jsonl");
  writeFileSync(shard, `${readFileSync(shard, "utf8")}{"sample_id":9,"iter`);
  expect((await sieval("repair", "torn", "--dry-run")).stdout).toMatchInlineSnapshot(`
    "3 repairs needed. Nothing was changed; leave out --dry-run to do it:
      . aime/0/final/0.jsonl: 1 torn record (20 bytes) cut out and kept in aime/0/final/0.jsonl.torn
      . aime/0/final/0.idx: rebuilt, because it was missing
      . aime/manifest.json: rebuilt, because it was missing
    "
  `);
  const { code, body } = await json("repair", "torn");
  expect(code).toBe(0);
  expect(body.data).toMatchObject({ dry_run: false, unreadable: [] });
  expect((await sieval("repair", "torn")).stdout).toBe("Nothing to repair in 1 result dir.\n");
  expect((await json("repair", "nope")).body).toMatchObject({ ok: false, error: { file: "nope" } });
});

test("help and version", async () => {
  const [help, version, verbHelp] = await Promise.all([sieval("--help"), sieval("-V"), sieval("metrics", "--help")]);
  expect([help.code, version.code, verbHelp.code]).toEqual([0, 0, 0]);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const verb of ["report", "recompute", "leaderboard", "metrics", "repair"])
    expect(help.stdout).toContain(`sieval ${verb}`);
  expect(verbHelp.stdout).toContain("Examples:");
  const names = ["report", "recompute", "leaderboard", "metrics", "repair", "grade", "cluster", "extract"];
  const helps = await Promise.all(names.map((name) => sieval(name, "--help")));
  for (const { stdout } of [help, ...helps]) {
    for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
  }
});

test("a closed pipe is quiet", async () => {
  const wide = Array.from({ length: 4000 }, (_, i) =>
    JSON.stringify({ problem_id: i, task: `task-${i % 400}`, predictions: ["1"], correct: [true] }),
  );
  writeFileSync(join(folder, "many.jsonl"), wide.join("\n"));
  const child = spawn(process.execPath, [program, "report", "many.jsonl"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});
