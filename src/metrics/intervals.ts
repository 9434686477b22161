// Intervals and standard errors from counts of equal values: "questions like these" and "these questions again".
// Sources: Wilson 1927, Clopper and Pearson 1934, Miller 2024 (arXiv 2411.00640).

const Z95 = 1.959963984540054;

/** A value and how many problems have it. */
export type Weighted = { readonly value: number; readonly count: number };

/** The mean over all problems; 0 when there are none. */
export function meanOf(values: readonly Weighted[]): number {
  const total = values.reduce((sum, { count }) => sum + count, 0);
  return total === 0 ? 0 : values.reduce((sum, { value, count }) => sum + value * count, 0) / total;
}

/** Sum of squared deviations from the mean. */
function squaredDeviations(values: readonly Weighted[]): { total: number; squares: number } {
  const mean = meanOf(values);
  const total = values.reduce((sum, { count }) => sum + count, 0);
  return { total, squares: values.reduce((sum, { value, count }) => sum + count * (value - mean) ** 2, 0) };
}

/** The variance with divisor m - 1; undefined below two problems. */
export function sampleVariance(values: readonly Weighted[]): number | undefined {
  const { total, squares } = squaredDeviations(values);
  return total < 2 ? undefined : squares / (total - 1);
}

/** Wilson's 95 % interval for a share p of m (m need not be whole), as fractions in [0, 1]. */
export function wilson95(p: number, m: number): [number, number] {
  const z2 = Z95 * Z95;
  const centre = (p + z2 / (2 * m)) / (1 + z2 / m);
  const half = (Z95 / (1 + z2 / m)) * Math.sqrt((p * (1 - p)) / m + z2 / (4 * m * m));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/** P[X >= from] for X binomial (m, p), by ratios from the mode, so that nothing overflows. */
function binomialTail(m: number, p: number, from: number): number {
  if (from <= 0) return 1;
  if (from > m || p === 0) return 0;
  if (p === 1) return 1;
  const odds = p / (1 - p);
  const mode = Math.min(m, Math.floor((m + 1) * p));
  let all = 1;
  let wanted = mode >= from ? 1 : 0;
  let term = 1;
  for (let j = mode; j < m && term > 0; j += 1) {
    term *= ((m - j) / (j + 1)) * odds;
    all += term;
    if (j + 1 >= from) wanted += term;
  }
  term = 1;
  for (let j = mode; j > 0 && term > 0; j -= 1) {
    term *= j / (m - j + 1) / odds;
    all += term;
    if (j - 1 >= from) wanted += term;
  }
  return wanted / all;
}

/** The p at which P[X >= from] reaches `tail`, by bisection down to neighbouring doubles. */
function binomialQuantile(m: number, from: number, tail: number): number {
  let low = 0;
  let high = 1;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (binomialTail(m, middle, from) < tail) low = middle;
    else high = middle;
  }
}

/** Clopper and Pearson's exact 95 % interval for x of m, as fractions in [0, 1]. */
export function clopperPearson95(x: number, m: number): [number, number] {
  return [
    x === 0 ? 0 : x === m ? 0.025 ** (1 / m) : binomialQuantile(m, x, 0.025),
    x === m ? 1 : x === 0 ? 1 - 0.025 ** (1 / m) : binomialQuantile(m, x + 1, 0.975),
  ];
}

/**
 * The 95 % interval of a mean of per-problem values in [0, 1], as fractions: Wilson on the effective sample size
 * p(1-p) / (population variance / D), Clopper-Pearson where every value is 0 or every value is 1. With 0/1 values it is
 * the textbook Wilson interval. Undefined for fewer than two problems, or when equal values lie strictly inside (0, 1).
 */
export function problemInterval95(values: readonly Weighted[]): [number, number] | undefined {
  const present = values.filter(({ count }) => count > 0);
  const { total, squares } = squaredDeviations(present);
  if (total < 2) return undefined;
  const first = present[0]?.value ?? 0;
  if (present.every(({ value }) => value === first)) {
    return first === 0 || first === 1 ? clopperPearson95(first * total, total) : undefined;
  }
  const p = meanOf(present);
  return wilson95(p, (p * (1 - p)) / (squares / total / total));
}
