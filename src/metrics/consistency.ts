// Which answers of one draw are the same answer, and what follows: modal share, agreement, entropy, the majority verdict.
import type { Json, Rollout } from "../draw/draw.ts";
import { foldedText } from "../draw/folded-text.ts";

/** Turns a prediction into the key of its cluster; null when it is no answer at all. Depends on its argument alone. */
export type KeyOf = (prediction: Json) => string | null;

/**
 * The default key: exact folded text. A number and its decimal text share a key; lists and objects keep their order.
 * Empty text is no answer.
 */
export function foldedKey(prediction: Json): string | null {
  if (prediction === null) return null;
  if (typeof prediction !== "object") return foldedText(String(prediction)) || null;
  return JSON.stringify(prediction, (_, value) => (typeof value === "string" ? foldedText(value) : value));
}

/** The answer clusters of one draw. */
export type Clusters = {
  /** Rollouts looked at: the denominator of the modal share. */
  readonly n: number;
  /** Cluster sizes, largest first. Rollouts without an answer are in none. */
  readonly sizes: readonly number[];
  /** The verdict of the first member of the winning cluster; undefined when nothing was extracted. */
  readonly winner: boolean | undefined;
  /** Whether the tie-break (lowest rollout index) decided. */
  readonly tied: boolean;
  /** One cluster holds different verdicts. */
  readonly splitCluster: boolean;
  /** Correct rollouts sit in more than one cluster. */
  readonly splitCorrect: boolean;
};

type Cluster = { size: number; correct: number; first: boolean };

/** The key of a rollout's answer: the permuted option's identity where there is one, else the key of the prediction. */
function rolloutKey(rollout: Rollout, keyOf: KeyOf): string | null {
  if (rollout.prediction === undefined || rollout.prediction === null) return null;
  return rollout.choice === undefined ? keyOf(rollout.prediction) : `choice:${rollout.choice}`;
}

/** Clusters rollouts, given in rollout order (metrics.md 3). A tie goes to the cluster that was seen first. */
export function clustersOf(rollouts: readonly Rollout[], keyOf: KeyOf): Clusters {
  const clusters = new Map<string, Cluster>();
  const keys = new Map<Json, string | null>();
  for (const rollout of rollouts) {
    const prediction = rollout.prediction ?? null;
    let key = rollout.choice === undefined ? keys.get(prediction) : undefined;
    if (key === undefined) {
      key = rolloutKey(rollout, keyOf);
      if (rollout.choice === undefined) keys.set(prediction, key);
    }
    if (key === null) continue;
    const correct = rollout.verdict === true;
    const cluster = clusters.get(key);
    if (cluster === undefined) clusters.set(key, { size: 1, correct: correct ? 1 : 0, first: correct });
    else {
      cluster.size += 1;
      if (correct) cluster.correct += 1;
    }
  }
  return readClusters([...clusters.values()], rollouts.length);
}

function readClusters(clusters: readonly Cluster[], n: number): Clusters {
  let winner: Cluster | undefined;
  let tied = false;
  for (const cluster of clusters) {
    if (winner === undefined || cluster.size > winner.size) {
      winner = cluster;
      tied = false;
    } else if (cluster.size === winner.size) tied = true;
  }
  return {
    n,
    sizes: clusters.map(({ size }) => size).sort((a, b) => b - a),
    winner: winner?.first,
    tied,
    splitCluster: clusters.some(({ size, correct }) => correct > 0 && correct < size),
    splitCorrect: clusters.filter(({ correct }) => correct > 0).length > 1,
  };
}

/** Size of the largest cluster over all rollouts of the draw, a fraction; 0 when nothing was extracted. */
export function modalShare(sizes: readonly number[], n: number): number {
  return (sizes[0] ?? 0) / n;
}

/** Probability that two different rollouts give the same answer, a fraction. Needs n >= 2. */
export function agreement(sizes: readonly number[], n: number): number {
  return sizes.reduce((sum, size) => sum + size * (size - 1), 0) / (n * (n - 1));
}

/** Entropy of the cluster shares over extracted rollouts, in nats. */
export function answerEntropy(sizes: readonly number[]): number {
  const extracted = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.reduce((sum, size) => sum - (size / extracted) * Math.log(size / extracted), 0);
}
