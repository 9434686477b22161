// The one estimator of the family: how many of k rollouts, drawn without replacement from the n sampled ones, are correct.
// Sources: Chen et al. 2021 (arXiv 2107.03374) for pass@k, tau-bench (2406.12045) for pass^k, Liu et al. 2024 (2412.13147)
// for G-Pass@k and mG-Pass@k.
import { parseTau, reduced, type Tau, tauName, thresholdOf } from "./tau.ts";

function requireCounts(n: number, c: number, k: number): void {
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError(`n must be an integer of at least 1, got ${n}`);
  if (!Number.isSafeInteger(c) || c < 0 || c > n)
    throw new RangeError(`c must be an integer from 0 to n = ${n}, got ${c}`);
  if (!Number.isSafeInteger(k) || k < 1) throw new RangeError(`k must be an integer of at least 1, got ${k}`);
  if (k > n) throw new RangeError(`k must not be larger than n = ${n}, got ${k}`);
}

/**
 * sum over j >= from of weight(j) * P[X = j], X hypergeometric (n, c, k), with weight 1 (`flat`) or j - from + 1 (`rising`,
 * which makes it the sum of P[X >= i] over i >= from). Arguments are trusted. Terms are taken relative to the mode by
 * exact ratios, so nothing overflows and no term is a difference: the relative error stays below 1e-12 up to n = 4096.
 */
export function hypergeometricSum(n: number, c: number, k: number, from: number, weight: "flat" | "rising"): number {
  const lowest = Math.max(0, k - (n - c));
  const highest = Math.min(c, k);
  if (from > highest) return 0;
  if (from <= lowest && weight === "flat") return 1;
  const rising = weight === "rising";
  const rest = n - c - k;
  const mode = Math.min(highest, Math.max(lowest, Math.floor(((k + 1) * (c + 1)) / (n + 2))));
  let all = 1;
  let wanted = mode >= from ? (rising ? mode - from + 1 : 1) : 0;
  let term = 1;
  for (let j = mode; j < highest; j += 1) {
    term *= ((c - j) * (k - j)) / ((j + 1) * (rest + j + 1));
    if (term === 0) break;
    all += term;
    if (j + 1 >= from) wanted += rising ? term * (j + 2 - from) : term;
  }
  term = 1;
  for (let j = mode; j > lowest; j -= 1) {
    term *= (j * (rest + j)) / ((c - j + 1) * (k - j + 1));
    if (term === 0) break;
    all += term;
    if (j - 1 >= from) wanted += rising ? term * (j - from) : term;
  }
  return wanted / all;
}

/**
 * G-Pass@k_tau: the probability that at least max(1, ceil(tau * k)) of k rollouts are correct, a fraction.
 * Throws a RangeError that names the argument unless 0 <= c <= n, 1 <= k <= n and 0 < tau <= 1.
 */
export function gPassAtK(n: number, c: number, k: number, tau: Tau | string | number): number {
  requireCounts(n, c, k);
  return hypergeometricSum(n, c, k, thresholdOf(typeof tau === "object" ? tau : parseTau(tau), k), "flat");
}

/** pass@k: at least one of k rollouts is correct, a fraction. pass@1 is c / n. Throws like `gPassAtK`. */
export function passAtK(n: number, c: number, k: number): number {
  requireCounts(n, c, k);
  return passAt(n, c, k);
}

/** pass^k: all of k rollouts are correct, a fraction. Throws like `gPassAtK`. */
export function passHatK(n: number, c: number, k: number): number {
  requireCounts(n, c, k);
  return passHat(n, c, k);
}

/**
 * mG-Pass@k: (2/k) * sum of P[X >= i] for i = ceil(k/2)+1 .. k, a fraction.
 * Throws a RangeError for an odd k, at which a perfect model would not reach 1.
 */
export function mgPassAtK(n: number, c: number, k: number): number {
  requireCounts(n, c, k);
  if (k % 2 !== 0) throw new RangeError(`k must be even for mG-Pass@k, got ${k}`);
  return mgPass(n, c, k);
}

/** c / n at k = 1 keeps the stored number to the last bit. Arguments are trusted, n >= k. */
export const passAt = (n: number, c: number, k: number): number =>
  k === 1 ? c / n : hypergeometricSum(n, c, k, 1, "flat");

/** pass^k with trusted arguments, n >= k. */
export const passHat = (n: number, c: number, k: number): number =>
  k === 1 ? c / n : hypergeometricSum(n, c, k, k, "flat");

/** mG-Pass@k with trusted arguments, n >= k, k even. */
export const mgPass = (n: number, c: number, k: number): number =>
  (2 / k) * hypergeometricSum(n, c, k, k / 2 + 1, "rising");

/** C(n, k) as an exact integer. */
function binomial(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let value = 1n;
  for (let i = 1; i <= Math.min(k, n - k); i += 1) value = (value * BigInt(n - i + 1)) / BigInt(i);
  return value;
}

/**
 * The exact value of `hypergeometricSum` as a reduced fraction. Slow and exact: it is what the fast one is tested against,
 * and what the `metrics` verb prints. Arguments are trusted.
 */
export function exactHypergeometricSum(
  n: number,
  c: number,
  k: number,
  from: number,
  weight: "flat" | "rising",
): { numerator: bigint; denominator: bigint } {
  const lowest = Math.max(from, 0, k - (n - c));
  let sum = 0n;
  let term = binomial(c, lowest) * binomial(n - c, k - lowest);
  for (let j = lowest; j <= Math.min(c, k); j += 1) {
    sum += weight === "rising" ? term * BigInt(j - from + 1) : term;
    // The next product of binomials from this one: the division leaves no rest.
    term = (term * BigInt((c - j) * (k - j))) / BigInt((j + 1) * (n - c - k + j + 1));
  }
  return reduced(sum, binomial(n, k));
}

/** Above this many rollouts an exact fraction has tens of thousands of digits and helps nobody. */
const LARGEST_EXACT = 10_000;

/** What `estimatorsOf` returns: fractions by key, the same values exactly ("5/6"), and why a key was not written. */
export type Estimators = { values: Record<string, number>; exact: Record<string, string>; notes: string[] };

const written = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }): string =>
  denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;

/**
 * Every estimator for one problem with n rollouts of which c are correct: pass@1, pass@k, pass^k, mG-Pass@k and
 * G-Pass@k_tau for the taus asked for, as fractions in [0, 1]. Twin names are not written but explained in `notes`.
 * Throws a RangeError that names the argument and its value.
 */
export function estimatorsOf(problem: {
  n: number;
  c: number;
  k: number;
  taus?: readonly (string | number)[];
}): Estimators {
  const { n, c, k } = problem;
  requireCounts(n, c, k);
  const taus = (problem.taus ?? []).map(parseTau);
  const result: Estimators = { values: {}, exact: {}, notes: [] };
  const add = (key: string, value: number, exact: () => { numerator: bigint; denominator: bigint }): void => {
    result.values[key] = value;
    if (n <= LARGEST_EXACT) result.exact[key] = written(exact());
  };
  if (n > LARGEST_EXACT) result.notes.push(`exact fractions are left out above n = ${LARGEST_EXACT}`);
  add("pass@1", passAt(n, c, 1), () => reduced(BigInt(c), BigInt(n)));
  if (k === 1) result.notes.push("pass^1 and G-Pass@1 equal pass@1 and are not written twice");
  else {
    add(`pass@${k}`, passAt(n, c, k), () => exactHypergeometricSum(n, c, k, 1, "flat"));
    add(`pass^${k}`, passHat(n, c, k), () => exactHypergeometricSum(n, c, k, k, "flat"));
    if (k % 2 === 0) {
      add(`mG-Pass@${k}`, mgPass(n, c, k), () => {
        const sum = exactHypergeometricSum(n, c, k, k / 2 + 1, "rising");
        return reduced(sum.numerator * 2n, sum.denominator * BigInt(k));
      });
    } else result.notes.push(`mG-Pass@${k} is not defined: at odd k a perfect model would not reach 1`);
    for (const tau of taus) {
      const named = gPassName(k, tau);
      if (named.twin !== undefined) result.notes.push(named.twin);
      else {
        const from = thresholdOf(tau, k);
        add(named.key, hypergeometricSum(n, c, k, from, "flat"), () => exactHypergeometricSum(n, c, k, from, "flat"));
      }
    }
  }
  return result;
}

/** The key of G-Pass@k_tau, or, where it equals another key, a sentence that says which one. */
export function gPassName(k: number, tau: Tau): { key: string; twin?: undefined } | { key: string; twin: string } {
  const name = `G-Pass@${k}_${tauName(tau)}`;
  const threshold = thresholdOf(tau, k);
  if (k === 1) return { key: "pass@1", twin: `${name} equals pass@1` };
  if (threshold === 1) return { key: `pass@${k}`, twin: `${name} equals pass@${k}: it asks for one correct rollout` };
  if (threshold === k)
    return { key: `pass^${k}`, twin: `${name} equals pass^${k}: it asks for all ${k} to be correct` };
  return { key: name };
}
