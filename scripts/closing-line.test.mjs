import { describe, expect, it } from "vitest";
import { closingLines } from "./closing-line.mjs";

const test = (fullName, state) => ({ type: "test", fullName, result: () => ({ state }) });
const collection = (children) => ({
  array: () => children,
  allTests: () => children.flatMap((child) => (child.type === "suite" ? [...child.children.allTests()] : [child])),
});
const suite = (fullName, children) => ({ type: "suite", fullName, children: collection(children) });
const module = (children, errors = []) => ({ children: collection(children), errors: () => errors });

describe("closing-line", () => {
  it("ends with the plain line and names what was skipped", () => {
    const modules = [
      module([suite("oracles", [test("oracles > a", "skipped"), test("oracles > b", "skipped")])]),
      module([suite("mixed", [test("mixed > a", "passed"), test("mixed > b", "skipped")])]),
    ];
    expect(closingLines(modules, [])).toBe(
      "Not run: oracles (2); mixed > b; system tests (npm run test:system).\n1 passed, 0 failed, 3 skipped\n",
    );
  });

  it("counts as failed what has no test to fail: a file that does not load, a stray rejection, a test that hangs", () => {
    const modules = [module([], [new Error("no such module")]), module([test("a", "pending"), test("b", "passed")])];
    expect(closingLines(modules, [new Error("stray")])).toMatch(/\n1 passed, 3 failed\n$/);
  });
});
