// Keeps the runs seen while rows are read, and what none of their rollouts said.
import type { Draw, Rollout } from "../../draw/draw.ts";
import { UsageError } from "../../draw/input-error.ts";
import type { Run, TaskDeclaration } from "../../draw/run.ts";
import type { DrawBatch, RunFacts } from "../source.ts";
import { printable } from "./binding.ts";
import type { Tally } from "./tally.ts";
import { newTally } from "./tally.ts";
import { partOf } from "./values.ts";

/** Which run a row or a column belongs to. */
export type RunName = { readonly task: string; readonly model?: string; readonly name?: string };

/** One run while it is read. */
export type OpenRun = RunName & {
  readonly key: string;
  /** Losses counted over all rows, whichever part is read. */
  readonly tally: Tally;
  /** Losses counted over the problems of this part only. */
  readonly partTally: Tally;
  /** Facts that at least one rollout or draw carried. */
  readonly seen: Set<Fact>;
  /** Whether every prediction so far is one letter; undefined before the first prediction. */
  letters: boolean | undefined;
};

/** A fact that goes into `loss.unknown` when no rollout of a run carries it. */
export type Fact = (typeof FACTS)[number];
const FACTS = ["finish", "prediction", "requested", "rollout_index", "seed", "text", "verdict"] as const;

/** What a book is opened with. */
export type BookOptions = {
  readonly source: string;
  readonly format: string;
  readonly defaultTask: string;
  /** The task the user named: the data may then hold one task only. */
  readonly task?: string | undefined;
  readonly part?: { readonly index: number; readonly of: number } | undefined;
};

/** The runs of one reading. */
export type Book = {
  /** Returns the run of a task column's value, a model and a name, opening it when it is new. */
  readonly run: (task: string | undefined, model?: string, name?: string) => OpenRun;
  /** Notes what a rollout carries. Called for every rollout, of every part, so that all parts say the same. */
  readonly observe: (run: OpenRun, rollout: Omit<Rollout, "index">) => void;
  /** Whether a problem belongs to the part that is read. */
  readonly wants: (problem: string | number) => boolean;
  /** Returns the facts of all runs, sorted by task, model and name. `shared` are the losses of the files. */
  readonly facts: (shared: Tally) => readonly RunFacts[];
};

/** Returns an empty book. */
export function openBook(options: BookOptions): Book {
  const runs = new Map<string, OpenRun>();
  let storedTask: string | undefined;
  const taskOf = (stored: string | undefined): string => {
    if (options.task === undefined) return stored ?? options.defaultTask;
    if (stored !== undefined && storedTask !== undefined && stored !== storedTask)
      throw severalTasks(options, storedTask, stored);
    storedTask ??= stored;
    return options.task;
  };
  return {
    run(stored, model, name) {
      const task = taskOf(stored);
      const key = JSON.stringify([task, model ?? null, name ?? null]);
      const known = runs.get(key);
      if (known !== undefined) return known;
      const tallies = { tally: newTally(), partTally: newTally() };
      const run: OpenRun = { ...runName(task, model, name), key, ...tallies, seen: new Set(), letters: undefined };
      runs.set(key, run);
      return run;
    },
    observe,
    wants: (problem) => options.part === undefined || partOf(problem, options.part.of) === options.part.index,
    facts(shared) {
      const all = [...runs.values()].sort(byName);
      return all.map((run) => factsOf(run, all, options, shared));
    },
  };
}

function runName(task: string, model: string | undefined, name: string | undefined): RunName {
  return { task, ...(model === undefined ? {} : { model }), ...(name === undefined ? {} : { name }) };
}

function severalTasks(options: BookOptions, first: string, second: string): UsageError {
  const message = `the rows belong to several tasks ("${printable(first)}", "${printable(second)}"), which one name cannot stand for`;
  return new UsageError(message, { file: options.source }, "Leave the task's name out, or split the file.");
}

function observe(run: OpenRun, rollout: Omit<Rollout, "index">): void {
  if (rollout.text !== undefined) run.seen.add("text");
  if (rollout.finish !== undefined) run.seen.add("finish");
  if (rollout.seed !== undefined) run.seen.add("seed");
  if (rollout.verdict !== undefined) run.seen.add("verdict");
  if (rollout.prediction === undefined) return;
  run.seen.add("prediction");
  const { prediction } = rollout;
  if (prediction !== null) run.letters = run.letters !== false && /^[A-P]$/.test(String(prediction));
}

function byName(a: OpenRun, b: OpenRun): number {
  return compare(a.task, b.task) || compare(a.model ?? "", b.model ?? "") || compare(a.name ?? "", b.name ?? "");
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function factsOf(run: OpenRun, all: readonly OpenRun[], options: BookOptions, shared: Tally): RunFacts {
  const unknown = FACTS.filter((fact) => !run.seen.has(fact));
  const inferred = unknown.includes("requested") ? ["n_requested: inferred"] : [];
  const first = options.part === undefined || options.part.index === 0;
  const counts = { ...(first ? { ...shared.counts(), ...run.tally.counts() } : {}), ...run.partTally.counts() };
  const notes = [...inferred, ...shared.notes(), ...run.tally.notes(), ...run.partTally.notes()];
  return { key: run.key, run: toRun(run, all, options), loss: { unknown, counts, notes } };
}

function toRun(run: OpenRun, all: readonly OpenRun[], options: BookOptions): Run {
  const name = run.name ?? nameAmong(run, all);
  return {
    source: options.source,
    format: options.format,
    task: declare(run.task, run.letters === true),
    ...(name === undefined ? {} : { name }),
    ...(run.model === undefined ? {} : { model: run.model }),
  };
}

/** What tells a run from the others of the path: its model, its task, or both. */
function nameAmong(run: OpenRun, all: readonly OpenRun[]): string | undefined {
  const severalTasks = all.some(({ task }) => task !== run.task);
  const severalModels = all.some(({ model }) => model !== run.model);
  if (severalModels && run.model !== undefined) return severalTasks ? `${run.task}/${run.model}` : run.model;
  return severalTasks ? run.task : undefined;
}

function declare(name: string, letters: boolean): TaskDeclaration {
  return {
    name,
    headline: "pass@1",
    score_key: "pass@1",
    denominator_policy: "requested",
    ...(letters ? { kind: "mcq" as const } : {}),
  };
}

/** Collects draws into one batch for each run. */
export type Batches = { readonly add: (run: OpenRun, draw: Draw) => void; readonly take: () => DrawBatch[] };

/** Returns an empty collection. */
export function newBatches(): Batches {
  let batches = new Map<string, Draw[]>();
  return {
    add(run, draw) {
      const draws = batches.get(run.key);
      if (draws === undefined) batches.set(run.key, [draw]);
      else draws.push(draw);
    },
    take() {
      const taken = [...batches].map(([run, draws]) => ({ run, draws }));
      batches = new Map();
      return taken;
    },
  };
}
