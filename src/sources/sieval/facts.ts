// Collects what only the records know about a run as a whole: versions, model, number asked for, facts nobody stored.
import type { Draw, Rollout } from "../../draw/draw.ts";
import type { PartFacts, RunFacts } from "../source.ts";
import type { Sample } from "./sample.ts";
import type { Counts } from "./values.ts";

const ROLLOUT_FACTS = ["text", "prediction", "verdict", "finish"] as const;
type RolloutFact = (typeof ROLLOUT_FACTS)[number];

/** What stands for the version of a final record that carries none, while others do. */
const UNKNOWN_VERSION = "unknown";

export type Facts = {
  readonly versions: Set<string>;
  readonly models: Map<string, number>;
  readonly seen: Set<RolloutFact>;
  readonly counts: Counts;
  /** Whether some final record carries no version. */
  unversioned: boolean;
  /** The largest number of rollouts asked for per stored sample. */
  requested: number;
  rollouts: number;
};

/** Returns an empty collection. */
export function newFacts(): Facts {
  return {
    versions: new Set(),
    models: new Map(),
    seen: new Set(),
    counts: {},
    unversioned: false,
    requested: 0,
    rollouts: 0,
  };
}

/** Takes in one record's versions and the sample read from it. */
export function noteSample(facts: Facts, versions: readonly string[], sample: Sample): void {
  if (sample.failed === undefined) {
    for (const version of versions) facts.versions.add(version);
    if (versions.length === 0) facts.unversioned = true;
  }
  if (sample.model !== undefined) facts.models.set(sample.model, (facts.models.get(sample.model) ?? 0) + 1);
  if (sample.requested !== undefined && sample.requested > facts.requested) facts.requested = sample.requested;
}

/** Takes in what a draw's rollouts carry. */
export function noteDraw(facts: Facts, draw: Draw): void {
  facts.rollouts += draw.rollouts.length;
  if (facts.seen.size === ROLLOUT_FACTS.length) return;
  for (const rollout of draw.rollouts)
    for (const fact of ROLLOUT_FACTS) if (carries(rollout, fact)) facts.seen.add(fact);
}

function carries(rollout: Rollout, fact: RolloutFact): boolean {
  return fact === "verdict" ? typeof rollout.verdict === "boolean" : rollout[fact] !== undefined;
}

/** What was collected, as plain data that adds up over parts. */
export function partFactsOf(facts: Facts): PartFacts {
  return {
    models: Object.fromEntries(facts.models),
    versions: [...facts.versions],
    unversioned: facts.unversioned,
    rollouts: facts.rollouts,
    seen: [...facts.seen],
  };
}

/** The facts of two parts together. */
export function addPartFacts(a: PartFacts, b: PartFacts): PartFacts {
  const models = new Map(Object.entries(a.models));
  for (const [model, samples] of Object.entries(b.models)) models.set(model, (models.get(model) ?? 0) + samples);
  return {
    models: Object.fromEntries(models),
    versions: [...new Set([...a.versions, ...b.versions])],
    unversioned: a.unversioned || b.unversioned,
    rollouts: a.rollouts + b.rollouts,
    seen: [...new Set([...a.seen, ...b.seen])],
  };
}

/** Says of a run what only all of its parts together can say: model, versions, facts nobody stored, sentences with counts. */
export function finishRun({ key, run, loss, part }: RunFacts): RunFacts {
  if (part === undefined) return { key, run, loss };
  const model = mainModel(part);
  const versions = versionsOf(part);
  return {
    key,
    run: {
      ...run,
      ...(model === undefined ? {} : { model }),
      ...(versions === undefined ? {} : { versions }),
    },
    loss: {
      // Without rollouts nothing is known to be missing.
      unknown: part.rollouts === 0 ? [] : ROLLOUT_FACTS.filter((fact) => !part.seen.includes(fact)),
      counts: loss.counts,
      notes: [...loss.notes, ...Object.entries(loss.counts).flatMap(([name, n]) => SENTENCES[name]?.(n) ?? [])],
    },
  };
}

const SENTENCES: Readonly<Record<string, (count: number) => string>> = {
  unfinished_samples: (n) => `${n} samples were begun and never finished (an interrupted run): they are left out.`,
  ungrouped_samples: () =>
    "repeats: ungrouped. Copies of a question could not be put together: each counts as a problem.",
  torn_lines: (n) => `${n} records were cut off by a crash and cannot be read.`,
  unparsable_lines: (n) => `${n} lines are not records and were skipped.`,
  long_lines: (n) => `${n} lines are longer than the limit and were skipped.`,
  unpaired_predictions: (n) => `${n} samples store another number of predictions than verdicts: theirs are left out.`,
  ungraded_rollouts: (n) => `${n} rollouts were stored but never graded.`,
  missing_verdicts: (n) => `${n} finished samples store no verdict that can be read.`,
};

/** The versions in order, "unknown" last where a final record carries none while others do. */
function versionsOf({ versions, unversioned }: PartFacts): string[] | undefined {
  if (versions.length === 0) return undefined;
  return sortVersions(unversioned ? [...versions, UNKNOWN_VERSION] : versions);
}

/** Returns versions in order, each once, "unknown" last. */
function sortVersions(versions: readonly string[]): string[] {
  const known = new Set(versions);
  const unknown = known.delete(UNKNOWN_VERSION);
  return [...[...known].sort(compareVersions), ...(unknown ? [UNKNOWN_VERSION] : [])];
}

/** The model most samples name; of equals the first by name. */
function mainModel({ models }: PartFacts): string | undefined {
  const sorted = Object.entries(models).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return sorted[0]?.[0];
}

/** Orders versions as Python does: 0.7.1.dev3 < 0.7.1rc1 < 0.7.1 < 0.7.1+local < 0.10.0. */
function compareVersions(a: string, b: string): number {
  const left = parseVersion(a);
  const right = parseVersion(b);
  const length = Math.max(left.release.length, right.release.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (left.release[index] ?? 0) - (right.release[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.suffixRank !== right.suffixRank) return left.suffixRank - right.suffixRank;
  const byNumber = left.suffixNumber - right.suffixNumber;
  if (byNumber !== 0) return byNumber;
  return a < b ? -1 : a > b ? 1 : 0;
}

function parseVersion(version: string): { release: number[]; suffixRank: number; suffixNumber: number } {
  const match = /^v?(\d+(?:\.\d+)*)[.-]?([a-z]*)\.?(\d*)/i.exec(version);
  if (match === null) return { release: [-1], suffixRank: 0, suffixNumber: 0 };
  const word = (match[2] ?? "").toLowerCase();
  const order = ["dev", "a", "b", "rc"].indexOf(word);
  const suffixRank = order !== -1 ? order : word === "" ? 4 : 5;
  return { release: (match[1] ?? "").split(".").map(Number), suffixRank, suffixNumber: Number(match[3] ?? 0) };
}
