// Writes small result folders for tests, as the Python project lays them out. Not used outside tests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Draw } from "../../../draw/draw.ts";
import type { OpenOptions, RunFacts } from "../../source.ts";
import { sievalSource } from "../source.ts";

/** Contents of a folder by relative path: a string as it is, anything else as JSON. */
export type Files = Readonly<Record<string, unknown>>;

/** Makes a folder that is removed after the test. Returns its path. */
export function folder(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), "sieval-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  }
  return root;
}

/** Joins records into a shard. */
export function shard(...records: readonly unknown[]): string {
  return records.map((record) => `${typeof record === "string" ? record : JSON.stringify(record)}\n`).join("");
}

/** The index that the writer leaves beside a shard. */
export function index(text: string): string {
  let offset = 0;
  const lines = text.trimEnd().split("\n");
  return lines
    .map((line) => {
      const { sample_id, iteration, stage, error_action, error_reason, retry_count } = JSON.parse(line);
      const length = Buffer.byteLength(line) + 1;
      const fields = [sample_id, iteration, stage, offset, length, error_action, error_reason, retry_count ?? 0];
      offset += length;
      return `${fields.join("\t")}\n`;
    })
    .join("");
}

export type FinalOptions = {
  readonly iteration?: number;
  readonly question?: string;
  readonly reference?: string;
  readonly extra?: unknown;
  readonly repeat_index?: number;
  readonly finishes?: readonly string[];
  readonly version?: string | null;
};

/** A final record of 0.8: one rollout per prediction, right where it equals the reference. */
export function final(
  id: number | string,
  predictions: readonly (string | null)[],
  options: FinalOptions = {},
): Record<string, unknown> {
  const reference = options.reference ?? "7";
  const version = options.version === null ? {} : { version: options.version ?? "0.8.0" };
  const meta = [{ timestamp: 1.5, ...version, timing_s: 0.1 }];
  return {
    sample_id: id,
    iteration: options.iteration ?? 0,
    stage: "final",
    ...(options.repeat_index === undefined ? {} : { repeat_index: options.repeat_index }),
    preprocess_result: {
      prompt: [{ role: "user", content: options.question ?? `How many apples are in basket ${id}?` }],
      reference,
      ...(options.extra === undefined ? {} : { extra: options.extra }),
    },
    infer_result: {
      model: { model: "small" },
      texts: predictions.map((prediction) => `I say ${prediction}`),
      finish_reasons: options.finishes ?? predictions.map(() => "stop"),
      request_params: { n: predictions.length },
    },
    postprocess_result: {
      rollouts: predictions.map((prediction, at) =>
        prediction === null ? { index: at, extracted: false } : { index: at, prediction, extracted: true },
      ),
    },
    feedback_result: {
      reference,
      rollouts: predictions.map((prediction, at) => ({ index: at, correct: prediction === reference })),
      n_rollouts: predictions.length,
      n_correct: predictions.filter((prediction) => prediction === reference).length,
    },
    stage_meta: { preprocessed: meta, inferred: meta, postprocessed: meta, feedback: meta },
  };
}

/** A failed record. */
export function failed(
  id: number,
  reason: string,
  options: { iteration?: number; retry_count?: number } = {},
): unknown {
  return {
    sample_id: id,
    iteration: options.iteration ?? 0,
    stage: "failed",
    preprocess_result: { prompt: [{ role: "user", content: `How many apples are in basket ${id}?` }], reference: "7" },
    stage_meta: {},
    error_action: "infer",
    error_reason: reason,
    error_msg: "no answer came",
    ...(options.retry_count === undefined ? {} : { retry_count: options.retry_count }),
  };
}

/** A record of an unfinished state. */
export function snapshot(id: number, stage: string, iteration = 0): unknown {
  return { sample_id: id, iteration, stage, [`${stage.slice(0, -2)}_result`]: {}, meta_last: { timestamp: 1 } };
}

export type ReadRun = { readonly draws: Draw[]; readonly facts: RunFacts; readonly runs: readonly RunFacts[] };

/** Reads a folder whole. Draws are sorted by problem, `facts` is the first run's. */
export async function read(path: string, options: Partial<OpenOptions> = {}): Promise<ReadRun> {
  const reading = await sievalSource.open(path, { maxLine: 1 << 20, ...options });
  const draws: Draw[] = [];
  for await (const batch of reading.batches) draws.push(...batch.draws);
  draws.sort((a, b) => String(a.problem).localeCompare(String(b.problem), "en", { numeric: true }));
  const runs = reading.runs();
  const [facts] = runs;
  if (facts === undefined) throw new Error("no run");
  return { draws, facts, runs };
}

/** The verdicts of each draw, in the order of the problems. */
export function verdicts(draws: readonly Draw[]): (boolean | null | undefined)[][] {
  return draws.map((draw) => draw.rollouts.map((rollout) => rollout.verdict));
}
