// The screen of `sieval recompute`: for each folder the score, what a recomputation changes, and what was done about it.
import type { ReportRow } from "../draw/report.ts";
import { markdownText } from "./markdown.ts";
import type { Renderer, Style } from "./renderer.ts";
import { budgetOf, headlineOf, sourceOf, taskOf } from "./report-facts.ts";
import { clip, count, counted, hanging, oneDecimal, wrap } from "./text.ts";

/** What happened, or would happen, to one report.json. */
export type RewriteFacts = {
  readonly file: string;
  readonly changed: boolean;
  readonly written: boolean;
  readonly backup?: string;
  readonly added: readonly string[];
  readonly replaced: readonly { readonly key: string; readonly from: unknown; readonly to: unknown }[];
  readonly kept_score?: { readonly stored: unknown; readonly recomputed: unknown };
};

/** A recomputed run; `rewrite` is absent where the run has no report.json to write. */
export type RewriteRow = ReportRow & { readonly rewrite?: RewriteFacts };

export type RewriteDocument = { readonly reports: readonly RewriteRow[]; readonly write: boolean };

const SHOWN = 8;

const valueText = (value: unknown): string => {
  if (typeof value === "number") return Number.isInteger(value) ? count(value) : oneDecimal(value);
  if (typeof value === "string") return clip(value, 24);
  return clip(JSON.stringify(value) ?? "-", 24);
};

const keyList = (keys: readonly string[]): string => {
  const shown = keys.slice(0, SHOWN).map((key) => clip(key, 32));
  return keys.length > SHOWN ? `${shown.join(", ")} and ${count(keys.length - SHOWN)} more` : shown.join(", ");
};

const replacedLines = (replaced: RewriteFacts["replaced"]): string[] => {
  // A list or an object is too long for one line; it is still counted.
  const plain = replaced.filter(({ from, to }) => typeof from !== "object" && typeof to !== "object");
  const shown = plain
    .slice(0, SHOWN)
    .map(({ key, from, to }) => `${clip(key, 32)} ${valueText(from)} -> ${valueText(to)}`);
  return shown.length === 0 ? [] : [shown.join(", ")];
};

const fate = ({ written, changed, backup }: RewriteFacts, write: boolean): string => {
  if (!changed) return "unchanged: report.json already says all of this";
  if (!written) return write ? "not written" : "not written: add --write to store it";
  const kept =
    backup === undefined ? "there was no report.json before" : `the old file is ${clip(lastName(backup), 48)}`;
  return `report.json written; ${kept}`;
};

const lastName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

const rewriteSentences = (rewrite: RewriteFacts, write: boolean): string[] => {
  const { added, replaced, kept_score: kept } = rewrite;
  const tense = write ? "" : "would be ";
  const scores =
    kept === undefined
      ? []
      : [`score stays ${valueText(kept.stored)}, although these rollouts give ${valueText(kept.recomputed)}`];
  const values =
    replaced.length === 0
      ? []
      : [
          `${counted(replaced.length, "stored value")} ${tense}replaced and kept under "previous"`,
          ...replacedLines(replaced),
        ];
  const keys = added.length === 0 ? [] : [`${counted(added.length, "key")} ${tense}added: ${keyList(added)}`];
  return [...scores, ...values, ...keys, fate(rewrite, write)];
};

const sentences = (row: RewriteRow, write: boolean): string[] =>
  row.rewrite === undefined
    ? ["this run has no folder of its own, so there is no report.json to write"]
    : rewriteSentences(row.rewrite, write);

const title = (row: RewriteRow, source: string): string => {
  const headline = headlineOf(row.report);
  const score = headline === undefined ? "no score" : `${headline.key} ${oneDecimal(headline.value)} %`;
  const over = `${counted(row.report.n_problems, "problem")} x ${budgetOf(row.report)}`;
  return `${source}   ${taskOf(row)}   ${score}   ${over}`;
};

const block = (row: RewriteRow, write: boolean, style: Style): string => {
  const head = wrap(title(row, sourceOf(row, 60)), style.columns).map(style.bold);
  const warnings = row.report.warnings.length;
  const hint = warnings === 0 ? [] : [`${counted(warnings, "warning")}: see sieval report`];
  const body = sentences(row, write).flatMap((line) => hanging("  ", line, style.columns));
  const notes = hint.flatMap((line) => hanging("  ! ", line, style.columns)).map(style.bad);
  return [...head, ...body, ...notes].join("\n");
};

/** The screen for all folders. */
export const renderRewriteText: Renderer<RewriteDocument> = ({ reports, write }, style) =>
  `${reports.map((row) => block(row, write, style)).join("\n\n")}\n`;

/** The same as a markdown list. */
export const renderRewriteMarkdown: Renderer<RewriteDocument> = ({ reports, write }) =>
  `${reports
    .map((row) => {
      const lines = sentences(row, write).map((line) => `  - ${markdownText(line)}`);
      return [`- **${markdownText(title(row, sourceOf(row, 60)))}**`, ...lines].join("\n");
    })
    .join("\n")}\n`;
