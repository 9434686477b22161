// Compact storage for the plan: a few bytes per sample outside the heap, so that memory stays flat for millions of samples.

type Column = Int8Array | Int32Array | Float64Array;

/** Returns a column with room for `size` values, the old ones kept and the new ones filled. */
export function grown<Type extends Column>(column: Type, size: number, fill: number): Type {
  const Constructor = column.constructor as new (length: number) => Type;
  const larger = new Constructor(size);
  larger.set(column);
  larger.fill(fill, column.length);
  return larger;
}

/** Which slot a sample id has: whole numbers, which are dense in almost every run, in an array, all others in a map. */
export type SlotTable = {
  readonly get: (id: number | string) => number | undefined;
  readonly set: (id: number | string, slot: number) => void;
};

/** An id this far beyond the number of samples seen goes into the map, so that one odd id cannot claim the memory. */
const SPARSE = 1 << 16;

/** Returns an empty table. */
export function slotTable(): SlotTable {
  let dense = new Int32Array(1024).fill(-1);
  const others = new Map<number | string, number>();
  const isDense = (id: number | string): id is number => typeof id === "number" && id >= 0 && id < dense.length;
  return {
    get(id) {
      if (!isDense(id)) return others.get(id);
      const slot = dense[id] ?? -1;
      return slot === -1 ? others.get(id) : slot;
    },
    set(id, slot) {
      if (typeof id === "number" && id >= dense.length && id < 2 * slot + SPARSE) {
        dense = grown(dense, Math.max(2 * dense.length, id + 1), -1);
      }
      if (isDense(id)) dense[id] = slot;
      else others.set(id, slot);
    },
  };
}
