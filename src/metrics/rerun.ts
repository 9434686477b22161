// How far a number moves if the same problems are sampled again: per-problem variances of the estimators (metrics.md 6).
import { agreement } from "./consistency.ts";
import { hypergeometricSum, passHat } from "./estimators.ts";

/** Unbiased variance of one rollout's verdict: n/(n-1) p(1-p). Undefined below two rollouts. */
export function verdictVariance(n: number, c: number): number | undefined {
  return n < 2 ? undefined : (n / (n - 1)) * (c / n) * (1 - c / n);
}

/** Unbiased variance of pass^k, floored at 0; undefined unless 2k <= n. pass@k has that of pass^k with n - c for c. */
export function passHatVariance(n: number, c: number, k: number): number | undefined {
  return 2 * k > n ? undefined : Math.max(0, passHat(n, c, k) ** 2 - passHat(n, c, 2 * k));
}

/** Unbiased variance of pass@k, floored at 0; undefined unless 2k <= n. */
export function passAtVariance(n: number, c: number, k: number): number | undefined {
  return passHatVariance(n, n - c, k);
}

/** (n-1)/n * sum over rollouts of (estimate without it - mean of those)^2, from the distinct estimates and their counts. */
function jackknife(n: number, left: readonly { estimate: number; count: number }[]): number {
  const mean = left.reduce((sum, { estimate, count }) => sum + estimate * count, 0) / n;
  return ((n - 1) / n) * left.reduce((sum, { estimate, count }) => sum + count * (estimate - mean) ** 2, 0);
}

/** Delete-one-rollout jackknife variance of a G-Pass sum; undefined unless k <= n/2 (near k = n it is inflated). */
export function gPassVariance(
  n: number,
  c: number,
  k: number,
  from: number,
  weight: "flat" | "rising",
): number | undefined {
  if (2 * k > n) return undefined;
  const scale = weight === "rising" ? 2 / k : 1;
  const estimate = (correct: number): number => scale * hypergeometricSum(n - 1, correct, k, from, weight);
  return jackknife(n, [
    { estimate: c > 0 ? estimate(c - 1) : 0, count: c },
    { estimate: c < n ? estimate(c) : 0, count: n - c },
  ]);
}

/** Delete-one-rollout jackknife variance of agreement, a statistic of pairs; undefined below four rollouts. */
export function agreementVariance(sizes: readonly number[], n: number): number | undefined {
  if (n < 4) return undefined;
  const extracted = sizes.reduce((sum, size) => sum + size, 0);
  const left = sizes.map((size, i) => ({
    estimate: agreement(
      sizes.map((other, j) => (i === j ? other - 1 : other)),
      n - 1,
    ),
    count: size,
  }));
  return jackknife(n, [...left, { estimate: agreement(sizes, n - 1), count: n - extracted }]);
}
