// Finds the source that understands a path, and the run that PATH#RUN names.
import { existsSync, readdirSync, statSync } from "node:fs";
import { extname } from "node:path";
import { InputError, UsageError } from "../draw/input-error.ts";
import type { Run } from "../draw/run.ts";
import { csvSource, jsonlSource } from "./rows/source.ts";
import { sievalSource } from "./sieval/source.ts";
import type { Source } from "./source.ts";

/** Every format that can be read, in the order in which they are tried. */
const sources: readonly Source[] = [sievalSource, jsonlSource, csvSource];

/** Splits PATH#RUN; a path that exists as it stands is taken as it stands. */
export function splitPath(path: string): { file: string; run?: string } {
  const hash = path.lastIndexOf("#");
  if (hash <= 0 || existsSync(path)) return { file: path };
  return { file: path.slice(0, hash), run: path.slice(hash + 1) };
}

/**
 * The source for a path: the one named by `format`, else the first that recognises it.
 * Throws an InputError for a missing path or one that no source recognises, a UsageError for an unknown format.
 */
export async function findSource(path: string, format?: string): Promise<Source> {
  const names = sources.map((source) => source.format).join(", ");
  if (format !== undefined) {
    const named = sources.find((source) => source.format === format);
    if (named === undefined) throw new UsageError(`unknown format "${format}"`, {}, `Formats: ${names}.`);
  }
  if (!existsSync(path)) throw new InputError("no such file or folder", { file: path });
  const entry = statSync(path);
  if (!entry.isFile() && !entry.isDirectory()) {
    throw new InputError(
      "is neither a file nor a folder",
      { file: path },
      "Rows are read more than once: save a pipe to a file.",
    );
  }
  const candidates = format === undefined ? sources : sources.filter((source) => source.format === format);
  for (const source of candidates) if (format !== undefined || (await source.detect(path))) return source;
  throw new InputError(
    `nothing here that can be read${endingsIn(path)}`,
    { file: path },
    `Formats: ${names}. Point at a result dir, or at a .jsonl, .json, .csv or .tsv file (.gz and .zst too).`,
  );
}

/** What a folder holds instead, by ending: files of another ending are read when they are named one by one. */
function endingsIn(path: string): string {
  if (!statSync(path).isDirectory()) return "";
  const counts = new Map<string, number>();
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const ending = extname(entry.name);
    if (entry.isFile() && /^\.[\w-]{1,12}$/.test(ending)) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  const common = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 3);
  if (common.length === 0) return "";
  return `: its files end in ${common.map(([ending, count]) => `${ending} (${count})`).join(", ")}; name one to try it`;
}

/** What `PATH#RUN` may say for a run: its name, its model, its task, or its folder. */
function runNames(run: Run): string[] {
  const folder = run.directory?.split(/[\\/]/).filter(Boolean).at(-1);
  return [run.name, run.model, run.task.name, folder].filter((name) => name !== undefined);
}

/** The runs that `name` picks. Throws a UsageError that lists the runs when it picks none. */
export function pickRuns<Item extends { run: Run }>(
  items: readonly Item[],
  path: string,
  name: string | undefined,
): Item[] {
  if (name === undefined) return [...items];
  const picked = items.filter(({ run }) => runNames(run).includes(name));
  if (picked.length > 0) return picked;
  const known = [...new Set(items.map(({ run }) => run.name ?? runNames(run)[0] ?? ""))].slice(0, 40).join(", ");
  throw new UsageError(`no run is called "${name}"`, { file: path }, `Runs here: ${known}.`);
}
