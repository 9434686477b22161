// Reads one part of a path into tallies: what a single thread does, and what each of several does.
import type { Loss, Run, TaskKind } from "../draw/run.ts";
import { clusterKey } from "../grading/cluster-key.ts";
import type { KeyOf } from "../metrics/consistency.ts";
import { addDraw, emptyTally, mergeTally, type Tally } from "../metrics/tally.ts";
import { findSource } from "../sources/open.ts";
import { sortVersions } from "../sources/sieval/facts.ts";
import type { ColumnMap } from "../sources/source.ts";

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
export type RunTally = { readonly key: string; readonly run: Run; readonly loss: Loss; readonly tally: Tally };

/** Reads a part. Throws InputError for data that cannot be used. */
export async function readPart(request: PartRequest): Promise<RunTally[]> {
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
  return reading.runs().map(({ key, run, loss }) => ({ key, run, loss, tally: tallies.get(key) ?? emptyTally() }));
}

const union = (a: readonly string[] = [], b: readonly string[] = []): string[] => [...new Set([...a, ...b])];

function mergeRun(a: Run, b: Run): Run {
  const versions = sortVersions(union(a.versions, b.versions));
  const requested = Math.max(a.requested ?? 0, b.requested ?? 0);
  return {
    ...b,
    ...a,
    ...(versions.length === 0 ? {} : { versions }),
    ...(requested === 0 ? {} : { requested }),
  };
}

function mergeLoss(a: Loss, b: Loss): Loss {
  const counts: Record<string, number> = { ...a.counts };
  for (const [name, count] of Object.entries(b.counts)) counts[name] = (counts[name] ?? 0) + count;
  return {
    unknown: a.unknown.filter((fact) => b.unknown.includes(fact)),
    counts: Object.fromEntries(Object.entries(counts).sort(([x], [y]) => (x < y ? -1 : 1))),
    notes: union(a.notes, b.notes).sort(),
  };
}

/** Puts the parts of a path together again. The order of the parts does not matter for any number. */
export function mergeParts(parts: readonly (readonly RunTally[])[]): RunTally[] {
  const merged = new Map<string, RunTally>();
  for (const item of parts.flat()) {
    const before = merged.get(item.key);
    if (before === undefined) merged.set(item.key, item);
    else {
      mergeTally(before.tally, item.tally);
      merged.set(item.key, { ...before, run: mergeRun(before.run, item.run), loss: mergeLoss(before.loss, item.loss) });
    }
  }
  return [...merged.values()];
}
