// Inequalities in one unknown as sets of reals: linear ones, chains, and absolute values of linear expressions.
import { contains, isScalar, type Node, negative, type Relation, shape, sum } from "./parse/tree.ts";
import { add, invert, mayBeZero, multiply, negate, type Real, signOf, whole, ZERO } from "./value/real.ts";
import { complement, EVERYTHING, intersection, mapped, merged, pointSet, type RealSet } from "./value/real-set.ts";
import { freeSymbols, isOpen, numberOf, type Tank } from "./value/scalar.ts";

const PRECISION = 400;

/** A set of reals that one unknown (named by its shape) ranges over. */
export type Solved = { unknown: string; set: RealSet };

/**
 * The solution set of an inequality, a chain, an `x \in S` or an "or"/"and" of those in one unknown.
 * Null where there are several unknowns or the inequality is not linear (or the absolute value of a linear one).
 */
export function solvedSet(node: Node, tank: Tank): Solved | null {
  if (node.kind === "list") return solvedList(node, tank);
  if (node.kind !== "relation" || node.operators.every((operator) => operator === "=")) return null;
  if (node.operators.includes("in")) return solvedMembership(node, tank);
  const unknown = unknownOf(node);
  if (!unknown) return null;
  let set: RealSet = EVERYTHING;
  for (const [at, operator] of node.operators.entries()) {
    const part = solvePair(node.operands[at] as Node, operator, node.operands[at + 1] as Node, unknown, tank);
    if (!part) return null;
    set = intersection(set, part);
  }
  return { unknown: shape(unknown), set };
}

function solvedList(node: Node & { kind: "list" }, tank: Tank): Solved | null {
  const parts = node.items.map((item) => solvedSet(item, tank));
  const first = parts[0];
  if (!first || parts.some((part) => part?.unknown !== first.unknown)) return null;
  const sets = parts.map((part) => part?.set ?? []);
  if (node.joiner === "or") return { ...first, set: merged(sets.flat()) };
  return { ...first, set: sets.reduce(intersection) };
}

function solvedMembership(node: Node & { kind: "relation" }, tank: Tank): Solved | null {
  const [left, right] = node.operands;
  if (!left || !right || node.operands.length !== 2 || left.kind !== "symbol") return null;
  const set = right.kind === "set" ? null : realSetOf(right, tank);
  return set ? { unknown: shape(left), set } : null;
}

// The one thing that is not known: a symbol, or f(x) where it stands alone.
function unknownOf(node: Node & { kind: "relation" }): Node | null {
  const applied = node.operands.find(
    (operand) => operand.kind === "call" && (operand.name === "apply" || operand.name === "index"),
  );
  if (applied) {
    const others = node.operands.filter((operand) => operand !== applied);
    return others.some(isOpen) ? null : applied;
  }
  const isOpaque = contains(
    node,
    (inner) => inner.kind === "call" && (inner.name === "apply" || inner.name === "index"),
  );
  const names = freeSymbols(node);
  const name = names[0];
  return !isOpaque && names.length === 1 && name !== undefined ? { kind: "symbol", name } : null;
}

function solvePair(left: Node, operator: Relation, right: Node, unknown: Node, tank: Tank): RealSet | null {
  if (isInfinite(left) || isInfinite(right)) return operator === "<" || operator === ">" ? EVERYTHING : null;
  if (!isScalar(left) || !isScalar(right)) return null;
  const difference = sum([left, negative(right)]);
  const bars = absoluteIn(difference);
  if (!bars) return affineSet(difference, operator, unknown, tank);
  // |u|: solve for the bars as an unknown t >= 0, then for u on both sides.
  const size = affineSet(difference, operator, bars, tank);
  if (!size) return null;
  const upper = intersection(size, [{ low: ZERO, high: "inf", openLow: false, openHigh: true }]);
  const both = merged([...upper, ...mapped(upper, negate, true)]);
  return preimage(both, bars.args[0] as Node, unknown, tank);
}

function isInfinite(node: Node): boolean {
  return contains(node, (inner) => inner.kind === "constant" && inner.name === "infinity");
}

type Bars = Node & { kind: "call" };

function absoluteIn(node: Node): Bars | null {
  let found: Bars | null = null;
  let count = 0;
  contains(node, (inner) => {
    if (inner.kind === "call" && inner.name === "abs" && isOpen(inner)) {
      found = inner;
      count += 1;
    }
    return false;
  });
  return count === 1 ? found : null;
}

/** Slope and offset of an expression linear in the unknown; null where it is not linear or not real. */
function affine(node: Node, unknown: Node, tank: Tank): { slope: Real; offset: Real } | null {
  const at = (value: Real): Real | null => {
    const label = unknown.kind === "symbol" ? unknown.name : shape(unknown);
    const point = { symbol: (name: string) => (name === "probe" ? ZERO : null), fixed: new Map([[label, value]]) };
    const found = numberOf(substituted(node, unknown), tank, point).value;
    return found?.im.exact && found.im.n === 0n ? found.re : null;
  };
  const [zero, one, two, third] = [at(ZERO), at(whole(1n)), at(whole(2n)), at({ exact: true, n: -7n, d: 3n })];
  if (!zero || !one || !two || !third) return null;
  const slope = add(one, negate(zero), PRECISION);
  const predict = (x: Real): Real => add(zero, multiply(slope, x, PRECISION), PRECISION);
  const isLine = same(predict(whole(2n)), two) && same(predict({ exact: true, n: -7n, d: 3n }), third);
  return isLine ? { slope, offset: zero } : null;
}

// An absolute value that serves as the unknown becomes a symbol.
function substituted(node: Node, unknown: Node): Node {
  if (unknown.kind !== "call" || unknown.name !== "abs") return node;
  const label = shape(unknown);
  const swap = (inner: Node): Node => {
    if (inner === unknown) return { kind: "symbol", name: label };
    if (inner.kind === "add") return { ...inner, terms: inner.terms.map(swap) };
    return inner.kind === "mul" ? { ...inner, factors: inner.factors.map(swap) } : inner;
  };
  return swap(node);
}

function same(left: Real, right: Real): boolean {
  return mayBeZero(add(left, negate(right), PRECISION));
}

function affineSet(difference: Node, operator: Relation, unknown: Node, tank: Tank): RealSet | null {
  const line = affine(difference, unknown, tank);
  if (!line || mayBeZero(line.slope)) return null;
  const inverse = invert(line.slope, PRECISION);
  if (!inverse) return null;
  const border = negate(multiply(line.offset, inverse, PRECISION));
  const rises = signOf(line.slope) > 0;
  if (operator === "=") return pointSet(border);
  if (operator === "!=") return complement(pointSet(border));
  const isOpenEnd = operator === "<" || operator === ">";
  const isUpper = (operator === ">" || operator === ">=") === rises;
  return isUpper
    ? [{ low: border, high: "inf", openLow: isOpenEnd, openHigh: true }]
    : [{ low: "-inf", high: border, openLow: true, openHigh: isOpenEnd }];
}

function preimage(set: RealSet, inner: Node, unknown: Node, tank: Tank): RealSet | null {
  const line = affine(inner, unknown, tank);
  const inverse = line ? invert(line.slope, PRECISION) : null;
  if (!line || !inverse) return null;
  return mapped(
    set,
    (value) => multiply(add(value, negate(line.offset), PRECISION), inverse, PRECISION),
    signOf(line.slope) < 0,
  );
}

/** A set expression with known ends as a set of reals; null where an end is not known. */
export function realSetOf(node: Node, tank: Tank): RealSet | null {
  if (node.kind === "domain") return node.name === "R" ? EVERYTHING : null;
  if (node.kind === "set") return pointsOf(node.items, tank);
  if (node.kind === "tuple") return intervalOf(node, tank);
  if (node.kind !== "sets") return null;
  const parts: RealSet[] = [];
  for (const part of node.parts) {
    const set = realSetOf(part, tank);
    if (!set) return null;
    parts.push(set);
  }
  if (node.operator === "union") return merged(parts.flat());
  if (node.operator === "intersection") return parts.reduce(intersection);
  return parts.reduce((left, right) => intersection(left, complement(right)));
}

function realOf(node: Node, tank: Tank): Real | null {
  if (!isScalar(node) || isOpen(node)) return null;
  const found = numberOf(node, tank).value;
  return found?.im.exact && found.im.n === 0n ? found.re : null;
}

function pointsOf(items: Node[], tank: Tank): RealSet | null {
  const points: RealSet = [];
  for (const item of items) {
    const value = realOf(item, tank);
    if (!value) return null;
    points.push(...pointSet(value));
  }
  return merged(points);
}

function intervalOf(node: Node & { kind: "tuple" }, tank: Tank): RealSet | null {
  const [low, high] = node.items;
  if (!low || !high || node.items.length !== 2) return null;
  const from = isInfinite(low) ? "-inf" : realOf(low, tank);
  const to = isInfinite(high) ? "inf" : realOf(high, tank);
  if (!from || !to) return null;
  return merged([{ low: from, high: to, openLow: node.open === "(", openHigh: node.close === ")" }]);
}
