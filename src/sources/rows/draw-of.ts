// Puts the rows of one problem together into a draw, in an order that does not depend on the order of the rows.
import type { Draw, Json } from "../../draw/draw.ts";
import { printable } from "./binding.ts";
import type { OpenRun } from "./book.ts";
import { errorAt, type FilePlan, showPosition } from "./plan.ts";
import type { Answer, ProblemFacts } from "./rollout.ts";

/** One row of one problem. */
export type LongAnswer = {
  /** Where the row is, packed. */
  readonly position: number;
  /** The stored rollout index and copy, undefined where the file has none. */
  readonly index?: number;
  readonly copy?: number;
  /** A digest of the row's bytes, where rows are told apart by their index. */
  readonly digest?: string;
  readonly answer: Answer;
  readonly facts: ProblemFacts;
};

/**
 * Returns the draw of a problem. Rollouts are numbered from 0 by rank of their stored index, or in the order given
 * where none is stored. Identical rows with the same index are dropped and counted.
 * Throws InputError when different rows have the same index.
 */
export function drawOf(
  run: OpenRun,
  problem: string | number,
  answers: readonly LongAnswer[],
  files: readonly FilePlan[],
): Draw {
  const sorted = distinct(run, problem, [...answers].sort(byPlace), files);
  const copies = [...new Set(sorted.flatMap(({ copy }) => copy ?? []))];
  const next = new Map<number, number>();
  const rollouts = sorted.map(({ copy, answer }) => {
    const rank = copy === undefined ? 0 : copies.indexOf(copy);
    const index = next.get(rank) ?? 0;
    next.set(rank, index + 1);
    return { index, ...(copy === undefined ? {} : { copy: rank }), ...answer };
  });
  const facts = mergeFacts(run, sorted, files);
  return { task: run.task, problem, ...facts, ...(copies.length > 0 ? { copies: copies.length } : {}), rollouts };
}

/** Rows without an index keep their order: the sort is stable. */
function byPlace(a: LongAnswer, b: LongAnswer): number {
  return (a.copy ?? 0) - (b.copy ?? 0) || (a.index ?? 0) - (b.index ?? 0);
}

function distinct(
  run: OpenRun,
  problem: string | number,
  sorted: readonly LongAnswer[],
  files: readonly FilePlan[],
): readonly LongAnswer[] {
  return sorted.filter((answer, i) => {
    const before = sorted[i - 1];
    if (answer.index === undefined || before === undefined) return true;
    if (before.index !== answer.index || before.copy !== answer.copy) return true;
    if (before.digest !== answer.digest) throw sameIndex(problem, before, answer, files);
    run.partTally.add("duplicate_rows", showPosition(files, answer.position));
    return false;
  });
}

function sameIndex(problem: string | number, a: LongAnswer, b: LongAnswer, files: readonly FilePlan[]): Error {
  const [first, second] = a.position < b.position ? [a, b] : [b, a];
  const where = showPosition(files, first.position);
  const shown = printable(JSON.stringify(problem));
  return errorAt(
    files,
    second.position,
    `problem ${shown} has a different row with rollout index ${second.index ?? 0} at ${where}`,
    "If another column counts the rollouts: --map rollout=COLUMN. If the files are different runs, pass them one by one.",
  );
}

/** Each fact is that of the first rollout that has it; golds that differ from it are counted. */
function mergeFacts(run: OpenRun, sorted: readonly LongAnswer[], files: readonly FilePlan[]): ProblemFacts {
  let merged: ProblemFacts = {};
  for (const { facts, position } of sorted) {
    if (merged.gold !== undefined && facts.gold !== undefined && !same(merged.gold, facts.gold))
      run.partTally.add("conflicting_golds", showPosition(files, position));
    merged = { ...facts, ...merged };
  }
  return merged;
}

const same = (a: Json, b: Json): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
