// `sieval leaderboard --output md`: the board as one table.
import type { LeaderboardResult } from "../draw/leaderboard.ts";
import { boardRows, budgetText, type LeaderboardDocument, scoreText } from "./leaderboard-facts.ts";
import { markdownCode, markdownTable, markdownText } from "./markdown.ts";
import type { Renderer } from "./renderer.ts";
import { bounds } from "./report-facts.ts";

const cell = (result: LeaderboardResult | undefined): string => {
  if (result === undefined) return "-";
  const interval = result.ci95 === undefined ? "" : ` ${bounds(result.ci95)}`;
  return `**${scoreText(result)}**${interval}<br>${markdownText(budgetText(result))}`;
};

/** The board as markdown. */
export const renderLeaderboardMarkdown: Renderer<LeaderboardDocument> = (document) => {
  const header = ["model", ...document.tasks.map((task) => markdownCode(task, 60))];
  const rows = boardRows(document).map((row) => [
    markdownCode(row.name, 60),
    ...document.tasks.map((task) => cell(row.results.get(task))),
  ]);
  const warnings = document.warnings.map((warning) => `- **Warning:** ${markdownText(warning)}`).join("\n");
  const board = markdownTable(header, rows, `<${">".repeat(document.tasks.length)}`);
  return `${[board, ...(warnings === "" ? [] : [warnings])].join("\n\n")}\n`;
};
