// What a leaderboard shows: one cell per model and task, and a warning where one column compares unlike numbers.
import type { LeaderboardResult } from "../draw/leaderboard.ts";
import { clip, counted, oneDecimal } from "./text.ts";

export type LeaderboardDocument = {
  readonly models: readonly string[];
  readonly tasks: readonly string[];
  readonly results: readonly LeaderboardResult[];
  readonly warnings: readonly string[];
};

/** A row of the board: a model, or one run of it where all runs are shown. */
export type BoardRow = { readonly name: string; readonly results: ReadonlyMap<string, LeaderboardResult> };

/** `n=8 k=8 requested`: what a score must not be read without. */
export function budgetText(result: LeaderboardResult): string {
  const n = result.n === undefined ? "n=?" : `n=${result.n}`;
  const k = result.k === undefined ? [] : [`k=${result.k}`];
  return [n, ...k, clip(result.denominator_policy ?? "policy=?", 12)].join(" ");
}

/** `56.3`, or `-` where a report has no score. */
export function scoreText(result: LeaderboardResult): string {
  return result.score === null ? "-" : oneDecimal(result.score);
}

/** The last two folders above a report: enough to tell runs of one name apart. */
const folderOf = (path: string): string => path.split(/[\\/]/).slice(-3, -1).join("/");

/** The rows of the board, in order of models and runs. */
export function boardRows(document: LeaderboardDocument): BoardRow[] {
  const rows = new Map<string, Map<string, LeaderboardResult>>();
  for (const model of document.models) {
    const ofModel = document.results.filter((result) => result.model === model);
    const tasks = ofModel.map((result) => result.task);
    const severalRuns = new Set(tasks).size < tasks.length;
    for (const result of ofModel) {
      const name = severalRuns ? `${model} ${result.run_id}` : model;
      // Two runs may share name, id and task and differ in their path alone.
      const key = rows.get(name)?.has(result.task) ? `${model} ${folderOf(result.path)}` : name;
      const row = rows.get(key) ?? new Map<string, LeaderboardResult>();
      row.set(result.task, result);
      rows.set(key, row);
    }
  }
  return [...rows].map(([name, results]) => ({ name, results }));
}

const distinct = (values: readonly (string | number | undefined)[]): string[] =>
  [...new Set(values.filter((value) => value !== undefined))]
    .map(String)
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

/** One sentence for every column whose scores were made under different budgets, keys or policies. */
export function mixedColumns(results: readonly LeaderboardResult[], tasks: readonly string[]): string[] {
  return tasks.flatMap((task) => {
    const column = results.filter((result) => result.task === task && result.score !== null);
    const unlike = [
      ...[distinct(column.map((result) => result.n))].filter((n) => n.length > 1).map((n) => `n is ${n.join(" or ")}`),
      ...[distinct(column.map((result) => result.score_key))]
        .filter((key) => key.length > 1)
        .map((key) => `score is ${key.join(" or ")}`),
      ...[distinct(column.map((result) => result.denominator_policy))]
        .filter((policy) => policy.length > 1)
        .map((policy) => `the denominator is ${policy.join(" or ")}`),
    ];
    if (unlike.length === 0) return [];
    return [`${task}: these ${counted(column.length, "score")} are not alike: ${unlike.join("; ")}`];
  });
}
