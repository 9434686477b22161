// A report from a tally: every number of docs/metrics.md, as a pure function of the draws and the metrics version.
import { UsageError } from "../draw/input-error.ts";
import { type Report, reportSchema } from "../draw/report.ts";
import type { DenominatorPolicy, TaskDeclaration } from "../draw/run.ts";
import { meanOf, problemInterval95, sampleVariance, type Weighted } from "./intervals.ts";
import {
  type Cell,
  dispersions,
  gPassRate,
  meanVerdictVariance,
  passAtOneRerunError,
  passAtRate,
  passHatRate,
  type Rate,
  ratesFor,
  rerunError,
  sortedCells,
  sortedFirsts,
  sortedSizes,
} from "./rates.ts";
import { NO_VERDICT, type Tally } from "./tally.ts";
import { parseTau } from "./tau.ts";
import { warningsOf } from "./warnings.ts";

/** The version of the definitions in docs/metrics.md. A change of any number raises it. */
export const METRICS_VERSION = "1";

/** The taus reported unless others are asked for. */
const DEFAULT_TAUS = ["0.5", "0.75"];

/** Above this many rollouts a curve has its powers of two and its end only. */
const FULL_CURVE = 64;

export type ReportOptions = {
  readonly task: TaskDeclaration;
  /** Rollouts asked for per problem, where the run says it. */
  readonly requested?: number | undefined;
  /** The k and tau to sweep; by default powers of two, the budget, the task's own k, and tau .5 and .75. */
  readonly ks?: readonly number[] | undefined;
  readonly taus?: readonly (string | number)[] | undefined;
  /** Overrides the population where the task declares none. */
  readonly policy?: DenominatorPolicy | undefined;
  readonly versions?: readonly string[] | undefined;
  /** The version of the grading whose keys formed the clusters; absent where folded text did. */
  readonly graderVersion?: string | undefined;
  /** The score of the stored report.json, in percent. */
  readonly storedScore?: number | undefined;
  /** Stored samples that are missing here: never finished, or cut off by a crash. */
  readonly missing?: number | undefined;
};

/** What the sections of a report share. */
type Context = {
  readonly tally: Tally;
  readonly options: ReportOptions;
  readonly cells: readonly Cell[];
  /** Problems of the population: all of them, or those with a verdict. */
  readonly population: number;
  readonly requested: number;
  readonly ks: readonly number[];
  readonly notes: string[];
};

const percent = (fraction: number): number => fraction * 100;
const percents = ([low, high]: [number, number]): [number, number] => [percent(low), percent(high)];
const problemsIn = (cells: readonly Cell[]): number => cells.reduce((sum, { problems }) => sum + problems, 0);

function powersOfTwo(limit: number): number[] {
  const powers: number[] = [];
  for (let k = 1; k <= limit; k *= 2) powers.push(k);
  return powers;
}

const ascending = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

function sweptKs(options: ReportOptions, requested: number, notes: string[]): number[] {
  if (options.ks !== undefined) {
    for (const k of options.ks) {
      if (!Number.isSafeInteger(k) || k < 1) throw new UsageError(`k must be an integer of at least 1, got ${k}`);
      if (k > requested) {
        const remedy = "Lower k, or add rollouts.";
        throw new UsageError(
          `k = ${k} needs at least ${k} rollouts per problem; this run has ${requested}`,
          {},
          remedy,
        );
      }
    }
    return ascending([1, ...options.ks]);
  }
  const own = options.task.k;
  if (own !== undefined && own > requested) {
    notes.push(`pass@${own} is omitted: the task asks for k = ${own}, but only ${requested} rollouts were requested`);
  }
  const usable = own !== undefined && Number.isSafeInteger(own) && own >= 1 && own <= requested ? [own] : [];
  return ascending([...powersOfTwo(requested), requested, ...usable]);
}

/** The budget per problem: what the run or its draws say, at least what arrived; at least 1. */
function requestedOf(tally: Tally, cells: readonly Cell[], options: ReportOptions, notes: string[]): number {
  const arrived = cells.reduce((most, { rollouts }) => Math.max(most, rollouts), 0);
  const said = Math.max(options.requested ?? 0, ...tally.requested.keys());
  if (said > 0 && arrived > said)
    notes.push(`${said} rollouts were requested, but up to ${arrived} arrived: n_requested is ${arrived}`);
  return Math.max(1, said, arrived);
}

function contextOf(tally: Tally, options: ReportOptions): Context {
  const all = sortedCells(tally);
  const notes: string[] = [];
  const policy = options.task.denominator_policy ?? options.policy ?? "requested";
  const cells = policy === "judged" && tally.counts.scored > 0 ? all.filter(({ n }) => n > 0) : all;
  const requested = requestedOf(tally, all, options, notes);
  const ks = options.task.sampled === false ? [] : sweptKs(options, requested, notes);
  return { tally, options, cells, population: problemsIn(cells), requested, ks, notes };
}

/** The report of a tally. Throws a UsageError for a k beyond the budget, a RangeError for a bad tau. */
export function reportOf(tally: Tally, options: ReportOptions): Report {
  const context = contextOf(tally, options);
  const sampled = options.task.sampled !== false;
  const graded = tally.counts.scored > 0;
  const correctness = sampled && graded ? correctnessSection(context) : {};
  const consistency = sampled ? consistencySection(context) : {};
  if (!sampled) {
    context.notes.push("no sampling key is reported: this task's score is not one yes or no per rollout");
  } else if (!graded && context.population > 0) {
    context.notes.push("no rollout has a verdict, so there is no correctness key; consistency is over all rollouts");
  }
  const headline = scoreSection(context, correctness);
  const own = sampled && graded ? taskKeys(context, headline) : {};
  const report: Report = {
    ...headline,
    ...correctness,
    ...own,
    ...consistency,
    ...healthSection(context),
    ...(sampled && graded ? spreadSection(context) : {}),
    metrics_version: METRICS_VERSION,
    ...(options.graderVersion === undefined || consistency.self_consistency === undefined
      ? {}
      : { grader_version: options.graderVersion }),
    ...(options.versions === undefined ? {} : { sieval_versions: [...options.versions] }),
    notes: [],
    warnings: [],
  };
  report.notes = [...context.notes];
  report.warnings = warningsOf(report, {
    suspiciousDuplicates: tally.counts.suspiciousDuplicates,
    cached: tally.counts.cached,
    rollouts: tally.counts.scored + tally.counts.unjudged,
    graded,
    missing: options.missing ?? 0,
    storedScore: options.storedScore,
    ungraded: graded ? (tally.fails.get(NO_VERDICT) ?? 0) : 0,
  });
  return report;
}

const weightedBy = (cells: readonly Cell[], value: (n: number, c: number) => number): Weighted[] =>
  cells.map(({ n, c, problems }) => ({ value: value(n, c), count: problems }));

/** A rate with its two readings: the interval over problems, and the error of a rerun. All in percent. */
function rateKeys(context: Context, rate: Rate): Record<string, unknown> {
  const values = weightedBy(context.cells, rate.value);
  const interval = problemInterval95(values);
  const rerun =
    rate.key === "pass@1"
      ? passAtOneRerunError(context.cells, context.population)
      : rerunError(
          context.cells
            .filter(({ n }) => n > 0)
            .map(({ n, c, problems }) => ({ variance: rate.variance(n, c), count: problems })),
          context.population,
        );
  return {
    [rate.key]: percent(meanOf(values)),
    ...(interval === undefined ? {} : { [`${rate.key}_ci95`]: percents(interval) }),
    ...(rerun === undefined ? {} : { [`${rate.key}_rerun_se`]: percent(rerun) }),
  };
}

function correctnessSection(context: Context): Record<string, unknown> {
  const { rates, twins } = ratesFor(context.ks, (context.options.taus ?? DEFAULT_TAUS).map(parseTau));
  if (context.options.taus !== undefined) context.notes.push(...twins);
  if (context.requested === 1) {
    context.notes.push("one rollout per problem: pass@k beyond 1, pass^k, consistency and rerun errors need more");
  }
  return Object.assign({}, ...rates.map((rate) => rateKeys(context, rate)));
}

/** Names of records may never stand in for a key of our own. */
const OUR_KEY = /^(?:__proto__|m?(?:G-P|p)ass[@^].*|majority@.*|avg@.*|maj@.*|.*_ci95|.*_rerun_se|n|k)$/;

/** The task's own keys without those whose name is taken; a note says which were left out. */
function freeKeys(keys: Readonly<Record<string, unknown>>, notes: string[]): [string, unknown][] {
  const isTaken = (key: string): boolean => OUR_KEY.test(key) || Object.hasOwn(reportSchema.shape, key);
  const taken = Object.keys(keys).filter(isTaken);
  if (taken.length > 0) {
    notes.push(`the records' own ${taken.slice(0, 5).join(", ")} is left out: a key of the report has that name`);
  }
  return Object.entries(keys).filter(([key]) => !isTaken(key));
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Keys that the task itself would report: first-rollout verdicts under their own names, in percent. One called like the headline gives way to it. */
function taskKeys(
  { tally, options, notes }: Context,
  headline: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { name, score_key } = options.task;
  const keys: Record<string, unknown> = Object.create(null);
  for (const [metric, { samples, right }] of [...tally.firstMetrics].sort(byName)) {
    keys[metric] = percent(right / firstSamples({ samples, tally, options }));
  }
  if (score_key === "score" || score_key === undefined) {
    for (const [category, { samples, right }] of [...tally.categories].sort(byName)) {
      keys[`score_${category}`] = percent(right / samples);
    }
  }
  if (name === "theoremqa_kshot_base_gen") keys.empty = tally.counts.emptyFirst;
  if (tally.counts.hasTimeouts > 0) keys.timeouts = tally.counts.timeouts;
  return Object.fromEntries(freeKeys(keys, notes).filter(([key]) => !Object.hasOwn(headline, key)));
}

/** Stored samples that a first-rollout rate is over: finals, and under `requested` the failed ones too. */
function firstSamples({ samples, tally, options }: { samples: number; tally: Tally; options: ReportOptions }): number {
  if (options.task.denominator_policy !== "requested") return samples;
  return samples + [...tally.fails.values()].reduce((sum, fails) => sum + fails, 0);
}

/** First-rollout headline: per problem the share of its stored samples whose first rollout is right. */
function firstRolloutHeadline({ tally, options }: Context): { score: number; values: Weighted[] } | undefined {
  const judged = options.task.denominator_policy === "judged";
  let samples = 0;
  let right = 0;
  const values: Weighted[] = [];
  for (const { stored, finals, right: firstRight, problems } of sortedFirsts(tally)) {
    const own = judged ? finals : stored;
    if (own === 0) continue;
    samples += own * problems;
    right += firstRight * problems;
    values.push({ value: firstRight / own, count: problems });
  }
  return samples === 0 ? undefined : { score: percent(right / samples), values };
}

/** score, score_key, denominator_policy and the interval of the score (metrics.md 5). */
function scoreSection(context: Context, correctness: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { task, storedScore } = context.options;
  const declared = task.denominator_policy;
  const graded = context.tally.counts.scored > 0;
  const headline = task.score_key === "pass@1" ? "pass@1" : task.headline;
  const section: Record<string, unknown> = {};
  const add = (score: number, interval: unknown): void => {
    section.score = score;
    if (task.score_key !== undefined) section.score_key = task.score_key;
    if (interval !== undefined) section.score_ci95 = interval;
  };
  if (graded && headline === "pass@1") add(correctness["pass@1"] as number, correctness["pass@1_ci95"]);
  else if (graded && headline === "first_rollout") {
    const first = firstRolloutHeadline(context);
    const interval = first === undefined ? undefined : problemInterval95(first.values);
    if (first !== undefined) add(first.score, interval === undefined ? undefined : percents(interval));
  }
  if (section.score === undefined && storedScore !== undefined) {
    add(storedScore, undefined);
    context.notes.push(
      "score is the one stored in report.json: nothing declares how it is computed, so it is not recomputed",
    );
  } else if (section.score === undefined) {
    context.notes.push("score is omitted: nothing declares which key it equals");
  }
  if (declared !== undefined) section.denominator_policy = declared;
  else if (context.tally.fails.size > 0) {
    context.notes.push("no denominator policy is declared: a failed problem counts as wrong in these numbers");
  }
  return withScoreTwin(section, task, headline);
}

/** A first-rollout score has its own name beside it (accuracy, exact_match), unless it is called just "score". */
function withScoreTwin(
  section: Record<string, unknown>,
  task: TaskDeclaration,
  headline: string | undefined,
): Record<string, unknown> {
  const { score_key } = task;
  if (headline !== "first_rollout" || score_key === undefined || score_key === "score" || section.score === undefined)
    return section;
  return { ...section, [score_key]: section.score };
}

function consistencySection(context: Context): Record<string, unknown> {
  const { tally, options, requested, notes } = context;
  const { kind } = options.task;
  if (kind === "code" || kind === "text") {
    if (requested > 1) notes.push("no majority and no consistency: answers of this kind have no equality to vote by");
    return {};
  }
  const patterns = sortedSizes(tally.counts.scored > 0 ? tally.sizes : tally.unjudgedSizes);
  if (requested === 1) return {};
  if (patterns.length === 0) {
    notes.push("no majority and no consistency: the source stores no predictions");
    return {};
  }
  const voting = patterns.reduce((sum, { problems }) => sum + problems, 0);
  return {
    ...majorityKeys(context),
    ...(voting === context.population ? {} : { n_consistency_problems: voting }),
    ...Object.assign({}, ...dispersions.map((dispersion) => dispersionKeys(dispersion, patterns))),
    ...splitKeys(tally),
  };
}

function dispersionKeys(
  dispersion: (typeof dispersions)[number],
  patterns: ReturnType<typeof sortedSizes>,
): Record<string, unknown> {
  const cells = patterns.filter(dispersion.has);
  if (cells.length === 0) return {};
  const values = cells.map((cell) => ({ value: dispersion.value(cell), count: cell.problems }));
  if (dispersion.unit !== "percent") return { [dispersion.key]: meanOf(values) };
  const interval = problemInterval95(values);
  const population = cells.reduce((sum, { problems }) => sum + problems, 0);
  const rerun =
    "variance" in dispersion
      ? rerunError(
          cells.map((cell) => ({ variance: dispersion.variance(cell), count: cell.problems })),
          population,
        )
      : undefined;
  return {
    [dispersion.key]: percent(meanOf(values)),
    ...(interval === undefined ? {} : { [`${dispersion.key}_ci95`]: percents(interval) }),
    ...(rerun === undefined ? {} : { [`${dispersion.key}_rerun_se`]: percent(rerun) }),
  };
}

/** majority@n over the population: a problem without a vote counts as wrong. */
function majorityKeys({ tally, population, requested }: Context): Record<string, unknown> {
  if (tally.counts.scored === 0) return {};
  const { majorityRight, majorityTies } = tally.counts;
  const values = [
    { value: 1, count: majorityRight },
    { value: 0, count: population - majorityRight },
  ];
  const interval = problemInterval95(values);
  return {
    [`majority@${requested}`]: percent(meanOf(values)),
    ...(interval === undefined ? {} : { [`majority@${requested}_ci95`]: percents(interval) }),
    majority_ties: majorityTies,
  };
}

const byProblem = (a: string | number, b: string | number): number => {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
};

function splitKeys(tally: Tally): Record<string, unknown> {
  if (tally.counts.scored === 0) return {};
  const { splitClusters, splitCorrect } = tally;
  return {
    n_split_clusters: splitClusters.length,
    ...(splitClusters.length === 0 ? {} : { split_clusters: [...splitClusters].sort(byProblem) }),
    n_split_correct: splitCorrect.length,
    ...(splitCorrect.length === 0 ? {} : { split_correct: [...splitCorrect].sort(byProblem) }),
  };
}

/** Rollouts per problem: one number when all problems agree, else a histogram. */
function rolloutHistogram(cells: readonly Cell[]): number | Record<string, number> {
  const histogram = new Map<number, number>();
  for (const { rollouts, problems } of cells) histogram.set(rollouts, (histogram.get(rollouts) ?? 0) + problems);
  const [only, ...more] = histogram.keys();
  if (more.length === 0) return only ?? 0;
  return Object.fromEntries([...histogram].sort(([a], [b]) => a - b));
}

function healthSection(context: Context) {
  const { tally, options, cells, requested, ks, notes } = context;
  const { counts } = tally;
  const graded = counts.scored > 0;
  const arrived = counts.scored + counts.unjudged;
  const fails = [...tally.fails].filter(([reason]) => graded || reason !== NO_VERDICT).sort(byName);
  const below = (limit: number): number =>
    graded ? cells.reduce((sum, { n, problems }) => (n > 0 && n < limit ? sum + problems : sum), 0) : 0;
  if (arrived > 0 && counts.predicted === 0) notes.push("n_unextracted is omitted: the source stores no predictions");
  if (arrived > 0 && counts.finished === 0) notes.push("n_truncated is omitted: the source stores no finish reasons");
  if (arrived > 0 && counts.texts === 0) notes.push("n_duplicate is omitted: the source stores no texts");
  return {
    fails: fails.reduce((sum, [, failed]) => sum + failed, 0),
    ...(fails.length === 0 ? {} : { fail_reasons: Object.fromEntries(fails) }),
    n_problems: context.population,
    n_rollouts: rolloutHistogram(cells),
    n_requested: requested,
    ...(options.task.k === undefined ? {} : { k: options.task.k }),
    ks: [...ks],
    n_scored_rollouts: counts.scored,
    n_unjudged: counts.unjudged,
    ...(arrived > 0 && counts.predicted === 0 ? {} : { n_unextracted: counts.unextracted }),
    n_short: below(requested),
    n_below_k: below(Math.max(0, ...ks)),
    ...(arrived > 0 && counts.finished === 0
      ? {}
      : {
          n_truncated: counts.truncated,
          n_truncated_unextracted: counts.truncatedUnextracted,
          ...(counts.finished === arrived ? {} : { n_unknown_finish: arrived - counts.finished }),
        }),
    n_ungradable: counts.ungradable,
    ...(counts.texts === 0
      ? {}
      : { n_duplicate: counts.duplicates, effective_n: (counts.texts - counts.duplicates) / counts.drawsWithText }),
    ci95_units: "n_problems" as const,
  };
}

/** variance, complete_draws and curves. */
function spreadSection(context: Context): Record<string, unknown> {
  const { cells, requested, ks } = context;
  const complete = cells.filter(({ n }) => n >= requested);
  const isShort = cells.some(({ n }) => n > 0 && n < requested);
  const variance = varianceOf(cells);
  return {
    ...(variance === undefined ? {} : { variance }),
    ...(isShort && complete.length > 0 ? { complete_draws: completeDraws(complete, ks, context.options) } : {}),
    ...(requested > 1 ? { curves: curvesOf(cells, requested) } : {}),
  };
}

/** Var(mean_i) = between + within/n over problems with a verdict, of fractions. Undefined without repeated rollouts. */
function varianceOf(cells: readonly Cell[]): { between: number; within: number } | undefined {
  const judged = cells.filter(({ n }) => n > 0);
  const within = meanVerdictVariance(judged);
  const variance = sampleVariance(weightedBy(judged, (n, c) => c / n));
  if (within === undefined || variance === undefined) return undefined;
  const noise = passAtOneRerunError(judged, 1) ?? 0;
  return { between: variance - noise ** 2 / problemsIn(judged), within };
}

function completeDraws(cells: readonly Cell[], ks: readonly number[], options: ReportOptions): Record<string, number> {
  const { rates } = ratesFor(ks, (options.taus ?? DEFAULT_TAUS).map(parseTau));
  return {
    n_problems: problemsIn(cells),
    ...Object.fromEntries(rates.map((rate) => [rate.key, percent(meanOf(weightedBy(cells, rate.value)))])),
  };
}

/** Points [k, percent] of pass@k, pass^k and G-Pass@k at tau .5 and .75 for k = 1 .. n (above 64: powers of two and n). */
function curvesOf(cells: readonly Cell[], requested: number): Record<string, [number, number][]> {
  const ks =
    requested <= FULL_CURVE
      ? Array.from({ length: requested }, (_, i) => i + 1)
      : ascending([...powersOfTwo(requested), requested]);
  const curve = (rateAt: (k: number) => Rate): [number, number][] =>
    ks.map((k) => [k, percent(meanOf(weightedBy(cells, rateAt(k).value)))]);
  return {
    "pass@k": curve(passAtRate),
    "pass^k": curve(passHatRate),
    ...Object.fromEntries(DEFAULT_TAUS.map((tau) => [`G-Pass@k_${tau}`, curve((k) => gPassRate(k, parseTau(tau)))])),
  };
}
