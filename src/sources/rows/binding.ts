// Decides which column holds which field: what the user mapped, then the table of known names, checked against rows.
import type { Json } from "../../draw/draw.ts";
import { InputError, UsageError } from "../../draw/input-error.ts";
import type { ColumnMap } from "../source.ts";
import { closest } from "./closest.ts";
import { AMBIGUOUS_ANSWER, ANSWER_FIELDS, COLUMNS, FIELD_ALIASES, FIELDS, type Field, RUN_LISTS } from "./columns.ts";
import { lookup, own, type Row } from "./row.ts";
import { readInteger, readList, readNumber, readVerdict } from "./values.ts";

/** How rows hold answers: one draw a row, one list of answers a row, or one answer a row. */
export type Layout = "native" | "wide" | "long";

/** Which column holds each field. Fields without a column are absent. */
export type Binding = {
  readonly columns: Readonly<Partial<Record<Field, string>>>;
  /** The question stands in for the problem id. */
  readonly byQuestion: boolean;
  /** The lists that name the entries of a wide row. */
  readonly models?: string;
  readonly runs?: string;
  /** Sentences for a person about choices that were made. */
  readonly notes: readonly string[];
};

/** The map of the user with aliases resolved. */
export type FieldMap = ReadonlyMap<Field, string>;

/** A file as far as it has been looked at: its columns, some rows, and whether its cells have no types (CSV). */
export type Sample = {
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly untyped: boolean;
};

/** Returns the user's map by field. Throws UsageError for a field that does not exist. */
export function checkMap(map: ColumnMap | undefined): FieldMap {
  const checked = new Map<Field, string>();
  for (const [name, column] of Object.entries(map ?? {})) {
    const field = FIELDS.find((known) => known === name) ?? FIELD_ALIASES.get(name);
    if (field === undefined) throw unknownField(name);
    checked.set(field, column);
  }
  return checked;
}

function unknownField(name: string): UsageError {
  const names = [...FIELDS, ...FIELD_ALIASES.keys()];
  const near = closest(name, names);
  const message = `"${printable(name)}" is not a field that a column can be mapped to (fields: ${names.join(", ")})`;
  return new UsageError(message, {}, near === undefined ? undefined : `Did you mean "${near}"?`);
}

/** Returns a stranger's text without the characters that would rewrite a terminal's line. */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "?");
}

/** Returns a stranger's name fit for one line of a message: plain, and at most 60 characters long. */
export function printable(name: string): string {
  const clean = plainText(name);
  return clean.length > 60 ? `${clean.slice(0, 57)}...` : clean;
}

/** Returns the columns for a message: "columns: a, b, c". */
export function listColumns(columns: readonly string[]): string {
  if (columns.length === 0) return "no columns";
  const shown = columns.slice(0, 20).map(printable).join(", ");
  return `columns: ${shown}${columns.length > 20 ? ` and ${columns.length - 20} more` : ""}`;
}

/** Returns how the rows hold answers. */
export function detectLayout(sample: Sample, map: FieldMap): Layout {
  if (map.size === 0 && sample.rows.some(({ value }) => isNative(value))) return "native";
  const lists = (field: Field): boolean =>
    columnsOf(sample, field, "list", map).some((column) => some(sample, column, (v) => isList(sample, v)));
  const singles = (field: Field): boolean =>
    columnsOf(sample, field, "single", map).some((column) => some(sample, column, (v) => isSingle(sample, v)));
  if (lists("text")) return "wide";
  if (ANSWER_FIELDS.some(singles)) return "long";
  return lists("verdict") || lists("prediction") ? "wide" : "long";
}

function isNative(value: Row["value"]): boolean {
  const rollouts = own(value, "rollouts");
  return own(value, "problem") !== undefined && Array.isArray(rollouts) && rollouts.every((r) => typeof r === "object");
}

const isList = (sample: Sample, value: Json): boolean => readList(value, sample.untyped) !== undefined;
const isSingle = (sample: Sample, value: Json): boolean => typeof value !== "object" && !isList(sample, value);

/** The columns of a sample in which a field may be, most preferred first. */
function columnsOf(sample: Sample, field: Field, kind: "single" | "list", map: FieldMap): string[] {
  const mapped = map.get(field);
  if (mapped !== undefined) return [mapped];
  const names = COLUMNS[field][kind] ?? [];
  return names.flatMap((name) => findColumn(sample.columns, name) ?? []);
}

/** An exact name wins; else one that differs in case only. */
function findColumn(columns: readonly string[], name: string): string | undefined {
  return columns.includes(name) ? name : columns.find((column) => column.toLowerCase() === name);
}

function valuesOf(sample: Sample, column: string): Json[] {
  return sample.rows.flatMap(({ value }) => lookup(value, column) ?? []) as Json[];
}

function some(sample: Sample, column: string, accept: (value: Json) => boolean): boolean {
  return sample.rows.some(({ value }) => {
    const cell = lookup(value, column);
    return cell !== undefined && cell !== null && accept(cell);
  });
}

function every(sample: Sample, column: string, accept: (value: Json) => boolean): boolean {
  return !some(sample, column, (value) => !accept(value));
}

/**
 * Returns which column holds which field. Throws InputError when a mapped column is not there, when nothing says which
 * problem a row belongs to, or when no column holds answers.
 */
export function bind(sample: Sample, layout: "wide" | "long", map: FieldMap): Binding {
  const columns: Partial<Record<Field, string>> = {};
  const notes: string[] = [];
  const taken = new Set<string>();
  const give = (field: Field, column: string | undefined): void => {
    if (column === undefined) return;
    columns[field] = column;
    taken.add(column);
  };
  for (const [field, column] of map) {
    if (!isThere(sample, column)) throw missingColumn(sample, field, column);
    give(field, column);
  }
  for (const field of FIELDS) {
    if (columns[field] !== undefined) continue;
    if (layout === "wide" && (field === "rollout" || field === "copy")) continue;
    give(field, choose(sample, layout, field, taken));
  }
  give(...ambiguous(sample, layout, columns, taken, notes));
  const byQuestion = columns.problem === undefined;
  if (byQuestion && columns.question === undefined) throw noProblem(sample);
  if (byQuestion)
    notes.push(
      `problems are told apart by their question ("${printable(columns.question ?? "")}"): there is no problem id`,
    );
  if (ANSWER_FIELDS.every((field) => columns[field] === undefined)) throw noAnswers(sample);
  return { columns, byQuestion, notes, ...(layout === "wide" ? runLists(sample) : {}) };
}

function choose(sample: Sample, layout: Layout, field: Field, taken: ReadonlySet<string>): string | undefined {
  const asList = layout === "wide" && COLUMNS[field].list !== undefined;
  const free = columnsOf(sample, field, asList ? "list" : "single", new Map()).filter((column) => !taken.has(column));
  if (asList) return free.find((column) => every(sample, column, (v) => isList(sample, v)));
  if (field === "verdict") return chooseVerdict(sample, free);
  return free.find((column) => fits(sample, field, column));
}

function fits(sample: Sample, field: Field, column: string): boolean {
  switch (field) {
    case "problem":
      // A column called "problem" holds an id in some files and the question itself in others.
      return every(sample, column, (v) => isId(v) && (column.toLowerCase() !== "problem" || !/\s/.test(String(v))));
    case "rollout":
    case "copy":
      return every(sample, column, (value) => readInteger(value) !== undefined);
    case "text":
    case "question":
      return isEmpty(sample, column) || some(sample, column, (value) => typeof value === "string");
    case "latency_ms":
      return every(sample, column, (value) => readNumber(value) !== undefined);
    case "gold":
    case "prediction":
      return true;
    default:
      return every(sample, column, (value) => typeof value !== "object");
  }
}

const isId = (value: Json): boolean => typeof value === "string" || typeof value === "number";

const isEmpty = (sample: Sample, column: string): boolean => !some(sample, column, () => true);

/** A column whose values are all right or wrong is preferred to one that gives partial credit. */
function chooseVerdict(sample: Sample, columns: readonly string[]): string | undefined {
  const binary = (value: Json): boolean => readVerdict(value).fault === undefined;
  const readable = (value: Json): boolean => readVerdict(value).fault !== "unreadable_verdicts";
  return (
    columns.find((column) => every(sample, column, binary)) ?? columns.find((column) => some(sample, column, readable))
  );
}

/** A column called "answer" is the gold beside a prediction, the prediction beside a gold, and else nobody knows. */
function ambiguous(
  sample: Sample,
  layout: Layout,
  columns: Readonly<Partial<Record<Field, string>>>,
  taken: ReadonlySet<string>,
  notes: string[],
): [Field, string | undefined] {
  const column = findColumn(sample.columns, AMBIGUOUS_ANSWER);
  if (column === undefined || taken.has(column)) return ["gold", undefined];
  const hasGold = columns.gold !== undefined;
  const hasPrediction = columns.prediction !== undefined;
  if (hasGold) return ["prediction", hasPrediction || layout === "wide" ? undefined : column];
  if (hasPrediction || layout === "wide") return ["gold", column];
  if (columns.text === undefined) return ["prediction", column];
  notes.push(
    `the column "${column}" was not used: it could be the gold or the prediction. Map it: --map gold=${column}, or --map prediction=${column}`,
  );
  return ["gold", undefined];
}

function runLists(sample: Sample): { models?: string; runs?: string } {
  const list = (name: string): string | undefined => {
    const column = findColumn(sample.columns, name);
    return column !== undefined && every(sample, column, (v) => isList(sample, v)) ? column : undefined;
  };
  const models = list(RUN_LISTS.models);
  const runs = list(RUN_LISTS.runs);
  return { ...(models === undefined ? {} : { models }), ...(runs === undefined ? {} : { runs }) };
}

function isThere(sample: Sample, column: string): boolean {
  return sample.columns.includes(column) || valuesOf(sample, column).length > 0;
}

function placeOf(sample: Sample): { file: string; line: number } {
  return { file: sample.file, line: sample.rows[0]?.line ?? 1 };
}

function missingColumn(sample: Sample, field: Field, column: string): InputError {
  const message = `"${field}" is mapped to "${printable(column)}", which is missing (${listColumns(sample.columns)})`;
  const known = columnsOf(sample, field, "single", new Map())[0];
  const answer = field === "gold" || field === "prediction" ? findColumn(sample.columns, AMBIGUOUS_ANSWER) : undefined;
  const near = closest(column, sample.columns) ?? known ?? answer;
  if (near !== undefined && near === known && !closest(column, [known]))
    return new InputError(
      message,
      placeOf(sample),
      `Leave --map ${field} out: "${printable(near)}" is found by itself.`,
    );
  return new InputError(message, placeOf(sample), mapRemedy(field, near));
}

function mapRemedy(field: Field, column: string | undefined): string {
  return `Map it: --map ${field}=${column === undefined ? "COLUMN" : printable(column)}`;
}

function noProblem(sample: Sample): InputError {
  const message = `"problem" is missing: no column says which problem a row belongs to (${listColumns(sample.columns)})`;
  return new InputError(message, placeOf(sample), mapRemedy("problem", undefined));
}

function noAnswers(sample: Sample): InputError {
  const message = `no column holds answers: no text, prediction or verdict was found (${listColumns(sample.columns)})`;
  return new InputError(message, placeOf(sample), "Map one: --map text=COLUMN, prediction=COLUMN or verdict=COLUMN");
}
