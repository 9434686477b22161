// `sieval report --output md`: the same facts as the screen, for a ticket or a job summary.
import type { Report, ReportRow } from "../draw/report.ts";
import { markdownCode, markdownTable, markdownText } from "./markdown.ts";
import type { Renderer } from "./renderer.ts";
import {
  bounds,
  budgetOf,
  consistencyOf,
  definitionOf,
  type Fact,
  formatOf,
  headlineOf,
  healthOf,
  lossOf,
  missingHeadline,
  notesOf,
  populationOf,
  type ReportDocument,
  type Sweep,
  spreadOf,
  sweepOf,
  taskFactsOf,
  versionsOf,
} from "./report-facts.ts";
import { count, oneDecimal } from "./text.ts";

const title = (row: ReportRow): string => {
  const model = row.model === undefined ? [] : [markdownCode(row.model)];
  const names = [markdownCode(row.task) || "(task not named)", ...model].join(", ");
  const source = markdownCode(row.run === undefined ? row.source : `${row.source}#${row.run}`);
  return `### ${names}\n\n${populationOf(row.report)}, ${markdownText(formatOf(row))}, ${source}`;
};

const headline = (report: Report): string => {
  const found = headlineOf(report);
  if (found === undefined) return `**${markdownText(missingHeadline(report))}**`;
  const lines = [`**${markdownCode(found.key)} ${oneDecimal(found.value)} %** ${found.meaning}`];
  if (found.interval !== undefined)
    lines.push(`${bounds(found.interval)} is the 95 % interval for questions like these`);
  if (found.rerun !== undefined) {
    lines.push(`+-${oneDecimal(found.rerun)} (95 %) if the model answers these same questions again`);
  }
  return lines.join("; ");
};

const sweepTable = (sweep: Sweep | undefined): string[] => {
  if (sweep === undefined) return [];
  const rows = sweep.rows.map((row) => [
    markdownCode(row.label),
    ...row.cells.map((cell) => (cell === undefined ? "" : oneDecimal(cell))),
    row.interval === undefined ? "" : bounds(row.interval),
    row.meaning,
  ]);
  const header = ["k", ...sweep.ks.map(String), `95 % at ${sweep.ks.at(-1)}`, "meaning"];
  return [markdownTable(header, rows, `<${">".repeat(sweep.ks.length + 1)}<`)];
};

const factTable = (facts: readonly Fact[]): string[] => {
  if (facts.length === 0) return [];
  const rows = facts.map((fact) => [
    markdownCode(fact.label),
    fact.value,
    fact.interval === undefined ? "" : bounds(fact.interval),
    fact.meaning,
  ]);
  return [markdownTable(["number", "value", "95 %", "meaning"], rows, "<>><")];
};

const list = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join("\n")];

const health = (report: Report): string[] =>
  list(healthOf(report).map(({ mark, sentence }) => `${mark === "!" ? "**Warning:** " : ""}${markdownText(sentence)}`));

const block = (row: ReportRow): string => {
  const { report } = row;
  const spread = spreadOf(report);
  const foot = [
    `score: ${definitionOf(report)}`,
    ...(spread === undefined ? [] : [spread]),
    ...lossOf(row),
    ...notesOf(report),
    versionsOf(report),
  ];
  return [
    title(row),
    headline(report),
    ...sweepTable(sweepOf(report)),
    ...factTable(consistencyOf(report)),
    ...factTable(taskFactsOf(report, headlineOf(report)?.key)),
    ...health(report),
    ...list(foot.map(markdownText)),
  ].join("\n\n");
};

const comparison = (rows: readonly ReportRow[]): string[] => {
  if (rows.length < 2) return [];
  const cells = rows.map((row) => {
    const found = headlineOf(row.report);
    return [
      markdownCode(row.task, 40),
      markdownCode(row.run ?? row.model ?? row.source),
      found === undefined ? "-" : oneDecimal(found.value),
      found?.interval === undefined ? "" : bounds(found.interval),
      count(row.report.n_problems),
      budgetOf(row.report),
      String(row.report.warnings.length),
    ];
  });
  return [markdownTable(["task", "run", "score", "95 %", "problems", "n", "warnings"], cells, "<<>>>>>")];
};

/** Markdown for one or several runs. */
export const renderReportMarkdown: Renderer<ReportDocument> = (document) =>
  `${[...comparison(document.reports), ...document.reports.map(block)].join("\n\n")}\n`;
