// Reads result folders of the Python project (0.5 and later) and of ours: task run folders, sessions, folders of sessions.
import { basename, relative, sep } from "node:path";
import type { Draw } from "../../draw/draw.ts";
import { InputError, systemCode } from "../../draw/input-error.ts";
import type { Loss, Run, TaskKind } from "../../draw/run.ts";
import type { DrawBatch, OpenOptions, ReadFailure, Reading, RunFacts, Source } from "../source.ts";
import { type RunConfig, readRunConfig } from "./config.ts";
import { type Grouping, groupCopies } from "./copies.ts";
import { buildDraw, type Member } from "./draws.ts";
import { type Facts, finishRun, newFacts, noteDraw, noteSample, partFactsOf } from "./facts.ts";
import { findRunFolders } from "./find.ts";
import { FINAL } from "./head.ts";
import { letteredQuestion, letterIndex } from "./options.ts";
import { fallbacks, isTerminal, type Location, type Plan, planRun } from "./plan.ts";
import { type ShardReader, shardReader } from "./reader.ts";
import { parseRecord, type StoredRecord } from "./record.ts";
import { readSample, type Sample } from "./sample.ts";
import { add, type Counts, compareIds } from "./values.ts";

const BATCH_DRAWS = 256;
const BATCH_BYTES = 1 << 20;
const KIND_SAMPLES = 16;

/** The source of SiEval result folders. */
export const sievalSource: Source = {
  format: "sieval",
  detect: async (path) => !findRunFolders(path).next().done,
  open,
};

async function open(path: string, options: OpenOptions): Promise<Reading> {
  const failures: ReadFailure[] = [];
  const directories = [...findRunFolders(path, (error) => void failures.push({ error }))];
  if (directories.length === 0)
    throw new InputError("no SiEval result folder here", { file: path }, "Give a task run folder or a folder above it");
  const finished: RunFacts[] = [];
  return {
    batches: readAll(path, directories, options, finished, failures),
    runs: () => [...finished].sort(byTaskModelName),
    failures: () => failures,
  };
}

function byTaskModelName(a: RunFacts, b: RunFacts): number {
  const keyOf = ({ run, key }: RunFacts): string[] => [run.task.name, run.model ?? "", run.name ?? "", key];
  const left = keyOf(a);
  const right = keyOf(b);
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? "";
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}

function keyOf(path: string, directory: string): string {
  const below = relative(path, directory).split(sep).join("/");
  return below === "" ? basename(directory) : below;
}

async function* readAll(
  path: string,
  directories: readonly string[],
  options: OpenOptions,
  finished: RunFacts[],
  failures: ReadFailure[],
): AsyncGenerator<DrawBatch> {
  for (const directory of directories) {
    const key = keyOf(path, directory);
    const identity = { source: path, directory, key, ...(directories.length > 1 ? { name: key } : {}) };
    try {
      yield* readRun(identity, options, finished);
    } catch (error) {
      // The other runs of a session are not to be lost with one.
      failures.push({ key, error: unreadable(directory, error) });
    }
  }
}

function unreadable(directory: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  const code = systemCode(error);
  if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
  return new InputError(`a result folder cannot be read (${code})`, { file: directory });
}

type Identity = { readonly source: string; readonly directory: string; readonly key: string; readonly name?: string };

/** Everything one run's reading needs. */
type Opened = {
  readonly config: RunConfig;
  readonly plan: Plan;
  readonly grouping: Grouping;
  readonly facts: Facts;
  readonly reader: ShardReader;
};

async function* readRun(identity: Identity, options: OpenOptions, finished: RunFacts[]): AsyncGenerator<DrawBatch> {
  const config = readRunConfig(identity.directory, options.task);
  const planCounts: Counts = {};
  const prompts = config.repeats.kind !== "none";
  const plan = planRun(identity.directory, { maxLine: options.maxLine, prompts }, planCounts);
  const grouping = groupCopies(plan, config.repeats, config.total);
  add(planCounts, "unfinished_samples", plan.ids.length - grouping.slots.length);
  if (grouping.ungrouped) add(planCounts, "ungrouped_samples", grouping.slots.length);
  const facts = newFacts();
  const reader = shardReader(grouping.times === 1);
  const opened: Opened = { config, plan, grouping, facts, reader };
  const kind = config.task.kind ?? (config.known ? undefined : guessKind(opened));
  const [from, to] = partOf(grouping.problems.length, options.part);
  try {
    for (const draws of readProblems(opened, from, to, options.maxLine))
      yield { run: identity.key, draws, ...(kind === undefined ? {} : { kind }) };
  } finally {
    reader.close();
  }
  const isFirstPart = (options.part?.index ?? 0) === 0;
  const loss = lossOf(facts, isFirstPart ? planCounts : {}, isFirstPart ? config.notes : []);
  const read = { key: identity.key, run: runOf(identity, opened, kind), loss, part: partFactsOf(facts) };
  finished.push(options.part === undefined ? finishRun(read) : read);
}

/** The slice of the problems that a part reads: contiguous in id order, so that copies stay together. */
function partOf(length: number, part: OpenOptions["part"]): [number, number] {
  if (part === undefined) return [0, length];
  return [Math.floor((part.index * length) / part.of), Math.floor(((part.index + 1) * length) / part.of)];
}

function runOf(identity: Identity, { config, facts, grouping }: Opened, kind: TaskKind | undefined): Run {
  const perSample = config.requested ?? (facts.requested > 0 ? facts.requested : undefined);
  return {
    source: identity.source,
    format: "sieval",
    directory: identity.directory,
    task: { ...config.task, ...(kind === undefined ? {} : { kind }) },
    ...(identity.name === undefined ? {} : { name: identity.name }),
    ...(perSample === undefined ? {} : { requested: perSample * grouping.times }),
    ...(config.report === undefined ? {} : { stored_report: config.report }),
  };
}

function lossOf(facts: Facts, planCounts: Counts, notes: readonly string[]): Loss {
  const counts: Counts = { ...planCounts };
  for (const [name, count] of Object.entries(facts.counts)) add(counts, name, count);
  const sorted = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  return { unknown: [], counts: Object.fromEntries(sorted), notes };
}

function* readProblems(opened: Opened, from: number, to: number, maxLine: number): Generator<Draw[]> {
  const deferred: number[] = [];
  const unreadable = new Set<number>();
  let batch: Draw[] = [];
  let bytes = 0;
  for (const problem of inFileOrder(opened, from, to)) {
    const members = readMembers(opened, problem, unreadable);
    if (members === undefined) {
      deferred.push(problem);
      continue;
    }
    batch.push(drawOf(opened, problem, members));
    bytes += bytesOf(opened, problem);
    if (batch.length < BATCH_DRAWS && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  batch.push(...readDeferred(opened, deferred, unreadable, maxLine));
  if (batch.length > 0) yield batch;
}

function drawOf({ config, grouping, facts }: Opened, problem: number, members: readonly Member[]): Draw {
  const context = { task: config.task.name, times: grouping.times };
  const draw = buildDraw(context, grouping.problems[problem] ?? problem, members);
  noteDraw(facts, draw);
  return draw;
}

function positions({ grouping }: Opened, problem: number): number[] {
  const start = grouping.starts[problem] ?? 0;
  const end = grouping.starts[problem + 1] ?? start;
  return Array.from({ length: end - start }, (_, index) => start + index);
}

function bytesOf(opened: Opened, problem: number): number {
  const { grouping, plan } = opened;
  return positions(opened, problem).reduce((sum, at) => sum + (plan.lengths[grouping.slots[at] ?? -1] ?? 0), 0);
}

/** Problems in the order in which their first records lie in the files, so that files are read front to back. */
function inFileOrder({ grouping, plan }: Opened, from: number, to: number): Int32Array {
  const problemOf = new Int32Array(plan.ids.length).fill(-1);
  const slotOf = (problem: number): number => grouping.slots[grouping.starts[problem] ?? 0] ?? 0;
  for (let problem = from; problem < to; problem += 1) problemOf[slotOf(problem)] = problem;
  const order = problemOf.filter((problem) => problem !== -1);
  const compare = (a: number, b: number): number => {
    const left = slotOf(a);
    const right = slotOf(b);
    return (plan.files[left] ?? 0) - (plan.files[right] ?? 0) || (plan.offsets[left] ?? 0) - (plan.offsets[right] ?? 0);
  };
  const isSorted = order.every((problem, index) => index === 0 || compare(order[index - 1] ?? 0, problem) <= 0);
  return isSorted ? order : order.sort(compare);
}

/** Reads the winners of a problem; undefined when one cannot be read, whose slot is then noted as unreadable. */
function readMembers(opened: Opened, problem: number, unreadable: Set<number>): Member[] | undefined {
  const { grouping, plan, facts } = opened;
  const records = positions(opened, problem).map((at) => {
    const slot = grouping.slots[at] ?? 0;
    const record = readRecord(opened, locationOf(plan, slot), facts.counts);
    if (record === undefined) unreadable.add(slot);
    return { record, copy: grouping.copies[at] ?? 0 };
  });
  const members: Member[] = [];
  if (records.some(({ record }) => record === undefined)) return undefined;
  for (const { record, copy } of records)
    if (record !== undefined) members.push({ sample: takeSample(facts, record), copy });
  return members;
}

function takeSample(facts: Facts, { record, versions }: StoredRecord): Sample {
  const sample = readSample(record, facts.counts);
  noteSample(facts, versions, sample);
  return sample;
}

function locationOf(plan: Plan, slot: number): Location {
  return { file: plan.files[slot] ?? -1, offset: plan.offsets[slot] ?? 0, length: plan.lengths[slot] ?? 0 };
}

function readRecord(opened: Opened, location: Location, counts: Counts): StoredRecord | undefined {
  const shard = opened.plan.shards[location.file];
  if (shard === undefined) return undefined;
  const slice = opened.reader.read(shard.path, location.offset, location.length);
  return parseRecord(slice, opened.config.rolloutMeta, counts);
}

/** Problems with an unreadable winner: the next best record of each such sample takes its place, if there is one. */
function readDeferred(
  opened: Opened,
  problems: readonly number[],
  unreadable: ReadonlySet<number>,
  maxLine: number,
): Draw[] {
  if (problems.length === 0) return [];
  const { grouping, plan, facts } = opened;
  const others = fallbacks(plan, unreadable, maxLine);
  const read = (slot: number): StoredRecord | undefined => {
    const locations = unreadable.has(slot) ? (others.get(slot) ?? []) : [locationOf(plan, slot)];
    for (const location of locations) {
      const record = readRecord(opened, location, facts.counts);
      if (record !== undefined) return record;
    }
    add(facts.counts, "unfinished_samples");
    return undefined;
  };
  return problems.flatMap((problem) => {
    const members = positions(opened, problem).flatMap((at) => {
      const record = read(grouping.slots[at] ?? 0);
      return record === undefined ? [] : [{ sample: takeSample(facts, record), copy: grouping.copies[at] ?? 0 }];
    });
    return members.length === 0 ? [] : [drawOf(opened, problem, members)];
  });
}

/** Guesses the kind of an unknown task from its first finished samples: code has evaluator messages, mcq has letters. */
function guessKind(opened: Opened): TaskKind | undefined {
  const { plan, grouping } = opened;
  const finals = [...grouping.slots.subarray(0, KIND_SAMPLES * 8)]
    .filter((slot) => isTerminal(plan, slot) && plan.ranks[slot] === FINAL)
    .sort((a, b) => compareIds(plan.ids[a] ?? 0, plan.ids[b] ?? 0))
    .slice(0, KIND_SAMPLES);
  const samples = finals
    .map((slot) => readRecord(opened, locationOf(plan, slot), {}))
    .filter((record) => record !== undefined)
    .map(({ record }) => readSample(record, {}));
  if (samples.length === 0) return undefined;
  if (samples.every((sample) => sample.program)) return "code";
  return samples.every(isLettered) && samples.some(hasLetter) ? "mcq" : undefined;
}

function isLettered(sample: Sample): boolean {
  const isLetter = sample.rollouts.every(
    ({ prediction }) => prediction === null || letterIndex(prediction) !== undefined,
  );
  return isLetter && letteredQuestion(sample.question ?? "") !== undefined;
}

function hasLetter(sample: Sample): boolean {
  return sample.rollouts.some(({ prediction }) => letterIndex(prediction) !== undefined);
}
