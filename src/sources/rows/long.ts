// Reads rows of one answer each: {problem_id, rollout, completion, ...}. Rows of a problem may be anywhere in the set.
import { createHash } from "node:crypto";
import { InputError } from "../../draw/input-error.ts";
import type { DrawBatch } from "../source.ts";
import { printable } from "./binding.ts";
import { newBatches, type OpenRun } from "./book.ts";
import { drawOf, type LongAnswer } from "./draw-of.ts";
import { cellsOf, type FilePlan, packPosition, problemOf, type Reader } from "./plan.ts";
import { readAnswer, readProblemFacts } from "./rollout.ts";
import type { Row } from "./row.ts";
import { openSpill, type Spill } from "./spill.ts";
import { readInteger, readWord } from "./values.ts";

/** One row as it is read: its run, its problem and the answer in it. */
type Placed = { readonly run: OpenRun; readonly problem: string | number; readonly answer: LongAnswer };

/** Returns what tells the problems of a row apart, whichever run they belong to: undefined without a problem id. */
export function groupKey(row: Row, file: FilePlan, untyped: boolean): string | undefined {
  const problem = problemOf(row, file.binding, untyped);
  if (problem === undefined) return undefined;
  const cell = cellsOf(row, file.binding);
  return JSON.stringify([readWord(cell("task")) ?? null, readWord(cell("model")) ?? null, String(problem)]);
}

/**
 * Yields the draws of a set of long files. When `contiguous`, each problem's rows stand together and one problem is held
 * at a time; else rows are grouped in a temporary file, which is removed whatever happens.
 * Throws InputError for a rollout index that is none, and for different rows with the same index.
 */
export async function* longDraws(reader: Reader, contiguous: boolean): AsyncGenerator<DrawBatch, void, undefined> {
  checkIndexes(reader.files);
  for (const { binding } of reader.files) for (const note of binding.notes) reader.shared.note(note);
  yield* contiguous ? streamed(reader) : spilled(reader);
}

function checkIndexes(files: readonly FilePlan[]): void {
  for (const field of ["rollout", "copy"] as const) {
    const has = files.find(({ binding }) => binding.columns[field] !== undefined);
    const lacks = files.find(({ binding }) => binding.columns[field] === undefined);
    if (has === undefined || lacks === undefined) continue;
    const message = `has no column for the ${field} index, but ${has.path} has one ("${has.binding.columns[field]}")`;
    throw new InputError(message, { file: lacks.path }, "Pass the files one by one.");
  }
}

async function* streamed(reader: Reader): AsyncGenerator<DrawBatch, void, undefined> {
  const batches = newBatches();
  let open: { readonly first: Placed; readonly answers: LongAnswer[] } | undefined;
  const close = (): void => {
    if (open === undefined) return;
    const { run, problem } = open.first;
    batches.add(run, drawOf(run, problem, open.answers, reader.files));
    open = undefined;
  };
  for await (const placed of placedRows(reader)) {
    for (const row of placed) {
      if (open === undefined || !sameGroup(open.first, row)) {
        close();
        open = { first: row, answers: [] };
      }
      open.answers.push(row.answer);
    }
    yield* batches.take();
  }
  close();
  yield* batches.take();
}

function sameGroup(a: Placed, b: Placed): boolean {
  return a.run === b.run && String(a.problem) === String(b.problem);
}

type Group = { readonly run: OpenRun; readonly problem: string | number };

async function* spilled(reader: Reader): AsyncGenerator<DrawBatch, void, undefined> {
  const spill = openSpill();
  try {
    const groups = await fillSpill(reader, spill);
    const batches = newBatches();
    for (const [index, { run, problem }] of groups.entries()) {
      const answers = spill.read(index).map((text) => JSON.parse(text) as LongAnswer);
      batches.add(run, drawOf(run, problem, answers, reader.files));
      if (index % 64 === 63) yield* batches.take();
    }
    yield* batches.take();
  } finally {
    spill.remove();
  }
}

async function fillSpill(reader: Reader, spill: Spill): Promise<readonly Group[]> {
  const numbers = new Map<string, Map<string, number>>();
  const groups: Group[] = [];
  for await (const placed of placedRows(reader)) {
    for (const { run, problem, answer } of placed) {
      let problems = numbers.get(run.key);
      if (problems === undefined) {
        problems = new Map();
        numbers.set(run.key, problems);
      }
      let number = problems.get(String(problem));
      if (number === undefined) {
        number = groups.push({ run, problem }) - 1;
        problems.set(String(problem), number);
      }
      spill.add(number, JSON.stringify(answer));
    }
  }
  return groups;
}

/** Yields the rows of all files in order, those of other parts left out. */
async function* placedRows(reader: Reader): AsyncGenerator<readonly Placed[], void, undefined> {
  for (const [index, file] of reader.files.entries()) {
    for await (const rows of reader.rows(file.path, reader.shared)) {
      yield rows.flatMap((row) => placeRow(reader, file, row, packPosition(index, row.line)) ?? []);
    }
  }
}

function placeRow(reader: Reader, file: FilePlan, row: Row, position: number): Placed | undefined {
  const place = `${file.path}:${row.line}`;
  const problem = problemOf(row, file.binding, reader.untyped);
  if (problem === undefined) {
    reader.shared.add("rows_without_problem", place);
    return undefined;
  }
  const cell = cellsOf(row, file.binding);
  const run = reader.book.run(readWord(cell("task")), readWord(cell("model")));
  const answer = readAnswer(cell, run.tally, place);
  const facts = readProblemFacts(cell, run.tally, place);
  const index = readIndex(file, row, "rollout");
  const copy = readIndex(file, row, "copy");
  reader.book.observe(run, answer);
  if (index !== undefined) run.seen.add("rollout_index");
  if (facts.requested !== undefined) run.seen.add("requested");
  if (!reader.book.wants(problem)) return undefined;
  const digest = index === undefined ? {} : { index, digest: createHash("sha1").update(row.raw).digest("base64") };
  return { run, problem, answer: { position, ...digest, ...(copy === undefined ? {} : { copy }), answer, facts } };
}

function readIndex(file: FilePlan, row: Row, field: "rollout" | "copy"): number | undefined {
  const column = file.binding.columns[field];
  if (column === undefined) return undefined;
  const value = cellsOf(row, file.binding)(field);
  const index = readInteger(value);
  if (index !== undefined) return index;
  const shown = value === null || value === undefined ? "empty" : printable(JSON.stringify(value));
  const message = `"${printable(column)}" is ${shown}, but a ${field} index is an integer`;
  throw new InputError(
    message,
    { file: file.path, line: row.line },
    `If another column counts them: --map ${field}=COLUMN`,
  );
}
