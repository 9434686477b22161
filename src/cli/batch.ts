// What the batch verbs share: JSON lines in (a file, packed or not, or standard input), JSON lines out, one for one.
import { z } from "zod";
import { InputError, UsageError } from "../draw/input-error.ts";
import { renderJsonLine } from "../render/envelope.ts";
import { readBytes, readStandardInput } from "../sources/bytes.ts";
import { lineSplitter } from "../sources/lines.ts";
import { DEFAULT_MAX_LINE } from "../sources/source.ts";
import { type Outcome, write } from "./outcome.ts";

/** The `id` of a line, given back as it came. */
export const idSchema = z.union([z.string(), z.number()]).optional();

type Line = { readonly number: number; readonly text: string | undefined };

const decoder = new TextDecoder();

async function* linesOf(path: string): AsyncGenerator<readonly Line[]> {
  let number = 0;
  let ready: Line[] = [];
  const splitter = lineSplitter(
    DEFAULT_MAX_LINE,
    (bytes, start, end) => ready.push({ number: ++number, text: decoder.decode(bytes.subarray(start, end)) }),
    () => ready.push({ number: ++number, text: undefined }),
  );
  for await (const chunk of path === "-" ? readStandardInput() : readBytes(path)) {
    splitter.push(chunk);
    yield ready;
    ready = [];
  }
  splitter.end();
  yield ready;
}

const issueText = (error: z.ZodError): string =>
  error.issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
    .join("; ");

const idOf = (value: unknown): { id?: string | number } => {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  return typeof id === "string" || typeof id === "number" ? { id } : {};
};

function answerTo<Row>({ number, text }: Line, schema: z.ZodType<Row>, work: (row: Row) => object): [object, boolean] {
  let value: unknown;
  try {
    if (text === undefined) throw new InputError(`longer than ${DEFAULT_MAX_LINE} bytes`);
    value = JSON.parse(text);
    return [work(schema.parse(value)), true];
  } catch (error) {
    const isOurs = error instanceof InputError || error instanceof SyntaxError;
    if (!isOurs && !(error instanceof z.ZodError)) throw error;
    const reason = error instanceof z.ZodError ? issueText(error) : error.message;
    return [{ ...idOf(value), line: number, error: reason }, false];
  }
}

/**
 * Answers every line of `path` ("-": standard input) with one line on stdout, in order and in constant memory. A line
 * that cannot be used is answered by `{id?, line, error}` and makes the verb fail at the end. Blank lines are skipped.
 */
export async function runBatch<Row>(
  path: string,
  schema: z.ZodType<Row>,
  work: (row: Row) => object,
): Promise<Outcome> {
  let bad = 0;
  for await (const lines of linesOf(path)) {
    const answers = lines
      .filter(({ text }) => text === undefined || text.trim() !== "")
      .map((line) => {
        const [answer, isGood] = answerTo(line, schema, work);
        if (!isGood) bad += 1;
        return renderJsonLine(answer);
      });
    await write(process.stdout, answers.join(""));
  }
  const file = path === "-" ? "standard input" : path;
  const failure = new InputError(`${bad} of its lines could not be used`, { file }, "Their answers say why.");
  const nothing = (): string => "";
  return { data: null, streamed: true, text: nothing, markdown: nothing, ...(bad > 0 ? { errors: [failure] } : {}) };
}

/** Throws a UsageError where a batch verb was not told what to read. */
export function batchPath(verb: string, path: string | undefined): string {
  if (path !== undefined) return path;
  throw new UsageError("--batch FILE.jsonl is missing", {}, `Run sieval ${verb} --help for the shape of its lines.`);
}
