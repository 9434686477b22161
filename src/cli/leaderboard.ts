// sieval leaderboard DIR...: models x tasks from stored report.json files, each score beside the budget it was made with.
import { mixedColumns } from "../render/leaderboard-facts.ts";
import { renderLeaderboardMarkdown } from "../render/leaderboard-markdown.ts";
import { renderLeaderboardText } from "../render/leaderboard-text.ts";
import { scanReports } from "../run/scan-reports.ts";
import type { CommonOptions, Outcome } from "./outcome.ts";
import type { AddVerb } from "./program.ts";

const HELP = `
Reads every report.json below the folders. Of several runs of one model and task the latest is
shown. A score at n = 4 and one at n = 16 do not look alike: n, k and the denominator stand beside
each score.

Examples:
  sieval leaderboard runs
  sieval leaderboard runs/2026-07 runs/2026-08 --all-runs
  sieval leaderboard runs --output json | jq '.data.results[] | {model, task, score, n}'
`;

type LeaderboardFlags = CommonOptions & { readonly allRuns?: boolean };

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();

const leaderboard = async (folders: readonly string[], { allRuns = false }: LeaderboardFlags): Promise<Outcome> => {
  const { results, warnings: skipped } = scanReports(folders, allRuns);
  const models = sorted(results.map(({ model }) => model));
  const tasks = sorted(results.map(({ task }) => task));
  const warnings = [...skipped, ...mixedColumns(results, tasks)];
  const document = { models, tasks, results, warnings };
  return {
    data: { models, tasks, results },
    warnings,
    text: (style) => renderLeaderboardText(document, style),
    markdown: (style) => renderLeaderboardMarkdown(document, style),
  };
};

/** Adds the verb to the program. */
export const addLeaderboard: AddVerb = (verbOf) => {
  verbOf("leaderboard", "models x tasks from stored reports, with n, k and denominator", leaderboard)
    .argument("<dir...>", "folders with result dirs")
    .option("--all-runs", "every run, not only the latest of a model and task")
    .addHelpText("after", HELP);
};
