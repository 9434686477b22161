// Finds the name a person probably meant, for "did you mean" remedies.

/** Returns how many single-character edits lie between two words; two letters that changed places are one edit. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : change;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Returns the nearest of the names when it is near enough to be meant (a third of its letters differ at most). */
export function closest(word: string, names: readonly string[]): string | undefined {
  if (word.length > 100) return undefined;
  const ranked = names
    .filter((name) => name.length <= 100)
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.floor(Math.max(word.length, name.length) / 3))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name;
}
