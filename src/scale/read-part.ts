// Reads one part of a path into tallies: what a single thread does, and what each of several does.
import type { Loss, Run, TaskKind } from "../draw/run.ts";
import { clusterKey } from "../grading/cluster-key.ts";
import type { KeyOf } from "../metrics/consistency.ts";
import { addDraw, emptyTally, mergeTally, type Tally } from "../metrics/tally.ts";
import { findSource } from "../sources/open.ts";
import { addPartFacts, finishRun } from "../sources/sieval/facts.ts";
import type { ColumnMap, ReadFailure, RunFacts } from "../sources/source.ts";

/** What to read, as plain data that can be sent to a worker. */
export type PartRequest = {
  readonly path: string;
  readonly format: string;
  readonly maxLine: number;
  readonly map?: ColumnMap;
  readonly task?: string;
  readonly part?: { readonly index: number; readonly of: number };
};

/** One run as far as a part has seen it. Plain data. */
export type RunTally = RunFacts & { readonly tally: Tally };

/** What a part has read, and what it could not read. */
export type PartRead = { readonly tallies: readonly RunTally[]; readonly failures: readonly ReadFailure[] };

/** Reads a part. Throws InputError for data that cannot be used. */
export async function readPart(request: PartRequest): Promise<PartRead> {
  const source = await findSource(request.path, request.format);
  const { maxLine, map, task, part } = request;
  const reading = await source.open(request.path, {
    maxLine,
    ...(map === undefined ? {} : { map }),
    ...(task === undefined ? {} : { task }),
    ...(part === undefined ? {} : { part }),
  });
  const tallies = new Map<string, Tally>();
  const keysOf = new Map<TaskKind | undefined, KeyOf>();
  for await (const batch of reading.batches) {
    let tally = tallies.get(batch.run);
    if (tally === undefined) {
      tally = emptyTally();
      tallies.set(batch.run, tally);
    }
    // One function for each kind, so that all its problems share what was already parsed.
    const keyOf = keysOf.get(batch.kind) ?? clusterKey(batch.kind);
    keysOf.set(batch.kind, keyOf);
    for (const draw of batch.draws) addDraw(tally, draw, keyOf);
  }
  return {
    tallies: reading.runs().map((facts) => ({ ...facts, tally: tallies.get(facts.key) ?? emptyTally() })),
    failures: reading.failures?.() ?? [],
  };
}

const union = (a: readonly string[] = [], b: readonly string[] = []): string[] => [...new Set([...a, ...b])];

function mergeRun(a: Run, b: Run): Run {
  const requested = Math.max(a.requested ?? 0, b.requested ?? 0);
  return { ...b, ...a, ...(requested === 0 ? {} : { requested }) };
}

function mergeLoss(a: Loss, b: Loss): Loss {
  const counts: Record<string, number> = { ...a.counts };
  for (const [name, count] of Object.entries(b.counts)) counts[name] = (counts[name] ?? 0) + count;
  return {
    unknown: a.unknown.filter((fact) => b.unknown.includes(fact)),
    counts: Object.fromEntries(Object.entries(counts).sort(([x], [y]) => (x < y ? -1 : 1))),
    notes: union(a.notes, b.notes),
  };
}

function mergeFacts(a: RunTally, b: RunTally): RunTally {
  mergeTally(a.tally, b.tally);
  const part = a.part === undefined || b.part === undefined ? undefined : addPartFacts(a.part, b.part);
  return {
    ...a,
    run: mergeRun(a.run, b.run),
    loss: mergeLoss(a.loss, b.loss),
    ...(part === undefined ? {} : { part }),
  };
}

/**
 * Puts the parts of a path together again. The order of the parts does not matter for any number. A run that one part could
 * not read is left out whole: the rest of it would be another run.
 */
export function mergeParts(parts: readonly PartRead[]): PartRead {
  const failures = new Map(
    parts.flatMap((part) => part.failures).map((failure) => [`${failure.key}\n${failure.error.message}`, failure]),
  );
  const failed = new Set([...failures.values()].map(({ key }) => key));
  const merged = new Map<string, RunTally>();
  for (const item of parts.flatMap((part) => part.tallies)) {
    const before = merged.get(item.key);
    merged.set(item.key, before === undefined ? item : mergeFacts(before, item));
  }
  const tallies = [...merged.values()].filter(({ key }) => !failed.has(key));
  return {
    tallies: tallies.map((item) => ({ ...finishRun(item), tally: item.tally })),
    failures: [...failures.values()],
  };
}
