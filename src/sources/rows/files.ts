// Finds the files of a path: one file, or a folder of files that are read as one set.
import { createHash } from "node:crypto";
import { createReadStream, type Dirent, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { InputError } from "../../draw/input-error.ts";
import { fileFault, peekBytes } from "../bytes.ts";
import { printable } from "./binding.ts";
import { firstByte } from "./json-rows.ts";

/** The two families of files. */
export type FileKind = "jsonl" | "csv";

/** The files that are read, and sentences about those that are not. */
export type FileSet = { readonly files: readonly string[]; readonly name: string; readonly notes: readonly string[] };

const PACKED = /\.(gz|zst)$/i;
const SUFFIXES: Readonly<Record<FileKind, RegExp>> = {
  jsonl: /\.(jsonl|ndjson|json)$/i,
  csv: /\.(csv|tsv)$/i,
};
const LINES = /\.(jsonl|ndjson)$/i;
/** Files that mark a result dir of SiEval. */
const RESULT_DIR_FILES: ReadonlySet<string> = new Set(["manifest.json", "report.json", "meta.json"]);
const PEEK = 64 * 1024;

/** Whether a file's name says that each of its lines is a row. */
export const isLinesFile = (path: string): boolean => LINES.test(path.replace(PACKED, ""));

/** Returns the kind that a file's name says, undefined when it says none. */
function kindByName(path: string): FileKind | undefined {
  const name = path.replace(PACKED, "");
  if (SUFFIXES.jsonl.test(name)) return "jsonl";
  return SUFFIXES.csv.test(name) ? "csv" : undefined;
}

/** Whether a path holds files of this kind. Looks into a file only when its name does not say. Never throws. */
export async function holdsKind(path: string, kind: FileKind): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) {
      const entries = await list(path);
      return !isResultDir(entries) && entries.files.some((name) => kindByName(name) === kind);
    }
    const named = kindByName(path);
    if (named !== undefined) return named === kind;
    const byte = firstByte(await peekBytes(path, PEEK));
    return kind === "jsonl" && (byte === 123 || byte === 91);
  } catch {
    return false;
  }
}

/** Returns the files of a path in order. Throws InputError when there are none of this kind. */
export async function findFiles(path: string, kind: FileKind): Promise<FileSet> {
  const name = baseName(path);
  try {
    if (!(await stat(path)).isDirectory()) return { files: [path], name, notes: [] };
    const entries = await list(path);
    if (isResultDir(entries)) throw new InputError("is a result dir of SiEval, not a set of rows", { file: path });
    const { files, notes } = folderSet(path, kind, entries.files);
    return { files, name, notes: [...notes, ...(await equalFiles(files))] };
  } catch (fault) {
    throw fileFault(path, fault);
  }
}

function folderSet(path: string, kind: FileKind, names: readonly string[]): Omit<FileSet, "name"> {
  const known = names.filter((name) => kindByName(name) !== undefined);
  const ours = known.filter((name) => kindByName(name) === kind);
  const lines = ours.filter(isLinesFile);
  // Beside JSON lines a .json file is a config or a summary.
  const chosen = lines.length > 0 ? lines : ours;
  if (chosen.length === 0) throw new InputError(`the folder holds no ${kind} files`, { file: path });
  const left = known.filter((name) => !chosen.includes(name));
  const notes = chosen.length > 1 ? [`${chosen.length} files read as one set`] : [];
  if (left.length > 0) notes.push(`left out, being of another kind: ${left.slice(0, 5).map(printable).join(", ")}`);
  return { files: chosen.map((name) => join(path, name)), notes };
}

/** A sentence for each file whose bytes are those of an earlier one: a copy would count as more rollouts. */
async function equalFiles(files: readonly string[]): Promise<string[]> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const ofSize = new Map<number, number>();
  for (const size of sizes) ofSize.set(size, (ofSize.get(size) ?? 0) + 1);
  const known = new Map<string, string>();
  const notes: string[] = [];
  for (const [i, file] of files.entries()) {
    if (ofSize.get(sizes[i] ?? -1) === 1) continue;
    const digest = await digestOf(file);
    const earlier = known.get(digest);
    const names = [earlier ?? "", file].map((path) => printable(basename(path)));
    if (earlier === undefined) known.set(digest, file);
    else notes.push(`${names.join(" and ")} are the same bytes: a copy, or a model that repeats itself`);
  }
  return notes;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

type Entries = { readonly files: readonly string[]; readonly folders: readonly string[] };

async function list(path: string): Promise<Entries> {
  const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) => !name.startsWith("."));
  const names = (kept: readonly Dirent[]): string[] => kept.map(({ name }) => name).sort();
  // Pipes and sockets would never end; a link is followed when it leads to a file.
  const isFile = (entry: Dirent): boolean =>
    entry.isFile() ||
    (entry.isSymbolicLink() && statSync(join(path, entry.name), { throwIfNoEntry: false })?.isFile() === true);
  return { files: names(entries.filter(isFile)), folders: names(entries.filter((entry) => entry.isDirectory())) };
}

function isResultDir({ files, folders }: Entries): boolean {
  return files.some((name) => RESULT_DIR_FILES.has(name)) || folders.some((name) => /^\d+$/.test(name));
}

function baseName(path: string): string {
  const name = basename(resolve(path));
  const bare = name.replace(PACKED, "").replace(SUFFIXES.jsonl, "").replace(SUFFIXES.csv, "");
  return bare === "" ? name : bare;
}
