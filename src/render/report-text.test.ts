import fc from "fast-check";
import { expect, test } from "vitest";
import type { Report, ReportRow } from "../draw/report.ts";
import { styleOf } from "./renderer.ts";
import { renderReportMarkdown } from "./report-markdown.ts";
import { renderReportText } from "./report-text.ts";
import { widthOf } from "./text.ts";

const plain = styleOf(false);

const sampled: Report = {
  score: 56.25,
  score_key: "pass@1",
  denominator_policy: "requested",
  score_ci95: [41.9, 69.6],
  ci95_units: "n_problems",
  "pass@1": 56.25,
  "pass@1_ci95": [41.9, 69.6],
  "pass@1_rerun_se": 2.1,
  "pass@2": 64.9,
  "pass@4": 71,
  "pass@4_ci95": [54.2, 83.5],
  "G-Pass@4_0.75": 44.4,
  "pass^2": 47.6,
  "pass^4": 33.3,
  "pass^4_ci95": [19.2, 51.2],
  "majority@4": 63.3,
  "majority@4_ci95": [45.5, 78.1],
  majority_ties: 2,
  self_consistency: 71.7,
  agreement: 58,
  agreement_ci95: [48.4, 67.1],
  distinct_answers: 2.4,
  answer_entropy: 0.61,
  fails: 1,
  fail_reasons: { "exception::TimeoutError": 1 },
  n_problems: 30,
  n_rollouts: { "0": 1, "3": 1, "4": 28 },
  n_requested: 4,
  ks: [1, 2, 4],
  n_scored_rollouts: 115,
  n_unjudged: 0,
  n_unextracted: 9,
  n_short: 1,
  n_below_k: 1,
  n_truncated: 12,
  n_truncated_unextracted: 7,
  n_ungradable: 2,
  n_duplicate: 0,
  n_split_clusters: 2,
  split_clusters: [12, 19],
  n_split_correct: 0,
  complete_draws: { n_problems: 28, "pass@1": 57.1, "pass@2": 66, "pass@4": 73.2, "pass^2": 48, "pass^4": 34 },
  variance: { between: 0.12, within: 0.08 },
  accuracy: 60,
  metrics_version: "1",
  sieval_versions: ["0.8.0"],
  notes: ["n_something is omitted: the source does not say it"],
  warnings: [
    "12 of 115 rollouts were cut off by the token limit (10.4 %), 7 of them without an answer: this score is partly a budget",
  ],
};

const single: Report = {
  score: 83.3,
  score_key: "accuracy",
  denominator_policy: "judged",
  accuracy: 83.3,
  score_stem: 100,
  fails: 0,
  n_problems: 6,
  n_rollouts: 1,
  n_requested: 1,
  ks: [1],
  n_scored_rollouts: 6,
  n_unjudged: 0,
  n_short: 0,
  n_below_k: 0,
  n_ungradable: 0,
  metrics_version: "1",
  notes: ["n_truncated is omitted: the source stores no finish reasons"],
  warnings: [],
};

const ungraded: Report = {
  self_consistency: 75,
  agreement: 50,
  fails: 0,
  n_problems: 2,
  n_rollouts: 4,
  ks: [1, 2, 4],
  n_scored_rollouts: 0,
  n_unjudged: 8,
  n_unextracted: 0,
  n_short: 0,
  n_below_k: 0,
  n_ungradable: 0,
  metrics_version: "1",
  notes: [],
  warnings: [],
};

const row = (report: Report, more: Partial<ReportRow> = {}): ReportRow => ({
  source: "runs/qwen-int4",
  format: "sieval",
  task: "aime_2025_0shot_gen",
  model: "qwen3-8b-int4",
  report,
  loss: { unknown: [], counts: {}, notes: [] },
  ...more,
});

test("the screen of a sampled run", () => {
  const loss = { unknown: ["seed"], counts: { torn_lines: 1, unfinished_samples: 12 }, notes: [] };
  expect(renderReportText({ reports: [row(sampled, { loss })] }, plain)).toMatchInlineSnapshot(`
    "aime_2025_0shot_gen   qwen3-8b-int4   30 problems x 4 rollouts (1 with 3, 1 with 0)
      SiEval result dir   runs/qwen-int4

      pass@1    56.3 %        of the answers are correct, averaged over 30 problems
                [41.9, 69.6]  95 % interval for questions like these
                [52.1, 60.4]  95 % interval if the model answers these same questions again

      health    ! 12 of 115 rollouts were cut off by the token limit (10.4 %), 7 of them without an
                  answer: this score is partly a budget
                . over the 28 complete draws alone: pass@4 73.2, pass^4 34.0
                . same answer, both verdicts: 12, 19
                . of 115 rollouts: 0 repeated

      k                 1     2     4     95 % at 4
      pass@k         56.3  64.9  71.0  [54.2, 83.5]   at least one of k right
      G-Pass@k 0.75              44.4                 at least three quarters of k right
      pass^k               47.6  33.3  [19.2, 51.2]   all k right

      majority@4        63.3  [45.5, 78.1]   the most frequent answer is right; 2 ties went to the
                                             answer that came first
      self-consistency  71.7                 share of the most frequent answer, right or wrong
      agreement         58.0  [48.4, 67.1]   chance that two rollouts give the same answer
      distinct answers   2.4                 per problem with an answer (entropy 0.61 nats)

      accuracy  60.0

      score     pass@1, over 30 problems; a failed problem counts as wrong (requested)
      spread    85 % of the variance of problem scores is real, the rest is sampling noise: more
                problems narrow the interval, more rollouts hardly do
      source    not said by this format: seeds
                counted on the way in: torn lines 1, unfinished samples 12
      versions  metrics 1, records written by SiEval 0.8.0

      next      --output json for every key   |   --k 2,4 --tau 2/3 for other points
    "
  `);
});

test("one rollout per problem gets a compact screen", () => {
  const text = renderReportText({ reports: [row(single, { task: "mmlu_0shot_gen" })] }, plain);
  expect(text).toMatchInlineSnapshot(`
    "mmlu_0shot_gen   qwen3-8b-int4   6 problems x 1 rollout   SiEval result dir   runs/qwen-int4

      accuracy  83.3 %  over 6 problems

      health    . of 6 rollouts: 0 ungradable; 0 short draws, 0 failures

      score_stem  100.0

      score     accuracy, over 6 problems; a failed problem is left out (judged)
      versions  metrics 1

      next      --output json for every key
    "
  `);
});

test("predictions without verdicts have no score and say so", () => {
  expect(renderReportText({ reports: [row(ungraded, { format: "jsonl" })] }, plain)).toMatchInlineSnapshot(`
    "aime_2025_0shot_gen   qwen3-8b-int4   2 problems x 4 rollouts   jsonl   runs/qwen-int4

      There is no score: none of the 8 rollouts has a verdict. What follows needs none.

      health    . of 8 rollouts: 0 without an answer, 0 ungradable; 0 short draws, 0 failures

      self-consistency  75.0   share of the most frequent answer, right or wrong
      agreement         50.0   chance that two rollouts give the same answer

      score     none: nothing was graded
      versions  metrics 1

      next      --output json for every key
                --task NAME or --policy requested|judged to declare the denominator
    "
  `);
});

test("nothing at all reads sensibly", () => {
  const empty = { ...ungraded, n_problems: 0, n_rollouts: 0, n_unjudged: 0, ks: [] };
  const text = renderReportText({ reports: [row(empty, { task: "", source: "" })] }, plain);
  expect(text).toContain("There is nothing to score: no problem has a rollout.");
  expect(text).toContain("(task not named)");
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
});

test("more than three runs get a table on top", () => {
  const reports = ["a", "b", "c", "d"].map((run) => row(sampled, { run, model: `model-${run}` }));
  const [table = ""] = renderReportText({ reports }, plain).split("\n\n");
  expect(table).toMatchInlineSnapshot(`
    "4 runs of aime_2025_0shot_gen
    run  score  95 % interval  problems  n  warnings
    a     56.3   [41.9, 69.6]        30  4       ! 1
    b     56.3   [41.9, 69.6]        30  4       ! 1
    c     56.3   [41.9, 69.6]        30  4       ! 1
    d     56.3   [41.9, 69.6]        30  4       ! 1"
  `);
});

test("markdown for a ticket", () => {
  expect(renderReportMarkdown({ reports: [row(sampled)] }, plain)).toMatchInlineSnapshot(`
    "### \`aime_2025_0shot_gen\`, \`qwen3-8b-int4\`

    30 problems x 4 rollouts (1 with 3, 1 with 0), SiEval result dir, \`runs/qwen-int4\`

    **\`pass@1\` 56.3 %** of the answers are correct, averaged over 30 problems; [41.9, 69.6] is the 95 % interval for questions like these; +-4.1 (95 %) if the model answers these same questions again

    | k | 1 | 2 | 4 | 95 % at 4 | meaning |
    | :-- | --: | --: | --: | --: | :-- |
    | \`pass@k\` | 56.3 | 64.9 | 71.0 | [54.2, 83.5] | at least one of k right |
    | \`G-Pass@k 0.75\` |  |  | 44.4 |  | at least three quarters of k right |
    | \`pass^k\` |  | 47.6 | 33.3 | [19.2, 51.2] | all k right |

    | number | value | 95 % | meaning |
    | :-- | --: | --: | :-- |
    | \`majority@4\` | 63.3 | [45.5, 78.1] | the most frequent answer is right; 2 ties went to the answer that came first |
    | \`self-consistency\` | 71.7 |  | share of the most frequent answer, right or wrong |
    | \`agreement\` | 58.0 | [48.4, 67.1] | chance that two rollouts give the same answer |
    | \`distinct answers\` | 2.4 |  | per problem with an answer (entropy 0.61 nats) |

    | number | value | 95 % | meaning |
    | :-- | --: | --: | :-- |
    | \`accuracy\` | 60.0 |  |  |

    - **Warning:** 12 of 115 rollouts were cut off by the token limit (10.4 %), 7 of them without an answer: this score is partly a budget
    - over the 28 complete draws alone: pass&#64;4 73.2, pass^4 34.0
    - same answer, both verdicts: 12, 19
    - of 115 rollouts: 0 repeated

    - score: pass&#64;1, over 30 problems; a failed problem counts as wrong (requested)
    - 85 % of the variance of problem scores is real, the rest is sampling noise: more problems narrow the interval, more rollouts hardly do
    - metrics 1, records written by SiEval 0.8.0
    "
  `);
});

test("colour only wraps words that are there without it", () => {
  const coloured = renderReportText({ reports: [row(sampled)] }, styleOf(true));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(renderReportText({ reports: [row(sampled)] }, plain));
  expect(coloured).not.toBe(renderReportText({ reports: [row(sampled)] }, plain));
});

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.constantFrom(
    "\u001b]0;owned\u0007",
    "\u202eevil",
    "x".repeat(5000),
    "\u6570\u5b66".repeat(80),
    "a\nb\r\n\n# c | d",
    "e\u0301".repeat(300),
  ),
);
const counts = fc.nat({ max: 1e9 });
const reports: fc.Arbitrary<Report> = fc
  .record({
    texts: fc.array(hostile, { maxLength: 4 }),
    key: hostile,
    numbers: fc.array(counts, { minLength: 12, maxLength: 12 }),
    rate: fc.double({ min: 0, max: 100, noNaN: true }),
    ks: fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 20 }),
    histogram: fc.dictionary(fc.stringMatching(/^\d{1,6}$/), counts, { maxKeys: 6 }),
  })
  .map(({ texts, key, numbers, rate, ks, histogram }) => {
    const [fails = 0, problems = 0, scored = 0, unjudged = 0, short = 0, cut = 0, silent = 0, ties = 0, split = 0] =
      numbers;
    const swept = ks.flatMap((k) => [
      [`pass@${k}`, rate],
      [`pass^${k}`, rate],
      [`G-Pass@${k}_1/3`, rate],
      [`pass@${k}_ci95`, [0, rate]],
    ]);
    return {
      ...sampled,
      ...Object.fromEntries(swept),
      ...(key === "" || key === "__proto__" || key in sampled ? {} : { [key]: rate }),
      score: rate,
      score_key: key,
      fails,
      fail_reasons: Object.fromEntries(texts.map((text, i) => [text, i + 1])),
      n_problems: problems,
      n_rollouts: histogram,
      ks,
      n_scored_rollouts: scored,
      n_unjudged: unjudged,
      n_short: short,
      n_below_k: short,
      n_truncated: cut,
      n_truncated_unextracted: silent,
      n_split_correct: split,
      split_correct: texts,
      majority_ties: ties,
      notes: texts,
      warnings: texts,
      sieval_versions: texts,
    };
  });

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

test("no line is wider than 100 columns and none holds a control character, whatever the data says", () => {
  fc.assert(
    fc.property(
      reports,
      fc.array(hostile, { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 1, max: 5 }),
      (report, names, runs) => {
        const [source = "", run = "", task = "", model = "", format = "", fact = ""] = names;
        const loss = { unknown: [fact], counts: { [fact]: 3 }, notes: [fact] };
        const rows = Array.from({ length: runs }, () => row(report, { source, run, task, model, format, loss }));
        const text = renderReportText({ reports: rows }, plain);
        expect(text).not.toMatch(ACTIVE);
        for (const line of text.split("\n")) expect(widthOf(line), line).toBeLessThanOrEqual(100);
        expect(renderReportMarkdown({ reports: rows }, plain)).not.toMatch(ACTIVE);
      },
    ),
    { numRuns: 150 },
  );
});
