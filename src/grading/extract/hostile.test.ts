// Hostile input: nothing throws, nothing takes more than a bounded number of steps.
import { describe, expect, it } from "vitest";
import { ruleNames } from "../rules/rules.ts";
import { extract } from "./extract.ts";

const SIZE = 1_000_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);

const hostile: { [name: string]: string } = {
  "a depth of 100,000 braces": `\\boxed{${"{".repeat(100_000)}1${"}".repeat(100_000)}}`,
  "braces never closed": fill("{"),
  "10,000 boxes": "\\boxed{1} and ".repeat(10_000),
  "boxes never closed": fill("\\boxed{"),
  "boxes in boxes": `${"\\boxed{".repeat(50_000)}1${"}".repeat(50_000)}`,
  dollars: fill("$x "),
  "opened formulas": fill("\\[\\("),
  announcements: fill("answer: "),
  "announcements on lines": fill("The answer is\n"),
  "Chinese announcements": fill("答案是"),
  backslashes: fill("\\"),
  numbers: fill("1,000"),
  blanks: `Answer${fill(" ")}`,
  "tags of thought": fill("<think></think>"),
  "direction and control characters": fill("\u202e\u0000\u0008"),
  "options in brackets": fill("(a"),
  "text commands": fill("\\text{"),
};

describe("hostile input", () => {
  it.each(Object.entries(hostile))("%s", (_name, text) => {
    for (const rule of ["general", "choice", "deepseek_math", "matharena", "mmlu_multilingual"] as const) {
      const start = performance.now();
      const extraction = extract(text, rule, { choices: ["1", "x"] });
      // Quadratic work on this size takes minutes; the figures proper are the bench's.
      expect(performance.now() - start).toBeLessThan(2000);
      expect(typeof extraction.rule).toBe("string");
    }
  });

  it("survives every rule on random pieces", () => {
    const pieces = (
      "\\boxed{ } { $ $$ \\( \\) \\[ \\] answer Answer: is the ** _ ` # #### A b (c) 1,000 .5 -3 − ３ \n \n\n \\frac \\text{ " +
      "and or , ; % <think> </think> <answer> 答案是 الإجابة: ب __proto__ constructor \u202e \u200b \ud800 ≈ × 10^ / : ="
    ).split(" ");
    let state = 7;
    const next = (bound: number): number => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * bound);
    };
    for (let round = 0; round < 1500; round++) {
      const count = next(30);
      const text = Array.from(
        { length: count },
        () => `${pieces[next(pieces.length)]}${next(3) === 0 ? " " : ""}`,
      ).join("");
      for (const rule of ruleNames) {
        const { prediction, reason } = extract(text, rule, { list: next(2) === 0, choices: ["1", "and", "b"] });
        expect((prediction === null) === (reason !== undefined)).toBe(true);
        expect(prediction).not.toBe("");
      }
    }
  });
});
