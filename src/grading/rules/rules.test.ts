// The published rules, each with what it was published to do, its quirks included.
import { describe, expect, it } from "vitest";
import { extract } from "../extract/extract.ts";
import type { ExtractOptions } from "../extract/types.ts";
import { isRuleName, type RuleName, ruleNames, rules } from "./rules.ts";
import { stripDeepSeek, stripHendrycks } from "./strip-string.ts";

type Expected = string | string[] | null;

const cases: { [rule in RuleName]?: [text: string, expected: Expected, options?: ExtractOptions][] } = {
  simple_evals_math: [
    ["Answer: 5\nAnswer: 6", "5"],
    ["ANSWER :  x + 1 ", "x + 1"],
    ["**Answer:** 7", "** 7"],
    ["Answer:\n\n12 apples", "12 apples"],
    ["The answer is 5", null],
    ["Answer:  ", null],
  ],
  simple_evals_mcq: [
    ["Answer: C", "C"],
    ["answer: c", "c"],
    ["Answer: $B$", "B"],
    ["Answer: Both", "B"],
    ["Answer: (B)", null],
    ["Answer: E or so. Answer: D", "D"],
    ["Answer:\nB", null],
  ],
  simple_evals_mcq_upper: [
    ["answer: c", "C"],
    ["answer c", null],
  ],
  mmlu_pro: [
    ["ANSWER: P", "P"],
    ["answer:\n j", "j"],
    ["ANSWER: Q", null],
  ],
  mmlu_pro_upper: [
    ["answer: j", "J"],
    ["answer j", null],
  ],
  mmlu_multilingual: [
    ["**Answer:** $\\boxed{B}$", "B"],
    ["答案：Ｃ", "C"],
    ["الإجابة: د", "D"],
    ["উত্তরঃ ড", "C"],
    ["Réponse : A", "A"],
    ["Respuesta: B\nAnswer: C", "C"],
    ["answer: c", "c"],
    ["Answer: (C)", null],
  ],
  matharena: [
    ["\\boxed{1} \\boxed{2}", "2"],
    ["\\boxed{\\fbox{7}}", "7"],
    ["\\boxed{\\frac{1}{3}} or \\boxed{0.333}", "\\frac{1}{3}"],
    ["\\boxed{2^{10}} that is \\boxed{\\approx 1000}", "2^{10}"],
    ["\\boxed{5} that is \\boxed{0.5}", "0.5"],
    ["about 12 or 13.5x", "13"],
    ["none", null],
    ["x\n$\\boxed{1}$ and $\\boxed{2}$\nbye", "1,2", { list: true }],
    ["\\boxed{9}\n\\boxed{1,2} or \\boxed{3,4}", "3,4", { list: true }],
  ],
  imo_answer_bench: [
    ["$\\boxed{f(x) = 2x^{2}}$", "2x^{2}"],
    ["\\boxed{\\left\\{1, 2\\right\\}}", "{1, 2}"],
    ["\\boxed{90^\\circ}", "90"],
    ["\\boxed{n^2 \\text{ for all } n \\ge 1}", "n^2"],
    ["none", null],
  ],
  deepseek_math: [
    ["final answer is $\\frac12$. I hope it is correct.", "\\frac{1}{2}"],
    ["\\boxed{3} then \\boxed{4.0}", "4"],
    ["\\boxed{3} then \\boxed{4}", ["3", "4"], { list: true }],
    ["so the answer is: 12 \\text{ miles}.\nBye", "12"],
    ["```output\n17\n```", "17"],
    ["costs 1,234 in all", "1234"],
    ["\\boxed{", null],
    ["nothing", null],
  ],
  minerva_math: [
    ["\\boxed{1 \\text{ and } 2}\nProblem: next \\boxed{9}", ["1", "2"]],
    ["\\boxed{1,2}", ["1,2"]],
    ["\\boxed{1,2}", ["1", "2"], { question: "Give all roots, separated by commas." }],
    ["none", null],
  ],
  gsm8k_strict: [
    ["so 5\n#### 1,234.\n#### 9", "1234"],
    ["#### -7", "-7"],
    ["####7", null],
  ],
  gsm8k_flexible: [
    ["costs $1,234. Or -5 apples", "-5"],
    ["it is $18.", "18"],
    ["none", null],
  ],
  gsm8k_answer_line: [
    ["16 - 3\nA: 13", "13"],
    ["A: 1,000", "1000"],
    ["A: ", null],
    ["13", null],
  ],
  theoremqa: [
    ["The answer is: 5.0 m/s^2.", "5.0"],
    ["so the answer is x = 12.", "12"],
    ["The answer is Yes", "True"],
    ["The answer is unknown", "False"],
    ["The answer is (b).", "(b)"],
    ["The answer is 3.\n\nThe answer is 4.", "3"],
    ["The answer is 20%", "20/100"],
    ["The answer is 2\\pi", "2*3.14"],
    ["the last is 1.5 or 7", "7"],
    ["words", null],
  ],
  opencompass_first_option: [
    ["答案是B", "B"],
    ["答案： C", "C"],
    ["选择 D", "D"],
    ["ANSWER: B", "B"],
    ["I think the correct answer is: (C)", "C"],
    ["the correct option is clearly $\\boxed{D}$", "D"],
    ["B. because", "B"],
    ["The Dog", "D"],
    ["It is not sure: B", "B"],
    ["e", null],
    ["The answer is (E)", "E", { letters: "ABCDE" }],
  ],
  faithful_cot_aqua: [
    ["So the answer is (c).\n\n", "C"],
    ["So the answer is (c).\n\nQ", "C).\n\nQ"],
    ["So the answer is none of the above.", "NONE OF THE ABOVE"],
    ["It is (c).", null],
    ["the answer is .", null],
  ],
  faithful_cot_aqua_chat: [
    ["The answer is (c) 12 m.", "C"],
    ["The answer is none of the above.", "N"],
    ["It is (c).", null],
    ["the answer is .", null],
  ],
};

describe.each(Object.entries(cases))("%s", (rule, pairs) => {
  it.each(pairs)("%s", (text, expected, options) => {
    const extraction = extract(text, rule as RuleName, options ?? {});
    expect(extraction.prediction).toEqual(expected);
    expect(extraction.reason === undefined).toBe(expected !== null);
  });
});

describe("the table", () => {
  it("holds every name once", () => {
    expect(Object.keys(rules).sort()).toEqual([...ruleNames].sort());
    expect(isRuleName("general")).toBe(true);
    expect(isRuleName("__proto__")).toBe(false);
  });
});

describe("string normalisers", () => {
  it.each([
    ["\\tfrac12", "\\frac{1}{2}"],
    ["\\frac1{72}", "\\frac{1}{72}"],
    ["1/2", "\\frac{1}{2}"],
    ["\\sqrt3 + .5", "\\sqrt{3}+0.5"],
    ["\\left( 3, \\! 4 \\right)", "(3,4)"],
    ["\\frac", "\\frac"],
  ])("hendrycks %s", (text, expected) => {
    expect(stripHendrycks(text)).toBe(expected);
  });

  it.each([
    ["\\text{Evelyn}", "Evelyn"],
    ["12\\text{ miles}", "12"],
    ["90^\\circ", "90"],
    ["5.00", "5"],
    ["\\$10", "10"],
    ["x\\in[0,inf)", "[0,\\infty)"],
    ["2+3j", "2+3i"],
    ["\\mbox{a}7", "7"],
    ["\\dfrac{3}{4}.", "\\frac{3}{4}"],
  ])("DeepSeek %s", (text, expected) => {
    expect(stripDeepSeek(text)).toBe(expected);
  });
});
