// Repairs a result folder after a crash: cuts torn records out of shards and rebuilds the caches beside them (.idx, manifest.json).
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative, sep } from "node:path";
import { InputError, systemCode } from "../draw/input-error.ts";
import { findRunFolders, findShards, hasWriterFile, type Shard } from "../sources/sieval/find.ts";
import { FAILED, FINAL, headOf, type RecordHead, STAGES } from "../sources/sieval/head.ts";
import { scanShard } from "../sources/sieval/scan.ts";
import { asInteger, asObject, asText, compareIds, type JsonObject, parseLine } from "../sources/sieval/values.ts";
import { replaceFile, takeModeOf } from "./replace-file.ts";

/** One thing that was, or with `dryRun` would be, done to one file. Files are named relative to the folder given. */
export type RepairAction =
  | { readonly did: "cut_torn"; readonly file: string; readonly records: number; readonly bytes: number }
  | { readonly did: "ended_line"; readonly file: string; readonly lines: number }
  | { readonly did: "rebuilt_index"; readonly file: string; readonly why: "missing" | "short" | "lying" }
  | { readonly did: "rebuilt_manifest"; readonly file: string; readonly why: "missing" | "unreadable" | "differs" };

export type RepairResult = {
  readonly dry_run: boolean;
  /** Task run folders that were looked at. */
  readonly runs: number;
  readonly actions: readonly RepairAction[];
  /** Lines that are no records and that nobody can repair; they stay where they are. */
  readonly unreadable: readonly { readonly file: string; readonly lines: number }[];
};

export type RepairOptions = {
  /** Says what would be done and changes nothing. */
  readonly dryRun?: boolean;
  /** Longest line that is read, in bytes. Without it 512 MB. */
  readonly maxLine?: number;
};

const MAX_LINE = 512 * 1024 * 1024;
const COPY_STEP = 1 << 22;

/**
 * Repairs every task run folder at or below a folder. Nobody may be writing to it. What is cut out of a shard is appended to
 * `<shard>.torn`. A second run finds nothing to do. Throws an InputError when there is none, and what the file system throws.
 */
export function repair(directory: string, options: RepairOptions = {}): RepairResult {
  const dryRun = options.dryRun === true;
  const actions: RepairAction[] = [];
  const unreadable: { file: string; lines: number }[] = [];
  const nameOf = (path: string): string => relative(directory, path).split(sep).join("/");
  let runs = 0;
  for (const folder of findRunFolders(directory)) {
    runs += 1;
    const states = new Map<number | string, SampleState>();
    const isOurs = hasWriterFile(folder);
    findShards(folder).forEach((shard, file) => {
      const found = inspectShard(shard, options.maxLine ?? MAX_LINE);
      if (found.unreadable > 0) unreadable.push({ file: nameOf(shard.path), lines: found.unreadable });
      // Digits and the word "final" do not make a foreign file a shard: it must hold a record, or lie beside our files.
      if (!isOurs && found.records.length === 0) return;
      actions.push(...guarded(shard.path, () => repairShard(shard, found, nameOf, dryRun)));
      for (const record of found.records) noteState(states, record, file);
    });
    if (states.size > 0) {
      actions.push(...guarded(join(folder, "manifest.json"), () => repairManifest(folder, states, nameOf, dryRun)));
    }
  }
  if (runs === 0) {
    throw new InputError("holds no SiEval result dir", { file: directory }, "Only such folders can be repaired.");
  }
  return { dry_run: dryRun, runs, actions, unreadable };
}

/** Turns a fault of the file system into one sentence. */
function guarded<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const remedy = /^(ENOSPC|EDQUOT)$/.test(code) ? "Free some space and run it again." : undefined;
    throw new InputError(`cannot be repaired (${code}); it stays as it was`, { file }, remedy);
  }
}

/** What the index and the manifest hold of one record. */
type IndexedRecord = {
  readonly head: RecordHead;
  /** The id as the record spells it. */
  readonly id: string;
  readonly offset: number;
  readonly length: number;
  readonly errorAction?: string;
  readonly errorReason?: string;
  readonly retries: number;
};

type Range = { readonly offset: number; readonly length: number };

type Inspected = {
  /** The shard's size and time when it was inspected. */
  readonly before: Stats;
  readonly records: readonly IndexedRecord[];
  readonly torn: readonly Range[];
  /** Offsets at which a line break is missing behind a whole record. */
  readonly missingBreaks: readonly number[];
  readonly unreadable: number;
};

/** Reads a shard. Offsets of records are those after the repair, offsets of torn bytes and missing breaks those before. */
function inspectShard(shard: Shard, maxLine: number): Inspected {
  const before = statSync(shard.path);
  const { size } = before;
  const records: IndexedRecord[] = [];
  const torn: Range[] = [];
  const missingBreaks: number[] = [];
  const counts: Record<string, number> = {};
  let damaged = 0;
  let shift = 0;
  let lastEnd = -1;
  const follow = (offset: number): void => {
    if (offset !== lastEnd) return;
    missingBreaks.push(offset);
    shift += 1;
  };
  scanShard(
    shard.path,
    maxLine,
    counts,
    (head, bytes, start, end, offset) => {
      follow(offset);
      const record = indexed(head, bytes.toString("utf8", start, end), offset + shift, end - start + 1);
      if (record === undefined) damaged += 1;
      else records.push(record);
      lastEnd = offset + end - start;
    },
    (_, offset, length) => {
      follow(offset);
      torn.push({ offset, length });
      shift -= length;
      lastEnd = -1;
    },
  );
  follow(size);
  const unreadable = damaged + (counts.unparsable_lines ?? 0) + (counts.long_lines ?? 0);
  return { before, records, torn, missingBreaks, unreadable };
}

function indexed(head: RecordHead, text: string, offset: number, length: number): IndexedRecord | undefined {
  const value = asObject(parseLine(text, {}));
  if (value === undefined || headOf(value) === undefined) return undefined;
  const errorAction = asText(value.error_action);
  const errorReason = asText(value.error_reason);
  return {
    head,
    id: String(value.sample_id),
    offset,
    length,
    retries: asInteger(value.retry_count) ?? 0,
    ...(errorAction === undefined ? {} : { errorAction }),
    ...(errorReason === undefined ? {} : { errorReason }),
  };
}

function repairShard(
  shard: Shard,
  found: Inspected,
  nameOf: (path: string) => string,
  dryRun: boolean,
): RepairAction[] {
  const actions: RepairAction[] = [];
  const file = nameOf(shard.path);
  if (found.torn.length > 0) {
    const bytes = found.torn.reduce((sum, range) => sum + range.length, 0);
    actions.push({ did: "cut_torn", file, records: found.torn.length, bytes });
  }
  if (found.missingBreaks.length > 0) actions.push({ did: "ended_line", file, lines: found.missingBreaks.length });
  if (actions.length > 0 && !dryRun) rewriteShard(shard.path, found);
  const indexPath = shard.path.replace(/\.jsonl$/, ".idx");
  const lines = indexLines(found.records);
  const why = indexFault(indexPath, lines);
  if (why === undefined) return actions;
  if (!dryRun) replaceFile(indexPath, (descriptor) => writeFileSync(descriptor, lines.join("")));
  return [...actions, { did: "rebuilt_index", file: nameOf(indexPath), why }];
}

/** Writes the shard again without its torn bytes; those are safe in `<shard>.torn` before the shard is replaced. */
function rewriteShard(path: string, found: Inspected): void {
  const { size } = found.before;
  const unchanged = (): void => refuseChanged(path, found.before);
  unchanged();
  const source = openSync(path, "r");
  try {
    keepTorn(path, source, found);
    const rewrite = (target: number): void => {
      const edits = [
        ...found.torn.map(({ offset, length }) => ({ offset, skip: length, text: "" })),
        ...found.missingBreaks.map((offset) => ({ offset, skip: 0, text: "\n" })),
      ].sort((a, b) => a.offset - b.offset || a.skip - b.skip);
      let at = 0;
      for (const { offset, skip, text } of edits) {
        copyBytes(source, target, at, offset);
        if (text !== "") writeFileSync(target, text);
        at = offset + skip;
      }
      copyBytes(source, target, at, size);
    };
    replaceFile(path, rewrite, unchanged);
  } finally {
    closeSync(source);
  }
}

/** Somebody who still writes to a shard would lose what was appended meanwhile. */
function refuseChanged(path: string, before: Stats): void {
  const now = statSync(path);
  if (now.size === before.size && now.mtimeMs === before.mtimeMs) return;
  const remedy = "Stop the run that writes to it, then repair.";
  throw new InputError("is being written to: it stays as it was", { file: path }, remedy);
}

/** Appends the torn bytes to `<shard>.torn`, unless a repair that was cut off has put the very same there already. */
function keepTorn(path: string, source: number, { torn, before }: Inspected): void {
  const kept = Buffer.concat(torn.flatMap((range) => [readRange(source, range), Buffer.from("\n")]));
  if (kept.length === 0) return;
  const target = `${path}.torn`;
  if (existsSync(target) && readFileSync(target).subarray(-kept.length).equals(kept)) return;
  const descriptor = openSync(target, "a");
  try {
    takeModeOf(descriptor, before);
    writeFileSync(descriptor, kept);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readRange(source: number, { offset, length }: Range): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) at += readSome(source, bytes, at, length - at, offset + at);
  return bytes;
}

/** Reads at least one byte. Throws where the file is shorter than it was. */
function readSome(source: number, bytes: Buffer, at: number, length: number, position: number): number {
  const count = readSync(source, bytes, at, length, position);
  if (count === 0) throw new InputError("became shorter while it was read");
  return count;
}

function copyBytes(source: number, target: number, from: number, to: number): void {
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(COPY_STEP, to - from)));
  for (let at = from; at < to; ) {
    const count = readSome(source, buffer, 0, Math.min(buffer.length, to - at), at);
    // writeFileSync goes on until every byte is written; writeSync may stop halfway on a full disk and say nothing.
    writeFileSync(target, buffer.subarray(0, count));
    at += count;
  }
}

/** The lines the writer would have written. An id with a tab or a line break has no line: it could not be read back. */
function indexLines(records: readonly IndexedRecord[]): string[] {
  return records
    .filter(({ id }) => !/[\t\n\r]/.test(id))
    .map(({ head, id, offset, length, errorAction, errorReason, retries }) => {
      const stage = STAGES[head.rank];
      const fields = [id, head.iteration, stage, offset, length, errorAction ?? "", errorReason ?? "", retries];
      return `${fields.join("\t")}\n`;
    });
}

function indexFault(path: string, lines: readonly string[]): "missing" | "short" | "lying" | undefined {
  if (!existsSync(path)) return lines.length === 0 ? undefined : "missing";
  const stored = readFileSync(path, "utf8");
  if (stored === lines.join("")) return undefined;
  const storedLines = stored.split("\n").filter((line) => line !== "");
  const agrees = storedLines.every((line, index) => isSameEntry(line, lines[index] ?? ""));
  // Older files stop at five columns and are as good.
  if (agrees && storedLines.length === lines.length && stored.endsWith("\n")) return undefined;
  return agrees ? "short" : "lying";
}

function isSameEntry(stored: string, line: string): boolean {
  const [expected, entry] = [line.trimEnd().split("\t"), stored.split("\t")];
  if (entry.length < 5) return false;
  return `${stored}\n` === line || (entry.length === 5 && entry.every((field, index) => field === expected[index]));
}

/** The winning record of a sample and where it lies. */
type SampleState = { readonly record: IndexedRecord; readonly file: number };

function noteState(states: Map<number | string, SampleState>, record: IndexedRecord, file: number): void {
  const known = states.get(record.head.id);
  if (known === undefined || compareStates(record, file, known) > 0) states.set(record.head.id, { record, file });
}

function compareStates(record: IndexedRecord, file: number, known: SampleState): number {
  const { head, offset } = known.record;
  return (
    record.head.iteration - head.iteration ||
    record.head.rank - head.rank ||
    file - known.file ||
    record.offset - offset
  );
}

type ManifestEntry = { readonly [key: string]: string | number | boolean };

function manifestEntry({ record }: SampleState): ManifestEntry {
  const { head, errorAction, errorReason, retries } = record;
  return {
    sample_id: head.id,
    stage: STAGES[head.rank] ?? "",
    iteration: head.iteration,
    final: head.rank === FINAL,
    failed: head.rank === FAILED,
    ...(errorAction === undefined ? {} : { error_action: errorAction }),
    ...(errorReason === undefined ? {} : { error_reason: errorReason }),
    ...(retries > 0 ? { retry_count: retries } : {}),
  };
}

function repairManifest(
  folder: string,
  states: ReadonlyMap<number | string, SampleState>,
  nameOf: (path: string) => string,
  dryRun: boolean,
): RepairAction[] {
  const path = join(folder, "manifest.json");
  const stored = readManifest(path);
  const givenUp = givenUpIn(stored);
  const entries = [...states]
    .sort(([a], [b]) => compareIds(a, b))
    .map(([id, state]) => withGivenUp(manifestEntry(state), givenUp.get(id)));
  const why = manifestFault(path, stored, entries);
  if (why === undefined) return [];
  if (!dryRun) replaceFile(path, (descriptor) => writeFileSync(descriptor, JSON.stringify(entries)));
  return [{ did: "rebuilt_manifest", file: nameOf(path), why }];
}

function readManifest(path: string): readonly unknown[] | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function manifestFault(
  path: string,
  stored: readonly unknown[] | undefined,
  entries: readonly ManifestEntry[],
): "missing" | "unreadable" | "differs" | undefined {
  if (!existsSync(path)) return "missing";
  if (stored === undefined) return "unreadable";
  const agrees = stored.length === entries.length && entries.every((entry, index) => agreesWith(stored[index], entry));
  return agrees ? undefined : "differs";
}

/** Samples given up at a resume (`retry_limit`) are told by the manifest alone: no shard line says it. */
function givenUpIn(stored: readonly unknown[] | undefined): Map<unknown, JsonObject> {
  const objects = (stored ?? []).map(asObject).filter((object) => object?.error_reason === "retry_limit");
  return new Map(objects.flatMap((object) => (object === undefined ? [] : [[object.sample_id, object]])));
}

/** The entry of a failed sample that was given up, as the old manifest says it. */
function withGivenUp(entry: ManifestEntry, givenUp: JsonObject | undefined): ManifestEntry {
  if (givenUp === undefined || entry.failed !== true || givenUp.iteration !== entry.iteration) return entry;
  const { error_action: _, retry_count: __, ...rest } = entry;
  const retries = asInteger(givenUp.retry_count);
  return { ...rest, error_reason: "retry_limit", ...(retries === undefined ? {} : { retry_count: retries }) };
}

function agreesWith(stored: unknown, entry: ManifestEntry): boolean {
  const object = asObject(stored);
  if (object === undefined) return false;
  return [...new Set([...Object.keys(object), ...Object.keys(entry)])].every((key) => object[key] === entry[key]);
}
