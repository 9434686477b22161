// From a path to reports: finds the source, reads it in one thread or several, and computes one report for each run.
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { InputError, type Place, UsageError } from "../draw/input-error.ts";
import type { Report } from "../draw/report.ts";
import type { DenominatorPolicy, Loss, Run, TaskDeclaration } from "../draw/run.ts";
import { GRADER_VERSION } from "../grading/cluster-key.ts";
import { reportOf } from "../metrics/report.ts";
import { findSource, pickRuns, splitPath } from "../sources/open.ts";
import type { ColumnMap } from "../sources/source.ts";
import { mergeParts, type PartRead, type PartRequest, type RunTally, readPart } from "./read-part.ts";

export type MeasureOptions = {
  readonly maxLine: number;
  readonly ks?: readonly number[];
  readonly taus?: readonly string[];
  readonly map?: ColumnMap;
  /** The task's name, where the data does not say it. */
  readonly task?: string;
  readonly format?: string;
  /** The population, where the task declares none. */
  readonly policy?: DenominatorPolicy;
  /** Takes the error of a run that cannot be reported, while the other runs are; without it such an error is thrown. */
  readonly onFailure?: (error: InputError) => void;
  /** Threads to read with; by default one for small inputs, else one per core. */
  readonly threads?: number;
};

/** One run and its report. */
export type Measurement = { readonly key: string; readonly run: Run; readonly loss: Loss; readonly report: Report };

/** Below this many bytes starting threads costs more than it saves. */
const WORTH_THREADS = 64 * 1024 * 1024;

/** Reading is bound by memory beyond a few threads. */
const MOST_THREADS = 8;

/**
 * Reports every run at a path (PATH or PATH#RUN), sorted by task, model and name. Changes nothing on disk.
 * Throws an InputError for data that cannot be used, a UsageError for options that make no sense for it.
 */
export async function measure(path: string, options: MeasureOptions): Promise<Measurement[]> {
  const { file, run } = splitPath(path);
  const { format } = await findSource(file, options.format);
  const { maxLine, map, task } = options;
  const request: PartRequest = {
    path: file,
    format,
    maxLine,
    ...(map === undefined ? {} : { map }),
    ...(task === undefined ? {} : { task }),
  };
  const { tallies: items, failures } = mergeParts(await readAll(request, threadsFor(request, options.threads)));
  for (const { error } of failures) {
    if (options.onFailure === undefined || items.length === 0) throw error;
    options.onFailure(error);
  }
  if (items.length === 0) throw new InputError("holds no run that can be reported", { file });
  return pickRuns(items, file, run)
    .flatMap((item) => measurementOf(item, options))
    .sort((a, b) => (order(a.run) < order(b.run) ? -1 : 1));
}

function measurementOf(item: RunTally, options: MeasureOptions): Measurement[] {
  try {
    return [{ key: item.key, run: item.run, loss: item.loss, report: reportFor(item, options) }];
  } catch (error) {
    if (options.onFailure === undefined || !(error instanceof InputError)) throw error;
    options.onFailure(error);
    return [];
  }
}

const order = (run: Run): string =>
  [run.task.name, run.model ?? "", run.name ?? "", run.directory ?? ""].join("\u0000");

/** The report of one run, as the declarations of its task and the options ask for it. */
function reportFor({ run, loss, tally }: RunTally, options: MeasureOptions): Report {
  const score = run.stored_report?.score;
  try {
    return reportOf(tally, {
      task: declarationFor(run, options.policy),
      requested: run.requested,
      ks: options.ks,
      taus: options.taus,
      policy: options.policy,
      graderVersion: GRADER_VERSION,
      versions: run.versions ?? storedVersions(run),
      missing: loss.counts.unfinished_samples,
      storedScore: typeof score === "number" && Number.isFinite(score) ? score : undefined,
    });
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    if (!(error instanceof UsageError) || error.place.file !== undefined) throw error;
    const name = [run.task.name, run.name ?? run.model].filter((part) => part !== undefined).join(" ");
    throw new UsageError(
      `${name}: ${error.message}`,
      { ...error.place, file: run.directory ?? run.source },
      error.remedy,
    );
  }
}

/** A population that a task or a stored report declares is not overruled; that of foreign rows is only our default. */
function declarationFor(run: Run, policy: DenominatorPolicy | undefined): TaskDeclaration {
  const declared = run.task.denominator_policy;
  if (policy === undefined || declared === undefined || declared === policy) return run.task;
  if (run.format !== "sieval") return { ...run.task, denominator_policy: policy };
  throw new UsageError(
    `${run.task.name} declares the population "${declared}": --policy ${policy} cannot change it`,
    { file: run.directory ?? run.source },
    "Leave --policy out; stored numbers stay comparable only over their own population.",
  );
}

/** The versions that the stored report names, for directories whose records carry none. */
function storedVersions(run: Run): string[] | undefined {
  const versions = run.stored_report?.sieval_versions;
  const isList = Array.isArray(versions) && versions.every((version) => typeof version === "string");
  return isList ? versions : undefined;
}

/** Bytes of the files below a path; links are not followed, so that a loop of them ends. */
function bytesBelow(path: string): number {
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  try {
    return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), 0);
  } catch {
    // Reading says what is wrong with a folder; here it only weighs nothing.
    return 0;
  }
}

function threadsFor({ path, format }: PartRequest, asked: number | undefined): number {
  if (asked !== undefined) return asked;
  // Only result dirs can be read in parts without every part reading everything.
  if (format !== "sieval" || bytesBelow(realpathSync(path)) < WORTH_THREADS) return 1;
  return Math.min(MOST_THREADS, availableParallelism());
}

function readAll(request: PartRequest, threads: number): Promise<PartRead[]> {
  if (threads === 1) return Promise.all([readPart(request)]);
  const parts = Array.from({ length: threads }, (_, index) => ({ ...request, part: { index, of: threads } }));
  return Promise.all(parts.map(readInWorker));
}

type PlainError = { message: string; place: Place; remedy?: string; exitCode: 1 | 2 };

type WorkerAnswer =
  | { tallies: RunTally[]; failures: { key?: string; error: PlainError }[]; error?: undefined }
  | { error: PlainError };

const revived = ({ message, place, remedy, exitCode }: PlainError): InputError =>
  exitCode === 2 ? new UsageError(message, place, remedy) : new InputError(message, place, remedy);

function readInWorker(request: PartRequest): Promise<PartRead> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./report-worker.js", import.meta.url), { workerData: request });
    worker.once("message", (answer: WorkerAnswer) => {
      if (answer.error !== undefined) reject(revived(answer.error));
      else {
        const failures = answer.failures.map(({ key, error }) => ({
          ...(key === undefined ? {} : { key }),
          error: revived(error),
        }));
        resolve({ tallies: answer.tallies, failures });
      }
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a reading thread ended with code ${code}`)));
  });
}
