// The report of one run: every key of docs/metrics.md. Rates are percentages (0-100), counts are integers.
import { z } from "zod";

const percent = z.number().min(0).max(100);
const count = z.int().nonnegative();
const interval = z.tuple([percent, percent]);
const problemId = z.union([z.string(), z.int()]);

/**
 * Keys that carry a number in their name (`pass@8`, `pass^8`, `G-Pass@8_0.75`, `mG-Pass@8`, `majority@8`, `score_<category>`,
 * `<key>_ci95`, `<key>_rerun_se`) are not listed one by one: they are the catch-all.
 */
export const reportSchema = z
  .object({
    score: z.number().optional().describe("The headline, in percent"),
    score_key: z.string().optional().describe("The key that score equals"),
    denominator_policy: z.enum(["requested", "judged"]).optional(),
    score_ci95: interval.optional(),
    ci95_units: z.literal("n_problems").optional().describe("The unit of every _ci95 interval"),
    fails: count.describe("Stored samples without any verdict"),
    fail_reasons: z.record(z.string(), count).optional(),
    n_problems: count.describe("Problems in the population of the correctness keys"),
    n_rollouts: z.union([count, z.record(z.string(), count)]).describe("Rollouts per problem, or a histogram of it"),
    n_requested: count.optional().describe("Rollouts asked for per problem"),
    k: z.int().positive().optional().describe("The task's own k"),
    ks: z.array(z.int().positive()).describe("The swept k"),
    n_scored_rollouts: count,
    n_unjudged: count,
    n_unextracted: count.optional(),
    n_short: count,
    n_below_k: count.describe("Short draws with fewer verdicts than the largest swept k"),
    n_truncated: count.optional(),
    n_truncated_unextracted: count.optional().describe("Of n_truncated, those without an extracted answer"),
    n_unknown_finish: count.optional().describe("Rollouts without a finish reason, where others have one"),
    n_ungradable: count,
    n_duplicate: count.optional(),
    effective_n: z.number().nonnegative().optional().describe("Mean number of distinct texts per draw"),
    majority_ties: count.optional(),
    n_consistency_problems: count
      .optional()
      .describe("Problems that the consistency keys are over, where it is not n_problems"),
    n_split_clusters: count.optional(),
    split_clusters: z.array(problemId).optional().describe("Problems where one cluster holds different verdicts"),
    n_split_correct: count.optional(),
    split_correct: z.array(problemId).optional().describe("Problems whose correct rollouts sit in several clusters"),
    answer_entropy: z.number().nonnegative().optional().describe("Mean entropy of the answer clusters, in nats"),
    distinct_answers: z.number().nonnegative().optional().describe("Mean number of different answers per problem"),
    variance: z
      .object({ between: z.number(), within: z.number() })
      .optional()
      .describe("Var(mean_i) = between + within/n, of fractions (not percent)"),
    complete_draws: z.record(z.string(), z.number()).optional().describe("The same rates over complete draws only"),
    curves: z
      .record(z.string(), z.array(z.tuple([z.int().positive(), percent])))
      .optional()
      .describe("For each curve its points [k, percent]"),
    metrics_version: z.string(),
    grader_version: z.string().optional(),
    sieval_versions: z.array(z.string()).optional(),
    notes: z.array(z.string()).describe("Why a key is missing, and what a reader must know, one sentence each"),
    warnings: z.array(z.string()).describe("Health problems in plain language, the worst first"),
    previous: z.record(z.string(), z.unknown()).optional().describe("Values that a recomputation replaced"),
  })
  .catchall(z.unknown())
  .describe("The report of one run of one task");
export type Report = z.infer<typeof reportSchema>;

const lossSchema = z
  .object({
    unknown: z.array(z.string()).describe("Facts that the format does not say"),
    counts: z.record(z.string(), count).describe("What was left out or inferred, counted"),
    notes: z.array(z.string()),
  })
  .describe("What was lost on the way from the stored format to draws");

/** One row of `report` and `recompute`. */
export const reportRowSchema = z
  .object({
    source: z.string(),
    run: z.string().optional().describe("The name that PATH#RUN takes"),
    format: z.string(),
    task: z.string(),
    model: z.string().optional(),
    report: reportSchema,
    loss: lossSchema,
  })
  .describe("One run and its report");
export type ReportRow = z.infer<typeof reportRowSchema>;
