// One row of a foreign file, whatever the file's format: what the readers yield and the layouts take apart.
import type { Json } from "../../draw/draw.ts";

/** A row's columns. Keys come from strangers: look them up with `own`, never with a plain index. */
export type Columns = { readonly [column: string]: Json };

/** `line` counts from 1 and is where the row starts; `raw` is the row as it stood in the file. */
export type Row = { readonly line: number; readonly value: Columns; readonly raw: string };

/** The rows of one file, some at a time. */
export type Rows = AsyncGenerator<readonly Row[], void, undefined>;

/** Returns a row's own value under an exact name, undefined when there is none. */
export function own(columns: Columns, name: string): Json | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined;
}

/** Whether a JSON value is an object with keys. */
export function isColumns(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns the value at a column name or a dotted path (`output.text`, `choices.0.text`), undefined when there is none.
 * An exact top-level name wins over a path.
 */
export function lookup(columns: Columns, path: string): Json | undefined {
  const exact = own(columns, path);
  if (exact !== undefined || !path.includes(".")) return exact;
  let value: Json | undefined = columns as Json;
  for (const step of path.split(".")) {
    if (Array.isArray(value)) value = /^\d+$/.test(step) ? value[Number(step)] : undefined;
    else value = isColumns(value) ? own(value, step) : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}
