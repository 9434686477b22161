// tau as an exact rational: ceil(tau * k) in floating point is off by one for 0.07 * 100, 0.14 * 50, 0.28 * 25, 0.56 * 25.

/** A rational in lowest terms, 0 < numerator <= denominator. */
export type Tau = { readonly numerator: bigint; readonly denominator: bigint };

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Divides both by their greatest common divisor. The denominator must be positive. */
export function reduced(numerator: bigint, denominator: bigint): { numerator: bigint; denominator: bigint } {
  const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/**
 * Parses a decimal ("0.75", ".5", 0.28) or a fraction ("3/4") into an exact rational.
 * Throws a RangeError that names the value unless 0 < tau <= 1.
 */
export function parseTau(value: string | number): Tau {
  const text = String(value).trim();
  const match = /^(\d{0,30})(?:\.(\d{0,30}))?(?:e-(\d{1,2}))?$|^(\d{1,30})\/(\d{1,30})$/.exec(text);
  const tau = match === null ? undefined : rationalOf(match);
  if (tau === undefined || tau.numerator <= 0n || tau.numerator > tau.denominator) {
    throw new RangeError(`tau must be a decimal or a fraction with 0 < tau <= 1, got ${text}`);
  }
  return tau;
}

function rationalOf(match: RegExpExecArray): Tau | undefined {
  const [, whole, decimals = "", exponent = "0", top, bottom] = match;
  if (top !== undefined && bottom !== undefined) {
    return BigInt(bottom) === 0n ? undefined : reduced(BigInt(top), BigInt(bottom));
  }
  const digits = `${whole ?? ""}${decimals}`;
  if (digits === "") return undefined;
  return reduced(BigInt(digits), 10n ** BigInt(decimals.length + Number(exponent)));
}

/** The smallest number of correct rollouts among k that G-Pass@k_tau asks for: max(1, ceil(tau * k)). */
export function thresholdOf(tau: Tau, k: number): number {
  const { numerator, denominator } = tau;
  return Math.max(1, Number((numerator * BigInt(k) + denominator - 1n) / denominator));
}

/** How tau is written in a key: the shortest decimal when there is one, else a fraction such as "2/3". */
export function tauName({ numerator, denominator }: Tau): string {
  let rest = denominator;
  while (rest % 2n === 0n) rest /= 2n;
  while (rest % 5n === 0n) rest /= 5n;
  if (rest !== 1n) return `${numerator}/${denominator}`;
  let places = 0;
  let scale = 1n;
  while ((numerator * scale) % denominator !== 0n) {
    scale *= 10n;
    places += 1;
  }
  if (places === 0) return String(numerator / denominator);
  return `0.${String((numerator * scale) / denominator).padStart(places, "0")}`;
}
