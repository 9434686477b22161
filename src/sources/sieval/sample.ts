// Turns one stored record, of any version, into one sample: its rollouts and what is known about its question.
import type { Json, Rollout } from "../../draw/draw.ts";
import { type Answers, readAnswers } from "./answers.ts";
import { questionOf } from "./options.ts";
import { add, asInteger, asList, asObject, asText, type Counts, type JsonObject, plainJson, unbox } from "./values.ts";
import { type Predictions, readPredictions, readVerdicts, type Verdicts } from "./verdicts.ts";

export type Sample = {
  readonly rollouts: readonly Rollout[];
  readonly question?: string;
  readonly gold?: Json;
  readonly category?: string;
  /** Rollouts asked for, where the record says it. */
  readonly requested?: number;
  /** Why the sample has no verdict. */
  readonly failed?: string;
  /** Where each shown option stood before the options were shuffled. */
  readonly permutation?: readonly number[];
  readonly model?: string;
  /** Whether feedback was written by an evaluator of programs. */
  readonly program: boolean;
};

/** Reads a final or failed record. Never throws: what has the wrong type is absent, and counted where it is a loss. */
export function readSample(record: JsonObject, counts: Counts): Sample {
  const preprocess = unbox(record.preprocess_result);
  const prompt = asObject(preprocess);
  const extra = asObject(prompt?.extra);
  const answers = readAnswers(record.infer_result, record.stage_meta);
  const question = questionOf(preprocess);
  const permutation = permutationOf(extra?.permutation);
  const failed = record.stage === "failed" ? (asText(record.error_reason) ?? "unknown") : undefined;
  const verdicts = failed === undefined ? readVerdicts(record.feedback_result, counts) : undefined;
  const gold = verdicts?.gold ?? goldOf(prompt);
  const category = asText(extra?.category) ?? verdicts?.category;
  return {
    rollouts: verdicts === undefined ? [] : readRollouts(record, answers, verdicts, counts),
    program: verdicts?.program === true,
    ...(question === undefined ? {} : { question }),
    ...(gold === undefined ? {} : { gold }),
    ...(category === undefined ? {} : { category }),
    ...(answers.requested === undefined ? {} : { requested: answers.requested }),
    ...(failed === undefined ? {} : { failed }),
    ...(permutation === undefined ? {} : { permutation }),
    ...(answers.model === undefined ? {} : { model: answers.model }),
  };
}

function goldOf(prompt: JsonObject | undefined): Json | undefined {
  const gold = prompt?.reference ?? prompt?.answer;
  return gold === undefined ? undefined : plainJson(gold);
}

function permutationOf(value: unknown): readonly number[] | undefined {
  const list = asList(value)?.map(asInteger);
  if (list === undefined || list.length === 0) return undefined;
  const isPermutation =
    new Set(list).size === list.length && list.every((item) => item !== undefined && item < list.length && item >= 0);
  return isPermutation ? list.map(Number) : undefined;
}

function readRollouts(record: JsonObject, answers: Answers, verdicts: Verdicts, counts: Counts): Rollout[] {
  const predictions = readPredictions(record.postprocess_result, verdicts, counts);
  if (verdicts.shape === "none") return ungraded(answers, predictions, counts);
  const rollouts: Rollout[] = verdicts.items.map((item) => {
    const rollout: Rollout = { index: item.index, verdict: item.correct };
    if (item.metrics !== undefined) rollout.metrics = item.metrics;
    const prediction = predictions?.at(item.index);
    if (prediction !== undefined) rollout.prediction = prediction;
    return withAnswer(rollout, answers);
  });
  addUngraded(rollouts, answers, counts);
  return isOrdered(rollouts) ? rollouts : rollouts.sort((a, b) => a.index - b.index);
}

function isOrdered(rollouts: readonly Rollout[]): boolean {
  return rollouts.every((rollout, position) => position === 0 || (rollouts[position - 1]?.index ?? 0) < rollout.index);
}

/** Tasks that graded their first rollout only leave the texts of the others behind. */
function addUngraded(rollouts: Rollout[], answers: Answers, counts: Counts): void {
  const isComplete = rollouts.every((rollout, position) => rollout.index === position);
  if (isComplete && answers.texts.length <= rollouts.length) return;
  const known = new Set(rollouts.map((rollout) => rollout.index));
  answers.texts.forEach((_, index) => {
    if (known.has(index)) return;
    rollouts.push(withAnswer({ index, verdict: null }, answers));
    add(counts, "ungraded_rollouts");
  });
}

function ungraded(answers: Answers, predictions: Predictions | undefined, counts: Counts): Rollout[] {
  add(counts, "missing_verdicts");
  const length = Math.max(answers.texts.length, predictions?.size ?? 0);
  return Array.from({ length }, (_, index) => {
    const rollout: Rollout = { index, verdict: null };
    const prediction = predictions?.at(index);
    if (prediction !== undefined) rollout.prediction = prediction;
    return withAnswer(rollout, answers);
  });
}

function withAnswer(rollout: Rollout, answers: Answers): Rollout {
  const { index } = rollout;
  const text = answers.texts[index];
  if (typeof text === "string") rollout.text = text;
  const finish = answers.finishes[index];
  if (typeof finish === "string" && finish !== "") rollout.finish = finish;
  const usage = answers.usages[index];
  if (usage !== undefined) rollout.usage = usage;
  const seed = answers.seeds[index];
  if (seed !== undefined) rollout.seed = seed;
  return rollout;
}
