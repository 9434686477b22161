// Finds task run folders below a path, and the shard files of one of them.
import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { InputError, systemCode } from "../../draw/input-error.ts";
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

type Entry = { readonly name: string; readonly isFolder: boolean; readonly isFile: boolean };

/** What a folder holds; a link counts as what it leads to. Throws InputError when the folder cannot be read. */
function list(directory: string): Entry[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).map((entry) => entryOf(directory, entry));
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    throw new InputError(`a folder cannot be read (${code})`, { file: directory });
  }
}

function entryOf(directory: string, entry: Dirent): Entry {
  if (!entry.isSymbolicLink()) return { name: entry.name, isFolder: entry.isDirectory(), isFile: entry.isFile() };
  try {
    const target = statSync(join(directory, entry.name));
    return { name: entry.name, isFolder: target.isDirectory(), isFile: target.isFile() };
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    // A shard whose target is gone must not read as an empty run.
    if (entry.name.endsWith(".jsonl")) {
      throw new InputError(`a link leads nowhere (${code})`, { file: join(directory, entry.name) });
    }
    return { name: entry.name, isFolder: false, isFile: false };
  }
}

function folders(directory: string): string[] {
  return list(directory)
    .filter((entry) => entry.isFolder && !entry.name.endsWith(".tmp") && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .sort();
}

/** Whether a folder holds a stage with a shard in it. */
function hasShards(directory: string): boolean {
  return folders(directory).some(
    (name) =>
      isNumber(name) &&
      stagesIn(join(directory, name)).some((stage) =>
        list(join(directory, name, stage)).some((entry) => entry.isFile && entry.name.endsWith(".jsonl")),
      ),
  );
}

function stagesIn(directory: string): Stage[] {
  return folders(directory).filter((stage): stage is Stage => STAGES.includes(stage as Stage));
}

const isWriterFile: Readonly<Record<string, (value: unknown) => boolean>> = {
  "manifest.json": (value) => Array.isArray(value) && (value.length === 0 || "sample_id" in Object(value[0])),
  "meta.json": (value) => typeof asObject(value)?.version === "string" && "deterministic" in Object(value),
  "report.json": (value) => "score" in Object(value) && "fails" in Object(value),
};

/** Whether a folder holds one of the files that only this format has. */
export function hasWriterFile(directory: string): boolean {
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

/** Told of each folder that had to be passed over. */
export type OnSkipped = (error: InputError) => void;

/**
 * Yields the run folders at or below a path, sorted, a few levels deep; nothing is looked for inside a run folder. A folder
 * above runs that cannot be read is passed over and told to `onSkipped`; the same folder behind two links is one.
 */
export function* findRunFolders(path: string, onSkipped: OnSkipped = () => undefined): Generator<string> {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  yield* walk(path, MAX_DEPTH, { left: MAX_FOLDERS, top: path, seen: new Set(), onSkipped });
}

type Walk = { left: number; readonly top: string; readonly seen: Set<string>; readonly onSkipped: OnSkipped };

function* walk(directory: string, depth: number, state: Walk): Generator<string> {
  const real = realpathSync(directory);
  if (state.seen.has(real)) return;
  state.seen.add(real);
  state.left -= 1;
  if (state.left === -1) {
    state.onSkipped(
      new InputError(`holds more than ${MAX_FOLDERS} folders: not all were looked at`, { file: state.top }),
    );
  }
  if (state.left < 0) return;
  let below: string[];
  try {
    if (hasShards(directory)) {
      yield directory;
      return;
    }
    below = folders(directory);
  } catch (error) {
    // A stage that cannot be read belongs to a run: reading the run says so.
    if (hasWriterFile(directory)) yield directory;
    else if (error instanceof InputError) state.onSkipped(error);
    return;
  }
  let found = false;
  for (const name of depth === 0 ? [] : below) {
    for (const run of walk(join(directory, name), depth - 1, state)) {
      found = true;
      yield run;
    }
  }
  // A report alone is a run; beside runs it is somebody's summary of them.
  if (!found && hasWriterFile(directory)) yield directory;
}

/** Returns the shard files of a run folder (throws InputError when a stage cannot be read), the most finished stage first, then by iteration and number. */
export function findShards(directory: string): Shard[] {
  const shards = folders(directory)
    .filter(isNumber)
    .flatMap((iteration) =>
      stagesIn(join(directory, iteration)).flatMap((stage) =>
        shardsOf(join(directory, iteration, stage), Number(iteration), stage),
      ),
    );
  return shards.sort(
    (a, b) => STAGES.indexOf(b.stage) - STAGES.indexOf(a.stage) || a.iteration - b.iteration || byNumber(a, b),
  );
}

function shardsOf(directory: string, iteration: number, stage: Stage): Shard[] {
  return list(directory)
    .filter((entry) => entry.isFile && entry.name.endsWith(".jsonl"))
    .map((entry) => ({ path: join(directory, entry.name), iteration, stage }));
}

function byNumber(a: Shard, b: Shard): number {
  return a.path.length - b.path.length || (a.path < b.path ? -1 : 1);
}
