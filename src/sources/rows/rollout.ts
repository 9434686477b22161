// Turns the cells of one answer into a rollout, leaving out what the columns do not say.
import type { Json, Rollout } from "../../draw/draw.ts";
import type { Field } from "./columns.ts";
import type { Tally } from "./tally.ts";
import { readInteger, readNumber, readPrediction, readVerdict, readWord, tooDeep } from "./values.ts";

/** A rollout before its place among the others is known. */
export type Answer = Omit<Rollout, "index" | "copy">;

/** Returns the cell of a field: undefined when no column holds the field, null when the column's cell is empty. */
export type CellOf = (field: Field) => Json | undefined;

/** Returns one answer. Values that cannot be read are counted in the tally and left out. */
export function readAnswer(cell: CellOf, tally: Tally, place: string): Answer {
  const answer: { -readonly [K in keyof Answer]: Answer[K] } = {};
  const text = cell("text");
  if (typeof text === "string") answer.text = text;
  else if (text !== undefined && text !== null) tally.add("non_text_answers", place);
  const prediction = cell("prediction");
  if (prediction !== undefined) answer.prediction = readPrediction(shallow(prediction, tally, place));
  const verdict = cell("verdict");
  if (verdict !== undefined) {
    const read = readVerdict(verdict);
    answer.verdict = read.verdict;
    if (read.fault !== undefined) tally.add(read.fault, place);
  }
  const finish = readWord(cell("finish"));
  if (finish !== undefined) answer.finish = finish;
  const seed = readable(cell("seed"), readInteger, tally, place);
  if (seed !== undefined) answer.seed = seed;
  const cached = readVerdict(cell("cached")).verdict;
  if (cached !== null) answer.cached = cached;
  const latency = readable(cell("latency_ms"), readNumber, tally, place);
  if (latency !== undefined && latency >= 0) answer.latency_ms = latency;
  return answer;
}

/** Returns the value, or null (counted) when it nests too deeply to be handled. */
function shallow(value: Json, tally: Tally, place: string): Json {
  if (!tooDeep(value)) return value;
  tally.add("too_deep_values", place);
  return null;
}

function readable(
  value: Json | undefined,
  read: (value: Json | undefined) => number | undefined,
  tally: Tally,
  place: string,
): number | undefined {
  const number = read(value);
  if (number === undefined && value !== undefined && value !== null) tally.add("unreadable_numbers", place);
  return number;
}

/** What a row says about its problem, whatever the layout. */
export type ProblemFacts = {
  readonly question?: string;
  readonly gold?: Json;
  readonly category?: string;
  readonly requested?: number;
};

/** Returns what a row says about its problem. */
export function readProblemFacts(cell: CellOf, tally: Tally, place: string): ProblemFacts {
  const question = cell("question");
  const gold = cell("gold");
  const category = readWord(cell("category"));
  const requested = readInteger(cell("requested"));
  return {
    ...(typeof question === "string" ? { question } : {}),
    ...(gold === undefined || gold === null ? {} : { gold: shallow(gold, tally, place) }),
    ...(category === undefined ? {} : { category }),
    ...(requested === undefined || requested < 1 ? {} : { requested }),
  };
}
