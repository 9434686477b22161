// The terminal screen of `sieval report`: the headline first, then why, then how far to trust it.
import type { Report, ReportRow } from "../draw/report.ts";
import type { Renderer, Style } from "./renderer.ts";
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
  modelOf,
  nextSteps,
  notesOf,
  populationOf,
  type ReportDocument,
  type Sweep,
  sourceOf,
  spreadOf,
  sweepOf,
  taskFactsOf,
  taskOf,
  versionsOf,
} from "./report-facts.ts";
import { clean, clip, count, hanging, oneDecimal, padEnd, table, widthOf, wrap } from "./text.ts";

const LABEL = 10;
/** More runs than this get a table on top; more than the second number get the table only. */
const MANY_RUNS = 3;
const TABLE_ONLY = 6;
const KS_A_ROW = 8;

const labelled = (label: string, lines: readonly string[], columns: number): string[] =>
  lines.flatMap((line, i) => hanging(`  ${padEnd(i === 0 ? label : "", LABEL)}`, line, columns));

const titleLines = (row: ReportRow, style: Style): string[] => {
  const names = [taskOf(row), modelOf(row), populationOf(row.report)].filter((part) => part !== undefined);
  const format = formatOf(row);
  const source = `${format === "" ? "" : `${format}   `}${sourceOf(row, style.columns - widthOf(format) - 5)}`;
  const together = [...names, source].join("   ");
  if (widthOf(together) <= style.columns) return [style.bold(together)];
  return [...wrap(names.join("   "), style.columns).map(style.bold), `  ${source}`];
};

const headlineLines = (report: Report, style: Style): string[] => {
  const headline = headlineOf(report);
  if (headline === undefined)
    return wrap(missingHeadline(report), style.columns - 2).map((line) => `  ${style.bold(line)}`);
  const rows = [[`${oneDecimal(headline.value)} %`, headline.meaning]];
  if (headline.interval !== undefined) rows.push([bounds(headline.interval), "95 % interval for questions like these"]);
  if (headline.rerun !== undefined) {
    const around: [number, number] = [headline.value - headline.rerun, headline.value + headline.rerun];
    rows.push([bounds(clamped(around)), "95 % interval if the model answers these same questions again"]);
  }
  const lead = `  ${padEnd(headline.key, LABEL - 2)}  `;
  const lines = table(rows, "<<").flatMap((line, i) =>
    hanging(i === 0 ? lead : " ".repeat(widthOf(lead)), line, style.columns),
  );
  return lines.map((line, i) => (i === 0 ? style.bold(line) : line));
};

const clamped = ([low, high]: [number, number]): [number, number] => [Math.max(0, low), Math.min(100, high)];

const sweepChunk = (sweep: Sweep, from: number, style: Style): string[] => {
  const ks = sweep.ks.slice(from, from + KS_A_ROW);
  const isLast = from + KS_A_ROW >= sweep.ks.length;
  const withBounds = isLast && sweep.rows.some((row) => row.interval !== undefined);
  const body = sweep.rows.map((row) => [
    row.label,
    ...row.cells.slice(from, from + KS_A_ROW).map((cell) => (cell === undefined ? "" : oneDecimal(cell))),
    ...(withBounds ? [row.interval === undefined ? "" : bounds(row.interval)] : []),
  ]);
  const header = ["k", ...ks.map(String), ...(withBounds ? [`95 % at ${ks.at(-1)}`] : [])];
  const [top = "", ...lines] = table([header, ...body], `<${">".repeat(ks.length + 1)}`);
  const width = Math.max(...lines.map(widthOf));
  const explained = lines.flatMap((line, i) => {
    const meaning = isLast ? (sweep.rows[i]?.meaning ?? "") : "";
    return meaning === "" ? [`  ${line}`] : hanging(`  ${padEnd(line, width)}   `, meaning, style.columns);
  });
  return [`  ${top}`, ...explained];
};

const sweepLines = (sweep: Sweep, style: Style): string[] => {
  const lines: string[] = [];
  for (let from = 0; from < sweep.ks.length; from += KS_A_ROW) lines.push(...sweepChunk(sweep, from, style));
  return lines;
};

const factLines = (facts: readonly Fact[], style: Style): string[] => {
  if (facts.length === 0) return [];
  const withBounds = facts.some((fact) => fact.interval !== undefined);
  const cells = facts.map((fact) => {
    const interval = fact.interval === undefined ? "" : bounds(fact.interval);
    return withBounds ? [fact.label, fact.value, interval] : [fact.label, fact.value];
  });
  const width = Math.max(...table(cells, "<><").map(widthOf));
  return table(cells, "<><").flatMap((line, i) => {
    const meaning = facts[i]?.meaning ?? "";
    return meaning === "" ? [`  ${line}`] : hanging(`  ${padEnd(line, width)}   `, meaning, style.columns);
  });
};

const healthLines = (report: Report, style: Style): string[] =>
  healthOf(report).flatMap(({ mark, sentence }, i) => {
    const lead = `  ${padEnd(i === 0 ? "health" : "", LABEL)}${mark} `;
    const lines = hanging(lead, sentence, style.columns);
    return mark === "!"
      ? lines.map((line) => line.slice(0, lead.length - 2) + style.bad(line.slice(lead.length - 2)))
      : lines;
  });

const footerLines = (row: ReportRow, style: Style): string[] => {
  const spread = spreadOf(row.report);
  const lines = [
    ...labelled("score", [definitionOf(row.report)], style.columns),
    ...(spread === undefined ? [] : labelled("spread", [spread], style.columns)),
    ...labelled("source", lossOf(row), style.columns),
    ...labelled("notes", notesOf(row.report), style.columns),
    ...labelled("versions", [versionsOf(row.report)], style.columns),
  ];
  return lines.map(style.dim);
};

const block = (row: ReportRow, style: Style): string => {
  const { report } = row;
  const sweep = sweepOf(report);
  const parts = [
    titleLines(row, style),
    headlineLines(report, style),
    healthLines(report, style),
    sweep === undefined ? [] : sweepLines(sweep, style),
    factLines(consistencyOf(report), style),
    factLines(taskFactsOf(report, headlineOf(report)?.key), style),
    footerLines(row, style),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
};

const comparisonNumbers = (row: ReportRow): string[] => {
  const headline = headlineOf(row.report);
  return [
    headline === undefined ? "-" : oneDecimal(headline.value),
    headline?.interval === undefined ? "" : bounds(headline.interval),
    count(row.report.n_problems),
    budgetOf(row.report),
    row.report.warnings.length === 0 ? "" : `! ${row.report.warnings.length}`,
  ];
};

/** What `PATH#RUN` takes for a run, never shortened: a person has to type it. */
const runOf = (row: ReportRow): string => clean(row.run ?? row.model ?? row.source);

/** A table of all runs: shown on top when there are more than three, so that nobody has to scroll to compare. */
const comparison = (rows: readonly ReportRow[], style: Style): string[] => {
  if (rows.length <= MANY_RUNS) return [];
  const tasks = new Set(rows.map(({ task }) => task));
  const numbers = [["score", "95 % interval", "problems", "n", "warnings"], ...rows.map(comparisonNumbers)];
  const runs = ["run", ...rows.map(runOf)];
  const taken = Math.max(...table(numbers, ">>>>>").map(widthOf)) + 2;
  const room = style.columns - taken - Math.min(Math.max(...runs.map(widthOf)), style.columns - taken) - 2;
  const withTask = tasks.size > 1 && room >= 8;
  const body = runs.map((run, i) => [
    clip(run, style.columns - taken - 2),
    ...(withTask ? [clip(i === 0 ? "task" : (rows[i - 1]?.task ?? ""), room)] : []),
    ...(numbers[i] ?? []),
  ]);
  const [top = "", ...lines] = table(body, withTask ? "<<>>>>>" : "<>>>>>");
  const caption = tasks.size === 1 ? [`${rows.length} runs of ${clip(rows[0]?.task ?? "", 60)}`] : [];
  return [[...caption, style.bold(top), ...lines].join("\n")];
};

/** The screen for one or several runs, at most `style.columns` wide. */
export const renderReportText: Renderer<ReportDocument> = (document, style) => {
  const steps = nextSteps(document);
  const oneLine = steps.join("   |   ");
  const next = labelled("next", widthOf(oneLine) + LABEL + 2 <= style.columns ? [oneLine] : steps, style.columns);
  const footer = next.map(style.dim).join("\n");
  const tableOnly = document.reports.length > TABLE_ONLY;
  const blocks = tableOnly ? [] : document.reports.map((row) => block(row, style));
  return `${[...comparison(document.reports, style), ...blocks, footer].join("\n\n")}\n`;
};
