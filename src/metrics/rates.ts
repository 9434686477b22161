// The rates of a run as functions of its cells: one table of keys, each with its per-problem value and its rerun variance.
import { agreement, answerEntropy, modalShare } from "./consistency.ts";
import { gPassName, hypergeometricSum, mgPass, passAt, passHat } from "./estimators.ts";
import { agreementVariance, gPassVariance, passAtVariance, passHatVariance, verdictVariance } from "./rerun.ts";
import type { Tally } from "./tally.ts";
import { type Tau, tauName, thresholdOf } from "./tau.ts";

/** Problems that share their counts: n verdicts, c of them correct, `rollouts` that arrived. */
export type Cell = { readonly n: number; readonly c: number; readonly rollouts: number; readonly problems: number };

/** Problems that share their cluster sizes. */
export type SizeCell = { readonly n: number; readonly sizes: readonly number[]; readonly problems: number };

/** One correctness key: a draw's value (0 where it has fewer than k verdicts) and its variance under a rerun. */
export type Rate = {
  readonly key: string;
  readonly k: number;
  readonly value: (n: number, c: number) => number;
  readonly variance: (n: number, c: number) => number | undefined;
};

const byNumbers = (a: readonly number[], b: readonly number[]): number => {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** The cells of a tally in one fixed order, so that sums do not depend on the order of the data. */
export function sortedCells(tally: Tally): Cell[] {
  return [...tally.cells]
    .map(([key, problems]) => ({ numbers: key.split(",").map(Number), problems }))
    .sort((a, b) => byNumbers(a.numbers, b.numbers))
    .map(({ numbers: [n = 0, c = 0, rollouts = 0], problems }) => ({ n, c, rollouts, problems }));
}

/** Problems by stored samples, those that did not fail, and first rollouts that are right, in one fixed order. */
export function sortedFirsts(tally: Tally): { stored: number; finals: number; right: number; problems: number }[] {
  return [...tally.firsts]
    .map(([key, problems]) => ({ numbers: key.split(",").map(Number), problems }))
    .sort((a, b) => byNumbers(a.numbers, b.numbers))
    .map(({ numbers: [stored = 0, finals = 0, right = 0], problems }) => ({ stored, finals, right, problems }));
}

/** Cluster patterns in one fixed order. */
export function sortedSizes(patterns: ReadonlyMap<string, number>): SizeCell[] {
  return [...patterns]
    .map(([key, problems]) => {
      const [n = "", sizes = ""] = key.split("|");
      return { n: Number(n), sizes: sizes === "" ? [] : sizes.split(",").map(Number), problems };
    })
    .sort((a, b) => a.n - b.n || byNumbers(a.sizes, b.sizes));
}

const shortIsZero =
  (k: number, estimate: (n: number, c: number) => number) =>
  (n: number, c: number): number =>
    n < k ? 0 : estimate(n, c);

/** pass@k. `pass@1` is c/n, which others publish as avg@n. */
export function passAtRate(k: number): Rate {
  return {
    key: `pass@${k}`,
    k,
    value: shortIsZero(k, (n, c) => passAt(n, c, k)),
    variance: (n, c) => passAtVariance(n, c, k),
  };
}

/** pass^k, for k > 1. */
export function passHatRate(k: number): Rate {
  return {
    key: `pass^${k}`,
    k,
    value: shortIsZero(k, (n, c) => passHat(n, c, k)),
    variance: (n, c) => passHatVariance(n, c, k),
  };
}

/** mG-Pass@k, for even k. */
function mgPassRate(k: number): Rate {
  return {
    key: `mG-Pass@${k}`,
    k,
    value: shortIsZero(k, (n, c) => mgPass(n, c, k)),
    variance: (n, c) => gPassVariance(n, c, k, k / 2 + 1, "rising"),
  };
}

/** G-Pass@k_tau; `key` names it even where it equals pass@k or pass^k. */
export function gPassRate(k: number, tau: Tau): Rate {
  const from = thresholdOf(tau, k);
  return {
    key: `G-Pass@${k}_${tauName(tau)}`,
    k,
    value: shortIsZero(k, (n, c) => hypergeometricSum(n, c, k, from, "flat")),
    variance: (n, c) => gPassVariance(n, c, k, from, "flat"),
  };
}

/** The correctness keys of a report for the swept ks and taus, and why an asked-for one has another name. */
export function ratesFor(ks: readonly number[], taus: readonly Tau[]): { rates: Rate[]; twins: string[] } {
  const several = ks.filter((k) => k > 1);
  const twins: string[] = [];
  const gPass = several.flatMap((k) => {
    const named = new Map<string, Tau>();
    for (const tau of taus) {
      const name = gPassName(k, tau);
      if (name.twin === undefined) named.set(name.key, tau);
      else twins.push(name.twin);
    }
    return [...named.values()].map((tau) => gPassRate(k, tau));
  });
  const rates = [
    passAtRate(1),
    ...several.map(passAtRate),
    ...several.map(passHatRate),
    ...gPass,
    ...several.filter((k) => k % 2 === 0).map(mgPassRate),
  ];
  return { rates, twins: [...new Set(twins)] };
}

/** The dispersion keys: per-problem values from cluster sizes, and which draws have one. */
export const dispersions = [
  {
    key: "self_consistency",
    unit: "percent",
    has: (cell: SizeCell) => cell.n >= 1,
    value: (cell: SizeCell) => modalShare(cell.sizes, cell.n),
  },
  {
    key: "agreement",
    unit: "percent",
    has: (cell: SizeCell) => cell.n >= 2,
    value: (cell: SizeCell) => agreement(cell.sizes, cell.n),
    variance: (cell: SizeCell) => agreementVariance(cell.sizes, cell.n),
  },
  {
    key: "answer_entropy",
    unit: "nats",
    has: (cell: SizeCell) => cell.sizes.length > 0,
    value: (cell: SizeCell) => answerEntropy(cell.sizes),
  },
  {
    key: "distinct_answers",
    unit: "answers",
    has: (cell: SizeCell) => cell.sizes.length > 0,
    value: (cell: SizeCell) => cell.sizes.length,
  },
] as const satisfies readonly {
  key: string;
  unit: "percent" | "nats" | "answers";
  has: (cell: SizeCell) => boolean;
  value: (cell: SizeCell) => number;
  variance?: (cell: SizeCell) => number | undefined;
}[];

/** The mean of verdictVariance over problems that have one; undefined when none has. */
export function meanVerdictVariance(cells: readonly Cell[]): number | undefined {
  let problems = 0;
  let sum = 0;
  for (const cell of cells) {
    const variance = verdictVariance(cell.n, cell.c);
    if (variance === undefined) continue;
    problems += cell.problems;
    sum += variance * cell.problems;
  }
  return problems === 0 ? undefined : sum / problems;
}

/** pass@1 if the same problems are sampled again: sqrt(sum s2_i / n_i) / D; one rollout alone takes the others' mean s2. */
export function passAtOneRerunError(cells: readonly Cell[], population: number): number | undefined {
  const mean = meanVerdictVariance(cells);
  if (mean === undefined || population === 0) return undefined;
  const sum = cells.reduce(
    (total, { n, c, problems }) => (n === 0 ? total : total + ((verdictVariance(n, c) ?? mean) / n) * problems),
    0,
  );
  return Math.sqrt(sum) / population;
}

/**
 * The standard error of a mean over `population` problems if each is sampled again: sqrt(sum of variances) / D.
 * A problem without a variance of its own takes the mean of the others; undefined when none has one.
 */
export function rerunError(
  problems: readonly { variance: number | undefined; count: number }[],
  population: number,
): number | undefined {
  let known = 0;
  let sum = 0;
  let all = 0;
  for (const { variance, count } of problems) {
    all += count;
    if (variance === undefined) continue;
    known += count;
    sum += variance * count;
  }
  return known === 0 || population === 0 ? undefined : Math.sqrt((sum / known) * all) / population;
}
