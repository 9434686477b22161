// Reads rows out of CSV or TSV with a header line, streaming.
import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { InputError } from "../../draw/input-error.ts";
import { peekBytes, readBytes } from "../bytes.ts";
import { withoutMark } from "./json-rows.ts";
import type { Columns, Row, Rows } from "./row.ts";
import type { Tally } from "./tally.ts";

const BATCH = 256;
const CELL_SEPARATOR = "\u001f";

type CsvRecord = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

/**
 * Yields the rows of a file whose first line names the columns. Empty cells are null, missing ones absent; rows with
 * more or fewer cells than the header are counted in the tally. Throws InputError for a quote that is never closed and
 * for a row longer than `maxLine` bytes.
 */
export async function* csvRows(path: string, maxLine: number, tally: Tally): Rows {
  const startLine = lineCounter();
  let header: readonly string[] | undefined;
  let rows: Row[] = [];
  for await (const { record, info } of records(path, await delimiterOf(path), maxLine)) {
    const line = startLine(info.lines, record);
    if (header === undefined) {
      header = readHeader(path, record, tally);
      continue;
    }
    if (record.length !== header.length) tally.add("ragged_rows", `${path}:${line}`);
    rows.push({ line, value: toColumns(header, record), raw: record.join(CELL_SEPARATOR) });
    if (rows.length < BATCH) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function* records(path: string, delimiter: string, maxLine: number): AsyncGenerator<CsvRecord, void, undefined> {
  const parser = parse({
    delimiter,
    columns: false,
    info: true,
    max_record_size: maxLine,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  // A fault reaches the reader through the iteration below; the callback only keeps it from being thrown twice.
  pipeline(Readable.from(withoutMark(path, readBytes(path))), parser, () => undefined);
  try {
    for await (const record of parser) yield record as CsvRecord;
  } catch (fault) {
    throw csvFault(path, maxLine, fault);
  }
}

function csvFault(path: string, maxLine: number, fault: unknown): unknown {
  if (!(fault instanceof CsvError)) return fault;
  const line = typeof fault["lines"] === "number" ? fault["lines"] : undefined;
  if (fault.code === "CSV_MAX_RECORD_SIZE")
    return new InputError(
      `a row is longer than ${maxLine} bytes`,
      { file: path, line },
      "Look for a quote that is never closed.",
    );
  if (fault.code === "CSV_QUOTE_NOT_CLOSED")
    return new InputError(
      "the file ends inside a quoted cell",
      { file: path, line },
      "Close the quote, or double quotes inside cells.",
    );
  return new InputError(`is not CSV: ${fault.message}`, { file: path, line });
}

/** Tabs when the header line has more of them than commas; else semicolons by the same rule; else commas. */
async function delimiterOf(path: string): Promise<string> {
  const head =
    (await peekBytes(path, 64 * 1024))
      .toString("utf8")
      .split(/\r?\n/)
      .find((line) => line.trim() !== "") ?? "";
  const count = (mark: string): number => head.split(mark).length - 1;
  const [best] = [",", "\t", ";"].sort((a, b) => count(b) - count(a));
  return best ?? ",";
}

function readHeader(path: string, record: readonly string[], tally: Tally): readonly string[] {
  const names = record.map((name) => name.trim());
  const repeated = names.find((name, i) => name !== "" && names.indexOf(name) !== i);
  if (repeated !== undefined) tally.note(`${path} has two columns called "${repeated}": the first one is read`);
  return names;
}

function toColumns(header: readonly string[], record: readonly string[]): Columns {
  const cells = new Map<string, string | null>();
  for (const [i, name] of header.entries()) {
    const cell = record[i];
    if (name === "" || cell === undefined || cells.has(name)) continue;
    cells.set(name, cell === "" ? null : cell);
  }
  return Object.fromEntries(cells);
}

/** Returns a function from the line on which the parser says a record ends to the line on which it starts. */
function lineCounter(): (endLine: number, record: readonly string[]) => number {
  let countedTwice = 0;
  return (endLine, record) => {
    let breaks = 0;
    let pairs = 0;
    for (const cell of record) {
      breaks += cell.match(/[\r\n]/g)?.length ?? 0;
      // The parser counts a carriage return and a line feed inside quotes as two lines.
      pairs += cell.match(/\r\n/g)?.length ?? 0;
    }
    const start = endLine - countedTwice - breaks;
    countedTwice += pairs;
    return start;
  };
}
