// The one interface behind which every stored format stands. A source turns a path into draws and says what was lost.
import type { Draw } from "../draw/draw.ts";
import type { InputError } from "../draw/input-error.ts";
import type { Loss, Run, TaskKind } from "../draw/run.ts";

/** Which column of a foreign file holds which field of a draw: `{ problem: "problem_id", gold: "answer" }`. */
export type ColumnMap = Readonly<Record<string, string>>;

export type OpenOptions = {
  /** Longest line that is read, in bytes; longer ones are skipped and counted. */
  readonly maxLine: number;
  readonly map?: ColumnMap;
  /** The task's name, where the data does not say it. */
  readonly task?: string;
  /** Read only this part of the problems: part `index` (from 0) of `of`. Parts are disjoint and complete. */
  readonly part?: { readonly index: number; readonly of: number };
};

/** The default of `OpenOptions.maxLine`: 64 MB. */
export const DEFAULT_MAX_LINE = 64 * 1024 * 1024;

/** Some draws of one run, in no order that matters. */
export type DrawBatch = { readonly run: string; readonly kind?: TaskKind; readonly draws: readonly Draw[] };

/** A run and its losses, known when all batches have been read. */
export type RunFacts = {
  readonly key: string;
  readonly run: Run;
  readonly loss: Loss;
  /** What a part of the problems has counted; the run is only told from the parts put together. */
  readonly part?: PartFacts;
};

/** Counts of one part that add up to what is said of the whole run. Plain data. */
export type PartFacts = {
  /** Samples by the model they name. */
  readonly models: Readonly<Record<string, number>>;
  readonly versions: readonly string[];
  /** Whether some final record carries no version. */
  readonly unversioned: boolean;
  readonly rollouts: number;
  /** Facts that some rollout carries. */
  readonly seen: readonly string[];
};

/** A run, or a folder on the way to runs, that could not be read. `key` names the run, where it is one. */
export type ReadFailure = { readonly key?: string; readonly error: InputError };

/** An opened path. `batches` can be read once; `runs` is complete when it is exhausted. */
export type Reading = {
  readonly batches: AsyncIterable<DrawBatch>;
  /** The runs seen, sorted by task, model and name; those without a single draw included. */
  readonly runs: () => readonly RunFacts[];
  /** What could not be read, while the rest was. Complete when `batches` is exhausted. */
  readonly failures?: () => readonly ReadFailure[];
};

export type Source = {
  /** The format's name, as in `--format` and in reports. */
  readonly format: string;
  /** Whether this source understands what lies at the path (a file or a folder). Reads little, changes nothing. */
  readonly detect: (path: string) => Promise<boolean>;
  /** Opens a path. Throws InputError when it holds nothing that this source can read. */
  readonly open: (path: string, options: OpenOptions) => Promise<Reading>;
};
