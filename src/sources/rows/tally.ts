// Counts what had to be left out while a file is read, and remembers where each kind was met first.

/** A running count by name. */
export type Tally = {
  /** Adds to a count; `place` is kept when it is the first of its kind. */
  readonly add: (name: string, place?: string, count?: number) => void;
  /** Adds a sentence for a person, once. */
  readonly note: (sentence: string) => void;
  /** The counts that are not zero, sorted by name. */
  readonly counts: () => Readonly<Record<string, number>>;
  /** The sentences, those about counts included. */
  readonly notes: () => readonly string[];
};

/** What a count is called in a note, for those whose first place helps to find the fault. */
const EXPLAINED: Readonly<Record<string, string>> = {
  unparsable_lines: "not JSON and left out",
  long_lines: "longer than the longest line allowed and left out",
  non_object_rows: "not an object and left out",
  rows_without_problem: "without a problem id and left out",
  ragged_rows: "with more or fewer cells than the header has columns",
  non_binary_verdicts: "with a verdict that is neither right nor wrong (partial credit), read as not graded",
  unreadable_verdicts: "with a verdict that cannot be read, read as not graded",
  conflicting_golds: "with another gold than the first rollout of its problem",
  nan_literals: "with NaN or Infinity, read as null",
};

/** Returns an empty tally. */
export function newTally(): Tally {
  const counts = new Map<string, number>();
  const first = new Map<string, string>();
  const sentences = new Set<string>();
  return {
    add(name, place, count = 1) {
      if (count <= 0) return;
      counts.set(name, (counts.get(name) ?? 0) + count);
      if (place !== undefined && !first.has(name)) first.set(name, place);
    },
    note(sentence) {
      sentences.add(sentence);
    },
    counts: () => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
    notes: () => [...sentences, ...placeNotes(counts, first)],
  };
}

function placeNotes(counts: ReadonlyMap<string, number>, first: ReadonlyMap<string, string>): string[] {
  return [...first.keys()].sort().map((name) => {
    const meaning = EXPLAINED[name];
    const start = `${name}: ${counts.get(name) ?? 0}`;
    return meaning === undefined
      ? `${start}, the first at ${first.get(name)}`
      : `${start} (${meaning}), the first at ${first.get(name)}`;
  });
}
