// Finds the copies of a question that `repeat` made: by repeat_index, by configuration, else by equal content.
import type { Repeats } from "./config.ts";
import { questionKey, questionOf } from "./options.ts";
import { isTerminal, type Plan } from "./plan.ts";
import { shardReader } from "./reader.ts";
import { compareIds } from "./values.ts";

/** The problems of a run in id order, and which stored samples are their copies. */
export type Grouping = {
  /** Terminal slots of the plan, problem by problem, copies ascending. */
  readonly slots: Int32Array;
  /** Which copy each of `slots` is. */
  readonly copies: Int32Array;
  /** Problem p owns `slots[starts[p] .. starts[p + 1])`. */
  readonly starts: Int32Array;
  readonly problems: readonly (number | string)[];
  /** How often each question was asked; 1 = no copies. */
  readonly times: number;
  /** Whether there are copies that could not be told apart from other questions. */
  readonly ungrouped: boolean;
};

/** How ids map to questions: `row` is the id of the first copy. */
type Rows = { readonly times: number; readonly of: (slot: number) => { row: number | string; copy: number } };

const ANCHORS = 8;

/** Groups the terminal samples of a plan into problems. `total` is the number of samples of the run, where it is known. */
export function groupCopies(plan: Plan, repeats: Repeats, total: number | undefined): Grouping {
  const slots = terminalSlots(plan);
  const size = Math.max(total ?? 0, largestId(plan) + 1);
  const known = repeats.kind === "times" ? repeats.times : 0;
  const contents = lazyContents(plan, slots);
  const recorded = slots.some((slot) => (plan.copies[slot] ?? -1) >= 1);
  const rows =
    (recorded ? rowsByRepeatIndex(plan, slots, size, known, contents) : undefined) ??
    (repeats.kind === "times" && repeats.last
      ? rowsByConfig(plan, slots, size, known, total === undefined ? contents : undefined)
      : undefined);
  if (rows !== undefined) return arrange(plan, slots, rows, false);
  const expected = recorded || known > 1;
  if (repeats.kind === "none" && !recorded) return arrange(plan, slots, undefined, false);
  if (!expected && !hasTwins(plan, slots)) return arrange(plan, slots, undefined, false);
  const byContent = rowsByContent(plan, slots, size, contents());
  return arrange(plan, slots, byContent, byContent === undefined && (expected || mostlyCopies(slots, contents())));
}

function terminalSlots(plan: Plan): Int32Array {
  const slots = new Int32Array(plan.ids.length);
  let length = 0;
  for (let slot = 0; slot < plan.ids.length; slot += 1) {
    if (!isTerminal(plan, slot)) continue;
    slots[length] = slot;
    length += 1;
  }
  return slots.slice(0, length);
}

function largestId(plan: Plan): number {
  let largest = -1;
  for (const id of plan.ids) if (typeof id === "number" && id > largest) largest = id;
  return largest;
}

function numericIds(plan: Plan, slots: Int32Array): boolean {
  return slots.every((slot) => {
    const id = plan.ids[slot];
    return typeof id === "number" && id >= 0;
  });
}

const idOf = (plan: Plan, slot: number): number => Number(plan.ids[slot]);

/** `repeat` lays copies out block after block, so with N rows copy c of row r has the id c*N + r. */
function blockRows(plan: Plan, rowCount: number, times: number): Rows {
  return {
    times,
    of: (slot) => {
      const id = idOf(plan, slot);
      return { row: id % rowCount, copy: Math.floor(id / rowCount) };
    },
  };
}

function rowsByRepeatIndex(
  plan: Plan,
  slots: Int32Array,
  size: number,
  known: number,
  contents: () => Int32Array,
): Rows | undefined {
  if (!numericIds(plan, slots)) return undefined;
  let lowest = 1;
  let highest = Number.MAX_SAFE_INTEGER;
  let times = known;
  for (const slot of slots) {
    const copy = plan.copies[slot] ?? -1;
    if (copy < 0) return undefined;
    const id = idOf(plan, slot);
    lowest = Math.max(lowest, Math.floor(id / (copy + 1)) + 1);
    if (copy > 0) highest = Math.min(highest, Math.floor(id / copy));
    times = Math.max(times, copy + 1);
  }
  if (lowest > highest) return undefined;
  const even = size / times;
  const isFit = (rowCount: number): boolean =>
    rowCount >= lowest && rowCount <= highest && Number.isInteger(rowCount) && rowCount > 0;
  if (lowest === highest) return blockRows(plan, lowest, times);
  // Unfinished samples leave more than one answer open: the content decides.
  const candidates = [even, lowest].filter((rowCount) => isFit(rowCount));
  const agreed = candidates.find((rowCount) => matchingPairs(plan, slots, contents(), rowCount) >= 0);
  return agreed === undefined ? undefined : blockRows(plan, agreed, times);
}

/** With the run's size on disk the layout is certain; with a size guessed from the ids the contents have to agree. */
function rowsByConfig(
  plan: Plan,
  slots: Int32Array,
  size: number,
  times: number,
  contents: (() => Int32Array) | undefined,
): Rows | undefined {
  const rowCount = size / times;
  if (!numericIds(plan, slots) || !Number.isInteger(rowCount) || rowCount < 1) return undefined;
  const isSure = contents === undefined || matchingPairs(plan, slots, contents(), rowCount) >= 0;
  return isSure ? blockRows(plan, rowCount, times) : undefined;
}

/** How many samples have the same question as the one a block later; -1 when one has another question. */
function matchingPairs(plan: Plan, slots: Int32Array, contents: Int32Array, rowCount: number): number {
  let pairs = 0;
  for (const slot of slots) {
    const later = plan.slotOf.get(idOf(plan, slot) + rowCount);
    if (later === undefined || !isTerminal(plan, later)) continue;
    const here = contents[slot] ?? -1;
    const there = contents[later] ?? -1;
    if (here < 0 || there < 0) continue;
    if (here !== there) return -1;
    pairs += 1;
  }
  return pairs;
}

function rowsByContent(plan: Plan, slots: Int32Array, size: number, contents: Int32Array): Rows | undefined {
  if (numericIds(plan, slots)) {
    const rowCount = periodOf(plan, slots, size, contents);
    if (rowCount !== undefined) return blockRows(plan, rowCount, Math.ceil(size / rowCount));
  }
  return rowsByEqualClasses(plan, slots, contents);
}

/** The distance after which the questions repeat, when it fits all samples and at least two whole rounds. */
function periodOf(plan: Plan, slots: Int32Array, size: number, contents: Int32Array): number | undefined {
  const first = lowestCopied(plan, slots, contents);
  if (first === undefined) return undefined;
  const distances = [...slots]
    .filter((slot) => contents[slot] === contents[first] && idOf(plan, slot) > idOf(plan, first))
    .map((slot) => idOf(plan, slot) - idOf(plan, first))
    .sort((a, b) => a - b)
    .slice(0, 64);
  return distances.find((distance) => distance <= size / 2 && matchingPairs(plan, slots, contents, distance) > 0);
}

function lowestCopied(plan: Plan, slots: Int32Array, contents: Int32Array): number | undefined {
  const sizes = classSizes(slots, contents);
  let first: number | undefined;
  for (const slot of slots) {
    if ((sizes.get(contents[slot] ?? -1) ?? 0) < 2) continue;
    if (first === undefined || idOf(plan, slot) < idOf(plan, first)) first = slot;
  }
  return first;
}

function classSizes(slots: Int32Array, contents: Int32Array): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const slot of slots) {
    const content = contents[slot] ?? -1;
    if (content >= 0) sizes.set(content, (sizes.get(content) ?? 0) + 1);
  }
  return sizes;
}

/** Copies in any order: every question occurs equally often. Single repeated rows of a data set do not pass for copies. */
function rowsByEqualClasses(plan: Plan, slots: Int32Array, contents: Int32Array): Rows | undefined {
  const sizes = classSizes(slots, contents);
  const [times = 0] = sizes.values();
  if (times < 2 || slots.some((slot) => sizes.get(contents[slot] ?? -1) !== times)) return undefined;
  const members = new Map<number, number[]>();
  for (const slot of slots) {
    const content = contents[slot] ?? -1;
    const known = members.get(content);
    if (known === undefined) members.set(content, [slot]);
    else known.push(slot);
  }
  const place = new Map<number, { row: number | string; copy: number }>();
  for (const group of members.values()) {
    group.sort((a, b) => compareIds(plan.ids[a] ?? 0, plan.ids[b] ?? 0));
    const row = plan.ids[group[0] ?? 0] ?? 0;
    group.forEach((slot, copy) => {
      place.set(slot, { row, copy });
    });
  }
  return { times, of: (slot) => place.get(slot) ?? { row: plan.ids[slot] ?? slot, copy: 0 } };
}

function mostlyCopies(slots: Int32Array, contents: Int32Array): boolean {
  const sizes = classSizes(slots, contents);
  const copied = slots.reduce((sum, slot) => sum + ((sizes.get(contents[slot] ?? -1) ?? 0) > 1 ? 1 : 0), 0);
  return copied * 2 > slots.length;
}

/** Whether one of the first questions occurs again. Copies have prompts of the same bytes, so few are read. */
function hasTwins(plan: Plan, slots: Int32Array): boolean {
  const anchors = lowestIds(plan, slots, ANCHORS).filter((slot) => (plan.promptLengths[slot] ?? -1) > 0);
  const marks = new Set(anchors.map((slot) => plan.promptMarks[slot]));
  const alike = slots.filter((slot) => marks.has(plan.promptMarks[slot]) && (plan.promptLengths[slot] ?? -1) > 0);
  if (alike.length <= anchors.length && marks.size === anchors.length) return false;
  const contents = readContents(plan, alike);
  const sizes = classSizes(alike, contents);
  return anchors.some((slot) => (sizes.get(contents[slot] ?? -1) ?? 0) > 1);
}

function lowestIds(plan: Plan, slots: Int32Array, count: number): number[] {
  const lowest: number[] = [];
  const order = (a: number, b: number): number => compareIds(plan.ids[a] ?? 0, plan.ids[b] ?? 0);
  for (const slot of slots) {
    const last = lowest.at(-1);
    if (lowest.length === count && last !== undefined && order(slot, last) > 0) continue;
    lowest.push(slot);
    lowest.sort(order);
    if (lowest.length > count) lowest.pop();
  }
  return lowest;
}

function lazyContents(plan: Plan, slots: Int32Array): () => Int32Array {
  let contents: Int32Array | undefined;
  return () => {
    contents ??= readContents(plan, slots);
    return contents;
  };
}

/** Reads the prompts of some slots; the result holds, by slot, a number that is equal for equal questions, else -1. */
function readContents(plan: Plan, slots: Int32Array): Int32Array {
  const contents = new Int32Array(plan.ids.length).fill(-1);
  const numbers = new Map<string, number>();
  const reader = shardReader(false);
  try {
    for (const slot of slots) {
      const key = readQuestionKey(plan, slot, reader);
      if (key === undefined) continue;
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      contents[slot] = number;
    }
  } finally {
    reader.close();
  }
  return contents;
}

function readQuestionKey(plan: Plan, slot: number, reader: ReturnType<typeof shardReader>): string | undefined {
  const start = plan.promptStarts[slot] ?? -1;
  const shard = plan.shards[plan.files[slot] ?? -1];
  if (start < 0 || shard === undefined) return undefined;
  const slice = reader.read(shard.path, (plan.offsets[slot] ?? 0) + start, plan.promptLengths[slot] ?? 0);
  try {
    const question = questionOf(JSON.parse(slice.bytes.toString("utf8", slice.start, slice.end)));
    return question === undefined ? undefined : questionKey(question);
  } catch {
    return undefined;
  }
}

function arrange(plan: Plan, slots: Int32Array, rows: Rows | undefined, ungrouped: boolean): Grouping {
  if (rows === undefined || rows.times < 2) return { ...singles(plan, slots), ungrouped };
  const places = [...slots].map((slot) => ({ slot, ...rows.of(slot) }));
  places.sort((a, b) => compareIds(a.row, b.row) || a.copy - b.copy);
  const starts: number[] = [];
  const problems: (number | string)[] = [];
  places.forEach((place, index) => {
    if (index > 0 && places[index - 1]?.row === place.row) return;
    starts.push(index);
    problems.push(place.row);
  });
  starts.push(places.length);
  return {
    slots: Int32Array.from(places, (place) => place.slot),
    copies: Int32Array.from(places, (place) => place.copy),
    starts: Int32Array.from(starts),
    problems,
    times: rows.times,
    ungrouped,
  };
}

function singles(plan: Plan, slots: Int32Array): Omit<Grouping, "ungrouped"> {
  const ordered = inIdOrder(plan, slots);
  return {
    slots: ordered,
    copies: new Int32Array(ordered.length),
    starts: Int32Array.from({ length: ordered.length + 1 }, (_, index) => index),
    problems: Array.from(ordered, (slot) => plan.ids[slot] ?? slot),
    times: 1,
  };
}

function inIdOrder(plan: Plan, slots: Int32Array): Int32Array {
  return slots.sort((a, b) => compareIds(plan.ids[a] ?? 0, plan.ids[b] ?? 0));
}
