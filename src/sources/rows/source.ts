// The sources for foreign rows: JSON lines, JSON arrays, CSV and TSV, in one file or in a folder of them.
import { InputError } from "../../draw/input-error.ts";
import { peekBytes } from "../bytes.ts";
import { parseJson } from "../parse-json.ts";
import type { DrawBatch, OpenOptions, Reading, RunFacts, Source } from "../source.ts";
import {
  type Binding,
  bind,
  checkMap,
  detectLayout,
  type FieldMap,
  type Layout,
  listColumns,
  plainText,
  type Sample,
} from "./binding.ts";
import { type Book, openBook } from "./book.ts";
import { csvRows } from "./csv-rows.ts";
import { type FileKind, type FileSet, findFiles, holdsKind, isLinesFile } from "./files.ts";
import { firstByte, jsonRows } from "./json-rows.ts";
import { groupKey, longDraws } from "./long.ts";
import { nativeDraws } from "./native.ts";
import type { FilePlan, Reader } from "./plan.ts";
import { isColumns, type Row, type Rows } from "./row.ts";
import { newTally, type Tally } from "./tally.ts";
import { wideDraws } from "./wide.ts";

const SAMPLE_ROWS = 200;
const SAMPLE_LENGTH = 16 * 1024 * 1024;
/** A file with more columns than this is no table; the names of the others are not remembered. */
const MAX_COLUMNS = 10_000;

/** JSON lines (.jsonl, .ndjson), or a JSON array of rows (.json); plain, .gz or .zst; or a folder of such files. */
export const jsonlSource: Source = rowSource("jsonl");

/** CSV or TSV with a header line; plain, .gz or .zst; or a folder of such files. */
export const csvSource: Source = rowSource("csv");

function rowSource(kind: FileKind): Source {
  return {
    format: kind,
    detect: (path) => holdsKind(path, kind),
    open: (path, options) => openRows(kind, path, options),
  };
}

async function openRows(kind: FileKind, path: string, options: OpenOptions): Promise<Reading> {
  const map = checkMap(options.map);
  const set = await findFiles(path, kind);
  const shared = newTally();
  for (const note of set.notes) shared.note(note);
  const rows = (file: string, tally: Tally): Rows =>
    kind === "csv" ? csvRows(file, options.maxLine, tally) : jsonRows(file, options.maxLine, tally);
  const defaultTask = options.task ?? set.name;
  const book = openBook({ source: path, format: kind, defaultTask, task: options.task, part: options.part });
  const { samples, layout } = await look(kind, set, options, map, rows, shared);
  const reader = { book, shared, untyped: kind === "csv", rows };
  const batches =
    layout === "long"
      ? await openLong(reader, samples, map)
      : readOnePass({ ...reader, files: samples.map((sample) => plan(sample, layout, map)) }, layout, defaultTask);
  const runs = (): readonly RunFacts[] => book.facts(shared);
  return { batches: notNothing(batches, runs, samples), runs };
}

/** Passes batches on, and throws InputError at the end when no row belonged to a problem. */
async function* notNothing(
  batches: AsyncIterable<DrawBatch>,
  runs: () => readonly RunFacts[],
  samples: readonly Sample[],
): AsyncGenerator<DrawBatch, void, undefined> {
  yield* batches;
  const [first] = samples;
  if (runs().length > 0 || first === undefined) return;
  const message = `no row says which problem it belongs to (${listColumns(first.columns)})`;
  throw new InputError(message, { file: first.file }, "Map it: --map problem=COLUMN");
}

type Unplanned = {
  readonly book: Book;
  readonly shared: Tally;
  readonly untyped: boolean;
  readonly rows: Reader["rows"];
};

const NO_BINDING: Binding = { columns: {}, byQuestion: false, notes: [] };

function plan(sample: Sample, layout: Layout, map: FieldMap): FilePlan {
  return { path: sample.file, binding: layout === "native" ? NO_BINDING : bind(sample, layout, map) };
}

function readOnePass(reader: Reader, layout: Layout, defaultTask: string): AsyncIterable<DrawBatch> {
  return layout === "native" ? nativeDraws(reader, defaultTask) : wideDraws(reader);
}

/** Looks at the first rows of every file. Throws InputError for a file without rows and for files that differ. */
async function look(
  kind: FileKind,
  set: FileSet,
  options: OpenOptions,
  map: FieldMap,
  rows: Reader["rows"],
  shared: Tally,
): Promise<{ readonly samples: readonly Sample[]; readonly layout: Layout }> {
  const samples: Sample[] = [];
  for (const file of set.files) {
    const losses = newTally();
    const first = await firstRows(rows(file, losses));
    if (first.length > 0) samples.push({ file, columns: namesOf(first), rows: first, untyped: kind === "csv" });
    else await noRows(kind, file, set, options, losses, shared);
  }
  const [sample] = samples;
  if (sample === undefined) throw new InputError("holds no rows", { file: set.files[0] });
  const layout = layoutOf(sample, map);
  for (const other of samples) {
    const differs = layoutOf(other, map);
    if (differs !== layout) throw otherLayout(sample, layout, other, differs);
  }
  if (layout !== "native") await notOneObject(kind, sample, layout, map);
  return { samples, layout };
}

function layoutOf(sample: Sample, map: FieldMap): Layout {
  return detectLayout(sample, map);
}

const LAYOUTS: Readonly<Record<Layout, string>> = {
  native: "one draw a row",
  wide: "one list of answers a row",
  long: "one answer a row",
};

function otherLayout(a: Sample, layout: Layout, b: Sample, other: Layout): InputError {
  const message = `holds ${LAYOUTS[other]}, but ${a.file} holds ${LAYOUTS[layout]}`;
  return new InputError(message, { file: b.file, line: b.rows[0]?.line }, "Pass the files one by one.");
}

async function firstRows(rows: Rows): Promise<readonly Row[]> {
  const first: Row[] = [];
  let length = 0;
  for await (const some of rows) {
    for (const row of some) {
      first.push(row);
      length += row.raw.length;
      if (first.length >= SAMPLE_ROWS || length >= SAMPLE_LENGTH) return first;
    }
  }
  return first;
}

function namesOf(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const { value } of rows) addNames(names, value);
  return [...names];
}

function addNames(names: Set<string>, value: Row["value"]): void {
  if (names.size >= MAX_COLUMNS) return;
  for (const name of Object.keys(value)) names.add(name);
}

/** An empty file of a set is counted; a file that is something else is an error. */
async function noRows(
  kind: FileKind,
  file: string,
  set: FileSet,
  options: OpenOptions,
  losses: Tally,
  shared: Tally,
): Promise<void> {
  const counts = losses.counts();
  if (counts.long_lines !== undefined && Object.keys(counts).length === 1)
    throw new InputError(`every row is longer than ${options.maxLine} bytes`, { file, line: 1 });
  const head = await peekBytes(file, options.maxLine);
  if (firstByte(head) === undefined && set.files.length > 1) return shared.add("empty_files", file);
  if (firstByte(head) === undefined) throw new InputError("is empty", { file });
  if (kind === "csv") throw new InputError("holds a header line and no rows", { file, line: 1 });
  throw notRows(file, head.toString("utf8").trim());
}

function notRows(file: string, text: string): InputError {
  const whole = parseJson(text);
  if (whole.ok && isColumns(whole.value)) return oneObject(file, Object.keys(whole.value));
  if (whole.ok) return new InputError("holds no rows: a row is an object", { file, line: 1 }, ROWS);
  const line = text.split("\n", 1)[0] ?? "";
  const parsed = parseJson(line.trim());
  const reason = parsed.ok ? "not an object" : `not JSON (${plainText(parsed.reason)})`;
  return new InputError(`holds no rows: line 1 is ${reason}`, { file, line: 1 }, ROWS);
}

const ROWS = "Rows are JSON objects, one a line or in one array.";

function oneObject(file: string, names: readonly string[]): InputError {
  return new InputError(`is one JSON object (${listColumns(names)}), not rows`, { file, line: 1 }, ROWS);
}

/** A .json file with a single object that cannot be bound is a config or a summary: say so rather than "no problem id". */
async function notOneObject(kind: FileKind, sample: Sample, layout: "wide" | "long", map: FieldMap): Promise<void> {
  const [row, second] = sample.rows;
  if (kind !== "jsonl" || map.size > 0 || row === undefined || second !== undefined) return;
  if (isLinesFile(sample.file)) return;
  if (firstByte(await peekBytes(sample.file, 64 * 1024)) !== 123) return;
  try {
    bind(sample, layout, map);
  } catch (fault) {
    if (fault instanceof InputError) throw oneObject(sample.file, sample.columns);
    throw fault;
  }
}

/**
 * Goes through all rows once, to know every column and whether the rows of each problem stand together; then returns
 * the draws of a second pass.
 */
async function openLong(
  reader: Unplanned,
  samples: readonly Sample[],
  map: FieldMap,
): Promise<AsyncIterable<DrawBatch>> {
  const files = samples.map((sample) => plan(sample, "long", map));
  const scan = await scanLong(reader, files);
  const complete = samples.map((sample, i) => plan({ ...sample, columns: scan.columns[i] ?? [] }, "long", map));
  const rescan = complete.some((file, i) => grouping(file) !== grouping(files[i]));
  const { contiguous } = rescan ? await scanLong(reader, complete) : scan;
  return longDraws({ ...reader, files: complete }, contiguous);
}

/** The columns on which the grouping of rows depends, as one string. */
function grouping(file: FilePlan | undefined): string {
  const { problem, question, task, model } = file?.binding.columns ?? {};
  return JSON.stringify([file?.binding.byQuestion, problem, question, task, model]);
}

type Scan = { readonly columns: readonly (readonly string[])[]; readonly contiguous: boolean };

async function scanLong(reader: Unplanned, files: readonly FilePlan[]): Promise<Scan> {
  const ignored = newTally();
  const seen = new Set<string>();
  const columns: string[][] = [];
  let previous: string | undefined;
  let contiguous = true;
  for (const file of files) {
    const names = new Set<string>();
    for await (const rows of reader.rows(file.path, ignored)) {
      for (const row of rows) {
        addNames(names, row.value);
        const key = contiguous ? groupKey(row, file, reader.untyped) : undefined;
        if (key === undefined || key === previous) continue;
        if (seen.has(key)) contiguous = false;
        seen.add(key);
        previous = key;
      }
    }
    columns.push([...names]);
  }
  return { columns, contiguous };
}
