// Sufficient statistics of a run: integer counts over distinct patterns, so that parts merged in any order give the same report.
import type { Draw, Rollout } from "../draw/draw.ts";
import { type Clusters, clustersOf, type KeyOf } from "./consistency.ts";

/** Finish reasons that mean: the answer was cut off. */
const TRUNCATED = new Set(["length", "max_tokens", "content_filter"]);

/** Identical texts of at least this many characters are suspicious; shorter answers repeat honestly. */
const LONG_TEXT = 200;

/** The reason given to a problem whose rollouts were never graded. */
export const NO_VERDICT = "no_verdict";

type Counts = {
  /** Rollouts with and without a verdict. */
  scored: number;
  unjudged: number;
  /** Rollouts whose source says whether an answer was extracted, and those without one. */
  predicted: number;
  unextracted: number;
  /** Rollouts with a finish reason, those cut off, and of these the ones without an answer. */
  finished: number;
  truncated: number;
  truncatedUnextracted: number;
  ungradable: number;
  /** Draws and rollouts with text; rollouts whose text repeats an earlier one of the draw; suspicious ones among them. */
  drawsWithText: number;
  texts: number;
  duplicates: number;
  suspiciousDuplicates: number;
  cached: number;
  /** Problems won by the majority, decided by the tie-break, and counted at all. */
  majorityRight: number;
  majorityTies: number;
  majorityDraws: number;
  /** Stored samples whose first rollout had no extracted answer; rollouts whose evaluator timed out. */
  emptyFirst: number;
  timeouts: number;
  hasTimeouts: number;
};

/** First rollouts of stored samples: how many there are, and how many are right. */
export type Firsts = { samples: number; right: number };

/** Everything a report needs to know. Plain data: it can be cloned to and from a worker. */
export type Tally = {
  counts: Counts;
  /** Problems by "n,c,rollouts": verdicts, correct ones, rollouts that arrived. */
  cells: Map<string, number>;
  /** Problems by "n|largest,second,...": judged draws, and draws without any verdict. */
  sizes: Map<string, number>;
  unjudgedSizes: Map<string, number>;
  /** Problems by "samples,finals,right": stored copies, those that did not fail, first rollouts that are right. */
  firsts: Map<string, number>;
  /** Problems by rollouts asked for; 0 where nobody says. */
  requested: Map<number, number>;
  /** Failed samples by reason. */
  fails: Map<string, number>;
  /** Secondary verdicts of first rollouts by name, and first rollouts by category. */
  firstMetrics: Map<string, Firsts>;
  categories: Map<string, Firsts>;
  splitClusters: (string | number)[];
  splitCorrect: (string | number)[];
};

/** A tally of nothing. */
export function emptyTally(): Tally {
  return {
    counts: {
      scored: 0,
      unjudged: 0,
      predicted: 0,
      unextracted: 0,
      finished: 0,
      truncated: 0,
      truncatedUnextracted: 0,
      ungradable: 0,
      drawsWithText: 0,
      texts: 0,
      duplicates: 0,
      suspiciousDuplicates: 0,
      cached: 0,
      majorityRight: 0,
      majorityTies: 0,
      majorityDraws: 0,
      emptyFirst: 0,
      timeouts: 0,
      hasTimeouts: 0,
    },
    cells: new Map(),
    sizes: new Map(),
    unjudgedSizes: new Map(),
    firsts: new Map(),
    requested: new Map(),
    fails: new Map(),
    firstMetrics: new Map(),
    categories: new Map(),
    splitClusters: [],
    splitCorrect: [],
  };
}

function count<Key>(map: Map<Key, number>, key: Key, times = 1): void {
  map.set(key, (map.get(key) ?? 0) + times);
}

function countFirst(map: Map<string, Firsts>, key: string, right: boolean): void {
  const entry = map.get(key);
  if (entry === undefined) map.set(key, { samples: 1, right: right ? 1 : 0 });
  else {
    entry.samples += 1;
    if (right) entry.right += 1;
  }
}

const isUnordered = (rollouts: readonly Rollout[]): boolean =>
  rollouts.some((rollout, i) => {
    const before = rollouts[i - 1];
    if (before === undefined) return false;
    return (
      (rollout.copy ?? 0) - (before.copy ?? 0) < 0 ||
      ((rollout.copy ?? 0) === (before.copy ?? 0) && rollout.index < before.index)
    );
  });

/** Rollouts in rollout order: by copy, then by index. */
function inRolloutOrder(rollouts: readonly Rollout[]): readonly Rollout[] {
  if (!isUnordered(rollouts)) return rollouts;
  return [...rollouts].sort((a, b) => (a.copy ?? 0) - (b.copy ?? 0) || a.index - b.index);
}

const isJudged = (rollout: Rollout): boolean => typeof rollout.verdict === "boolean";

/** Adds one problem to a tally. `keyOf` turns its predictions into cluster keys. */
export function addDraw(tally: Tally, draw: Draw, keyOf: KeyOf): void {
  const rollouts = inRolloutOrder(draw.rollouts);
  const judged = rollouts.every(isJudged) ? rollouts : rollouts.filter(isJudged);
  let correct = 0;
  for (const rollout of judged) if (rollout.verdict === true) correct += 1;
  count(tally.cells, `${judged.length},${correct},${rollouts.length}`);
  count(tally.requested, draw.requested ?? 0);
  tally.counts.scored += judged.length;
  tally.counts.unjudged += rollouts.length - judged.length;
  for (const rollout of rollouts) addHealth(tally.counts, rollout);
  addTexts(tally.counts, rollouts);
  addFirsts(tally, draw, rollouts, judged.length);
  addClusters(tally, draw, judged.length > 0 ? judged : rollouts, judged.length > 0, keyOf);
}

function addHealth(counts: Counts, rollout: Rollout): void {
  const unextracted = rollout.prediction === null;
  if (rollout.prediction !== undefined) counts.predicted += 1;
  if (unextracted) counts.unextracted += 1;
  if (rollout.finish !== undefined) {
    counts.finished += 1;
    if (TRUNCATED.has(rollout.finish)) {
      counts.truncated += 1;
      if (unextracted) counts.truncatedUnextracted += 1;
    }
  }
  if (rollout.ungradable !== undefined) counts.ungradable += 1;
  if (rollout.cached === true) counts.cached += 1;
  if (rollout.metrics?.timeout !== undefined) {
    counts.hasTimeouts += 1;
    if (rollout.metrics.timeout === true) counts.timeouts += 1;
  }
}

/** Rollouts whose texts have one length: a short list, then a map, so that neither hashing nor comparing adds up. */
type Peers = { list: Rollout[]; byText?: Map<string, Rollout> };
const LONGEST_LIST = 8;

/** Returns the earlier rollout with this text, or remembers the rollout. */
function earlierOrRemember(peers: Peers, rollout: Rollout, text: string): Rollout | undefined {
  if (peers.byText === undefined) {
    const earlier = peers.list.find((peer) => peer.text === text);
    if (earlier !== undefined) return earlier;
    if (peers.list.length < LONGEST_LIST) {
      peers.list.push(rollout);
      return undefined;
    }
    peers.byText = new Map(peers.list.map((peer) => [peer.text ?? "", peer]));
  }
  const earlier = peers.byText.get(text);
  if (earlier === undefined) peers.byText.set(text, rollout);
  return earlier;
}

function addTexts(counts: Counts, rollouts: readonly Rollout[]): void {
  const byLength = new Map<number, Peers>();
  let texts = 0;
  for (const rollout of rollouts) {
    const { text } = rollout;
    if (text === undefined) continue;
    texts += 1;
    const peers = byLength.get(text.length);
    if (peers === undefined) {
      byLength.set(text.length, { list: [rollout] });
      continue;
    }
    const earlier = earlierOrRemember(peers, rollout, text);
    if (earlier === undefined) continue;
    counts.duplicates += 1;
    const sharesSeed = rollout.seed !== undefined && rollout.seed === earlier.seed;
    if (text.length >= LONG_TEXT || sharesSeed || rollout.cached === true) counts.suspiciousDuplicates += 1;
  }
  counts.texts += texts;
  if (texts > 0) counts.drawsWithText += 1;
}

/** First-rollout headlines count stored samples: each copy of a question by itself, failed ones included. */
function addFirsts(tally: Tally, draw: Draw, rollouts: readonly Rollout[], n: number): void {
  const samples = draw.copies ?? 1;
  const failedCopies = draw.failed_copies ?? [];
  for (const { reason } of failedCopies) count(tally.fails, reason);
  if (n === 0) {
    const rest = samples - failedCopies.length;
    if (rest > 0) count(tally.fails, draw.failed?.reason ?? (rollouts.length === 0 ? "no_rollout" : NO_VERDICT), rest);
    count(tally.firsts, `${samples},0,0`);
    return;
  }
  let right = 0;
  let before = -1;
  for (const rollout of rollouts) {
    const copy = rollout.copy ?? 0;
    if (copy === before) continue;
    before = copy;
    const isFirst = rollout.index === 0;
    const isRight = isFirst && rollout.verdict === true;
    if (isRight) right += 1;
    if (isFirst && rollout.prediction === null) tally.counts.emptyFirst += 1;
    if (draw.category !== undefined) countFirst(tally.categories, draw.category, isRight);
    for (const [name, value] of Object.entries(rollout.metrics ?? {})) {
      if (typeof value === "boolean" && name !== "timeout") countFirst(tally.firstMetrics, name, isFirst && value);
    }
  }
  count(tally.firsts, `${samples},${samples - failedCopies.length},${right}`);
}

function addClusters(tally: Tally, draw: Draw, rollouts: readonly Rollout[], judged: boolean, keyOf: KeyOf): void {
  if (rollouts.length === 0 || rollouts.every(({ prediction }) => prediction === undefined)) return;
  const clusters: Clusters = clustersOf(rollouts, keyOf);
  count(judged ? tally.sizes : tally.unjudgedSizes, `${clusters.n}|${clusters.sizes.join(",")}`);
  if (!judged) return;
  tally.counts.majorityDraws += 1;
  if (clusters.winner === true) tally.counts.majorityRight += 1;
  if (clusters.tied) tally.counts.majorityTies += 1;
  if (clusters.splitCluster) tally.splitClusters.push(draw.problem);
  if (clusters.splitCorrect) tally.splitCorrect.push(draw.problem);
}

function addMap<Key>(into: Map<Key, number>, from: Map<Key, number>): void {
  for (const [key, times] of from) count(into, key, times);
}

function addFirstsMap(into: Map<string, Firsts>, from: Map<string, Firsts>): void {
  for (const [key, { samples, right }] of from) {
    const entry = into.get(key) ?? { samples: 0, right: 0 };
    into.set(key, { samples: entry.samples + samples, right: entry.right + right });
  }
}

/** Adds the tally of other problems of the same run. Any order of merging gives the same report. */
export function mergeTally(into: Tally, from: Tally): void {
  for (const key of Object.keys(into.counts) as (keyof Counts)[]) into.counts[key] += from.counts[key];
  addMap(into.cells, from.cells);
  addMap(into.sizes, from.sizes);
  addMap(into.unjudgedSizes, from.unjudgedSizes);
  addMap(into.firsts, from.firsts);
  addMap(into.requested, from.requested);
  addMap(into.fails, from.fails);
  addFirstsMap(into.firstMetrics, from.firstMetrics);
  addFirstsMap(into.categories, from.categories);
  for (const problem of from.splitClusters) into.splitClusters.push(problem);
  for (const problem of from.splitCorrect) into.splitCorrect.push(problem);
}
