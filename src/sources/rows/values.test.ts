import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "../parse-json.ts";
import { closest } from "./closest.ts";
import { foldQuestion, partOf, readInteger, readList, readPrediction, readProblem, readVerdict } from "./values.ts";

describe("verdicts", () => {
  test.each([true, 1, "1", "1.0", "true", "True", " TRUE ", "yes", "C"])("%j is right", (value) => {
    expect(readVerdict(value)).toEqual({ verdict: true });
  });
  test.each([false, 0, -0, "0", "0.0", "false", "no", "I"])("%j is wrong", (value) => {
    expect(readVerdict(value)).toEqual({ verdict: false });
  });
  test.each([null, undefined, "", "  "])("%j was not graded", (value) => {
    expect(readVerdict(value)).toEqual({ verdict: null });
  });
  test.each([0.5, 2, -1, "0.25", "1e-3"])("%j is partial credit", (value) => {
    expect(readVerdict(value)).toEqual({ verdict: null, fault: "non_binary_verdicts" });
  });
  test.each(["maybe", "P", [], { x: 1 }])("%j cannot be read", (value) => {
    expect(readVerdict(value)).toEqual({ verdict: null, fault: "unreadable_verdicts" });
  });
});

test("blank and marked predictions are unextracted, others are kept as they are", () => {
  for (const value of [null, undefined, "", " ", "[invalid]"]) expect(readPrediction(value)).toBeNull();
  for (const value of [0, false, "None", " 2 ", [], ["a"]]) expect(readPrediction(value)).toEqual(value);
});

test("ids and integers", () => {
  expect([readProblem("7", true), readProblem("7", false), readProblem("007", true), readProblem(1.5, false)]).toEqual([
    7,
    "7",
    "007",
    "1.5",
  ]);
  expect([readProblem("", true), readProblem(null, false), readProblem([], false)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([readInteger("3"), readInteger("-3.0"), readInteger(3.5), readInteger("3a"), readInteger(2 ** 60)]).toEqual([
    3,
    -3,
    undefined,
    undefined,
    undefined,
  ]);
  expect([readList("[1]", true), readList("[1]", false), readList("[invalid]", true)]).toEqual([
    [1],
    undefined,
    undefined,
  ]);
  expect(foldQuestion(" a \n\t b ")).toBe("a b");
});

test("parts are stable, and a number and its digits fall in the same one", () => {
  expect(["a", "b", 3, "é"].map((id) => partOf(id, 7))).toMatchInlineSnapshot(`
    [
      5,
      6,
      5,
      2,
    ]
  `);
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 99 }), (id, of) => {
      expect(partOf(id, of)).toBe(partOf(String(id), of));
      expect(partOf(id, of)).toBeLessThan(of);
    }),
  );
});

test("every JSON text is read as JSON.parse does, and NaN outside strings as null", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text), nonFinite: 0 });
      expect(parseJson(`[NaN,${text},-Infinity]`)).toEqual({
        ok: true,
        value: [null, JSON.parse(text), null],
        nonFinite: 2,
      });
    }),
  );
  expect(parseJson('{"NaN": "NaN \\" Infinity", "b": Infinity}')).toMatchObject({
    value: { NaN: 'NaN " Infinity', b: null },
  });
  expect(parseJson("{NaN").ok).toBe(false);
});

test("the closest name", () => {
  expect(closest("glod", ["gold", "model"])).toBe("gold");
  expect(closest("predicton", ["prediction"])).toBe("prediction");
  expect(closest("x", ["id", "gold"])).toBeUndefined();
});
