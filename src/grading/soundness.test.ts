// Soundness of keys on random expressions: equal keys mean equal values (by a second evaluator), rewritings keep the
// key, near misses change it; and a short fuzz.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { grade } from "./grade.ts";
import { answerKey } from "./key.ts";
import { parseAnswer } from "./parse/parser.ts";
import { readable } from "./parse/tree.ts";
import {
  agree,
  ascii,
  type Expression,
  expressions,
  latex,
  mutate,
  rewrite,
  secondOpinion,
} from "./testing/expression.ts";

const RUNS = Number(process.env.SOUNDNESS_RUNS ?? 1_500);
const SEED = Number(process.env.SOUNDNESS_SEED ?? 0);
const numbers = expressions(["pi", "e"]);
const formulas = expressions(["x", "y", "pi"]);
const picks = fc.array(fc.nat(1_000), { minLength: 5, maxLength: 9 });

const isWritten = (key: string | null): boolean => key?.includes("written:") ?? true;

describe("numbers", () => {
  it("have a key that the second evaluator confirms", () => {
    const known: Record<string, string> = { q: "fractions", c: "digits" };
    const seen: Record<string, number> = {};
    fc.assert(
      fc.property(numbers, (expression) => {
        const value = secondOpinion(expression);
        fc.pre(value !== null);
        const key = answerKey(ascii(expression)) ?? "";
        seen[known[key[0] ?? ""] ?? key] = (seen[known[key[0] ?? ""] ?? key] ?? 0) + 1;
        if (key.startsWith("written:")) return;
        expect(confirms(key, value as bigint), `${ascii(expression)} has ${key} for ${value}`).toBe(true);
      }),
      { numRuns: RUNS, seed: SEED + 7 },
    );
    expect(seen.digits).toBeGreaterThan(RUNS / 4);
    expect(seen.fractions).toBeGreaterThan(RUNS / 10);
  });

  it("keep their key under rewriting and in LaTeX", () => {
    fc.assert(
      fc.property(numbers, picks, (expression, choices) => {
        fc.pre(secondOpinion(expression) !== null);
        const other = rewrite(expression, choices);
        fc.pre(secondOpinion(other) !== null);
        const key = answerKey(ascii(expression));
        expect(answerKey(latex(expression)), latex(expression)).toBe(key);
        if (!isWritten(key) && !isWritten(answerKey(latex(other))))
          expect(answerKey(latex(other)), `${ascii(expression)} and ${ascii(other)}`).toBe(key);
      }),
      { numRuns: RUNS, seed: SEED + 11 },
    );
  });

  it("lose it to a near miss, and only then", () => {
    fc.assert(
      fc.property(numbers, picks, (expression, choices) => {
        const miss = mutate(expression, choices);
        const [value, other] = [secondOpinion(expression), secondOpinion(miss)];
        fc.pre(value !== null && other !== null);
        const [key, otherKey] = [answerKey(ascii(expression)), answerKey(latex(miss))];
        if (isWritten(key) || isWritten(otherKey)) return;
        expect(otherKey === key, `${ascii(expression)} and ${ascii(miss)}`).toBe(
          agree(value as bigint, other as bigint),
        );
      }),
      { numRuns: RUNS, seed: SEED + 13 },
    );
  });
});

// A key against a value in units of 10^-150: the fraction, or the digits.
function confirms(key: string, value: bigint): boolean {
  const exact = /^q:(-?\d+)\/(\d+)$/.exec(key);
  const unit = 10n ** 150n;
  if (exact?.[1] && exact[2]) return agree((BigInt(exact[1]) * unit) / BigInt(exact[2]), value);
  const digits = /^c:(-?)(\d+)e(-?\d+)$/.exec(key);
  if (!digits?.[2]) return false;
  const shift = Number(digits[3]) - digits[2].length + 150;
  const size = shift >= 0 ? BigInt(digits[2]) * 10n ** BigInt(shift) : BigInt(digits[2]) / 10n ** BigInt(-shift);
  const off = (digits[1] ? -size : size) - value;
  const last = 10n ** BigInt(Math.max(0, Number(digits[3]) - 39 + 150));
  return (off < 0n ? -off : off) <= last;
}

describe("formulas", () => {
  const places = [
    { x: 1_237, y: 3_511 },
    { x: -2_713, y: 417 },
    { x: 5_003, y: -1_999 },
  ];
  const values = (expression: Expression): (bigint | null)[] => places.map((place) => secondOpinion(expression, place));

  it("keep their key under rewriting and lose it to a near miss", () => {
    fc.assert(
      fc.property(formulas, picks, (expression, choices) => {
        const [mine, other, miss] = [expression, rewrite(expression, choices), mutate(expression, choices)];
        const [a, b, c] = [values(mine), values(other), values(miss)];
        fc.pre([...a, ...b, ...c].every((value) => value !== null));
        const keys = [answerKey(ascii(mine)), answerKey(latex(other)), answerKey(latex(miss))];
        if (keys.some(isWritten)) return;
        expect(keys[1], `${ascii(mine)} and ${ascii(other)}`).toBe(keys[0]);
        const same = a.every((value, at) => agree(value as bigint, c[at] as bigint));
        expect(keys[2] === keys[0], `${ascii(mine)} and ${ascii(miss)}`).toBe(same);
      }),
      { numRuns: RUNS, seed: SEED + 17 },
    );
  });

  it("are read back from their rendering", () => {
    fc.assert(
      fc.property(fc.oneof(formulas, numbers), (expression) => {
        const text = latex(expression);
        const parsed = parseAnswer(text);
        const key = answerKey(text);
        if (!isWritten(key)) expect(parsed.ok && answerKey(readable(parsed.tree)), text).toBe(key);
      }),
      { numRuns: Math.ceil(RUNS / 3), seed: SEED + 19 },
    );
  });
});

describe("compounds", () => {
  const parts = fc
    .array(numbers, { minLength: 2, maxLength: 4 })
    .filter((items) => items.every((item) => secondOpinion(item) !== null));
  const keysOf = (items: Expression[]): string[] => items.map((item) => answerKey(ascii(item)) ?? "");

  it("tell order and brackets apart where they matter", () => {
    fc.assert(
      fc.property(parts, (items) => {
        const texts = items.map(ascii);
        const turned = [...texts].reverse();
        const isPalindrome = keysOf(items).join() === keysOf([...items].reverse()).join();
        expect(answerKey(`(${texts.join(", ")})`) === answerKey(`(${turned.join(", ")})`)).toBe(isPalindrome);
        expect(answerKey(`\\{${texts.join(", ")}\\}`)).toBe(answerKey(`\\{${turned.join(", ")}\\}`));
        expect(answerKey(texts.join("; "))).toBe(answerKey(`\\{${texts.join(", ")}\\}`));
        const brackets = ["()", "[]", "(]", "[)"].map(([open, close]) =>
          answerKey(`${open}${texts.join(", ")}${close}`),
        );
        expect(new Set(brackets).size).toBe(4);
      }),
      { numRuns: Math.ceil(RUNS / 5), seed: SEED + 23 },
    );
  });
});

describe("fuzz", () => {
  const pieces = fc.constantFrom(
    ..."\\frac \\sqrt { } ( ) [ ] \\{ \\} ^ _ , ; : = < > \\le + - * / !".split(" "),
    ..."% $ | & \\\\ \\begin{pmatrix} \\end{pmatrix} \\text{a b} \\cup \\in \\infty \\pi e i x y n 0 1".split(" "),
    ..."2 7 10 0.5 1e9 \\sin \\log \\sum_{k=1}^{9} \\binom \\pm \\left( \\right) \\boxed{ and or cm \\overline \\lfloor \\rfloor \\circ ' \\ldots \\mathbb{R} \\not \\pmod{3} \u0000 \u202e \u00b2 \u221a \ud800 __proto__ constructor".split(
      " ",
    ),
  );

  it("neither throws nor runs on", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), fc.array(pieces, { maxLength: 15 }), (left, right) => {
        const [gold, prediction] = [left.join(left.length % 2 === 0 ? " " : ""), right.join("")];
        const first = grade(gold, prediction);
        expect(grade(gold, prediction)).toEqual(first);
        if (first.gold_key !== null) expect(grade(gold, gold).verdict).toBe("equal");
      }),
      { numRuns: RUNS * 2, seed: SEED + 29 },
    );
  });

  it("survives arbitrary text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(answerKey(text)).toBe(answerKey(text));
      }),
      { numRuns: RUNS, seed: SEED + 31 },
    );
  });
});
