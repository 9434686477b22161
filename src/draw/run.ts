// What a source knows about a run as a whole: which task, which model, which declarations, what was lost on the way in.

/** What kind of answers a task has. Votes and consistency exist for `math` and `mcq` only. */
export type TaskKind = "math" | "mcq" | "code" | "text";

/** Which problems a rate is over: `requested` counts a failed problem as wrong, `judged` leaves it out. */
export type DenominatorPolicy = "requested" | "judged";

/** How the headline is computed: over the whole draw, or from the first rollout of each stored sample. */
export type Headline = "pass@1" | "first_rollout";

/** What a task declares about its report (metrics.md 5). Every field that nobody declared is absent. */
export type TaskDeclaration = {
  readonly name: string;
  readonly kind?: TaskKind;
  readonly denominator_policy?: DenominatorPolicy;
  /** The key that `score` equals; "score" where no other key repeats it. */
  readonly score_key?: string;
  readonly headline?: Headline;
  /** The task's own k, when it was configured. */
  readonly k?: number;
  /** False for tasks whose score is not a yes/no per rollout: they get no sampling key. */
  readonly sampled?: boolean;
};

/** What a format could not say, or what had to be left out, counted by name. Zero counts are not written. */
export type Loss = {
  /** Facts no rollout of this run carries, for example `finish` or `text`. */
  readonly unknown: readonly string[];
  /** Counts of things left out or inferred, for example `{ torn_lines: 1, unfinished_samples: 12 }`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Sentences for a person. */
  readonly notes: readonly string[];
};

/** One run of one task by one model: the unit that gets a report. */
export type Run = {
  /** The path as the user gave it. */
  readonly source: string;
  /** What `PATH#RUN` names, where one path holds several runs. */
  readonly name?: string;
  /** The reader that understood it, for example `sieval` or `jsonl`. */
  readonly format: string;
  /** The folder of this run on disk, where it has one of its own. */
  readonly directory?: string;
  readonly task: TaskDeclaration;
  readonly model?: string;
  /** Rollouts asked for per problem, where the run says it. */
  readonly requested?: number;
  /** Versions of the Python project or of ours that wrote the records, sorted. */
  readonly versions?: readonly string[];
  /** The report.json found beside the rollouts, as parsed. */
  readonly stored_report?: Readonly<Record<string, unknown>>;
};
