import { expect, test } from "vitest";
import { clusterKey } from "./cluster-key.ts";

const math = clusterKey("math");
const mcq = clusterKey("mcq");
const open = clusterKey(undefined);

test.each([
  ["0.5", "\\frac{1}{2}"],
  ["x = 5", "5"],
  ["5 cm", "5"],
  ["50\\%", "50"],
  ["(x+1)^2", "x^2 + 2x + 1"],
  ["4:30 PM", "4:30 \\text{ p.m.}"],
])("mathematics votes by value: %s and %s", (one, other) => {
  expect(math(one)).toBe(math(other));
});

test("a list is the set of its items in mathematics, and keeps its order where nobody says so", () => {
  expect(math(["2", "1", "1.0"])).toBe(math(["1", "2"]));
  expect(math(["1", "2"])).not.toBe(math(["1", "3"]));
  expect(math(["7"])).toBe(math(7));
  expect(open(["2", "1"])).not.toBe(open(["1", "2"]));
});

test("what is past an input cap votes by its text", () => {
  const long = `${"1+".repeat(15_000)}1`;
  expect(math(long)).toBe(long);
});

test("nothing is no answer", () => {
  for (const keyOf of [math, mcq, open]) expect([null, "", "  ", []].map(keyOf)).toEqual([null, null, null, null]);
});

test.each(["(b)", "**B**", "B.", "\\text{B}", "$\\boxed{b}$", "Option B", "\\textbf{(B)}"])(
  "multiple choice votes by letter: %s",
  (text) => {
    expect(mcq(text)).toBe("B");
  },
);

test("an option's text votes by its folded text", () => {
  expect(mcq("New  York")).toBe(mcq("new york"));
  expect(mcq("A dog")).not.toBe(mcq("A"));
  expect(mcq("A or B")).not.toBe(mcq("A"));
});

test.each([
  ["listen", "silent"],
  ["on", "no"],
  ["ab", "ba"],
  ["AB", "BA"],
  ["Al", "La"],
  ["CO2", "C2O"],
  ["10 AM", "10 MA"],
  ["3-4", "2-3"],
  ["1990-2000", "-10"],
  ["12:30", "12/30"],
  ["v1.10", "v1.1"],
])("words never vote as products where nobody says mathematics: %s and %s", (one, other) => {
  expect(open(one)).not.toBe(open(other));
});

test.each([
  ["0.5", "1/2"],
  ["\\frac12", "0.5"],
  ["x=5", "5"],
  ["2x + 1", "1 + 2x"],
  ["12 dollars", "$12"],
  ["Blue ", "blue"],
])("numbers, formulas and equal words vote together all the same: %s and %s", (one, other) => {
  expect(open(one)).toBe(open(other));
});

test("code and text vote by their folded text only", () => {
  for (const kind of ["code", "text"] as const) expect(clusterKey(kind)("1/2")).toBe("1/2");
});

test("a key does not depend on what was asked before, even beyond what is remembered", () => {
  const keyOf = clusterKey("math");
  const before = keyOf("1/3");
  for (let at = 0; at < 10_001; at += 1) keyOf(`${at}/7`);
  expect(keyOf("1/3")).toBe(before);
  expect(keyOf("3/7")).toBe(clusterKey("math")("3/7"));
});
