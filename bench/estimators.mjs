// One million (n, c, k) cells with n <= 64, and the same with the exact rationals as the baseline.
import { exactHypergeometricSum, hypergeometricSum } from "../dist/metrics/estimators.js";
import { random } from "./rollouts.mjs";

/** Prints seconds for a million cells, and how many times faster that is than exact rational arithmetic. */
export function benchEstimators() {
  const next = random(7);
  const cells = Array.from({ length: 1_000_000 }, () => {
    const n = 1 + Math.floor(next() * 64);
    const k = 1 + Math.floor(next() * n);
    return { n, c: Math.floor(next() * (n + 1)), k, from: 1 + Math.floor(next() * k) };
  });
  const time = (count, estimate) => {
    const start = performance.now();
    let sum = 0;
    for (let i = 0; i < count; i += 1) sum += Number(estimate(cells[i]));
    return { seconds: (performance.now() - start) / 1000, sum };
  };
  const fast = ({ n, c, k, from }) => hypergeometricSum(n, c, k, from, "flat");
  const exact = ({ n, c, k, from }) => {
    const { numerator, denominator } = exactHypergeometricSum(n, c, k, from, "flat");
    return Number(numerator) / Number(denominator);
  };
  time(100_000, fast);
  const quick = time(1_000_000, fast);
  const slow = time(10_000, exact);
  console.log("estimators: 1,000,000 (n, c, k) cells, n <= 64");
  console.log(`  fast   ${quick.seconds.toFixed(3)} s`);
  console.log(
    `  exact  ${(slow.seconds * 100).toFixed(1)} s (from 10,000 cells), ${((slow.seconds * 100) / quick.seconds).toFixed(0)}x slower`,
  );
}
