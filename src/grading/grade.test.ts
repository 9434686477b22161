// Tests of keys and grading on hand-written pairs: what is equal, what is not, which leniency was needed.
import { describe, expect, it } from "vitest";
import { type GradeOptions, grade } from "./grade.ts";
import { answerKey } from "./key.ts";
import { LENIENCIES } from "./leniency.ts";
import { dropAssignmentLabel, voteNormal } from "./vote.ts";

const SAME_KEY: [string, string][] = [
  ["0.5", "1/2"],
  ["\\frac12", ".5"],
  ["0.50", "0.5"],
  ["28\\%", "7/25"],
  ["1{,}000", "10^3"],
  ["\\sqrt{8}", "2\\sqrt2"],
  ["\\frac{1}{\\sqrt2}", "\\frac{\\sqrt2}{2}"],
  ["\\sqrt2\\sqrt8", "4"],
  ["(\\sqrt{2})^{200}", "2^{100}"],
  ["\\sqrt{3+2\\sqrt2}", "1+\\sqrt2"],
  ["\\sqrt{2}+\\sqrt{3}-\\sqrt{5+2\\sqrt{6}}", "0"],
  ["\\sqrt[3]{-8}", "-2"],
  ["\\sin 30^\\circ", "1/2"],
  ["\\cos\\frac{\\pi}{5}", "\\frac{1+\\sqrt5}{4}"],
  ["\\tan^{-1} 1", "\\pi/4"],
  ["\\log_2 8", "3"],
  ["\\ln e^2", "2"],
  ["e^{i\\pi}", "-1"],
  ["(1+i)^2", "2i"],
  ["\\frac{1}{1+i}", "\\frac{1-i}{2}"],
  ["\\frac{1}{2004!}", "\\frac{2005}{2005!}"],
  ["0.\\overline{3}", "1/3"],
  ["204_5", "54"],
  ["5!", "120"],
  ["\\binom{10}{3}", "120"],
  ["(x+1)^2", "x^2+2x+1"],
  ["\\frac{x+2}{7}", "\\frac{x}{7}+\\frac{2}{7}"],
  ["\\tan^2 y+1", "\\sec^2 y"],
  ["\\frac{1}{3\\sqrt[3]{x}^2}", "\\frac{1}{3x^{2/3}}"],
  ["e^x e^y", "e^{x+y}"],
  ["n(n-1)!", "n!"],
  ["\\binom{n}{2}", "\\frac{n(n-1)}{2}"],
  ["x+y-y", "x"],
  ["\\sin^2 x+\\cos^2 x", "1"],
  ["2^n 2^n", "4^n"],
  ["34x+45y-20z+100=0", "-34x-45y+20z-100=0"],
  ["2x+4y-3=0", "y=-\\frac{1}{2}x+\\frac{3}{4}"],
  ["x=5", "2x=10"],
  ["x <= 1", "-x >= -1"],
  ["m \\ge \\sqrt2", "m \\in [\\sqrt2,+\\infty)"],
  ["1\\le|z|\\le\\frac32", "z\\in[-\\frac32,-1]\\cup[1,\\frac32]"],
  ["|x-3|<2", "1<x<5"],
  ["x<1 \\text{ or } x>2", "x\\in(-\\infty,1)\\cup(2,\\infty)"],
  ["x \\ne 3", "x\\in(-\\infty,3)\\cup(3,\\infty)"],
  ["(-\\infty,\\infty)", "\\mathbb{R}"],
  ["\\mathbb{R}\\setminus\\{3\\}", "(-\\infty,3)\\cup(3,\\infty)"],
  ["[0,1]\\cup[1,2]", "[0,1]\\cup(1,2]"],
  ["1,2,3", "\\{3,2,1\\}"],
  ["1 \\pm \\sqrt{19}", "1-\\sqrt{19}, 1+\\sqrt{19}"],
  ["x = 1 or x = 2", "x \\in \\{1,2\\}"],
  ["(1,\\frac92)", "(1,4.5)"],
  ["1:2", "2:4"],
  [
    "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}+\\begin{pmatrix}5&6\\\\7&8\\end{pmatrix}",
    "\\begin{bmatrix}6&8\\\\10&12\\end{bmatrix}",
  ],
  ["\\begin{pmatrix}1&1\\\\0&1\\end{pmatrix}^2", "\\begin{pmatrix}1&2\\\\0&1\\end{pmatrix}"],
  ["F_n=\\sum_{k=0}^{n-1} F_k F_{n-k-1}", "F_n=\\sum_{k=0}^{n-1} F_{n-k-1} F_k"],
  ["\\text{East}", "east"],
  ["4:30 \\text{ p.m.}", "\\text{4:30 PM}"],
];

const OTHER_KEY: [string, string][] = [
  [".333", "1/3"],
  ["0.5", "-0.5"],
  ["1/2", "1/3"],
  ["\\frac{1}{2004!}", "\\frac{1}{2006!}"],
  ["\\frac{1}{2^{99}}", "\\frac{1}{2^{98}}"],
  ["\\frac{2^{2005}+1}{3\\cdot 2^{2006}}", "\\frac{1}{3\\cdot 2^{2006}}"],
  ["10^{60}\\sqrt2", "10^{60}\\sqrt2+1"],
  ["\\sqrt2", "\\sqrt2+10^{-50}"],
  ["2^{300000}", "2^{300000}+1"],
  ["e^{200}", "e^{200}+1"],
  ["\\pi", "\\frac{22}{7}"],
  ["\\pi", "3.14159265358979323846"],
  ["1-\\frac{1}{e}", "1+\\frac{1}{e}"],
  ["\\frac{2}{3}", "\\frac{3}{2}"],
  ["28\\%", "28"],
  ["5", "5\\text{ cm}"],
  ["5\\text{ cm}", "5\\text{ m}"],
  ["x=5", "5"],
  ["x=5", "y=5"],
  ["x", "|x|"],
  ["x", "\\sqrt{x^2}"],
  ["x", "y"],
  ["x^2", "x^3"],
  ["x+1", "x-1"],
  ["2^n", "n^2"],
  ["a-b", "b-a"],
  ["\\sin x", "\\cos x"],
  ["\\sqrt[3]{x}", "\\sqrt{x}"],
  ["n!", "(n+1)!"],
  ["f(x)", "f(y)"],
  ["f(x)", "g(x)"],
  ["x_1", "x_2"],
  ["F_n=\\sum_{k=0}^{n-1} F_k F_{n-k-1}", "F_n=\\sum_{k=0}^{n-2} F_k F_{n-k-2}"],
  ["\\lfloor n/2 \\rfloor", "n/2"],
  ["\\lfloor \\sqrt n\\rfloor", "\\lceil \\sqrt n\\rceil"],
  ["(1,2)", "(2,1)"],
  ["(1,2)", "[1,2]"],
  ["(1,2)", "(1,2]"],
  ["(1,2)", "\\{1,2\\}"],
  ["1,2", "1,3"],
  ["1,2", "1,2,3"],
  ["(1,2)\\cup(3,4)", "(1,2)\\cup(3,5)"],
  ["(1,2)\\cup(2,3)", "(1,3)"],
  ["x>5", "x<5"],
  ["x>5", "x\\ge5"],
  ["x>5", "y>5"],
  ["x+y>1", "x+y<1"],
  ["x+y>1", "x+y\\ge 1"],
  ["x+y=1", "x+y=2"],
  ["y=2x", "y=3x"],
  ["x^2+y^2=1", "x^2-y^2=1"],
  ["1+2i", "1-2i"],
  ["204_5", "204"],
  ["12:00", "1:00"],
  ["\\pm 2021", "2021"],
  ["1:2:3", "1:4:9"],
  ["1,2,\\ldots,10", "1,2,10"],
  ["\\begin{pmatrix}1\\\\2\\end{pmatrix}", "\\begin{pmatrix}2\\\\1\\end{pmatrix}"],
  ["\\begin{pmatrix}1&2\\end{pmatrix}", "\\begin{pmatrix}1\\\\2\\end{pmatrix}"],
  ["\\text{odd}", "\\text{even}"],
  ["32, 349", "32349"],
  ["\\infty", "-\\infty"],
  ["-x^2", "(-x)^2"],
  ["2^{3^2}", "(2^3)^2"],
  ["(10^9)!", "(10^9+1)!"],
];

describe("answerKey", () => {
  it.each(SAME_KEY)("%s has the key of %s", (left, right) => {
    expect(answerKey(left)).not.toBeNull();
    expect(answerKey(left)).toBe(answerKey(right));
  });

  it.each(OTHER_KEY)("%s has another key than %s", (left, right) => {
    expect(answerKey(left)).not.toBe(answerKey(right));
  });

  it("has at least as many different pairs as equal ones", () => {
    expect(OTHER_KEY.length).toBeGreaterThanOrEqual(SAME_KEY.length);
  });

  it("gives the same keys in any order of calls", () => {
    const answers = [...SAME_KEY, ...OTHER_KEY].flat();
    const forward = answers.map(answerKey);
    const backward = [...answers].reverse().map(answerKey).reverse();
    expect(backward).toEqual(forward);
  });

  it.each([
    ["7", "q:7/1"],
    ["-0", "q:0/1"],
    ["007", "q:7/1"],
    ["\\pi", "c:31415926535897932384626433832795028841971e1"],
    ["1+2i", "z:q:1/1;q:2/1"],
    ["(0,1]", "(q:0/1,q:1/1]"],
    ["2,1,1", "{q:1/1,q:2/1}"],
    ["\\emptyset", "{}"],
    ["5\\text{ cm}", "u:cm:q:5/1"],
    ["x\\ge 2", "in:'x:[q:2/1,inf)"],
    ["All primes", "t:allprimes"],
    ["1/0", "written:mul(1/1,pow(0/1,-1/1))"],
  ])("%s is %s", (answer, key) => {
    expect(answerKey(answer)).toBe(key);
  });

  it.each([
    "9^{9^{9^9}}",
    "(10^9)!",
    "\\binom{10^6}{5*10^5}",
    "\\frac{1}{(10^9)!}",
    "e^{e^{e^{e}}}",
    "\\sum_{k=1}^{10^9} k^k",
  ])("names %s by its written form", (answer) => {
    expect(answerKey(answer)).toMatch(/^written:/);
  });
});

const EQUAL: [string, string, string | undefined][] = [
  ["\\frac{1}{12}", "0.0833333333333333", "decimal prediction"],
  ["4.123105625617661", "\\sqrt{17}", "rounded gold"],
  ["33.3", "\\frac{100}{3}", "rounded gold"],
  ["3.14", "3.14159", "rounded gold"],
  ["28\\%", "28", "percent"],
  ["28", "28\\%", "percent"],
  ["0.28", "28\\%", undefined],
  ["5", "5 \\text{ cm}", "unit"],
  ["5 \\text{ cm}", "5", "unit"],
  ["90^\\circ", "90", "unit"],
  ["5.4 \\text{ cents}", "5.4 cents", undefined],
  ["10", "\\$10", "unit"],
  ["1000.99", "$1,000.99", "unit"],
  ["125 \\text{ miles}", "125 miles", undefined],
  ["-2 \\le x \\le 7", "[-2,7]", "gold relation, predicted set"],
  ["0<f(x)<1", "(0,1)", "gold relation, predicted set"],
  ["11", "x=11", "assignment"],
  ["x=11", "11", "assignment"],
  ["x=11", "x = 5+5+1 = 7 = 11", undefined],
  ["1/3", "x=1/3\\approx 1.3", "assignment"],
  ["(p,q,r)=(3,2,7)", "(3,2,7)", "assignment"],
  ["A:B=1", "1", "assignment"],
  ["AB=4,CD=5", "4, 5", "assignment"],
  ["a=4,\\,-8,\\,-10", "-10,-8,4", "assignment"],
  ["(5, 8), (8, 5)", "(x, y) = (5, 8) \\quad \\text{and} \\quad (8, 5)", "assignment"],
  ["(1,3)", "\\{1,3\\}", "gold tuple, predicted set"],
  ["\\{3,1\\}", "(1,3)", "gold tuple, predicted set"],
  ["5", "\\{5\\}", "single element"],
  ["5", "5 or 5.0", "single element"],
  ["204_5", "204", "base"],
  ["2.74", "2,74", "decimal comma"],
  ["\\text{E}", "E", undefined],
  ["\\text{(b)}", "B", "text"],
  ["\\text{abc}", "abc", "text"],
  ["2^n", "2^n for n \\ge 1", "qualifier"],
  ["\\sqrt{\\frac{y}{z}}", "\\frac{\\sqrt{yz}}{z}", "positive symbols"],
  ["\\frac{a\\sqrt{19}}{2}", "\\frac{\\sqrt{19}a}{2}", undefined],
  [
    "(\\begin{pmatrix}0.29\\\\0.196\\end{pmatrix})",
    "\\begin{pmatrix}0.290243531202435\\\\0.196008371385084\\end{pmatrix}",
    "rounded gold",
  ],
  ["x = \\frac13", "x = 0.333333", "decimal prediction"],
  ["(11,7)or(7,11)", "(7,11),\\ (11,7)", undefined],
  ["9^{9^{9^9}}", "9^{9^{9^{9}}}", undefined],
  ["\\begin{cases}1\\end{cases}", "\\begin{cases} 1 \\end{cases}", undefined],
];

const DIFFERENT: [string, string][] = [
  ["4", "\\frac{34}{16}+\\frac{\\sqrt{1358}}{16}"],
  ["2", "\\frac{1+\\sqrt{5}}{2}"],
  ["1\\sqrt{19}", "1"],
  ["\\frac13", "0.333"],
  ["\\frac13", "0.333334"],
  ["1/2004!", "0.000000"],
  ["\\frac{1}{2^{99}}", "0.00000000"],
  ["0.50", "0.506"],
  ["3.14159", "3.14"],
  ["0.0", "10^{-30}"],
  ["28\\%", "29"],
  ["0.28", "28"],
  ["5\\text{ cm}", "5\\text{ m}"],
  ["5 \\text{ cm}", "6"],
  ["2x+z=1", "1"],
  ["a^2+b=0", "0"],
  ["D=(0,1)", "D=(0,1.5)"],
  ["3*x-1*y+13=0", "3x+4y+14=0"],
  ["(3,1)", "\\{1,3\\}"],
  ["[1,2]", "(1,2)"],
  ["(0,1]", "\\{0,1\\}"],
  ["(37,3,3)", "(37,3,3,13)"],
  ["19, 46, 82", "21, 36, 82"],
  ["n=2,3,4", "n=1,2,3"],
  ["x>5", "x<5"],
  ["x\\ge5", "x\\le5"],
  ["4", "4\\sqrt(2)"],
  ["1:2:3:\\ldots", "1:4:9:\\ldots"],
  ["Y(x)=-x+C+\\frac{D}{x}", "Y(x)=A+\\frac{B}{x}-x"],
  ["f(x)", "f(y)"],
  ["d", "\\text{E}"],
  ["R", "r"],
  ["204", "204_5"],
  ["2.74", "2,47"],
  ["\\text{east}", "west"],
  ["|x|", "x"],
  ["\\sqrt{x^2}", "-x"],
  ["\\sqrt{x}", "-\\sqrt{x}"],
  ["1", "0"],
  ["\\frac{1}{2}+\\frac{1}{72}", "\\frac{1}{2}+2/3"],
  ["(a+5)(b+2)", "(+5)(b+2)"],
  ["x+2n+1", "x+1"],
];

describe("grade", () => {
  it.each(EQUAL)("%s accepts %s", (gold, prediction, leniency) => {
    const result = grade(gold, prediction);
    expect(result).toMatchObject({ verdict: "equal" });
    if (leniency) expect(result.leniency).toContain(leniency);
    else expect(result.leniency).toBeUndefined();
  });

  it.each(DIFFERENT)("%s rejects %s", (gold, prediction) => {
    expect(grade(gold, prediction)).toMatchObject({ verdict: "different" });
  });

  it("has at least as many different pairs as equal ones", () => {
    expect(DIFFERENT.length).toBeGreaterThanOrEqual(EQUAL.length);
  });

  it.each([
    ["9^{9^{9^9}}", "9^{9^{9^8}}"],
    ["5", "(10^9)!"],
    ["1/0", "1"],
    ["f(x)=0", "\\forall x>0, f(x) = 0"],
    ["5", "\\int_0^1 f"],
    ["5", ""],
    ["5", "{".repeat(1_000_000)],
  ])("case %#: does not know", (gold, prediction) => {
    expect(grade(gold, prediction)).toMatchObject({ verdict: "unknown", reason: expect.any(String) });
  });

  it("switches off each leniency by its name", () => {
    const needed = new Set<string>();
    for (const [gold, prediction, leniency] of EQUAL) {
      if (!leniency) continue;
      needed.add(leniency);
      const options: GradeOptions = { without: [leniency] };
      expect(grade(gold, prediction, options).verdict, `${gold} and ${prediction} without ${leniency}`).not.toBe(
        "equal",
      );
    }
    for (const { name } of LENIENCIES) expect([...needed], name).toContain(name);
  });

  it("takes the places that a decimal prediction needs", () => {
    expect(grade("1/3", "0.333", { decimalPlaces: 3 }).verdict).toBe("equal");
    expect(grade("1/3", "0.333", { decimalPlaces: 4 }).verdict).toBe("different");
    expect(grade("1/3", "0.3334", { decimalPlaces: 4 }).verdict).toBe("different");
  });

  it("reports the rung, the keys and, when asked, the steps", () => {
    const result = grade("x=\\frac12", "0.5", { explain: true });
    expect(result).toMatchObject({
      verdict: "equal",
      rung: "rational",
      leniency: "assignment",
      prediction_key: "q:1/2",
    });
    expect(result.steps).toEqual([
      expect.stringContaining("keys eq:"),
      "leniency: assignment",
      "  keys q:1/2 and q:1/2",
      "  equal (rational)",
    ]);
    expect(grade("1", "1").steps).toBeUndefined();
  });

  it("gives the keys of answerKey", () => {
    for (const [gold, prediction] of [...SAME_KEY, ...OTHER_KEY]) {
      const result = grade(gold, prediction);
      expect([result.gold_key, result.prediction_key]).toEqual([answerKey(gold), answerKey(prediction)]);
    }
  });
});

describe("votes", () => {
  it.each([
    ["x=5", "5", "5"],
    ["f(x)=2x+1", "2*x + 1", "2*x + 1"],
    ["28\\%", "28\\%", "28"],
    ["5 cm", "5 cm", "5"],
    ["x = \\$5", "\\$5", "5"],
    ["-\\$5", "-\\$5", "-5"],
    ["x=1 or x=2", "1 or 2", "1 or 2"],
    ["x \\in [1,2]", "[1, 2]", "[1, 2]"],
    ["2x+y=1", "2x+y=1", "2x+y=1"],
    ["even", "even", "even"],
    ["{".repeat(500), "{".repeat(500), "{".repeat(500)],
  ])("case %#", (answer, withoutLabel, normal) => {
    expect(dropAssignmentLabel(answer)).toBe(withoutLabel);
    expect(voteNormal(answer)).toBe(normal);
  });
});
