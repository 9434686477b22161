// Draws in, report out: the one way to compute a report, whoever asks.
import type { Draw } from "../draw/draw.ts";
import type { Report } from "../draw/report.ts";
import { foldedKey, type KeyOf } from "./consistency.ts";
import { type ReportOptions, reportOf } from "./report.ts";
import { addDraw, emptyTally } from "./tally.ts";

export type SummarizeOptions = ReportOptions & {
  /** Turns predictions into cluster keys; exact folded text by default. */
  readonly keyOf?: KeyOf;
};

/**
 * The report of one run (docs/metrics.md). Reads draws as they come and keeps counts only, so memory does not grow with
 * the number of rollouts. Permuting draws changes nothing. Throws a UsageError for a k beyond the budget.
 */
export async function summarize(
  draws: AsyncIterable<Draw> | Iterable<Draw>,
  options: SummarizeOptions,
): Promise<Report> {
  const tally = emptyTally();
  for await (const draw of draws) addDraw(tally, draw, options.keyOf ?? foldedKey);
  return reportOf(tally, options);
}
