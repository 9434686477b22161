// What the files around the shards say about a run: effective_config.yaml, meta.json, report.json, progress.json.
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parse } from "yaml";
import type { DenominatorPolicy, TaskDeclaration } from "../../draw/run.ts";
import { declarationOf, declarationOfClass } from "../../tasks/declarations.ts";
import { readJson } from "./find.ts";
import { asInteger, asList, asObject, asText, type JsonObject } from "./values.ts";

/** Whether the questions were repeated: `last` when nothing came after it, so that copies follow each other in blocks. */
export type Repeats =
  | { readonly kind: "unknown" }
  | { readonly kind: "none" }
  | { readonly kind: "times"; readonly times: number; readonly last: boolean };

export type RunConfig = {
  readonly task: TaskDeclaration;
  /** Whether the task is one whose declarations are known. */
  readonly known: boolean;
  /** Rollouts asked for per stored sample, by configuration or stored report. */
  readonly requested?: number;
  readonly repeats: Repeats;
  /** Samples in the run, where progress.json says it. */
  readonly total?: number;
  readonly report?: JsonObject;
  /** Whether the metadata holds facts of single rollouts, as our own runner writes them. */
  readonly rolloutMeta: boolean;
  readonly notes: readonly string[];
};

const MAX_CONFIG = 4 << 20;
const GPQA = "gpqa_diamond_0shot_gen";
const GPQA_DEFAULT_REPEATS = 4;

type TaskEntry = {
  readonly className?: string | undefined;
  readonly args: JsonObject;
  readonly repeats: Repeats;
};

/** Reads what is known about a run folder. `name` is the task's name where the folder does not say it. */
export function readRunConfig(directory: string, name: string | undefined): RunConfig {
  const notes: string[] = [];
  const entry = readTaskEntry(directory, notes);
  const stored = readJson(join(directory, "report.json"));
  const report = asObject(stored);
  if (report === undefined && exists(join(directory, "report.json")))
    notes.push("The stored report.json is not a JSON object.");
  const identity = identifyTask(directory, entry?.className, name);
  const known = declarationOf(identity.name) !== undefined;
  if (!known) notes.push(`The task "${identity.name}" is not a known one: what nobody declared is left out.`);
  const requested = count(entry?.args.n) ?? count(report?.n);
  const total = count(asObject(readJson(join(directory, "progress.json")))?.total);
  return {
    task: withStored(identity, entry, report),
    known,
    repeats: repeatsOf(identity.name, entry),
    rolloutMeta: "writer" in (asObject(readJson(join(directory, "meta.json"))) ?? {}),
    notes,
    ...(requested === undefined ? {} : { requested }),
    ...(total === undefined ? {} : { total }),
    ...(report === undefined ? {} : { report }),
  };
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function count(value: unknown): number | undefined {
  const integer = asInteger(value);
  return integer !== undefined && integer > 0 ? integer : undefined;
}

/** Returns the folder name that the Python project gives to a task. */
function folderNameOf(task: string): string {
  const cleaned = task.replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^[._-]+|[._-]+$/g, "");
  return cleaned === "" ? "task" : cleaned;
}

function identifyTask(directory: string, className: string | undefined, name: string | undefined): TaskDeclaration {
  const meta = asObject(asObject(readJson(join(directory, "meta.json")))?.task);
  const stored = asText(meta?.name);
  if (stored !== undefined) return declarationOf(stored) ?? { name: stored };
  const folders = [basename(directory), basename(dirname(directory))].slice(0, isTimestamp(directory) ? 2 : 1);
  const byFolder = folders.map(declarationOf).find((declaration) => declaration !== undefined);
  const declared = (className === undefined ? undefined : declarationOfClass(className)) ?? byFolder;
  if (declared !== undefined) return declared;
  if (name !== undefined) return declarationOf(name) ?? { name };
  return { name: folders.at(-1) ?? basename(directory) };
}

function isTimestamp(directory: string): boolean {
  return /^\d{14}$/.test(basename(directory));
}

/** A stored run keeps the score key and the denominator it was written with. */
function withStored(
  declared: TaskDeclaration,
  entry: TaskEntry | undefined,
  report: JsonObject | undefined,
): TaskDeclaration {
  const score_key = asText(report?.score_key);
  const policy = report?.denominator_policy;
  const k = count(entry?.args.k) ?? count(report?.k) ?? kOfName(report);
  return {
    ...declared,
    ...(score_key === undefined ? {} : { score_key }),
    ...(score_key === "pass@1" ? { headline: "pass@1" } : {}),
    ...(isPolicy(policy) ? { denominator_policy: policy } : {}),
    ...(k === undefined ? {} : { k }),
  };
}

function isPolicy(value: unknown): value is DenominatorPolicy {
  return value === "requested" || value === "judged";
}

/** Up to 0.7 the report's key holds k itself: `pass@4`. Our own reports sweep k and say the task's under `k`. */
function kOfName(report: JsonObject | undefined): number | undefined {
  if (report !== undefined && "metrics_version" in report) return undefined;
  const values = Object.keys(report ?? {}).map((key) => Number(/^pass@(\d{1,6})$/.exec(key)?.[1] ?? 0));
  const largest = Math.max(0, ...values);
  return largest > 1 ? largest : undefined;
}

function readTaskEntry(directory: string, notes: string[]): TaskEntry | undefined {
  const name = basename(isTimestamp(directory) ? dirname(directory) : directory);
  for (const above of [dirname(directory), dirname(dirname(directory))]) {
    const path = join(above, "effective_config.yaml");
    if (!exists(path)) continue;
    const config = readSharedYaml(path);
    if (config === undefined) notes.push("effective_config.yaml cannot be read.");
    else return taskEntry(config, name);
  }
  return undefined;
}

const MAX_NESTING = 200;

/** Nesting is bounded before it is parsed: the parser answers thousands of levels by ending the process. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth = Math.max(0, depth - 1);
    if (depth > MAX_NESTING) return true;
  }
  // Block levels show as indentation, or as dashes and question marks in a row.
  return new RegExp(`^ {${2 * MAX_NESTING},}|^[ ]*(?:[-?][ ]+){${MAX_NESTING},}`, "m").test(text);
}

let lastRead: { readonly path: string; readonly time: number; readonly config: JsonObject | undefined } | undefined;

/** A session's tasks share one configuration, which is parsed once for all of them in a row. */
function readSharedYaml(path: string): JsonObject | undefined {
  const time = statSync(path).mtimeMs;
  if (lastRead?.path !== path || lastRead.time !== time) lastRead = { path, time, config: readYaml(path) };
  return lastRead.config;
}

function readYaml(path: string): JsonObject | undefined {
  try {
    if (statSync(path).size > MAX_CONFIG) return undefined;
    const text = readFileSync(path, "utf8");
    if (isTooDeep(text)) return undefined;
    // An alias shares its object, so any number of them stays small; the default limit of 100 is below a large session.
    return asObject(parse(text, { logLevel: "silent", maxAliasCount: -1 }));
  } catch {
    return undefined;
  }
}

function taskEntry(config: JsonObject, folder: string): TaskEntry | undefined {
  const tasks = Object.entries(asObject(config.tasks) ?? {});
  const task = asObject(tasks.find(([name]) => folderNameOf(name) === folder)?.[1]);
  if (task === undefined) return undefined;
  const dataset = datasetOf(config, task);
  return {
    className: asText(task.class),
    args: asObject(task.args) ?? {},
    repeats: dataset === undefined ? { kind: "unknown" } : repeatsOfOperations(dataset.operations),
  };
}

function datasetOf(config: JsonObject, task: JsonObject): JsonObject | undefined {
  const datasets = asObject(config.datasets) ?? {};
  if (typeof task.dataset === "string") return asObject(datasets[task.dataset]);
  if (task.dataset !== undefined && task.dataset !== null) return asObject(task.dataset);
  const all = Object.values(datasets);
  return all.length === 1 ? asObject(all[0]) : undefined;
}

function repeatsOfOperations(operations: unknown): Repeats {
  if (operations === undefined || operations === null) return { kind: "none" };
  const steps = asList(operations)?.map(asObject);
  if (steps === undefined) return { kind: "unknown" };
  const applied = steps.filter((step) => touchesTest(step));
  const index = applied.findIndex((step) => step !== undefined && "repeat" in step);
  if (index === -1) return { kind: "none" };
  const repeat = applied[index]?.repeat;
  const times = count(repeat) ?? count(asObject(repeat)?.times) ?? count(asObject(repeat)?.n);
  if (times === undefined) return { kind: "unknown" };
  return times === 1 ? { kind: "none" } : { kind: "times", times, last: index === applied.length - 1 };
}

/** An operation on another split than the evaluated one changes nothing. */
function touchesTest(step: JsonObject | undefined): boolean {
  const [options] = Object.values(step ?? {});
  const split = asObject(options)?.split;
  return split === undefined || split === null || split === "test";
}

/** GPQA repeats its questions by itself, by default four times. */
function repeatsOf(task: string, entry: TaskEntry | undefined): Repeats {
  if (entry === undefined) return { kind: "unknown" };
  if (task !== GPQA) return entry.repeats;
  const times = count(entry.args.n_repeats) ?? GPQA_DEFAULT_REPEATS;
  if (times > 1) return { kind: "times", times, last: true };
  return entry.repeats;
}
