// Makes one draw out of the stored samples of one problem: one sample, or one per copy of the question.
import type { Draw, Json, Rollout } from "../../draw/draw.ts";
import { type LetteredQuestion, letteredQuestion, letterIndex } from "./options.ts";
import type { Sample } from "./sample.ts";

/** One stored sample and which copy of the question it answers. */
export type Member = { readonly sample: Sample; readonly copy: number };

export type DrawContext = {
  readonly task: string;
  /** How often each question was asked; 1 = no copies. */
  readonly times: number;
};

/** Returns the draw of a problem. `members` are its stored samples, at least one, copies ascending. */
export function buildDraw(context: DrawContext, problem: number | string, members: readonly Member[]): Draw {
  const shown = members.length > 1 ? lettersOf(members) : undefined;
  const draw: Draw = { task: context.task, problem, rollouts: rolloutsOf(context, members, shown) };
  const question = first(members, (sample) => sample.question);
  if (question !== undefined) draw.question = question;
  const gold = goldOf(members, shown);
  if (gold !== undefined) draw.gold = gold;
  const category = first(members, (sample) => sample.category);
  if (category !== undefined) draw.category = category;
  const requested = Math.max(0, ...members.map(({ sample }) => sample.requested ?? 0));
  if (requested > 0) draw.requested = requested * context.times;
  if (context.times > 1 || members.length > 1) draw.copies = members.length;
  addFailures(draw, members);
  return draw;
}

function first<T>(members: readonly Member[], read: (sample: Sample) => T | undefined): T | undefined {
  for (const { sample } of members) {
    const value = read(sample);
    if (value !== undefined) return value;
  }
  return undefined;
}

function addFailures(draw: Draw, members: readonly Member[]): void {
  const failed = members.flatMap(({ sample, copy }) =>
    sample.failed === undefined ? [] : [{ copy, reason: sample.failed }],
  );
  const [one] = failed;
  if (one === undefined) return;
  if (failed.length === members.length) draw.failed = { reason: one.reason };
  if (members.length > 1) draw.failed_copies = failed;
}

/** The lettered options of each copy, where the copies show them in different orders. */
function lettersOf(members: readonly Member[]): (LetteredQuestion | undefined)[] | undefined {
  const questions = members.map(({ sample }) => letteredQuestion(sample.question ?? ""));
  const [one] = questions;
  const order = one?.options.join("\n");
  return questions.some((question) => question?.options.join("\n") !== order) ? questions : undefined;
}

function rolloutsOf(
  context: DrawContext,
  members: readonly Member[],
  shown: readonly (LetteredQuestion | undefined)[] | undefined,
): Rollout[] {
  const isPermuted = members.every(({ sample }) => sample.permutation !== undefined || sample.rollouts.length === 0);
  return members.flatMap(({ sample, copy }, position) => {
    const options = isPermuted ? sample.permutation : shown?.[position]?.options;
    return sample.rollouts.map((rollout) => {
      const choice = options?.[letterIndex(rollout.prediction) ?? -1];
      if (choice !== undefined) rollout.choice = choice;
      return context.times > 1 ? { ...rollout, copy } : rollout;
    });
  });
}

/** Where the copies' right letters differ, the gold is the text of the right option. */
function goldOf(
  members: readonly Member[],
  shown: readonly (LetteredQuestion | undefined)[] | undefined,
): Json | undefined {
  const gold = first(members, (sample) => sample.gold);
  if (shown === undefined) return gold;
  const texts = members.map(({ sample }, position) => shown[position]?.options[letterIndex(sample.gold) ?? -1]);
  return texts.every((text) => text !== undefined && text === texts[0]) ? texts[0] : gold;
}
