// Health in plain language: what a reader must know before believing the score, the worst first.
import type { Report } from "../draw/report.ts";

type Facts = {
  readonly suspiciousDuplicates: number;
  readonly cached: number;
  /** Rollouts that arrived. */
  readonly rollouts: number;
  readonly graded: boolean;
  /** Stored samples that are missing from the draws. */
  readonly missing: number;
  readonly storedScore: number | undefined;
  /** Failed samples that do have rollouts, none of them with a verdict. */
  readonly ungraded: number;
};

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;
const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
const has = (count: number): string => (count === 1 ? "has" : "have");
const was = (count: number): string => (count === 1 ? "was" : "were");

/** One sentence for each health problem of a report. Empty when there is none. */
export function warningsOf(report: Report, facts: Facts): string[] {
  return [
    missing(facts),
    movedScore(report, facts),
    truncation(report, facts),
    extraction(report, facts),
    failures(report, facts),
    shortDraws(report),
    unjudged(report, facts),
    duplicates(report, facts),
    cached(facts),
    ungradable(report),
    splitClusters(report),
    splitCorrect(report),
  ].filter((sentence) => sentence !== undefined);
}

function truncation(report: Report, { rollouts }: Facts): string | undefined {
  const { n_truncated: cut = 0, n_truncated_unextracted: silent = 0 } = report;
  if (cut === 0) return undefined;
  const without = silent === 0 ? "" : `, ${silent} of them without an answer`;
  return (
    `${cut} of ${many(rollouts, "rollout")} ${was(cut)} cut off by the token limit (${share(cut, rollouts)})${without}: ` +
    "this score is partly a budget, not a capability. A larger max_tokens is the first thing to try"
  );
}

function extraction(report: Report, { rollouts, graded }: Facts): string | undefined {
  const { n_unextracted: none = 0, n_truncated: cut, n_truncated_unextracted: silent = 0 } = report;
  const finished = none - silent;
  if (finished === 0) return undefined;
  const though = cut === undefined ? "" : " although not cut off";
  return (
    `${finished} of ${many(rollouts, "rollout")} gave no answer that could be extracted${though} ` +
    `(${share(finished, rollouts)})${graded ? ": they count as wrong" : ""}. Look at their texts before blaming the model`
  );
}

function failures(report: Report, { ungraded }: Facts): string | undefined {
  if (report.fails === 0) return undefined;
  const counted =
    report.denominator_policy === "judged" ? "left out of the score (judged)" : "counted as wrong in these numbers";
  if (ungraded === report.fails) {
    return `${many(ungraded, "problem")} ${has(ungraded)} answers but no verdict on any of them: ${counted}`;
  }
  const reasons = Object.entries(report.fail_reasons ?? {}).map(([reason, count]) => `${reason} ${count}`);
  return `${many(report.fails, "sample")} failed without any verdict (${reasons.join(", ")}): ${counted}`;
}

function missing({ missing: count }: Facts): string | undefined {
  if (count === 0) return undefined;
  return (
    `${many(count, "sample")} ${was(count)} begun but ${has(count)} no finished record (an interrupted run or a cut-off line): ` +
    "not in these numbers. sieval repair DIR --dry-run shows what can be mended"
  );
}

/** A stored score that its own rollouts no longer give: the directory changed after its report was written. */
function movedScore(report: Report, { storedScore }: Facts): string | undefined {
  if (storedScore === undefined || report.score === undefined || Math.abs(storedScore - report.score) <= 1e-9) {
    return undefined;
  }
  return (
    `report.json says score ${storedScore.toFixed(1)}, the rollouts on disk give ${report.score.toFixed(1)}: ` +
    "the directory changed after its report was written"
  );
}

function shortDraws(report: Report): string | undefined {
  const { n_short, n_requested, n_below_k } = report;
  if (n_short === 0) return undefined;
  const zero =
    n_below_k === 0 ? "" : `: ${n_below_k === 1 ? "it scores" : "they score"} 0 at every k beyond what arrived`;
  return `${many(n_short, "problem")} got fewer than the ${n_requested} rollouts asked for${zero}`;
}

function unjudged(report: Report, { graded, rollouts }: Facts): string | undefined {
  if (report.n_unjudged === 0 || !graded) return undefined;
  const of = `${report.n_unjudged} of ${many(rollouts, "rollout")}`;
  return `${of} ${has(report.n_unjudged)} no yes-or-no verdict (never graded, or graded in part): in no correctness key`;
}

function duplicates(report: Report, { suspiciousDuplicates: count, rollouts }: Facts): string | undefined {
  if (count === 0) return undefined;
  return (
    `${count} of ${many(rollouts, "rollout")} ${count === 1 ? "repeats" : "repeat"} an earlier answer of the same problem ` +
    "word for word, too long or too alike to be chance: a fixed seed, a cache, or a temperature near 0. Every estimate here " +
    `assumes independent samples; different texts per problem: ${report.effective_n?.toFixed(1)}`
  );
}

function cached({ cached: count, rollouts }: Facts): string | undefined {
  if (count === 0) return undefined;
  return `${count} of ${many(rollouts, "rollout")} came from a cache: they are not new samples`;
}

function ungradable(report: Report): string | undefined {
  if (report.n_ungradable === 0) return undefined;
  return `${many(report.n_ungradable, "rollout")} could not be decided by the grader and count as wrong`;
}

function splitClusters(report: Report): string | undefined {
  const { n_split_clusters: split = 0 } = report;
  if (split === 0) return undefined;
  return `on ${many(split, "problem")} the same answer was graded both right and wrong: the grader contradicts itself`;
}

function splitCorrect(report: Report): string | undefined {
  const { n_split_correct: split = 0 } = report;
  if (split === 0) return undefined;
  return `on ${many(split, "problem")} correct answers are spelled so differently that they did not vote together`;
}
