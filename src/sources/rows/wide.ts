// Reads rows of one problem each, whose answers stand in parallel lists: {problem_id, completions: [...], ...}.
import type { Draw, Json, Rollout } from "../../draw/draw.ts";
import { InputError } from "../../draw/input-error.ts";
import type { DrawBatch } from "../source.ts";
import { printable } from "./binding.ts";
import { type Batches, newBatches, type OpenRun } from "./book.ts";
import { ANSWER_FIELDS, COLUMNS, FIELDS, type Field } from "./columns.ts";
import { newSeen, type Seen } from "./native.ts";
import { cellsOf, type FilePlan, packPosition, problemOf, type Reader } from "./plan.ts";
import { readAnswer, readProblemFacts } from "./rollout.ts";
import { lookup, type Row } from "./row.ts";
import { readList, readWord } from "./values.ts";

/** Fields that are one entry for each answer in this layout. */
const LISTED = FIELDS.filter((field) => COLUMNS[field].list !== undefined);

type Lists = ReadonlyMap<Field, readonly Json[]>;

/**
 * Yields the draws of a set of wide files in one pass; only problem ids are kept. Entries named by `models` or `runs`
 * are runs of their own, other entries are rollouts of one run. Throws InputError for lists of different lengths in a
 * row, and for a problem that a run holds twice.
 */
export async function* wideDraws(reader: Reader): AsyncGenerator<DrawBatch, void, undefined> {
  const seen = newSeen(reader);
  const batches = newBatches();
  for (const [index, file] of reader.files.entries()) {
    for (const note of file.binding.notes) reader.shared.note(note);
    for await (const rows of reader.rows(file.path, reader.shared)) {
      for (const row of rows) readRow(reader, file, row, packPosition(index, row.line), seen, batches);
      yield* batches.take();
    }
  }
}

function readRow(reader: Reader, file: FilePlan, row: Row, position: number, seen: Seen, batches: Batches): void {
  const place = `${file.path}:${row.line}`;
  const problem = problemOf(row, file.binding, reader.untyped);
  if (problem === undefined) {
    reader.shared.add("rows_without_problem", place);
    return;
  }
  const lists = readLists(reader, file, row);
  const named = readNames(reader, file, row, [...lists.values()][0]?.length);
  const length = [...lists.values()][0]?.length ?? (named?.models ?? named?.runs)?.length ?? 0;
  const facts = readProblemFacts(cellsOf(row, file.binding), reader.shared, place);
  for (const [run, entries] of entriesOf(reader, file, row, length, named)) {
    seen(run.key, problem, position);
    const rollouts = entries.flatMap((at, index) => readEntry(reader, file, run, lists, at, index, place));
    run.seen.add("rollout_index");
    const { requested, ...rest } = facts;
    if (requested !== undefined && named === undefined) run.seen.add("requested");
    const asked = requested === undefined || named !== undefined ? {} : { requested };
    const draw: Draw = { task: run.task, problem, ...rest, ...asked, rollouts };
    if (reader.book.wants(problem)) batches.add(run, draw);
  }
}

/** The lists of a row; all have one length. A list that this row lacks is left out. */
function readLists(reader: Reader, file: FilePlan, row: Row): Lists {
  const lists = new Map<Field, readonly Json[]>();
  let first: { readonly column: string; readonly length: number } | undefined;
  for (const field of LISTED) {
    const column = file.binding.columns[field];
    const value = column === undefined ? undefined : lookup(row.value, column);
    if (column === undefined || value === undefined || value === null) continue;
    const list = readList(value, reader.untyped);
    if (list === undefined) throw notAList(file, row, column);
    if (first !== undefined && first.length !== list.length) throw lengths(file, row, first, column, list.length);
    first ??= { column, length: list.length };
    lists.set(field, list);
  }
  return lists;
}

function notAList(file: FilePlan, row: Row, column: string): InputError {
  const message = `"${printable(column)}" is not a list here, as it is in other rows`;
  return new InputError(message, { file: file.path, line: row.line });
}

function lengths(
  file: FilePlan,
  row: Row,
  first: { readonly column: string; readonly length: number },
  column: string,
  length: number,
): InputError {
  const message = `"${printable(column)}" has ${length} ${length === 1 ? "entry" : "entries"}, but "${printable(first.column)}" has ${first.length}`;
  const remedy = "Write null where an entry is missing, or map other columns: --map FIELD=COLUMN";
  return new InputError(message, { file: file.path, line: row.line }, remedy);
}

type Names = { readonly models: readonly string[] | undefined; readonly runs: readonly string[] | undefined };

function readNames(reader: Reader, file: FilePlan, row: Row, length: number | undefined): Names | undefined {
  const read = (column: string | undefined): readonly string[] | undefined => {
    const value = column === undefined ? undefined : lookup(row.value, column);
    if (column === undefined || value === undefined || value === null) return undefined;
    const list = readList(value, reader.untyped);
    if (list === undefined) throw notAList(file, row, column);
    if (length !== undefined && list.length !== length)
      throw lengths(file, row, { column: firstColumn(file), length }, column, list.length);
    return list.map((name) => readWord(name) ?? "");
  };
  const names = { models: read(file.binding.models), runs: read(file.binding.runs) };
  return names.models === undefined && names.runs === undefined ? undefined : names;
}

function firstColumn(file: FilePlan): string {
  return LISTED.map((field) => file.binding.columns[field]).find((column) => column !== undefined) ?? "";
}

/** Which entries of the lists belong to which run. A name that occurs twice names two rollouts of one run. */
function entriesOf(
  reader: Reader,
  file: FilePlan,
  row: Row,
  length: number,
  names: Names | undefined,
): ReadonlyMap<OpenRun, readonly number[]> {
  const cell = cellsOf(row, file.binding);
  const task = readWord(cell("task"));
  const model = readWord(cell("model"));
  const runs = new Map<OpenRun, number[]>();
  if (names === undefined) return runs.set(reader.book.run(task, model), [...Array(length).keys()]);
  for (let at = 0; at < length; at += 1) {
    const named = names.models?.[at];
    const run = reader.book.run(task, named ?? model, names.runs?.[at] ?? named);
    const entries = runs.get(run);
    if (entries === undefined) runs.set(run, [at]);
    else entries.push(at);
  }
  return runs;
}

/** Returns the rollout at one place of the lists, nothing when all lists are null there: that answer never came. */
function readEntry(
  reader: Reader,
  file: FilePlan,
  run: OpenRun,
  lists: Lists,
  at: number,
  index: number,
  place: string,
): Rollout[] {
  if (ANSWER_FIELDS.every((field) => (lists.get(field)?.[at] ?? null) === null)) {
    run.tally.add("empty_entries", place);
    return [];
  }
  const answer = readAnswer((field) => cellAt(file, lists, field, at), run.tally, place);
  reader.book.observe(run, answer);
  return [{ index, ...answer }];
}

/** A list that this row lacks, though the file has it, is null at every place. */
function cellAt(file: FilePlan, lists: Lists, field: Field, at: number): Json | undefined {
  return file.binding.columns[field] === undefined ? undefined : (lists.get(field)?.[at] ?? null);
}
