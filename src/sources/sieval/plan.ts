// Decides which stored record of each sample counts, keeping a few numbers per sample and no text.
import { indexOfKey, keyOf } from "./bytes.ts";
import { findShards, type Shard } from "./find.ts";
import { FAILED, RECORD_START, type RecordHead } from "./head.ts";
import { type OnRecord, type OnTorn, scanIndex, scanShard } from "./scan.ts";
import { grown, type SlotTable, slotTable } from "./slots.ts";
import type { Counts } from "./values.ts";

/** The winning record of every sample, one slot each. The columns run in parallel and may be longer than `ids`. */
export type Plan = {
  readonly shards: readonly Shard[];
  readonly slotOf: SlotTable;
  readonly ids: (number | string)[];
  iterations: Float64Array;
  ranks: Int8Array;
  /** Index into `shards`; -1 where only an id is known. */
  files: Int32Array;
  offsets: Float64Array;
  lengths: Int32Array;
  /** `repeat_index`, -1 where the record does not say. */
  copies: Int32Array;
  /** Bytes of the stored prompt, -1 where they were not looked for or not found. */
  promptLengths: Int32Array;
  /** A number that is equal for prompts of the same bytes in any order, as those of permuted options are. */
  promptMarks: Int32Array;
  /** Where the stored prompt starts, in bytes from the record's start. */
  promptStarts: Int32Array;
};

function emptyPlan(shards: readonly Shard[]): Plan {
  return {
    shards,
    slotOf: slotTable(),
    ids: [],
    iterations: new Float64Array(0),
    ranks: new Int8Array(0),
    files: new Int32Array(0),
    offsets: new Float64Array(0),
    lengths: new Int32Array(0),
    copies: new Int32Array(0),
    promptLengths: new Int32Array(0),
    promptMarks: new Int32Array(0),
    promptStarts: new Int32Array(0),
  };
}

/** Makes room for one more sample. */
function reserve(plan: Plan): void {
  if (plan.ids.length < plan.ranks.length) return;
  const size = Math.max(1024, 2 * plan.ids.length);
  plan.iterations = grown(plan.iterations, size, 0);
  plan.ranks = grown(plan.ranks, size, -1);
  plan.files = grown(plan.files, size, -1);
  plan.offsets = grown(plan.offsets, size, 0);
  plan.lengths = grown(plan.lengths, size, 0);
  plan.copies = grown(plan.copies, size, -1);
  plan.promptLengths = grown(plan.promptLengths, size, -1);
  plan.promptMarks = grown(plan.promptMarks, size, 0);
  plan.promptStarts = grown(plan.promptStarts, size, -1);
}

/** Where one record lies. */
export type Location = { readonly file: number; readonly offset: number; readonly length: number };

export type PlanOptions = {
  readonly maxLine: number;
  /** Whether the prompts of records without a repeat_index are located, which grouping copies by content needs. */
  readonly prompts: boolean;
};

const SNAPSHOTS = new Set(["preprocessed", "inferred", "postprocessed", "feedback"]);
const PREPROCESS = keyOf(',"preprocess_result":');
const AFTER_PROMPT = ["infer_result", "stage_meta", "error_action", "postprocess_result", "feedback_result"].map(
  (name) => keyOf(`,"${name}":`),
);

/** Plans a run folder. Throws what the file system throws. */
export function planRun(directory: string, options: PlanOptions, counts: Counts): Plan {
  const plan = emptyPlan(findShards(directory));
  scanShards(
    plan.shards,
    options.maxLine,
    counts,
    (head, file, offset, length, bytes, start) => {
      const slot = placeRecord(plan, head, file, offset, length);
      if (slot === -1 || bytes === undefined) return;
      const prompt = options.prompts && head.copy === -1 ? locatePrompt(bytes, start, start + length) : undefined;
      plan.promptStarts[slot] = prompt?.start ?? -1;
      plan.promptLengths[slot] = prompt?.length ?? -1;
      plan.promptMarks[slot] = prompt?.mark ?? 0;
    },
    true,
  );
  return plan;
}

type OnPlaced = (
  head: RecordHead,
  file: number,
  offset: number,
  length: number,
  bytes: Buffer | undefined,
  start: number,
) => void;

/** Goes through all shards. A torn record only tells that its sample exists: it is reported with rank 0 and no place. */
function scanShards(
  shards: readonly Shard[],
  maxLine: number,
  counts: Counts,
  onPlaced: OnPlaced,
  useIndex: boolean,
): void {
  shards.forEach((shard, file) => {
    const isSnapshot = SNAPSHOTS.has(shard.stage);
    if (
      isSnapshot &&
      useIndex &&
      scanIndex(shard.path, shard.iteration, (head) => onPlaced(head, -1, 0, 0, undefined, 0))
    )
      return;
    const onRecord: OnRecord = (head, bytes, start, end, offset) =>
      onPlaced(head, file, offset, end - start, isSnapshot ? undefined : bytes, start);
    const onTorn: OnTorn = (head) => {
      if (head !== undefined) onPlaced({ ...head, rank: 0 }, -1, 0, 0, undefined, 0);
    };
    scanShard(shard.path, maxLine, counts, onRecord, onTorn);
  });
}

/** Returns the slot whose winner the record became, or -1 when another record of its sample stays ahead. */
function placeRecord(plan: Plan, head: RecordHead, file: number, offset: number, length: number): number {
  let slot = plan.slotOf.get(head.id);
  if (slot === undefined) {
    reserve(plan);
    slot = plan.ids.length;
    plan.slotOf.set(head.id, slot);
    plan.ids.push(head.id);
  } else if (!winsOver(plan, slot, head, file, offset)) return -1;
  plan.iterations[slot] = head.iteration;
  plan.ranks[slot] = head.rank;
  plan.files[slot] = file;
  plan.offsets[slot] = offset;
  plan.lengths[slot] = length;
  if (head.copy !== -1) plan.copies[slot] = head.copy;
  return slot;
}

function winsOver(plan: Plan, slot: number, head: RecordHead, file: number, offset: number): boolean {
  const iteration = plan.iterations[slot] ?? -1;
  if (head.iteration !== iteration) return head.iteration > iteration;
  const rank = plan.ranks[slot] ?? -1;
  if (head.rank !== rank) return head.rank > rank;
  const winner = plan.files[slot] ?? -1;
  return file === winner ? offset > (plan.offsets[slot] ?? -1) : file > winner;
}

/** Whether the winner of a slot is a finished state: final or failed. */
export function isTerminal(plan: Plan, slot: number): boolean {
  return (plan.ranks[slot] ?? -1) >= FAILED;
}

type Prompt = { readonly start: number; readonly length: number; readonly mark: number };

function locatePrompt(bytes: Buffer, start: number, end: number): Prompt | undefined {
  // The head is short, so the marker is near; the search must not run on into the texts.
  const near = Math.min(end, start + 512 + RECORD_START.length);
  const marker = indexOfKey(bytes.subarray(start, near), PREPROCESS, 0);
  if (marker === -1) return undefined;
  const from = marker + PREPROCESS.bytes.length;
  const record = bytes.subarray(start, end);
  for (const after of AFTER_PROMPT) {
    const to = indexOfKey(record, after, from);
    if (to !== -1) return { start: from, length: to - from, mark: markOf(record, from, to) };
  }
  return undefined;
}

// One arbitrary value per byte; their sum does not depend on the order of the bytes.
const BYTE_MARKS = Int32Array.from(
  { length: 256 },
  (_, byte) => Math.imul(byte + 1, 0x9e3779b1) ^ Math.imul(byte * byte + 7, 0x85ebca6b),
);
const CLOSING = [125, 93, 44, 34];

/** Marks the messages of a prompt, up to the `}],"` behind them: what follows names the right letter, which copies change. */
function markOf(bytes: Buffer, from: number, to: number): number {
  let mark = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (
      byte === CLOSING[0] &&
      bytes[at + 1] === CLOSING[1] &&
      bytes[at + 2] === CLOSING[2] &&
      bytes[at + 3] === CLOSING[3]
    )
      break;
    mark = (mark + (BYTE_MARKS[byte] ?? 0)) | 0;
  }
  return mark;
}

/**
 * Returns every terminal record of the given samples that is not among the excluded ones, best first, up to the first
 * record that is not terminal: what remains when a winner turns out to be unreadable.
 */
export function fallbacks(plan: Plan, slots: ReadonlySet<number>, maxLine: number): Map<number, Location[]> {
  type Candidate = Location & { readonly iteration: number; readonly rank: number };
  const found = new Map<number, Candidate[]>();
  scanShards(
    plan.shards,
    maxLine,
    {},
    (head, file, offset, length) => {
      const slot = plan.slotOf.get(head.id);
      if (slot === undefined || !slots.has(slot)) return;
      if (file === plan.files[slot] && offset === plan.offsets[slot]) return;
      const candidates = found.get(slot) ?? [];
      candidates.push({ file, offset, length, iteration: head.iteration, rank: head.rank });
      found.set(slot, candidates);
    },
    true,
  );
  const result = new Map<number, Location[]>();
  for (const [slot, candidates] of found) {
    candidates.sort((a, b) => b.iteration - a.iteration || b.rank - a.rank || b.file - a.file || b.offset - a.offset);
    const end = candidates.findIndex(({ rank }) => rank < FAILED);
    result.set(slot, end === -1 ? candidates : candidates.slice(0, end));
  }
  return result;
}
