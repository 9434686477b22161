// Extraction by the general rule, family by family.
import { describe, expect, it } from "vitest";
import { extract } from "./extract.ts";
import { found } from "./types.ts";

const prediction = (text: string): string | string[] | null => extract(text).prediction;

const cases: { [family: string]: [text: string, expected: string | null][] } = {
  "boxes, the last one counts": [
    ["So $\\boxed{7}$.", "7"],
    ["First \\boxed{3}, no: \\boxed{\\frac{1}{2}}.", "\\frac{1}{2}"],
    ["\\fbox{42}", "42"],
    ["$\\boxed{\\boxed{5}}$", "5"],
    ["$\\boxed{\\left\\{ x \\mid x > 0 \\right.}$", "\\left\\{ x \\mid x > 0 \\right."],
    ["text {with an unmatched brace and \\boxed{8}", "8"],
    ["\\\\boxed{840} and **Final Answer**\\n\\\\boxed{840}", "840"],
    ["\\boxed 9 is it", "9"],
    ["\boxed{6}", "6"],
    ["\\boxed{1} no no no \\boxed{2}", "2"],
    ["$\\boxed{28 percent}", "28\\%"],
  ],
  "adjacent boxes are one list": [
    ["\\boxed{1} and \\boxed{2} and \\boxed{3}", "1, 2, 3"],
    ["$\\boxed{1}$, $\\boxed{2}$", "1, 2"],
    ["\\boxed{(2, 2)} \\quad \\text{and} \\quad \\boxed{(6, 2)}", "(2, 2), (6, 2)"],
    ["\\boxed{(3, 3)} \\text{ for part (a) and } \\boxed{(1, 1)}", "(3, 3), (1, 1)"],
    ["\\boxed{4}, \\boxed{4}", "4"],
    ["\\boxed{\\frac{1}{3}} \\approx \\boxed{0.333}", "\\frac{1}{3}"],
    ["\\boxed{9999.857142} or \\boxed{9999\\frac{6}{7}}", "9999\\frac{6}{7}"],
    ["\\boxed{1}\n\n\\boxed{2}", "2"],
  ],
  announcements: [
    ["Answer: 5", "5"],
    ["**Answer:** $x = 3$", "x = 3"],
    ["### Final Answer\n\n**73**", "73"],
    ["✅ Final Answer: **73**", "73"],
    ["The final answer is $\\frac{1}{2}$. I hope it is correct.", "\\frac{1}{2}"],
    ["Final Answer: The final answer is 14400. I hope it is correct.", "14400"],
    ["Answer: 72 clips, altogether.", "72"],
    ["Answer: the area is $5\\pi$ square units", "5\\pi"],
    ["Answer: Evelyn", "Evelyn"],
    ["The answer is 2 and 3.", "2 and 3"],
    ["The answer is $12 $ and $13 $.", "12, 13"],
    ["Answer: 4:30 p.m.", "4:30 p.m."],
    ["Answer:\n\\[\n x^2+1 \n\\]", "x^2+1"],
    ["Answer \\[ 9 \\]", "9"],
    ["#### 1,234", "1,234"],
    ["<answer>17</answer>", "17"],
    ["Answer: 5\nOn reflection, Answer: 6", "6"],
    ["Answer: $28$ percent", "28\\%"],
    ["Respuesta: 12", "12"],
    ["答案：３４", "34"],
    ["الإجابة النهائية: ٤٢", "42"],
    ["उत्तर: ५", "5"],
  ],
  "a box and an announcement, the later one counts": [
    ["\\boxed{5}, so the answer is 6.", "6"],
    ["Answer: 6, that is \\boxed{5}", "5"],
    ["\\boxed{7}. Thus the answer is correct.", "7"],
    ["between $\\boxed{12 $ and $13 }. $ Final Answer: The final answer is $12 $ and $13 $.", "12, 13"],
  ],
  "nothing announced": [
    ["The total is 72 clips, altogether.", "72"],
    ["We have $x<2$. Then $x - p = 2-2p$.", "x - p = 2-2p"],
    ["Here $n$ is 12 and $n$ is even.", "12"],
    ["the number is not 10 which is 1,000.99€", "1,000.99"],
    ["Soucis : 2,74 $ a..", "2,74"],
    ["It costs $5 and $6 for two", "6"],
    ["so −3", "-3"],
    ["about 5 × 10^3 metres", "5 × 10^3"],
    ["which is \\frac{3}{4} of it", "\\frac{3}{4}"],
    ["$1,000.99", "1,000.99"],
    ["-5", "-5"],
    ["$x \\in [-2,7]$", "x \\in [-2,7]"],
    ["sqrt(2)/2", "sqrt(2)/2"],
    ["$-2 \\\\le x \\\\le 7$", "-2 \\le x \\le 7"],
    ["I am not able to help with that.", null],
    ["", null],
  ],
  truncated: [
    ["so it is \\boxed{\\frac{1}{2", null],
    ["so \\boxed{5}. Again \\boxed{5}. Again \\boxed{", "5"],
    ["the value is $\\boxed{28$. That is all.", "28"],
    ["Answer:", null],
  ],
};

describe.each(Object.entries(cases))("%s", (_family, pairs) => {
  it.each(pairs)("%s", (text, expected) => {
    expect(prediction(text)).toBe(expected);
  });
});

describe("thinking", () => {
  it("is dropped", () => {
    expect(prediction("<think>\\boxed{1}</think>The answer is 2.")).toBe("2");
    expect(prediction("so maybe \\boxed{1}</think>\\boxed{2}")).toBe("2");
    expect(prediction("<think>a</think>3<think>b</think>")).toBe("3");
  });

  it("that never ends is no answer", () => {
    expect(extract("<think>so \\boxed{1}")).toEqual({
      prediction: null,
      rule: "thinking",
      reason: "the text ends while the model is still thinking",
    });
    expect(prediction("</think><think>5")).toBeNull();
  });

  it("stays when asked", () => {
    const text = "<think>Answer: 1</think>Answer: 2";
    expect(extract(text, "simple_evals_math").prediction).toBe("2");
    expect(extract(text, "simple_evals_math", { keepThinking: true }).prediction).toBe("1</think>Answer: 2");
  });
});

describe("extract", () => {
  it("gives lists as arrays when the gold is one", () => {
    const list = (text: string) => extract(text, "general", { list: true }).prediction;
    expect(list("\\boxed{1} and \\boxed{2}")).toEqual(["1", "2"]);
    expect(list("\\boxed{(1,2), (3,4)}")).toEqual(["(1,2)", "(3,4)"]);
    expect(list("\\boxed{1,234 \\text{ and } 5}")).toEqual(["1,234", "5"]);
    expect(list("\\boxed{\\{1; 2\\}}")).toEqual(["1", "2"]);
    expect(list("Answer: 7")).toEqual(["7"]);
  });

  it("takes a rule of the caller's own", () => {
    expect(extract("anything", (text) => found(text, "mine"))).toEqual({ prediction: "anything", rule: "mine" });
  });

  it("reads multiple choice when choices are given", () => {
    expect(extract("So (b).", undefined, { choices: ["1", "2"] })).toEqual({ prediction: "B", rule: "last-line" });
  });

  it("says which pattern fired", () => {
    expect(extract("\\boxed{1}").rule).toBe("boxed");
    expect(extract("Answer: 1").rule).toBe("answer-line");
    expect(extract("the answer is 1").rule).toBe("answer-is");
    expect(extract("it is 1 then").rule).toBe("last-number");
    expect(extract("").reason).toBe("the text is empty");
  });

  it("reads through invisible and direction characters and keeps no prototype", () => {
    expect(prediction("\u202e\u200bAnswer\u200b: \u20665\u2069")).toBe("5");
    expect(prediction("Answer: __proto__")).toBe("proto__");
  });
});
