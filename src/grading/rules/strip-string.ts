// The published string normalisers of hendrycks/math and DeepSeek-Math.
import { trimEndOf } from "../extract/characters.ts";

/** Longer answers are left as they are: no benchmark has one, and the pattern work stays bounded. */
const LONGEST = 20_000;

function bracedRoots(text: string): string {
  return text.replace(/\\sqrt([^{[])/g, "\\sqrt{$1}");
}

function bracedFractions(text: string): string {
  return text.replace(/\\frac(?!\{)(.)(.)/gs, (_match, one: string, two: string) =>
    two === "{" ? `\\frac{${one}}{` : `\\frac{${one}}{${two}}`,
  );
}

function slashFraction(text: string): string {
  const parts = /^(-?\d+)\/(-?\d+)$/.exec(text);
  return parts === null ? text : `\\frac{${parts[1]}}{${parts[2]}}`;
}

const replaceAll = (text: string, pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((rest, [from, to]) => rest.replaceAll(from, to), text);

/**
 * The dataset variant of strip_string: spacing, `\left`, `\right` and spaces go, fractions and roots get braces, a bare
 * decimal point its zero, `a/b` becomes a fraction. Never fails, where the original can on a trailing command.
 *
 * Source: hendrycks/math, modeling/math_equivalence.py, without its removal of units, dollars and percent.
 * @internal
 */
export function stripHendrycks(answer: string): string {
  if (answer.length > LONGEST) return answer;
  const replaced = replaceAll(answer, [
    ["\n", ""],
    ["\\!", ""],
    ["\\\\", "\\"],
    ["tfrac", "frac"],
    ["dfrac", "frac"],
    ["\\left", ""],
    ["\\right", ""],
    [" .", " 0."],
    ["{.", "{0."],
  ]);
  const zeroed = replaced.startsWith(".") ? `0${replaced}` : replaced;
  return slashFraction(bracedFractions(bracedRoots(zeroed).replaceAll(" ", "")));
}

// \text{...} at the end is a unit, unless it is all there is.
function withoutUnit(text: string): string {
  const at = text.indexOf("\\text{");
  if (at < 0 || !text.endsWith("}")) return text;
  const rest = text.slice(0, at).trim();
  return rest === "" ? text : rest;
}

function withoutMboxes(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf("\\mbox{"); at >= 0; at = text.indexOf("\\mbox{", from)) {
    const close = text.indexOf("}", at);
    if (close < 0) break;
    pieces.push(text.slice(from, at));
    from = close + 1;
  }
  return pieces.join("") + text.slice(from);
}

function bracedArguments(text: string, command: string): string {
  const glued = text.replace(new RegExp(`\\\\${command}(-?[0-9.a-zA-Z]+)`, "g"), `\\${command}{$1}`);
  return glued.replace(new RegExp(`\\\\${command}\\s+(\\w+)$`), `\\${command}{$1}`);
}

function withInfinity(text: string): string {
  const named = text.replaceAll("infinity", "\\infty");
  return named.includes("\\infty") ? named : named.replaceAll("inf", "\\infty");
}

function unitsAndDegrees(text: string): string {
  const degrees = replaceAll(text, [
    ["^{\\circ}", ""],
    ["^\\circ", ""],
  ]).trim();
  const lengths = degrees.replace(/\{[cm]?m\}(?:\^[23])?/g, "").trim();
  return lengths
    .replace(/p\.m\.$/, "")
    .trim()
    .replace(/(\d)\s*t$/, "$1")
    .trim();
}

const FRACTIONS: readonly (readonly [string, string])[] = [
  ["tfrac", "frac"],
  ["dfrac", "frac"],
  ["cfrac", "frac"],
  ["\\left", ""],
  ["\\right", ""],
];

const MARKS: readonly (readonly [string, string])[] = [
  ["\\$", ""],
  ["$", ""],
  ["x\\in", ""],
  ["\\%", "%"],
  [" .", " 0."],
  ["{.", "{0."],
  ["\\cdot", ""],
];

function unwrapText(text: string): string {
  return text.startsWith("\\text{") && text.endsWith("}") ? text.slice(6, -1) : text;
}

function wholeNumbers(text: string): string {
  return text.replace(/(\d)\.0+(\D)/g, "$1$2").replace(/(\d)\.0+$/, "$1");
}

/**
 * DeepSeek-Math's longer strip_string: also units, degrees, `\text`, `\mbox`, spaces, `x.0`, j for i.
 *
 * Source: deepseek-ai/DeepSeek-Math, evaluation/data_processing/answer_extraction.py.
 */
export function stripDeepSeek(answer: string): string {
  if (answer.length > LONGEST) return answer;
  const start = unwrapText(trimEndOf(answer.trim().replaceAll("\n", ""), ".").replaceAll("\\!", ""));
  const plain = withInfinity(replaceAll(unitsAndDegrees(withoutUnit(replaceAll(start, FRACTIONS))), MARKS));
  const fonts = withoutMboxes(plain.replaceAll("\\mathbf", "").replaceAll("\\mathrm", ""));
  const imaginary = fonts.includes("j") && !fonts.includes("i") ? fonts.replaceAll("j", "i") : fonts;
  const whole = wholeNumbers(imaginary);
  const zeroed = whole.startsWith(".") ? `0${whole}` : whole;
  const braced = bracedArguments(bracedArguments(zeroed, "sqrt"), "tan").replaceAll(" ", "");
  return trimEndOf(slashFraction(bracedFractions(braced)), "\\,.");
}
