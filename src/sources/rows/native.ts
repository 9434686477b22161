// Reads rows that already are draws: {task, problem, rollouts: [...]}, one a row.
import { type Draw, drawSchema } from "../../draw/draw.ts";
import { InputError } from "../../draw/input-error.ts";
import type { DrawBatch } from "../source.ts";
import { plainText, printable } from "./binding.ts";
import { newBatches } from "./book.ts";
import { errorAt, type FilePlan, packPosition, type Reader, showPosition } from "./plan.ts";
import { own, type Row } from "./row.ts";
import { readWord, tooDeep } from "./values.ts";

/**
 * Yields the draws of a set of draw files in one pass; only problem ids are kept. Throws InputError for a row that is
 * not a draw, and for a problem that a run holds twice.
 */
export async function* nativeDraws(reader: Reader, defaultTask: string): AsyncGenerator<DrawBatch, void, undefined> {
  const seen = newSeen(reader);
  const batches = newBatches();
  for (const [index, file] of reader.files.entries()) {
    for await (const rows of reader.rows(file.path, reader.shared)) {
      for (const row of rows)
        readDraw(reader, file, row, packPosition(index, row.line), seen, batches.add, defaultTask);
      yield* batches.take();
    }
  }
}

function readDraw(
  reader: Reader,
  file: FilePlan,
  row: Row,
  position: number,
  seen: Seen,
  add: ReturnType<typeof newBatches>["add"],
  defaultTask: string,
): void {
  const stored = readWord(own(row.value, "task"));
  const model = readWord(own(row.value, "model"));
  const run = reader.book.run(stored, model);
  const draw = validate(file.path, row, defaultTask);
  for (const rollout of draw.rollouts) reader.book.observe(run, rollout);
  run.seen.add("rollout_index");
  if (draw.requested !== undefined) run.seen.add("requested");
  seen(run.key, draw.problem, position);
  if (reader.book.wants(draw.problem)) add(run, { ...draw, task: run.task });
}

function validate(file: string, row: Row, defaultTask: string): Draw {
  const place = { file, line: row.line };
  if (tooDeep(row.value)) throw new InputError("the draw nests too deeply", place);
  // The model is not part of a draw, but of the run it belongs to.
  const { model: _model, ...fields } = row.value;
  const parsed = drawSchema.safeParse({ ...fields, task: own(row.value, "task") ?? defaultTask });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = issue?.path.map(String).join(".") ?? "";
  throw new InputError(
    `is not a draw: ${key === "" ? "" : `"${printable(key)}": `}${plainText(issue?.message ?? "unknown")}`,
    place,
    "A draw is {task, problem, rollouts: [{index, text, prediction, verdict}]}; see schemas/.",
  );
}

/** Remembers where a problem of a run was met, and throws when it is met again. */
export type Seen = (run: string, problem: string | number, position: number) => void;

/** Returns an empty memory of problems. */
export function newSeen(reader: Reader): Seen {
  const runs = new Map<string, Map<string, number>>();
  return (run, problem, position) => {
    let problems = runs.get(run);
    if (problems === undefined) {
      problems = new Map();
      runs.set(run, problems);
    }
    const id = String(problem);
    const before = problems.get(id);
    if (before !== undefined) throw twice(reader.files, problem, before, position);
    problems.set(id, position);
  };
}

function twice(files: readonly FilePlan[], problem: string | number, before: number, position: number): InputError {
  const shown = printable(JSON.stringify(problem));
  return errorAt(
    files,
    position,
    `problem ${shown} was already read at ${showPosition(files, before)}`,
    "If rows are rollouts, say which column counts them: --map rollout=COLUMN. If the files are different runs, pass them one by one.",
  );
}
