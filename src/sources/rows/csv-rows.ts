// Reads rows out of CSV or TSV with a header line, streaming.
import { CsvError, type Parser, parse } from "csv-parse";
import { InputError } from "../../draw/input-error.ts";
import { peekBytes, readBytes } from "../bytes.ts";
import { plainText, printable } from "./binding.ts";
import { withoutMark } from "./json-rows.ts";
import type { Columns, Row, Rows } from "./row.ts";
import type { Tally } from "./tally.ts";

const CELL_SEPARATOR = "\u001f";

type CsvRecord = { readonly cells: readonly string[]; readonly endLine: number };

/**
 * Yields the rows of a file whose first line names the columns. Empty cells are null, missing ones absent; rows with
 * more or fewer cells than the header are counted in the tally. Throws InputError for a quote that is never closed and
 * for a row longer than `maxLine` bytes.
 */
export async function* csvRows(path: string, maxLine: number, tally: Tally): Rows {
  const startLine = lineCounter();
  let header: Header | undefined;
  for await (const records of csvRecords(path, await delimiterOf(path), maxLine)) {
    const rows: Row[] = [];
    for (const { cells, endLine } of records) {
      const line = startLine(endLine, cells);
      if (header === undefined) {
        header = readHeader(path, cells, tally);
        continue;
      }
      if (cells.length !== header.length) tally.add("ragged_rows", `${path}:${line}`);
      rows.push({ line, value: toColumns(header.columns, cells), raw: cells.join(CELL_SEPARATOR) });
    }
    if (rows.length > 0) yield rows;
  }
}

/** Yields the records of each piece of the file. One record at a time through the parser's stream is ten times slower. */
async function* csvRecords(
  path: string,
  delimiter: string,
  maxLine: number,
): AsyncGenerator<readonly CsvRecord[], void, undefined> {
  let records: CsvRecord[] = [];
  const parser = parse({
    delimiter,
    columns: false,
    max_record_size: maxLine,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    on_record: (cells: string[], { lines }) => {
      records.push({ cells, endLine: lines });
      return null;
    },
  });
  const take = (): readonly CsvRecord[] => {
    const taken = records;
    records = [];
    return taken;
  };
  try {
    for await (const chunk of withoutMark(path, readBytes(path))) {
      await settled((done) => parser.write(chunk, done), parser);
      yield take();
    }
    await settled((done) => parser.end(done), parser);
    yield take();
  } catch (fault) {
    throw csvFault(path, maxLine, fault);
  } finally {
    parser.destroy();
  }
}

/** Waits for a call on the parser: whichever of its callback and the error event comes first. */
function settled(call: (done: (fault?: Error | null) => void) => void, parser: Parser): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.once("error", reject);
    call((fault) => {
      if (fault !== undefined && fault !== null) return reject(fault);
      parser.off("error", reject);
      resolve();
    });
  });
}

function csvFault(path: string, maxLine: number, fault: unknown): unknown {
  if (!(fault instanceof CsvError)) return fault;
  const line = typeof fault.lines === "number" ? fault.lines : undefined;
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
  return new InputError(`is not CSV: ${plainText(fault.message)}`, { file: path, line });
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

/** Which cell of a record holds which column, and how many cells a record should have. */
type Header = { readonly columns: readonly (readonly [cell: number, name: string])[]; readonly length: number };

function readHeader(path: string, cells: readonly string[], tally: Tally): Header {
  const names = cells.map((name) => name.trim());
  const repeated = names.find((name, i) => name !== "" && names.indexOf(name) !== i);
  if (repeated !== undefined)
    tally.note(`${path} has two columns called "${printable(repeated)}": the first one is read`);
  const columns = [...names.entries()].filter(
    ([cell, name]) => name !== "" && name !== "__proto__" && names.indexOf(name) === cell,
  );
  return { columns, length: names.length };
}

function toColumns(columns: Header["columns"], cells: readonly string[]): Columns {
  const row: Record<string, string | null> = {};
  for (const [at, name] of columns) {
    const cell = cells[at];
    if (cell !== undefined) row[name] = cell === "" ? null : cell;
  }
  return row;
}

/** Returns a function from the line on which the parser says a record ends to the line on which it starts. */
function lineCounter(): (endLine: number, record: readonly string[]) => number {
  let countedTwice = 0;
  return (endLine, record) => {
    let breaks = 0;
    let pairs = 0;
    for (const cell of record) {
      if (!cell.includes("\n") && !cell.includes("\r")) continue;
      breaks += cell.match(/[\r\n]/g)?.length ?? 0;
      // The parser counts a carriage return and a line feed inside quotes as two lines.
      pairs += cell.match(/\r\n/g)?.length ?? 0;
    }
    const start = endLine - countedTwice - breaks;
    countedTwice += pairs;
    return start;
  };
}
