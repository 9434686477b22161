// What a report says, put into words once: the text and the markdown reporter only lay these facts out.
// Texts from a model, a file name or a stored report are cleaned and shortened here, on their way in.
import { type Report, type ReportRow, reportSchema } from "../draw/report.ts";
import { clean, clip, count, counted, oneDecimal, share } from "./text.ts";

/** What the reporters of `report` and `recompute` draw. */
export type ReportDocument = { readonly reports: readonly ReportRow[] };

export type Interval = readonly [number, number];

export type Headline = {
  readonly key: string;
  readonly value: number;
  readonly meaning: string;
  readonly interval?: Interval;
  /** Half the 95 % interval of a rerun on the same problems. */
  readonly rerun?: number;
};

/** One row of the k-sweep: a value for each swept k, where there is one. */
export type SweepRow = {
  readonly label: string;
  readonly cells: readonly (number | undefined)[];
  readonly meaning: string;
  /** The 95 % interval at the largest swept k. */
  readonly interval?: Interval;
};

export type Sweep = { readonly ks: readonly number[]; readonly rows: readonly SweepRow[] };

/** One named number with what it means. */
export type Fact = {
  readonly label: string;
  readonly value: string;
  readonly meaning: string;
  readonly interval?: Interval;
};

/** A sentence of the health part: `!` is bad news, `.` is good to know. */
export type HealthLine = { readonly mark: "!" | "."; readonly sentence: string };

const Z95 = 1.959963984540054;
const ID_WIDTH = 32;
const LISTED = 5;

/** `jsonl`, or `SiEval result dir` for what the format's name alone would not say. */
export function formatOf(row: ReportRow): string {
  return row.format === "sieval" ? "SiEval result dir" : clip(row.format, 24);
}

/** The value behind a key, when it is a finite number. */
function numberAt(report: Report, key: string): number | undefined {
  const value = Object.hasOwn(report, key) ? report[key] : undefined;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The interval behind a key, when it is a pair of numbers. */
function intervalAt(report: Report, key: string): Interval | undefined {
  const value = Object.hasOwn(report, key) ? report[key] : undefined;
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [low, high]: unknown[] = value;
  return typeof low === "number" && typeof high === "number" ? [low, high] : undefined;
}

const optional = <Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } =>
  value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });

/** Rollouts on disk, judged or not. */
function rolloutsOf(report: Report): number {
  return report.n_scored_rollouts + report.n_unjudged;
}

/** `aime_2025`: the task's name, fit for a screen. */
export function taskOf(row: ReportRow): string {
  return clip(row.task, 48) || "(task not named)";
}

/** The model's name, fit for a screen; undefined where the data does not name it. */
export function modelOf(row: ReportRow): string | undefined {
  const model = row.model === undefined ? "" : clip(row.model, 40);
  return model === "" ? undefined : model;
}

/** `PATH` or `PATH#RUN`, fit for a screen. */
export function sourceOf(row: ReportRow, width: number): string {
  return clip(row.run === undefined ? row.source : `${row.source}#${row.run}`, width);
}

const histogramText = (histogram: Readonly<Record<string, number>>, asked: number | undefined): string => {
  const entries = Object.entries(histogram)
    .filter(([n]) => Number(n) !== asked)
    .sort(([a], [b]) => Number(b) - Number(a));
  const shown = entries.slice(0, 3).map(([n, problems]) => `${count(problems)} with ${clip(n, 8)}`);
  return entries.length > 3 ? `${shown.join(", ")}, ...` : shown.join(", ");
};

/** `30 problems x 8 rollouts`: the population of everything below. */
export function populationOf(report: Report): string {
  const problems = counted(report.n_problems, "problem");
  const asked = report.n_requested;
  if (typeof report.n_rollouts !== "number") {
    const budget = asked === undefined ? "" : ` x ${counted(asked, "rollout")}`;
    const others = histogramText(report.n_rollouts, asked);
    return `${problems}${budget}${others === "" ? "" : ` (${others})`}`;
  }
  const rollouts = counted(report.n_rollouts, "rollout");
  if (asked === undefined || asked === report.n_rollouts) return `${problems} x ${rollouts}`;
  return `${problems} x ${rollouts} (${count(asked)} asked for)`;
}

/** The budget of one problem: `8` asked for; where nobody said, what arrived, as `3-8` where draws differ. */
export function budgetOf(report: Report): string {
  if (report.n_requested !== undefined) return count(report.n_requested);
  if (typeof report.n_rollouts === "number") return count(report.n_rollouts);
  const sizes = Object.keys(report.n_rollouts).map(Number).filter(Number.isFinite);
  return sizes.length === 0 ? "-" : `${Math.min(...sizes)}-${Math.max(...sizes)}`;
}

const headlineMeaning = (key: string, report: Report): string => {
  const problems = counted(report.n_problems, "problem");
  if (key === "pass@1") return `of the answers are correct, averaged over ${problems}`;
  if (isAsStored(report)) return "as stored in report.json, not recomputed";
  return key === "score" ? `of the first answers are correct, over ${problems}` : `over ${problems}`;
};

/** Whether the score is the stored one, because nothing declares how to compute it. */
function isAsStored(report: Report): boolean {
  return report.notes.some((note) => note.startsWith("score is the one stored"));
}

/** The number on top of the screen; undefined where nothing was graded. */
export function headlineOf(report: Report): Headline | undefined {
  const scored = typeof report.score === "number";
  const key = scored ? clip(report.score_key ?? "score", 40) : "pass@1";
  const value = scored ? report.score : numberAt(report, "pass@1");
  if (value === undefined) return undefined;
  const interval = (scored ? report.score_ci95 : undefined) ?? intervalAt(report, `${key}_ci95`);
  const error = numberAt(report, `${key}_rerun_se`);
  return {
    key,
    value,
    meaning: headlineMeaning(key, report),
    ...optional("interval", interval),
    ...optional("rerun", error === undefined ? undefined : Z95 * error),
  };
}

/** Why there is no headline, in one sentence. */
export function missingHeadline(report: Report): string {
  const total = rolloutsOf(report);
  if (report.n_problems === 0 && total === 0) return "There is nothing to score: no problem has a rollout.";
  if (total === 0) return `There is no score: none of ${counted(report.n_problems, "problem")} has a rollout.`;
  if (report.n_scored_rollouts > 0) return "There is no score. The notes say why.";
  return `There is no score: none of the ${counted(total, "rollout")} has a verdict. What follows needs none.`;
}

const taus = (report: Report): string[] => {
  const found = Object.keys(report).map((key) => /^G-Pass@\d+_([0-9./]{1,12})$/.exec(key)?.[1]);
  const distinct = new Set(found.filter((tau): tau is string => tau !== undefined));
  const asNumber = (tau: string): number => {
    const [top, bottom] = tau.split("/").map(Number);
    return (top ?? 0) / (bottom ?? 1);
  };
  return [...distinct].sort((a, b) => asNumber(a) - asNumber(b));
};

const shareInWords = (tau: string): string => {
  const known: Record<string, string> = { "0.25": "a quarter", "0.5": "half", "0.75": "three quarters" };
  return known[tau] ?? (tau.includes("/") ? tau : `${oneDecimal(100 * Number(tau)).replace(/\.0$/, "")} %`);
};

const sweepRow = (
  report: Report,
  label: string,
  ks: readonly number[],
  keyOf: (k: number) => string,
  meaning: string,
): SweepRow => {
  const last = ks.at(-1) ?? 1;
  const interval = last > 1 ? intervalAt(report, `${keyOf(last)}_ci95`) : undefined;
  return { label, cells: ks.map((k) => numberAt(report, keyOf(k))), meaning, ...optional("interval", interval) };
};

const sweptRows = (report: Report, ks: readonly number[]): SweepRow[] => [
  sweepRow(report, "pass@k", ks, (k) => `pass@${k}`, "at least one of k right"),
  ...taus(report).map((tau) =>
    sweepRow(report, `G-Pass@k ${tau}`, ks, (k) => `G-Pass@${k}_${tau}`, `at least ${shareInWords(tau)} of k right`),
  ),
  sweepRow(report, "pass^k", ks, (k) => `pass^${k}`, "all k right"),
  sweepRow(report, "mG-Pass@k", ks, (k) => `mG-Pass@${k}`, "mean over thresholds above half"),
];

/** The k-sweep; undefined at n = 1, where there is nothing to sweep. */
export function sweepOf(report: Report): Sweep | undefined {
  const ks = [...new Set(report.ks)].sort((a, b) => a - b);
  const rows = sweptRows(report, ks).filter((row) => row.cells.some((cell) => cell !== undefined));
  return ks.some((k) => k > 1) && rows.length > 0 ? { ks, rows } : undefined;
}

/** pass@k and pass^k over complete draws only, where short draws pull the headline sweep down; one sentence. */
function completeSentence(report: Report): string[] {
  const { complete_draws: complete, n_below_k } = report;
  const k = Math.max(0, ...report.ks);
  if (n_below_k === 0 || complete === undefined || k < 2) return [];
  const rates = [`pass@${k}`, `pass^${k}`].flatMap((key) => {
    const value = complete[key];
    return value === undefined ? [] : [`${key} ${oneDecimal(value)}`];
  });
  if (rates.length === 0) return [];
  return [`over the ${counted(complete.n_problems ?? 0, "complete draw")} alone: ${rates.join(", ")}`];
}

const rateFact = (report: Report, key: string, label: string, meaning: string): Fact[] => {
  const value = numberAt(report, key);
  if (value === undefined) return [];
  return [{ label, value: oneDecimal(value), meaning, ...optional("interval", intervalAt(report, `${key}_ci95`)) }];
};

const majorityFacts = (report: Report): Fact[] =>
  Object.keys(report)
    .filter((key) => /^majority@\d{1,7}$/.test(key))
    .flatMap((key) => {
      const ties = report.majority_ties ?? 0;
      const how = ties === 0 ? "no ties" : `${counted(ties, "tie")} went to the answer that came first`;
      return rateFact(report, key, key, `the most frequent answer is right; ${how}`);
    });

/** How steady the answers are, right or wrong. */
export function consistencyOf(report: Report): Fact[] {
  const distinct = numberAt(report, "distinct_answers");
  const entropy = numberAt(report, "answer_entropy");
  const spread = entropy === undefined ? "" : ` (entropy ${entropy.toFixed(2)} nats)`;
  const voting = report.n_consistency_problems;
  const over = voting === undefined ? "" : `, over ${count(voting)} of ${counted(report.n_problems, "problem")}`;
  return [
    ...majorityFacts(report),
    ...rateFact(
      report,
      "self_consistency",
      "self-consistency",
      `share of the most frequent answer, right or wrong${over}`,
    ),
    ...rateFact(report, "agreement", "agreement", `chance that two rollouts give the same answer${over}`),
    ...(distinct === undefined
      ? []
      : [{ label: "distinct answers", value: oneDecimal(distinct), meaning: `per problem with an answer${spread}` }]),
  ];
}

/** Keys that stand elsewhere on the screen: all that the schema names, and the literal names of the Python project. */
const STRUCTURAL = new Set([
  ...Object.keys(reportSchema.shape),
  ...["self_consistency", "agreement", "n", "avg@n", "pass@k", "pass^k", "maj@k"],
]);
const SWEPT = /^(pass[@^]|m?G-Pass@|majority@)\d|_ci95$|_rerun_se$/;

/** The task's own keys (accuracy, scores by category, ...), in the report's order. */
export function taskFactsOf(report: Report, shown: string | undefined): Fact[] {
  return Object.keys(report)
    .filter((key) => !STRUCTURAL.has(key) && !SWEPT.test(key) && key !== shown)
    .flatMap((key) => {
      const value = numberAt(report, key);
      if (value === undefined) return [];
      const isCount = key === "empty" || key === "timeouts" || key.startsWith("n_");
      const text = isCount ? count(value) : oneDecimal(value);
      return [
        {
          label: clip(key, ID_WIDTH),
          value: text,
          meaning: "",
          ...optional("interval", intervalAt(report, `${key}_ci95`)),
        },
      ];
    });
}

const listed = (ids: readonly (string | number)[]): string => {
  const shown = ids.slice(0, LISTED).map((id) => clip(String(id), ID_WIDTH) || "(blank)");
  return ids.length > LISTED ? `${shown.join(", ")} and ${count(ids.length - LISTED)} more` : shown.join(", ");
};

/** The counts that no warning speaks of, in one line: what is known to be fine, or what nobody stored. */
function countSentences(report: Report): string[] {
  const total = rolloutsOf(report);
  const zero = (value: number | undefined, words: string): string[] => (value === 0 ? [`0 ${words}`] : []);
  const counts = [
    ...zero(report.n_truncated, "cut off"),
    ...zero(report.n_unextracted, "without an answer"),
    ...zero(report.n_ungradable, "ungradable"),
    ...zero(report.n_duplicate, "repeated"),
    ...(report.n_duplicate ? [`${count(report.n_duplicate)} repeated (${share(report.n_duplicate, total)})`] : []),
    ...(report.n_unknown_finish ? [`${count(report.n_unknown_finish)} with an unknown finish reason`] : []),
  ];
  const problems = [...zero(report.n_short, "short draws"), ...zero(report.fails, "failures")];
  const sentences = [
    ...(counts.length === 0 ? [] : [`of ${counted(total, "rollout")}: ${counts.join(", ")}`]),
    ...(problems.length === 0 ? [] : [problems.join(", ")]),
  ];
  return sentences.length === 0 ? [] : [sentences.join("; ")];
}

const splitSentences = (report: Report): string[] => {
  const sentences: string[] = [];
  const { n_split_clusters: clusters = 0, n_split_correct: correct = 0 } = report;
  if (clusters > 0 && report.split_clusters !== undefined) {
    const where = listed(report.split_clusters);
    sentences.push(`same answer, both verdicts: ${where}`);
  }
  if (correct > 0 && report.split_correct !== undefined) {
    const where = listed(report.split_correct);
    sentences.push(`correct answers that did not vote together: ${where}`);
  }
  return sentences;
};

/** Warnings first, then what qualifies them, then what is fine. */
export function healthOf(report: Report): HealthLine[] {
  const lines = (mark: "!" | ".", sentences: readonly string[]): HealthLine[] =>
    sentences.map((sentence) => ({ mark, sentence: clip(sentence, 600) })).filter((line) => line.sentence !== "");
  return [
    ...lines("!", report.warnings),
    ...lines(".", completeSentence(report)),
    ...lines(".", splitSentences(report)),
    ...lines(".", countSentences(report)),
  ];
}

/** How the score is defined and what happens to a failed problem. */
export function definitionOf(report: Report): string {
  const policy =
    report.denominator_policy === "requested"
      ? "a failed problem counts as wrong (requested)"
      : report.denominator_policy === "judged"
        ? "a failed problem is left out (judged)"
        : "a failed problem counts as wrong here: no policy is declared";
  const over = counted(report.n_problems, "problem");
  if (report.score === undefined && report.n_scored_rollouts === 0) return "none: nothing was graded";
  if (report.score === undefined) return `none is declared; rates are over ${over}; ${policy}`;
  const key = clip(report.score_key ?? "", 40);
  if (isAsStored(report)) return `as stored in report.json; every rate here is over ${over}; ${policy}`;
  const name = key === "" || key === "score" ? "the verdict of the first rollout" : key;
  return `${name}, over ${over}; ${policy}`;
}

/** Whether more problems or more rollouts would narrow the interval; undefined where that cannot be told. */
export function spreadOf(report: Report): string | undefined {
  if (report.variance === undefined || report.n_problems === 0) return undefined;
  const n = typeof report.n_rollouts === "number" ? report.n_rollouts : rolloutsOf(report) / report.n_problems;
  if (n < 2) return undefined;
  const between = Math.max(0, report.variance.between);
  const noise = Math.max(0, report.variance.within) / n;
  if (between + noise <= 0) return undefined;
  const percent = Math.round((100 * between) / (between + noise));
  const advice =
    percent >= 80
      ? "more problems narrow the interval, more rollouts hardly do"
      : percent >= 50
        ? "more rollouts narrow the interval a little, more problems narrow it more"
        : "more rollouts narrow the interval, and so do more problems";
  return `${percent} % of the variance of problem scores is real, the rest is sampling noise: ${advice}`;
}

const FACT_WORDS: Readonly<Record<string, string>> = {
  cached: "cache marks",
  finish: "finish reasons",
  latency_ms: "latencies",
  prediction: "extracted answers",
  requested: "how many rollouts were asked for",
  rollout_index: "rollout numbers",
  seed: "seeds",
  text: "texts",
  usage: "token counts",
  verdict: "verdicts",
};

const factWords = (fact: string): string =>
  Object.hasOwn(FACT_WORDS, fact) ? (FACT_WORDS[fact] ?? fact) : clip(fact, 40);

/** What the format could not say, and what was left out on the way in. */
export function lossOf(row: ReportRow): string[] {
  const { unknown, counts, notes } = row.loss;
  const left = Object.entries(counts).filter(([, n]) => n > 0);
  const named = left.slice(0, 12).map(([name, n]) => `${clip(name.replaceAll("_", " "), 40)} ${count(n)}`);
  return [
    ...(unknown.length > 0 ? [`not said by this format: ${unknown.map(factWords).join(", ")}`] : []),
    ...(named.length > 0 ? [`counted on the way in: ${named.join(", ")}`] : []),
    ...notes.filter((note) => !note.startsWith("n_requested:")).map((note) => clip(note, 600)),
  ].filter((line) => line !== "");
}

/** Which versions computed, graded and wrote what is shown. */
export function versionsOf(report: Report): string {
  const parts = [`metrics ${clip(report.metrics_version, 20)}`];
  if (report.grader_version !== undefined) parts.push(`grader ${clip(report.grader_version, 20)}`);
  const writers = report.sieval_versions ?? [];
  if (writers.length > 0)
    parts.push(
      `records written by SiEval ${writers
        .slice(0, 6)
        .map((v) => clip(v, 20))
        .join(", ")}`,
    );
  return parts.join(", ");
}

/** The report's notes, fit for a screen. What the score line and the source line say already is left out. */
export function notesOf(report: Report): string[] {
  return report.notes
    .filter((note) => !/^(?:score is the one stored|no denominator policy is declared|n_\w+ is omitted)/.test(note))
    .map((note) => clip(note, 600))
    .filter((note) => clean(note) !== "");
}

/** `[41.9, 69.6]`. */
export function bounds(interval: Interval): string {
  return `[${oneDecimal(interval[0])}, ${oneDecimal(interval[1])}]`;
}

/** What a reader can do next with these reports. */
export function nextSteps(document: ReportDocument): string[] {
  const undeclared = document.reports.some((row) => row.report.denominator_policy === undefined);
  const named = document.reports.filter((row) => row.run !== undefined).length > 1;
  return [
    "--output json for every key",
    ...(document.reports.some((row) => sweepOf(row.report) !== undefined)
      ? ["--k 2,4 --tau 2/3 for other points"]
      : []),
    ...(undeclared ? ["--task NAME or --policy requested|judged to declare the denominator"] : []),
    ...(named ? ["PATH#RUN for one run"] : []),
  ];
}
