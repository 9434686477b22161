// Multiple choice by this project's own rule.
import { describe, expect, it } from "vitest";
import { extract } from "../extract/extract.ts";
import type { ExtractOptions } from "../extract/types.ts";
import { latinLetter } from "./letters.ts";
import { namedOption } from "./option-text.ts";

const letter = (text: string, options: ExtractOptions = {}) => extract(text, "choice", options).prediction;

describe("letters in every wrapping", () => {
  it.each([
    ["Answer: C", "C"],
    ["answer: c", "C"],
    ["Answer: $C$", "C"],
    ["**Answer:** (c)", "C"],
    ["The answer is **B**.", "B"],
    ["The correct option is D", "D"],
    ["the correct answer is option d.", "D"],
    ["\\boxed{A}", "A"],
    ["$\\boxed{\\text{B}}$", "B"],
    ["\\boxed{\\textbf{(C)}}", "C"],
    ["\\boxed{B. 5 km}", "B"],
    ["I would choose (E).", "E"],
    ["Clearly, B is correct.", "B"],
    ["Option **C** is the correct one", "C"],
    ["C", "C"],
    ["(c)", "C"],
    ["A. Because B is not valid", "A"],
    ["B) 12 metres", "B"],
    ["It must be twelve.\n\n**D**", "D"],
    ["So the original price was (e) $78.20.", "E"],
    ["The answer is J", "J"],
    ["Answer: A because it is prime", "A"],
  ])("%s", (text, expected) => {
    expect(letter(text)).toBe(expected);
  });

  it("goes to P when the letters do", () => {
    expect(letter("Answer: P", { letters: "ABCDEFGHIJKLMNOP" })).toBe("P");
    expect(letter("Answer: P")).toBeNull();
  });
});

describe("other scripts", () => {
  it.each([
    ["答案：Ｂ", "B"],
    ["答案是C", "C"],
    ["所以正确答案是 (D)。", "D"],
    ["故选：A", "A"],
    ["正解は B です", "B"],
    ["答え：ウ", "C"],
    ["정답: 나", "B"],
    ["정답은 C입니다", "C"],
    ["정답은 (C)", "C"],
    ["الإجابة: ب", "B"],
    ["الإجابة الصحيحة هي: د", "D"],
    ["উত্তর: গ", "C"],
    ["উত্তরঃ খ", "B"],
    ["उत्तर: बी", "B"],
    ["उत्तर: (ग)", "C"],
    ["Respuesta: b", "B"],
    ["La respuesta correcta es **C**", "C"],
    ["La réponse est (D).", "D"],
    ["Die Antwort ist A.", "A"],
    ["Jawaban: C", "C"],
    ["Ìdáhùn: A", "A"],
  ])("%s", (text, expected) => {
    expect(letter(text)).toBe(expected);
  });

  it("knows the letters of a script by their order", () => {
    expect(["أ", "د", "ক", "ढ", "ア", "라"].map(latinLetter)).toEqual(["A", "D", "A", undefined, "A", "D"]);
  });
});

describe("unextracted", () => {
  it.each([
    ["The answer is A or B.", "more than one option is named"],
    ["Answer: (A) and (C)", "more than one option is named"],
    ["Answer: B/D", "more than one option is named"],
    ["The answer is none of the above.", "the last statement names no option"],
    ["The answer is a prime number.", "no option was named"],
    ["I don't know", "no option was named"],
    ["", "the text is empty"],
  ])("%s", (text, reason) => {
    expect(extract(text, "choice")).toMatchObject({ prediction: null, reason });
  });
});

describe("the last stated final answer counts", () => {
  it.each([
    ["Answer: A\nWait. Answer: B", "B"],
    ["The answer is A or B. Finally, the answer is B.", "B"],
    ["The answer is not in the choices. However, the closest answer is (b) 28.", "B"],
    ["\\boxed{A} but no, the answer is C", "C"],
    ["the answer is C, so \\boxed{C}", "C"],
    ["(a) is 1\n(b) is 2\nSo the pair is (b).", "B"],
  ])("%s", (text, expected) => {
    expect(letter(text)).toBe(expected);
  });
});

describe("the text of an option", () => {
  const choices = ["5 km", "15 km", "None of these", "$\\frac{1}{2}$"];

  it.each([
    ["The answer is 15 km.", "B"],
    ["Answer: 5 km", "A"],
    ["\\boxed{15 km}", "B"],
    ["So the answer is none of these.", "C"],
    ["\\boxed{\\frac{1}{2}}", "D"],
    ["Therefore it walks 5 km", "A"],
    ["Answer: 5 km or 15 km", null],
    ["Answer: 25 km", null],
  ])("%s", (text, expected) => {
    expect(letter(text, { choices })).toBe(expected);
  });

  it("is compared without case and wrapping, and never when it is twice the same", () => {
    expect(namedOption("**The Sun**", ["the sun", "the moon"])).toBe(0);
    expect(namedOption("x", ["x", "x"])).toBe(-1);
    expect(namedOption("", ["", "a"])).toBe(-1);
  });
});
