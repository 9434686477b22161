// Finds every stored report.json below some folders and reads what a leaderboard needs: model, task, run, n, k and policy.
import { closeSync, type Dirent, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { InputError } from "../draw/input-error.ts";
import type { LeaderboardResult } from "../draw/leaderboard.ts";
import { present } from "../draw/present.ts";
import { asObject, type JsonObject } from "../sources/sieval/values.ts";

/** A stored report and the moment its newest record was written. */
type Found = LeaderboardResult & { readonly newest: number };

type Names = { readonly task: string; readonly run_id: string; readonly folder: string };

/** What the first and the last final records say. */
type Records = { readonly model?: string; readonly n?: number; readonly newest?: number };

const RUN_ID = /^\d{14}$/;
const LONGEST_LINE = 64 * 1024 * 1024;
const CHUNK = 64 * 1024;

const asRecord = (value: unknown): JsonObject => asObject(value) ?? {};
const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;
const asNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
const asCount = (value: unknown): number | undefined => {
  const number = asNumber(value);
  return number !== undefined && Number.isInteger(number) && number >= 1 ? number : undefined;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const foldersAndReports = (folder: string): { folders: string[]; report: boolean } => {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new InputError(`the folder cannot be read (${error instanceof Error ? error.message : String(error)})`, {
      file: folder,
    });
  }
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    folders: folders.sort(),
    report: entries.some((entry) => entry.name === "report.json" && !entry.isDirectory()),
  };
};

/** Paths of all report.json below a folder, in a fixed order; links to folders are not followed. */
const reportsBelow = (folder: string, warnings: string[], isTop = true): string[] => {
  let found: ReturnType<typeof foldersAndReports>;
  try {
    found = foldersAndReports(folder);
  } catch (error) {
    if (isTop || !(error instanceof InputError)) throw error;
    warnings.push(`${folder}: skipped, ${error.message}`);
    return [];
  }
  const here = found.report ? [join(folder, "report.json")] : [];
  return [...here, ...found.folders.flatMap((name) => reportsBelow(join(folder, name), warnings, false))];
};

/** A folder named with 14 digits is a run of the task above it; any other folder is named by its task. */
const namesOf = (path: string): Names => {
  const own = dirname(resolve(path));
  const name = basename(own);
  const above = dirname(own);
  if (RUN_ID.test(name)) return { task: basename(above), run_id: name, folder: basename(dirname(above)) };
  return { task: name, run_id: name, folder: basename(above) };
};

/** The final shards of a run, in the order of their names. */
const finalShards = (folder: string): string[] => {
  const iterations = foldersAndReports(folder).folders.filter((name) => /^\d{1,9}$/.test(name));
  return iterations.flatMap((iteration) => {
    const finals = join(folder, iteration, "final");
    if (!statSync(finals, { throwIfNoEntry: false })?.isDirectory()) return [];
    const shards = readdirSync(finals).filter((name) => name.endsWith(".jsonl"));
    return shards.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).map((name) => join(finals, name));
  });
};

const NEWLINE = 10;

/** The first (`fromEnd: false`) or last whole line of a file, read in growing pieces. */
const edgeLine = (path: string, fromEnd: boolean): string | undefined => {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    for (let length = CHUNK; ; length *= 4) {
      const taken = Math.min(length, size);
      const bytes = Buffer.alloc(taken);
      readSync(descriptor, bytes, 0, taken, fromEnd ? size - taken : 0);
      const end = fromEnd && bytes.at(-1) === NEWLINE ? taken - 1 : taken;
      const at = fromEnd ? bytes.lastIndexOf(NEWLINE, end - 1) : bytes.indexOf(NEWLINE);
      if (at >= 0 && end > 0) return fromEnd ? bytes.toString("utf8", at + 1, end) : bytes.toString("utf8", 0, at);
      if (taken === size) return bytes.toString("utf8", 0, end);
      if (length > LONGEST_LINE) return undefined;
    }
  } finally {
    closeSync(descriptor);
  }
};

/** Model outputs hide in lists (several calls) and in boxes (`{value}`, `{items}`): the first one that names its model counts. */
const modelOutputs = (value: unknown, depth = 0): JsonObject[] => {
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.slice(0, 16).flatMap((item) => modelOutputs(item, depth + 1));
  const object = asObject(value);
  if (object === undefined) return [];
  return [object, ...modelOutputs(object.value, depth + 1), ...modelOutputs(object.items, depth + 1)];
};

const modelOf = (output: JsonObject): string | undefined => asText(asRecord(output.model).model);

const requestedBy = (output: JsonObject): number | undefined => {
  const texts = output.texts;
  return asCount(asRecord(output.request_params).n) ?? (Array.isArray(texts) ? asCount(texts.length) : undefined);
};

const firstOf = <Value>(values: readonly (Value | undefined)[]): Value | undefined =>
  values.find((value) => value !== undefined);

const newestIn = (record: JsonObject): number | undefined => {
  const moments = Object.values(asRecord(record.stage_meta)).flatMap((entries) =>
    Array.isArray(entries) ? entries : [],
  );
  const known = moments.map((entry) => asNumber(asRecord(entry).timestamp)).filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

const recordsOf = (folder: string): Records => {
  const shards = finalShards(folder);
  const [first] = shards;
  if (first === undefined) return {};
  const outputs = modelOutputs(asRecord(parsed(edgeLine(first, false) ?? "")).infer_result);
  const moments = shards.map((shard) => newestIn(asRecord(parsed(edgeLine(shard, true) ?? ""))));
  const known = moments.filter((moment) => moment !== undefined);
  const model = firstOf(outputs.map(modelOf));
  const n = firstOf(outputs.map(requestedBy));
  return {
    ...(model === undefined ? {} : { model }),
    ...(n === undefined ? {} : { n }),
    ...(known.length === 0 ? {} : { newest: Math.max(...known) }),
  };
};

/** The task's k: said by the report, else, in reports of the Python project, the largest k of its pass@k keys. */
const kOf = (report: JsonObject): number | undefined => {
  const said = asCount(report.k);
  if (said !== undefined) return said;
  if ("metrics_version" in report) return undefined;
  const swept = Object.keys(report).map((key) => Number(/^pass@(\d{1,7})$/.exec(key)?.[1] ?? 0));
  const largest = Math.max(0, ...swept);
  return largest > 0 ? largest : undefined;
};

const intervalOf = (report: JsonObject): [number, number] | undefined => {
  const stored = report.score_ci95;
  const [low, high] = Array.isArray(stored) ? stored.map(asNumber) : [];
  return low === undefined || high === undefined ? undefined : [low, high];
};

/** A shard that cannot be read costs a score its model's name, not the whole board. */
const recordsOrNone = (folder: string, warnings: string[]): Records => {
  try {
    return recordsOf(folder);
  } catch (error) {
    warnings.push(`${folder}: its records cannot be read (${error instanceof Error ? error.message : String(error)})`);
    return {};
  }
};

const resultOf = (path: string, report: JsonObject, warnings: string[]): Found => {
  const { task, run_id, folder } = namesOf(path);
  const records = recordsOrNone(dirname(path), warnings);
  return {
    model: records.model ?? folder,
    task,
    run_id,
    score: asNumber(report.score) ?? null,
    ...present({
      score_key: asText(report.score_key),
      n: asCount(report.n_requested) ?? asCount(report.n) ?? records.n,
      k: kOf(report),
      denominator_policy: asText(report.denominator_policy),
      ci95: intervalOf(report),
    }),
    path,
    report,
    newest: records.newest ?? statSync(path).mtimeMs / 1000,
  };
};

const read = (path: string, warnings: string[]): Found[] => {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    warnings.push(`${path}: skipped, it cannot be read (${error instanceof Error ? error.message : String(error)})`);
    return [];
  }
  const report = asObject(parsed(text));
  if (report !== undefined) return [resultOf(path, report, warnings)];
  warnings.push(`${path}: skipped, it is not a JSON object`);
  return [];
};

const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Of two runs of one task and model the later one: by run id where both have one, else by their newest records. */
const later = (a: Found, b: Found): Found => {
  const byId = RUN_ID.test(a.run_id) && RUN_ID.test(b.run_id) ? before(a.run_id, b.run_id) : 0;
  return (byId || a.newest - b.newest || before(a.path, b.path)) >= 0 ? a : b;
};

const latest = (found: readonly Found[]): Found[] => {
  const groups = new Map<string, Found[]>();
  for (const result of found) {
    const key = JSON.stringify([result.model, result.task]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()].flatMap((results) => {
    // Run ids are compared among themselves first, so that the order of the folders decides nothing.
    const withId = results.filter((result) => RUN_ID.test(result.run_id));
    const without = results.filter((result) => !RUN_ID.test(result.run_id));
    const best = [withId, without].filter((group) => group.length > 0).map((group) => group.reduce(later));
    return best.length === 0 ? [] : [best.reduce(later)];
  });
};

/**
 * Every report.json below the folders, sorted by model, task and run: the latest of each model and task, or all of them.
 * Throws InputError when a folder is missing or none holds a report.
 */
export function scanReports(
  folders: readonly string[],
  allRuns: boolean,
): { results: LeaderboardResult[]; warnings: string[] } {
  const warnings: string[] = [];
  for (const folder of folders) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
    throw new InputError("there is no such folder", { file: folder }, "Give a folder with SiEval result dirs.");
  }
  const paths = [
    ...new Map(
      folders.flatMap((folder) => reportsBelow(folder, warnings)).map((path) => [resolve(path), path]),
    ).values(),
  ];
  const found = paths.flatMap((path) => read(path, warnings));
  if (found.length === 0) {
    const remedy = "sieval report reads rollouts of any format; sieval recompute --write makes report.json.";
    throw new InputError("no readable report.json here or below", { file: folders.join(", ") }, remedy);
  }
  const chosen = allRuns ? found : latest(found);
  const hidden = found.length - chosen.length;
  if (hidden > 0) {
    const runs = hidden === 1 ? "1 earlier run" : `${hidden} earlier runs`;
    warnings.push(`${runs} of the same model and task not shown: --all-runs`);
  }
  const sorted = [...chosen].sort(
    (a, b) =>
      before(a.model, b.model) || before(a.task, b.task) || before(a.run_id, b.run_id) || before(a.path, b.path),
  );
  return { results: sorted.map(({ newest: _, ...result }) => result), warnings };
}
