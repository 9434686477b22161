// Finds task run folders below a path, and the shard files of one of them.
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { STAGES, type Stage } from "./head.ts";
import { asObject } from "./values.ts";

export type Shard = {
  readonly path: string;
  readonly iteration: number;
  readonly stage: Stage;
};

const MAX_DEPTH = 5;
const MAX_FOLDERS = 20_000;
const isNumber = (name: string): boolean => /^\d{1,9}$/.test(name);

function list(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

function folders(directory: string): string[] {
  return list(directory)
    .filter((entry) => entry.isDirectory() && !entry.name.endsWith(".tmp") && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .sort();
}

function hasStages(directory: string): boolean {
  return folders(directory).some(
    (name) => isNumber(name) && folders(join(directory, name)).some((stage) => STAGES.includes(stage as Stage)),
  );
}

const isWriterFile: Readonly<Record<string, (value: unknown) => boolean>> = {
  "manifest.json": (value) => Array.isArray(value) && (value.length === 0 || "sample_id" in Object(value[0])),
  "meta.json": (value) => typeof asObject(value)?.version === "string" && "deterministic" in Object(value),
  "report.json": (value) => "score" in Object(value) && "fails" in Object(value),
};

/** Whether a folder is one run of one task: it holds stages, or one of the files that only this format has. */
function isRunFolder(directory: string): boolean {
  if (hasStages(directory)) return true;
  return Object.entries(isWriterFile).some(([name, holds]) => holds(readJson(join(directory, name))));
}

/** Returns the parsed file, or undefined when it is missing or is not JSON. */
export function readJson(path: string): unknown {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
  } catch {
    return undefined;
  }
}

/** Yields the run folders at or below a path, sorted, a few levels deep; nothing is looked for inside a run folder. */
export function* findRunFolders(path: string): Generator<string> {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const budget = { left: MAX_FOLDERS };
  yield* walk(path, MAX_DEPTH, budget);
}

function* walk(directory: string, depth: number, budget: { left: number }): Generator<string> {
  budget.left -= 1;
  if (budget.left < 0) return;
  if (isRunFolder(directory)) {
    yield directory;
    return;
  }
  if (depth === 0) return;
  for (const name of folders(directory)) yield* walk(join(directory, name), depth - 1, budget);
}

/** Returns the shard files of a run folder, the most finished stage first, then by iteration and number. */
export function findShards(directory: string): Shard[] {
  const shards = folders(directory)
    .filter(isNumber)
    .flatMap((iteration) =>
      folders(join(directory, iteration))
        .filter((stage): stage is Stage => STAGES.includes(stage as Stage))
        .flatMap((stage) => shardsOf(join(directory, iteration, stage), Number(iteration), stage)),
    );
  return shards.sort(
    (a, b) => STAGES.indexOf(b.stage) - STAGES.indexOf(a.stage) || a.iteration - b.iteration || byNumber(a, b),
  );
}

function shardsOf(directory: string, iteration: number, stage: Stage): Shard[] {
  return list(directory)
    .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
    .map((entry) => ({ path: join(directory, entry.name), iteration, stage }));
}

function byNumber(a: Shard, b: Shard): number {
  return a.path.length - b.path.length || (a.path < b.path ? -1 : 1);
}
