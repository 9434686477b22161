// The table of column names that are understood without a map, in order of preference. The docs print it.

/** A field of a draw or a rollout that a column can hold. `answer` is another name for `prediction`. */
export type Field =
  | "problem"
  | "rollout"
  | "copy"
  | "text"
  | "prediction"
  | "verdict"
  | "gold"
  | "question"
  | "finish"
  | "seed"
  | "model"
  | "task"
  | "category"
  | "requested"
  | "cached"
  | "latency_ms";

/** What each field means, and the columns it is looked for in: one answer a row, and one list of answers a row. */
export type FieldColumns = {
  readonly meaning: string;
  /** Columns of one value, most preferred first. */
  readonly single: readonly string[];
  /** Columns of one list a row, one entry for each answer. Absent = the field is never a list. */
  readonly list?: readonly string[];
};

/** The table. A column is used for one field only; fields are resolved in this order. */
export const COLUMNS: Readonly<Record<Field, FieldColumns>> = {
  problem: {
    meaning: "Which problem the row belongs to",
    single: [
      "problem_id",
      "question_id",
      "example_id",
      "doc_id",
      "qid",
      "id",
      "problem",
      "task_id",
      "idx",
      "index",
      "uid",
    ],
  },
  rollout: {
    meaning: "Which answer to the problem this is: distinct integers, from any base",
    single: [
      "rollout",
      "rollout_index",
      "sample",
      "sample_index",
      "sample_idx",
      "trial",
      "repeat",
      "repeat_index",
      "attempt",
      "epoch",
      "seed_index",
      "generation_index",
    ],
  },
  copy: { meaning: "Which copy of a repeated question this answers", single: ["copy"] },
  text: {
    meaning: "What the model wrote",
    single: ["completion", "generation", "response", "output", "text"],
    list: ["completions", "generations", "responses", "outputs", "texts", "samples"],
  },
  prediction: {
    meaning: "The extracted answer",
    single: ["prediction", "predicted_answer", "extracted", "pred", "extracted_answer"],
    list: ["harness_pred", "predictions", "preds", "extracted", "answers"],
  },
  verdict: {
    meaning: "Whether the answer is correct",
    single: ["correct", "is_correct", "verdict", "reward", "score", "symbolic_correct", "passed"],
    list: ["harness_score", "computed_score", "verdicts", "correct", "is_correct", "scores"],
  },
  gold: {
    meaning: "The right answer",
    single: ["gold", "target", "expected_answer", "reference", "gold_answer", "ground_truth"],
  },
  question: {
    meaning: "The question's text",
    single: ["question", "problem_text", "problem", "prompt", "input"],
  },
  finish: {
    meaning: "The server's finish reason",
    single: ["finish_reason", "finish", "stop_reason"],
    list: ["finish_reasons", "stop_reasons"],
  },
  seed: { meaning: "The seed of this answer", single: ["seed"], list: ["seeds"] },
  model: { meaning: "Which model answered; each model is a run of its own", single: ["model"] },
  task: { meaning: "Which task the problem belongs to; each task is a run of its own", single: ["task"] },
  category: { meaning: "The problem's category", single: ["category", "subject"] },
  requested: { meaning: "Answers asked for, per problem", single: ["requested", "n_requested"] },
  cached: { meaning: "Whether the answer came from a cache", single: ["cached"], list: ["cached"] },
  latency_ms: { meaning: "Milliseconds the answer took", single: ["latency_ms"], list: ["latency_ms", "latencies_ms"] },
};

/** Every field, in the order in which columns are given out. */
export const FIELDS = Object.keys(COLUMNS) as readonly Field[];

/** Other names of fields in a column map. */
export const FIELD_ALIASES: ReadonlyMap<string, Field> = new Map([["answer", "prediction"]]);

/** Fields of which the data must have at least one: without them a row holds no answer. */
export const ANSWER_FIELDS = ["text", "prediction", "verdict"] as const;

/** Columns that name the entries of the lists: each name is a run of its own. */
export const RUN_LISTS = { models: "models", runs: "runs" } as const;

/** The column that may be the gold or the prediction, depending on what stands beside it. */
export const AMBIGUOUS_ANSWER = "answer";
