// Canonical keys: two answers are the same answer exactly where their keys are equal.
import { parseAnswer } from "./parse/parser.ts";
import { children, foldText, isScalar, type Node, negative, shape, sum } from "./parse/tree.ts";
import { prepare } from "./prepare.ts";
import { realSetOf, solvedSet } from "./solve.ts";
import { type Complex, reciprocal, times } from "./value/complex.ts";
import { holdsMatrix, matrixOf } from "./value/matrix.ts";
import { mayBeZero, negate, type Real, signOf } from "./value/real.ts";
import { compareEnds, type End, type Interval, type RealSet } from "./value/real-set.ts";
import {
  complexKey,
  FUEL,
  freeSymbols,
  isOpen,
  keptDigits,
  numberOf,
  realKey,
  seededPoint,
  type Tank,
  valuesAtPoints,
} from "./value/scalar.ts";
import { POINTS, symbolValue } from "./value/seed.ts";

/**
 * The canonical key of an answer: its value, not its spelling. Tags: `q:` fraction, `c:` digits, `z:` complex,
 * `s:` symbols and digits at seeded points, `eq:` `ne:` `gt:` `ge:` relations, `in:` a solved inequality, `u:` with a
 * unit, `m:` matrix, `t:` text, `written:` the written form where the value cannot be held. Brackets, sets and unions
 * show as such.
 * Pure: the key depends on the string alone.
 * @returns the key, or null where the answer is empty or past an input cap
 */
export function answerKey(answer: string): string | null {
  const quick = quickKey(answer);
  if (quick !== null) return quick;
  const parsed = parseAnswer(answer);
  return parsed.ok ? keyOfTree(parsed.tree) : null;
}

const SHORT_NUMBER = /^-?(\d{1,15})(?:\.(\d{1,12}))?$/;

// Plain whole numbers and decimals, which are most answers there are.
function quickKey(answer: string): string | null {
  if (answer.length > 30) return null;
  const match = SHORT_NUMBER.exec(answer);
  if (!match?.[1]) return null;
  const sign = answer[0] === "-" ? "-" : "";
  if (match[2] === undefined) {
    const size = Number(match[1]);
    return size === 0 ? "q:0/1" : `q:${sign}${size}/1`;
  }
  const parsed = parseAnswer(answer);
  return parsed.ok && parsed.tree.kind === "number" ? `q:${parsed.tree.value.n}/${parsed.tree.value.d}` : null;
}

// The key of a parsed answer, within its own allowance of fuel.
function keyOfTree(tree: Node, tank: Tank = { fuel: FUEL }): string {
  return keyOf(prepare(tree), tank);
}

/** The key of a prepared tree. */
export function keyOf(node: Node, tank: Tank): string {
  switch (node.kind) {
    case "text":
      return `t:${foldText(node.value)}`;
    case "unit":
      return `u:${node.unit}:${keyOf(node.value, tank)}`;
    case "qualified":
      return `${keyOf(node.value, tank)}|${foldText(node.qualifier)}`;
    case "list":
      return listKey(node, tank);
    case "set":
      return setOf(node.items.map((item) => keyOf(item, tank)));
    case "tuple":
      return `${node.open}${node.items.map((item) => keyOf(item, tank)).join()}${node.close}`;
    case "ratio":
      return ratioKey(node.items, tank);
    case "sets":
      return setsKey(node, tank);
    case "domain":
      return node.name === "R" ? "(-inf,inf)" : `#${node.name}`;
    case "relation":
      return relationKey(node, tank);
    case "matrix":
      return matrixKey(node.rows, tank);
    case "plusminus":
      return `written:${shape(node)}`;
    default:
      return scalarKey(node, tank);
  }
}

function setOf(keys: string[]): string {
  return `{${[...new Set(keys)].sort().join()}}`;
}

function matrixKey(rows: Node[][], tank: Tank): string {
  return `m:${rows.map((row) => `[${row.map((cell) => keyOf(cell, tank)).join()}]`).join("")}`;
}

function listKey(node: Node & { kind: "list" }, tank: Tank): string {
  if (node.items.some((item) => item.kind === "symbol" && item.name === "...")) return `written:${shape(node)}`;
  if (node.joiner !== ",") {
    const solved = solvedSet(node, tank);
    if (solved) return `in:${solved.unknown}:${realSetKey(solved.set)}`;
  }
  return setOf(node.items.flatMap((item) => spreadKeys(item, tank)));
}

// x \in {1, 2} in a list is x = 1, x = 2.
function spreadKeys(item: Node, tank: Tank): string[] {
  const equations = memberships(item);
  return equations ? equations.map((equation) => keyOf(equation, tank)) : [keyOf(item, tank)];
}

function memberships(node: Node): Node[] | null {
  if (node.kind !== "relation" || node.operators.length !== 1 || node.operators[0] !== "in") return null;
  const [left, right] = node.operands;
  if (!left || right?.kind !== "set") return null;
  return right.items.map((item) => ({ kind: "relation", operands: [left, item], operators: ["="] }));
}

// --- one value ---

function infiniteSign(node: Node): string | null {
  if (node.kind === "constant" && node.name === "infinity") return "inf";
  const [minus, rest] = node.kind === "mul" ? node.factors : [];
  const isNegative =
    node.kind === "mul" && node.factors.length === 2 && minus?.kind === "number" && minus.value.n === -1n;
  return isNegative && rest?.kind === "constant" && rest.name === "infinity" ? "-inf" : null;
}

function scalarKey(node: Node, tank: Tank): string {
  const infinite = infiniteSign(node);
  if (infinite) return infinite;
  if (holdsMatrix(node)) {
    const rows = matrixOf(node);
    return rows ? matrixKey(rows, tank) : `written:${shape(node)}`;
  }
  const inner = withUnit(node);
  if (inner) return `u:${inner.unit}:${keyOf(inner.value, tank)}`;
  return isOpen(node) ? openKey(node, tank) : closedKey(node, tank);
}

// -\$5 and 5 cm / 2: a product with one unit in it carries that unit.
function withUnit(node: Node): { value: Node; unit: string } | null {
  if (node.kind !== "mul") return null;
  const at = node.factors.findIndex((factor) => factor.kind === "unit");
  const found = node.factors[at];
  if (found?.kind !== "unit" || node.factors.filter((factor) => factor.kind === "unit").length > 1) return null;
  return { value: { ...node, factors: node.factors.with(at, found.value) }, unit: found.unit };
}

const MAX_WHOLE_DIGITS = 300;

function closedKey(node: Node, tank: Tank): string {
  const found = numberOf(node, tank);
  if (!found.value || found.lopsided) return `written:${shape(node)}`;
  const isHuge = [found.value.re, found.value.im].some((part) => !part.exact && part.e > MAX_WHOLE_DIGITS * 3.32);
  return isHuge ? `written:${shape(node)}` : complexKey(found.value);
}

function openKey(node: Node, tank: Tank): string {
  const values = valuesAtPoints(node, tank);
  const defined = values.filter((value) => value !== null);
  if (defined.length < 2) return `written:${shape(node)}`;
  const same = sameEverywhere(values);
  if (same) return complexKey(same);
  const names = freeSymbols(node).filter((name) => dependsOn(node, name, values, tank));
  return `s:${names.join()}:${values.map(pointDigits).join()}`;
}

// x/x is 1: an expression with the same digits at every point is that number.
function sameEverywhere(values: (Complex | null)[]): Complex | null {
  const first = values[0];
  if (!first) return null;
  const digits = pointDigits(first);
  return values.every((value) => value !== null && pointDigits(value) === digits) ? first : null;
}

function pointDigits(value: Complex | null): string {
  if (!value) return "u";
  const re = keptDigits(value.re);
  return value.im.exact && value.im.n === 0n ? re : `${re}i${keptDigits(value.im)}`;
}

// A name counts only where the value changes with it: y - y + x is x.
function dependsOn(node: Node, name: string, values: (Complex | null)[], tank: Tank): boolean {
  for (let index = POINTS - 1; index >= 0; index -= 1) {
    const value = values[index];
    if (!value) continue;
    const other = symbolValue(`${name}'other`, index);
    const moved = numberOf(node, tank, seededPoint(index, new Map([[name, other]])), false).value;
    if (!moved || pointDigits(moved) !== pointDigits(value)) return true;
  }
  return false;
}

// --- ratios, unions ---

function ratioKey(items: Node[], tank: Tank): string {
  const values = items.map((item) => (isScalar(item) && !isOpen(item) ? numberOf(item, tank).value : null));
  const base = values.find((value) => value !== null && !isNothing(value));
  if (!base || values.some((value) => value === null))
    return `ratio:${items.map((item) => keyOf(item, tank)).join(":")}`;
  return `ratio:${values.map((value) => complexKey(divided(value as Complex, base))).join(":")}`;
}

function setsKey(node: Node & { kind: "sets" }, tank: Tank): string {
  const set = realSetOf(node, tank);
  if (set) return realSetKey(set);
  if (node.operator === "union" && node.parts.every((part) => part.kind === "set")) {
    return setOf(node.parts.flatMap((part) => children(part).map((item) => keyOf(item, tank))));
  }
  const keys = node.parts.map((part) => keyOf(part, tank));
  return `${node.operator}:${(node.operator === "difference" ? keys : [...new Set(keys)].sort()).join("|")}`;
}

// An interval as a pair in brackets, points as a set, several pieces as a union.
function realSetKey(set: RealSet): string {
  if (set.every(isPoint)) return setOf(set.map((part) => endKey(part.low)));
  return set.map(intervalKey).join("∪");
}

function isPoint({ low, high }: Interval): boolean {
  return compareEnds(low, high) === 0;
}

function intervalKey({ low, high, openLow, openHigh }: Interval): string {
  if (compareEnds(low, high) === 0) return `{${endKey(low)}}`;
  return `${openLow ? "(" : "["}${endKey(low)},${endKey(high)}${openHigh ? ")" : "]"}`;
}

function endKey(end: End): string {
  return typeof end === "string" ? end : realKey(end);
}

// --- relations ---

const isNothing = (value: Complex): boolean => mayBeZero(value.re) && mayBeZero(value.im);

function relationKey(node: Node & { kind: "relation" }, tank: Tank): string {
  const equations = memberships(node);
  if (equations)
    return equations.length === 1 ? keyOf(equations[0] as Node, tank) : setOf(equations.map((one) => keyOf(one, tank)));
  if (node.operators.includes("==")) return `written:${shape(node)}`;
  const solved = solvedSet(node, tank);
  if (solved) return `in:${solved.unknown}:${realSetKey(solved.set)}`;
  const pairs = node.operators.map((operator, at) =>
    pairKey(node.operands[at] as Node, operator, node.operands[at + 1] as Node, tank),
  );
  return pairs.length === 1 ? (pairs[0] as string) : setOf(pairs);
}

function pairKey(left: Node, operator: string, right: Node, tank: Tank): string {
  const isEquality = operator === "=" || operator === "!=";
  const scalar = isScalar(left) && isScalar(right) && !infiniteSign(right) && !holdsMatrix(left) && !holdsMatrix(right);
  if (!scalar || operator === "in") return `e:${keyOf(left, tank)} ${operator} ${keyOf(right, tank)}`;
  const isLess = operator === "<" || operator === "<=";
  const difference = isLess ? sum([right, negative(left)]) : sum([left, negative(right)]);
  const line = projectiveDigits(difference, !isEquality, tank);
  if (!line) return `written:${shape(left)} ${operator} ${shape(right)}`;
  const tag = operator === "=" ? "eq" : operator === "!=" ? "ne" : operator.length === 2 ? "ge" : "gt";
  return `${tag}:${line}`;
}

// Digits at the seeded points up to a constant factor (a positive one where the sign matters).
function projectiveDigits(node: Node, keepSign: boolean, tank: Tank): string | null {
  const values = valuesAtPoints(node, tank);
  if (values.filter((value) => value !== null).length < 2) return null;
  const base = values.find((value) => value !== null && !isNothing(value));
  if (!base) return null;
  const sign = keepSign && isNegative(base.re) ? -1 : 1;
  return values.map((value) => (value ? pointDigits(signed(divided(value, base), sign)) : "u")).join();
}

function isNegative(value: Real): boolean {
  return signOf(value) < 0;
}

function signed(value: Complex, sign: number): Complex {
  if (sign > 0) return value;
  return { re: negate(value.re), im: negate(value.im) };
}

function divided(value: Complex, by: Complex): Complex {
  const context = {
    precision: 260,
    last: true,
    exactBits: 400_000,
    spill: true,
    fuel: 1e6,
    unsure: false,
    lopsided: false,
    failure: "",
  };
  const inverse = reciprocal(context, by);
  return (inverse && times(context, value, inverse)) ?? value;
}
