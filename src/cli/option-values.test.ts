import { expect, test } from "vitest";
import { byteSize, columnMap, numeric, positiveInteger, positiveIntegers, tauList } from "./option-values.ts";
import { Verb } from "./verb.ts";

test("sizes are powers of 1024", () => {
  expect(["64MB", "10k", "1048576", "1.5 GiB", "2m"].map(byteSize)).toEqual([
    67_108_864, 10_240, 1_048_576, 1_610_612_736, 2_097_152,
  ]);
  for (const bad of ["", "0", "-1", "12 apples", "1e3", "k"])
    expect(() => byteSize(bad)).toThrow("a size such as 64MB");
});

test("numbers, lists and taus", () => {
  expect(positiveIntegers("1, 2,8")).toEqual([1, 2, 8]);
  expect(positiveInteger("12")).toBe(12);
  for (const bad of ["", "0", "1.5", "-2", "1e2", "2,", "0x10"])
    expect(() => positiveIntegers(bad)).toThrow("whole number");
  expect([numeric("-1"), numeric("4.5"), numeric("1e3"), numeric(".5")]).toEqual([-1, 4.5, 1000, 0.5]);
  for (const bad of ["", "x", "NaN", "Infinity", "0x10"]) expect(() => numeric(bad)).toThrow("It must be a number");
  expect(tauList("0.5, 3/4")).toEqual(["0.5", "3/4"]);
  for (const bad of ["", "0", "1.5", "a"]) expect(() => tauList(bad)).toThrow();
});

test("column maps add up and keep strange names as data", () => {
  expect(columnMap("gold=answer,problem=question_id", undefined)).toEqual({ gold: "answer", problem: "question_id" });
  expect(columnMap("gold=b", { gold: "a", text: "t" })).toEqual({ gold: "b", text: "t" });
  expect(columnMap("text=a=b", undefined)).toEqual({ text: "a=b" });
  expect(Object.keys(columnMap("__proto__=x", undefined))).toEqual(["__proto__"]);
  for (const bad of ["gold", "=x", "gold=", ""]) expect(() => columnMap(bad, undefined)).toThrow("It must be pairs");
});

test("an operand may start with a dash and a digit", async () => {
  const seen: unknown[] = [];
  const program = new Verb("p").exitOverride().enablePositionalOptions();
  const verb = program.command("grade <gold> <prediction>").option("--tau <t>").option("--check");
  verb.action((...given) => {
    seen.push(given.slice(0, 2), verb.opts());
  });
  await program.parseAsync(["grade", "-1/2", "--tau", "-3x", "-.5", "--check"], { from: "user" });
  expect(seen).toEqual([["-1/2", "-.5"], { tau: "-3x", check: true }]);
});
