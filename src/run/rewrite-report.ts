// Writes a recomputed report over a stored one, additively and so that an interrupt at any point leaves a whole old or a
// whole new report.json.
import {
  constants,
  copyFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { InputError, systemCode } from "../draw/input-error.ts";
import type { Report } from "../draw/report.ts";
import { temporaryName, writeNew } from "./replace-file.ts";
import { syncFolder } from "./sync-folder.ts";

type StoredReport = Readonly<Record<string, unknown>>;

/** A stored value and the recomputed one that takes its place. */
export type Replacement = { readonly key: string; readonly from: unknown; readonly to: unknown };

/** What a rewrite changes, without touching anything. */
export type RewritePlan = {
  /** The whole report as it would be written. */
  readonly report: StoredReport;
  readonly changed: boolean;
  /** Keys the stored report did not have. */
  readonly added: readonly string[];
  readonly replaced: readonly Replacement[];
  /** The stored score, when the recomputed one differs: it stays as it is. */
  readonly kept_score?: { readonly stored: unknown; readonly recomputed: unknown };
};

export type Rewrite = RewritePlan & {
  readonly file: string;
  readonly written: boolean;
  /** The dated copy of the old report. */
  readonly backup?: string;
};

/** The file operations that a rewrite is made of, in the order of `rewriteReport`; a test replaces them to fail at each. */
export type Disk = {
  readonly keep: (from: string, to: string) => void;
  readonly write: (path: string, text: string, model: Stats | undefined) => void;
  readonly rename: (from: string, to: string) => void;
  readonly remove: (path: string) => void;
  readonly syncFolder: (path: string) => void;
};

// What a stored number is known by: these stay even where a recomputation says otherwise.
const FIXED = ["score", "score_key", "denominator_policy"];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Equal up to the last digits of a float: 16.666666666666668 and 16.666666666666664 are one value. */
const same = (a: unknown, b: unknown): boolean => {
  if (typeof a === "number" && typeof b === "number") {
    return a === b || Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
  }
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => same(value, b[i]));
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
};

const written = (value: unknown): boolean => value !== undefined;

const previousOf = (stored: StoredReport, replaced: readonly Replacement[]): Record<string, unknown> => {
  const older = isRecord(stored.previous) ? stored.previous : {};
  return { ...Object.fromEntries(replaced.map(({ key, from }) => [key, from])), ...older };
};

/**
 * Merges a recomputed report into a stored one: our keys replace same-named ones, replaced values move to `previous`
 * (the oldest value of a key wins), and score, score_key and denominator_policy never move.
 */
function planRewrite(stored: StoredReport, ours: Report): RewritePlan {
  const entries = Object.entries(ours).filter(([key, value]) => key !== "previous" && written(value));
  const movable = entries.filter(([key]) => !(FIXED.includes(key) && Object.hasOwn(stored, key)));
  const different = movable.filter(([key, value]) => !Object.hasOwn(stored, key) || !same(stored[key], value));
  const added = different.map(([key]) => key).filter((key) => !Object.hasOwn(stored, key));
  const replaced = different
    .filter(([key]) => Object.hasOwn(stored, key))
    .map(([key, to]) => ({ key, from: stored[key], to }));
  const previous = previousOf(stored, replaced);
  const report = {
    ...stored,
    ...Object.fromEntries(different),
    ...(Object.keys(previous).length > 0 ? { previous } : {}),
  };
  const moved = Object.hasOwn(stored, "score") && ours.score !== undefined && !same(stored.score, ours.score);
  return {
    report,
    changed: different.length > 0,
    added,
    replaced,
    ...(moved ? { kept_score: { stored: stored.score, recomputed: ours.score } } : {}),
  };
}

const keep = (from: string, to: string): void => {
  try {
    // A second name for the old file: nothing is copied, and an existing file is never overwritten.
    linkSync(from, to);
  } catch (error) {
    if (systemCode(error) === "EEXIST" || systemCode(error) === "ENOENT") throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
};

const write = (path: string, text: string, model: Stats | undefined): void =>
  writeNew(path, model, (descriptor) => writeFileSync(descriptor, text));

const realDisk: Disk = { keep, write, rename: renameSync, remove: (path) => rmSync(path, { force: true }), syncFolder };

const readStored = (file: string): { stored: StoredReport; entry: Stats } | undefined => {
  let text: string;
  let entry: Stats;
  try {
    entry = statSync(file);
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw new InputError(`the stored report cannot be read (${systemCode(error) ?? String(error)})`, { file });
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (isRecord(parsed)) return { stored: parsed, entry };
  } catch {
    // Said below, for broken JSON and for JSON that is no object alike.
  }
  throw new InputError("the stored report is not a JSON object", { file }, "Move it away to have a new one written.");
};

const stamp = (now: Date): string => now.toISOString().replace(/\D/g, "").slice(0, 14);

const keepOld = (directory: string, file: string, now: Date, disk: Disk): string => {
  for (let copy = 0; ; copy += 1) {
    const backup = join(directory, `report.${stamp(now)}${copy === 0 ? "" : `-${copy}`}.json`);
    try {
      disk.keep(file, backup);
      return backup;
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
};

const removeQuietly = (path: string | undefined, disk: Disk): void => {
  if (path === undefined) return;
  try {
    disk.remove(path);
  } catch {
    // The failure that led here is the one to report.
  }
};

const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: "Make the folder writable, or leave out --write.",
  EPERM: "Make the folder writable, or leave out --write.",
  EROFS: "The file system is read-only: copy the folder elsewhere, or leave out --write.",
  ENOSPC: "Free some space and run it again.",
  EDQUOT: "Free some space and run it again.",
};

const failure = (error: unknown, file: string): InputError => {
  const code = systemCode(error);
  const why = code ?? (error instanceof Error ? error.message : String(error));
  return new InputError(`the report cannot be written (${why}); nothing was changed`, { file }, REMEDIES[code ?? ""]);
};

const replaceFile = (
  directory: string,
  file: string,
  text: string,
  old: { entry: Stats; now: Date } | undefined,
  disk: Disk,
): string | undefined => {
  const temporary = temporaryName(file);
  let backup: string | undefined;
  try {
    backup = old === undefined ? undefined : keepOld(directory, file, old.now, disk);
    disk.write(temporary, text, old?.entry);
    disk.rename(temporary, file);
  } catch (error) {
    removeQuietly(temporary, disk);
    removeQuietly(backup, disk);
    throw failure(error, file);
  }
  disk.syncFolder(directory);
  return backup;
};

/**
 * Writes `ours` into DIR/report.json (see `planRewrite`). The old file is kept as report.<UTC time>.json; the new one is
 * written beside it, synced and renamed. Writes nothing when nothing changes. Throws InputError, with the folder as it
 * was, when a file cannot be written.
 */
export function rewriteReport(directory: string, ours: Report, options: { now?: Date; disk?: Disk } = {}): Rewrite {
  const file = join(directory, "report.json");
  const found = readStored(file);
  if (ours.n_problems === 0 && ours.fails === 0) {
    const remedy = "Its shards are elsewhere or unreadable: bring them back first.";
    throw new InputError("no sample can be read here, so the report is left alone", { file: directory }, remedy);
  }
  const plan = planRewrite(found?.stored ?? {}, ours);
  if (!plan.changed) return { ...plan, file, written: false };
  const old = found === undefined ? undefined : { entry: found.entry, now: options.now ?? new Date() };
  const backup = replaceFile(directory, file, JSON.stringify(plan.report), old, options.disk ?? realDisk);
  return { ...plan, file, written: true, ...(backup === undefined ? {} : { backup }) };
}

/** What `rewriteReport` would change in DIR/report.json, changing nothing. */
export function previewRewrite(directory: string, ours: Report): Rewrite {
  const file = join(directory, "report.json");
  return { ...planRewrite(readStored(file)?.stored ?? {}, ours), file, written: false };
}
