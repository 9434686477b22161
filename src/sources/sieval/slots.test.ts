import fc from "fast-check";
import { expect, test } from "vitest";
import { slotTable } from "./slots.ts";

test("a slot table answers like a map, whatever the ids", () => {
  const id = fc.oneof(fc.nat({ max: 5000 }), fc.integer(), fc.maxSafeInteger(), fc.string());
  fc.assert(
    fc.property(fc.uniqueArray(id, { maxLength: 200 }), (ids) => {
      const table = slotTable();
      ids.forEach((one, slot) => {
        expect(table.get(one)).toBeUndefined();
        table.set(one, slot);
      });
      for (const [slot, one] of ids.entries()) expect(table.get(one)).toBe(slot);
    }),
  );
});

test("an id that is first far away and later within reach keeps its slot", () => {
  const table = slotTable();
  table.set(100_000, 0);
  for (let slot = 1; slot < 60_000; slot += 1) table.set(slot, slot);
  expect(table.get(100_000)).toBe(0);
  expect(table.get(59_999)).toBe(59_999);
  expect(table.get(70_000)).toBeUndefined();
});
