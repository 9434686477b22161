// The set of files that one reading goes through, and what was decided about each of them.
import type { Json } from "../../draw/draw.ts";
import { InputError } from "../../draw/input-error.ts";
import type { Binding } from "./binding.ts";
import type { Book } from "./book.ts";
import type { Field } from "./columns.ts";
import type { CellOf } from "./rollout.ts";
import { lookup, type Row, type Rows } from "./row.ts";
import type { Tally } from "./tally.ts";
import { foldQuestion, readProblem, readWord } from "./values.ts";

/** One file, and which of its columns holds which field. */
export type FilePlan = { readonly path: string; readonly binding: Binding };

/** All that a layout needs to turn files into draws. */
export type Reader = {
  readonly files: readonly FilePlan[];
  readonly book: Book;
  /** Losses of the files, whichever run they belong to. */
  readonly shared: Tally;
  /** Whether cells have no types (CSV). */
  readonly untyped: boolean;
  /** The rows of a file; faults are counted in the tally given. */
  readonly rows: (path: string, tally: Tally) => Rows;
};

// 2^32 lines a file leave room for two million files in a number.
const LINES = 2 ** 32;

/** Returns a file and a line as one number, so that a position costs eight bytes. */
export function packPosition(file: number, line: number): number {
  return file * LINES + Math.min(line, LINES - 1);
}

/** Returns `file:line` for a packed position. */
export function showPosition(files: readonly FilePlan[], position: number): string {
  return `${files[Math.floor(position / LINES)]?.path ?? "?"}:${position % LINES}`;
}

/** Returns an InputError at a packed position. */
export function errorAt(files: readonly FilePlan[], position: number, message: string, remedy?: string): InputError {
  return new InputError(message, { file: files[Math.floor(position / LINES)]?.path, line: position % LINES }, remedy);
}

/** Returns how to read the cells of a row: a field with a column that this row lacks is null. */
export function cellsOf(row: Row, binding: Binding): CellOf {
  return (field) => {
    const column = binding.columns[field];
    return column === undefined ? undefined : (lookup(row.value, column) ?? null);
  };
}

/** Returns the problem id of a row, undefined when it has none. */
export function problemOf(row: Row, binding: Binding, untyped: boolean): string | number | undefined {
  const cell = (field: Field): Json => cellsOf(row, binding)(field) ?? null;
  if (!binding.byQuestion) return readProblem(cell("problem"), untyped);
  const question = readWord(cell("question"));
  return question === undefined ? undefined : foldQuestion(question);
}
