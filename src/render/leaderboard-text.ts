// The screen of `sieval leaderboard`: models x tasks, each score beside the budget it was made with.
import type { LeaderboardResult } from "../draw/leaderboard.ts";
import { type BoardRow, boardRows, budgetText, type LeaderboardDocument, scoreText } from "./leaderboard-facts.ts";
import type { Renderer, Style } from "./renderer.ts";
import { bounds } from "./report-facts.ts";
import { clip, counted, hanging, table, widthOf } from "./text.ts";

const NAME = 44;
const TASK = 28;

const cellLines = (result: LeaderboardResult | undefined): [string, string] => {
  if (result === undefined) return ["-", ""];
  const interval = result.ci95 === undefined ? "" : ` ${bounds(result.ci95)}`;
  return [`${scoreText(result)}${interval}`, budgetText(result)];
};

const columnWidth = (rows: readonly BoardRow[], task: string): number =>
  Math.max(widthOf(clip(task, TASK)), ...rows.flatMap((row) => cellLines(row.results.get(task)).map(widthOf)));

/** Tasks in groups that fit beside the names. */
const groups = (rows: readonly BoardRow[], tasks: readonly string[], room: number): string[][] => {
  const found: string[][] = [];
  let used = room;
  for (const task of tasks) {
    const width = columnWidth(rows, task) + 2;
    if (used + width > room || found.length === 0) {
      found.push([]);
      used = 0;
    }
    found.at(-1)?.push(task);
    used += width;
  }
  return found;
};

const group = (rows: readonly BoardRow[], tasks: readonly string[], style: Style): string => {
  const shown = rows.filter((row) => tasks.some((task) => row.results.has(task)));
  const body = shown.flatMap((row) => {
    const cells = tasks.map((task) => cellLines(row.results.get(task)));
    return [
      [clip(row.name, NAME), ...cells.map(([score]) => score)],
      ["", ...cells.map(([, budget]) => budget)],
    ];
  });
  const [header = "", ...lines] = table([["model", ...tasks.map((task) => clip(task, TASK))], ...body], "");
  return [style.bold(header), ...lines.map((line, i) => (i % 2 === 1 ? style.dim(line) : line))].join("\n");
};

/** The board, split into several tables where the tasks do not fit side by side. */
export const renderLeaderboardText: Renderer<LeaderboardDocument> = (document, style) => {
  const rows = boardRows(document);
  const names = Math.max(5, ...rows.map((row) => widthOf(clip(row.name, NAME))));
  const blocks = groups(rows, document.tasks, style.columns - names).map((tasks) => group(rows, tasks, style));
  const warnings = document.warnings
    .flatMap((warning) => hanging("! ", clip(warning, 600), style.columns))
    .map((line) => style.bad(line));
  const sum = `${counted(document.models.length, "model")}, ${counted(document.tasks.length, "task")}. Scores in percent; n = rollouts per problem; [low, high] = 95 % interval.`;
  const legend = hanging(
    "",
    `${sum} requested = a failed problem counts as wrong; judged = it is left out; ? = not stored.`,
    style.columns,
  );
  const parts = [...blocks, ...(warnings.length > 0 ? [warnings.join("\n")] : []), legend.map(style.dim).join("\n")];
  return `${parts.join("\n\n")}\n`;
};
