// The screen of `sieval metrics`: every estimator for one problem, as a decimal and as the exact fraction.
import { parseTau, thresholdOf } from "../metrics/index.ts";
import { markdownCode, markdownTable, markdownText } from "./markdown.ts";
import type { Renderer } from "./renderer.ts";
import { clip, hanging, table, widthOf, wrap } from "./text.ts";

/** The estimators of one problem: `values` and `exact` are keyed like a report. */
export type MetricsDocument = {
  readonly n: number;
  readonly c: number;
  readonly ks: readonly number[];
  readonly values: Readonly<Record<string, number>>;
  readonly exact: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
};

const meaningOf = (key: string): string => {
  const [, name = "", k = "", tau = ""] = /^(.*)[@^](\d+)(?:_(.+))?$/.exec(key) ?? [];
  if (key.startsWith("mG-Pass")) return "mean over the thresholds above half";
  if (key === "pass@1") return "share of the answers that are correct";
  if (key.startsWith("pass@")) return `at least 1 of ${k} answers is correct`;
  if (key.startsWith("pass^")) return `all ${k} answers are correct`;
  if (name !== "G-Pass") return "";
  return `at least ${thresholdOf(parseTau(tau), Number(k))} of ${k} answers are correct`;
};

const decimal = (value: number): string => (value !== 0 && value < 1e-6 ? value.toExponential(6) : value.toFixed(6));

/** Rounding is only said where there is any: a fraction with very long parts says less than its decimal. */
const fraction = (exact: string | undefined): string =>
  exact === undefined || exact === "0" || exact === "1" ? "" : exact.length <= 24 ? exact : "(long fraction)";

/** The screen for one problem. */
export const renderMetricsText: Renderer<MetricsDocument> = ({ n, c, ks, values, exact, notes }, style) => {
  const rows = Object.entries(values).map(([key, value]) => [clip(key, 32), decimal(value), fraction(exact[key])]);
  const keys = Object.keys(values);
  const aligned = table(rows, "<><");
  const width = Math.max(...aligned.map(widthOf));
  const lines = aligned.flatMap((line, i) =>
    hanging(`  ${line}${" ".repeat(width - widthOf(line))}   `, meaningOf(keys[i] ?? ""), style.columns),
  );
  const title = style.bold(
    `n = ${n} answers to one problem, c = ${c} correct, k = ${ks.join(", ")} drawn without replacement`,
  );
  const foot = notes.flatMap((note) => wrap(`. ${clip(note, 600)}`, style.columns - 2).map((line) => `  ${line}`));
  return `${[title, "", ...lines, ...(foot.length > 0 ? ["", ...foot] : [])].join("\n")}\n`;
};

/** The same as a markdown table. */
export const renderMetricsMarkdown: Renderer<MetricsDocument> = ({ n, c, ks, values, exact, notes }) => {
  const rows = Object.entries(values).map(([key, value]) => [
    markdownCode(key),
    decimal(value),
    markdownText(fraction(exact[key])),
    meaningOf(key),
  ]);
  const body = markdownTable(["estimator", "value", "exact", "meaning"], rows, "<><<");
  const foot = notes.map((note) => `- ${markdownText(note)}`).join("\n");
  return `${[`n = ${n}, c = ${c}, k = ${ks.join(", ")}`, body, ...(foot === "" ? [] : [foot])].join("\n\n")}\n`;
};
