// Tests of the parser: what models write, the caps, the plain-text rendering, hostile input.
import { describe, expect, it } from "vitest";
import { answerKey } from "../key.ts";
import { parseAnswer } from "./parser.ts";
import { readable } from "./tree.ts";

const read = (text: string): string => {
  const parsed = parseAnswer(text);
  return parsed.ok ? `${parsed.tree.kind} ${readable(parsed.tree)}` : `! ${parsed.reason}`;
};

describe("spellings", () => {
  it.each([
    ["\\frac12", "mul 1/2"],
    ["\\frac 34", "mul 3/4"],
    ["\\frac9{19}", "mul 9/19"],
    ["\\sqrt2", "call sqrt(2)"],
    ["\\sqrt[3]{2}", "call \\sqrt[3]{2}"],
    ["√2/2", "mul sqrt(2)/2"],
    ["\\left( \\dfrac{3}{5}, 2 \\right]", "tuple (3/5, 2]"],
    ["2x(y+1)", "mul 2*x*(y + 1)"],
    ["1\\frac{4}{5}", "add 1 + 4/5"],
    ["2 1/2", "add 2 + 1/2"],
    ["1\\frac12\\%", "percent (1 + 1/2)%"],
    ["2 \\cdot 3\\frac12", "mul 2*(3 + 1/2)"],
    ["(2)\\frac12", "mul 2*1/2"],
    ["3\\frac{x}{2}", "mul 3*x/2"],
    ["1,000", "number 1000"],
    ["14{,}916", "number 14916"],
    ["11,\\! 111,\\! 111", "number 11111111"],
    ["1\\,000\\,000", "number 1000000"],
    ["(2,251,252)", "tuple (2, 251, 252)"],
    ["43,47,2021", "list 43, 47, 2021"],
    ["32, 349", "list 32, 349"],
    ["0,111", "number 0.111"],
    ["１２．５", "number 12.5"],
    ["−3", "number -3"],
    ["x²", "pow x^2"],
    ["3 × 10⁻⁵", "mul 3*10^(-5)"],
    ["2π", "mul 2*pi"],
    ["3.5e-08", "number 0.000000035"],
    ["0.1\\overline{6}", "add 1/10 + 6/90"],
    ["28\\%", "percent 28%"],
    ["28 percent", "percent 28%"],
    ["90^\\circ", "unit 90^\\circ"],
    ["90 degrees", "unit 90^\\circ"],
    ["\\$18.90", "unit \\$18.90"],
    ["15\\mbox{ cm}^2", "unit 15\\text{ cm^2}"],
    ["125 miles", "unit 125\\text{ mile}"],
    ["204_5", "based 204_{5}"],
    ["4210_{5}", "based 4210_{5}"],
    ["1 \\pm \\sqrt{19}", "add 1 \\pm sqrt(19)"],
    ["\\pm 2021", "plusminus \\pm 2021"],
    ["5!", "call 5!"],
    ["(2k-1)!!", "call (2*k - 1)!!"],
    ["\\binom{2k}{k}", "call binom(2*k, k)"],
    ["{n \\choose 2}", "call binom(n, 2)"],
    ["2 \\sin b \\cos a", "mul 2*sin(b)*cos(a)"],
    ["\\tan^2(y)+1", "add tan(y)^2 + 1"],
    ["\\sin^{-1} x", "call asin(x)"],
    ["\\log_{2} 8", "call log(8, 2)"],
    ["|x-3|", "call abs(x - 3)"],
    ["\\lfloor \\frac{p}{9} \\rfloor", "call floor(p/9)"],
    ["\\{1,2,3\\}", "set \\{1, 2, 3\\}"],
    ["{1,3}", "set \\{1, 3\\}"],
    ["\\emptyset", "set \\{\\}"],
    ["(0,9) \\cup (9,36)", "sets (0, 9) \\cup (9, 36)"],
    ["]0,1[", "tuple (0, 1)"],
    ["(-\\infty, 0]", "tuple (-\\infty, 0]"],
    ["x \\geq -\\frac{6}{5}", "relation x >= -6/5"],
    ["-2 \\\\le x \\\\le 7", "relation -2 <= x <= 7"],
    ["x != 3", "relation x \\ne 3"],
    ["x = 1 or x = 2", "list x = 1 or x = 2"],
    ["12\\text{ and }13", "list 12 and 13"],
    ["2, 3, and 5", "list 2 and 3 and 5"],
    ["(0;0;6)", "tuple (0, 0, 6)"],
    ["(x, y) = (5, 8)", "relation (x, y) = (5, 8)"],
    ["V_{1}:V_{2}", "ratio V_{1} : V_{2}"],
    ["\\begin{pmatrix}1&2\\\\3&4\\\\\\end{pmatrix}", "matrix \\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}"],
    ["\\text{Evelyn}", "text \\text{Evelyn}"],
    ["\\text{(B)}", "symbol B"],
    ["odd", "text \\text{odd}"],
    ["12:00", "text \\text{12:00}"],
    ["4:30 \\text{ p.m.}", "text \\text{4:30 pm}"],
    ["n is prime", "qualified n is prime"],
    ["All positive integers", "text \\text{All positive integers}"],
    ["\\boxed{5}", "number 5"],
    ["$5$.", "number 5"],
    ["**73**", "number 73"],
    ["f(x)=2x+1", "relation f(x) = 2*x + 1"],
    ["a(b+c)", "mul a*(b + c)"],
    ["F_{n-1}", "call F_{n - 1}"],
    ["\\sum_{k=0}^{n-1} F_k", "call \\sum_{k=0}^{n - 1} (F_{k})"],
    ["x\\in\\mathbb{R}", "relation x \\in \\mathbb{R}"],
  ])("%s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it("reports a brace missing at a truncation", () => {
    expect(parseAnswer("\\frac{1}{2")).toMatchObject({ ok: true, note: expect.stringContaining("missing }") });
  });

  it("keeps what it cannot read as unread text", () => {
    expect(parseAnswer("\\int_0^1 x dx")).toMatchObject({ ok: true, tree: { kind: "text", unread: true } });
    expect(parseAnswer("the cat sat")).toMatchObject({ ok: true, tree: { kind: "text", unread: false } });
  });

  it.each([
    "x^2-3x+1",
    "\\frac{a+b}{2\\sqrt{c}}",
    "-2^{n-1}",
    "a-(b-c)",
    "1/(2x)",
    "\\{1\\pm\\sqrt5,-2\\}",
    "2^{3^4}",
    "(2^3)^4",
    "-x^2",
    "(-x)^2",
    "[1,\\infty)",
    "-\\frac{3}{2}x",
    "x_1+x_{12}",
    "\\sqrt[3]{x}^2",
    "|a|b|c|",
    "5 cm",
    "\\$3.50",
    "p^{e_1}",
  ])("reads its own rendering of %s to the same key", (text) => {
    const parsed = parseAnswer(text);
    expect(parsed.ok && answerKey(readable(parsed.tree))).toBe(answerKey(text));
  });
});

describe("caps", () => {
  it.each([
    ["", "empty"],
    ["   ", "empty"],
    ["{".repeat(1_000_000), "longer than 20000 characters"],
    ["\\boxed{".repeat(10_000), "longer than 20000 characters"],
    ["1+".repeat(3_000), "more than 4000 tokens"],
    ["(".repeat(1_000), "nested deeper than 200"],
    ["\\sqrt".repeat(1_000), "nested deeper than 200"],
    [`5${"!".repeat(100)}`, "nested deeper than 200"],
  ])("case %#", (text, reason) => {
    expect(parseAnswer(text)).toEqual({ ok: false, reason });
    expect(answerKey(text)).toBeNull();
  });

  it.each([
    "__proto__",
    "constructor",
    "\\constructor{2}",
    "\\__proto__",
    "x_{__proto__}",
    "hasOwnProperty(1)",
    "\u202e12\u202c3",
    "\u0000\u00075",
    "\\",
    "\\\\",
    "$",
    "$$",
    "}",
    "\\end{pmatrix}",
    "\\begin{pmatrix}",
    "\\begin",
    "_",
    "^",
    "^2",
    "x^",
    "\\frac",
    "\\frac{1}",
    "\\left",
    "\\right)",
    "&&&",
    "|||",
    "||",
    "\\{",
    "1/0",
    "0^0",
    "\\text{",
    "\ud800",
    "\ud83d\ude00",
    "\\sqrt[",
    "\\log_",
    "\\sum",
    "\\mathbb",
    "!!",
    "%",
    "1%%%",
  ])("survives %j", (text) => {
    expect(() => answerKey(text)).not.toThrow();
  });

  it("drops control, zero-width and bidirectional characters", () => {
    expect(answerKey("\u202e12\u202c\u200b3\u0007")).toBe("q:123/1");
  });
});
