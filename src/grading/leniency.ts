// What grading forgives beyond equal keys: each rule is a named function that a task can switch off.
import { contains, foldText, isScalar, type Node, negative, product, sum } from "./parse/tree.ts";
import { assigned } from "./prepare.ts";
import { solvedSet } from "./solve.ts";
import { add, floorOf, mayBeZero, multiply, negate, type Real, signOf, whole } from "./value/real.ts";
import { freeSymbols, isOpen, numberOf, type Tank } from "./value/scalar.ts";

/** What a rule may use: places a decimal prediction needs, and the fuel left. */
export type Setting = { decimalPlaces: number; tank: Tank };

/** A rule decides (true: equal) or rewrites the pair into one that is compared again; null where it does not apply. */
type Verdict = true | [gold: Node, prediction: Node] | null;
export type Leniency = { name: string; apply: (gold: Node, prediction: Node, setting: Setting) => Verdict };

type Literal = Node & { kind: "number"; places: number };

function isDecimal(node: Node): node is Literal {
  return node.kind === "number" && node.places !== undefined && node.places > 0;
}

function realOf(node: Node, tank: Tank): Real | null {
  if (!isScalar(node) || isOpen(node)) return null;
  const found = numberOf(node, tank).value;
  return found?.im.exact && found.im.n === 0n ? found.re : null;
}

// value * 10^places rounded half up, as an integer.
function rounded(value: Real, places: number): bigint {
  const scaled = multiply(value, whole(10n ** BigInt(places)), 2_000);
  const isNegative = signOf(scaled) < 0;
  const size = isNegative ? negate(scaled) : scaled;
  const near = floorOf(add(size, { exact: true, n: 1n, d: 2n }, 2_000));
  return isNegative ? -near : near;
}

const MAX_PLACES = 300;

function roundedGold(gold: Node, prediction: Node, { tank }: Setting): Verdict {
  if (!isDecimal(gold) || gold.places > MAX_PLACES) return null;
  if (isDecimal(prediction) && prediction.places < gold.places) return null;
  const value = realOf(prediction, tank);
  if (!value || tooLong(value)) return null;
  const same = rounded(value, gold.places) === (gold.value.n * 10n ** BigInt(gold.places)) / gold.value.d;
  return same && !vanishes(gold, value) ? true : null;
}

// 0.0 is no rounding of a small number: a relative comparison, never an absolute one.
function vanishes(gold: Literal, value: Real): boolean {
  return gold.value.n === 0n && !mayBeZero(value);
}

function tooLong(value: Real): boolean {
  return value.exact ? value.n > 1n << 4_000n || value.n < -(1n << 4_000n) : value.e > 2_000 || value.e < -8_000;
}

function decimalPrediction(gold: Node, prediction: Node, { tank, decimalPlaces }: Setting): Verdict {
  if (isDecimal(gold) || !isDecimal(prediction)) return null;
  if (prediction.places < decimalPlaces || prediction.places > MAX_PLACES) return null;
  const value = realOf(gold, tank);
  if (!value || tooLong(value)) return null;
  const wanted = rounded(value, decimalPlaces);
  const given = rounded({ exact: true, n: prediction.value.n, d: prediction.value.d }, decimalPlaces);
  return wanted === given && wanted !== 0n ? true : null;
}

function percent(gold: Node, prediction: Node): Verdict {
  if (gold.kind === "percent" && prediction.kind !== "percent")
    return isScalar(prediction) ? [gold.value, prediction] : null;
  if (prediction.kind === "percent" && gold.kind !== "percent") return isScalar(gold) ? [gold, prediction.value] : null;
  return gold.kind === "percent" && prediction.kind === "percent" ? [gold.value, prediction.value] : null;
}

function unit(gold: Node, prediction: Node): Verdict {
  const left = withoutUnit(gold);
  const right = withoutUnit(prediction);
  if (left && right) return left.unit === right.unit ? [left.value, right.value] : null;
  if (left) return [left.value, prediction];
  return right ? [gold, right.value] : null;
}

/** The value a unit stands with, also inside a sign or factor (`-\$5`); null where there is no unit. */
export function withoutUnit(node: Node): { value: Node; unit: string } | null {
  if (node.kind === "unit") return node;
  if (node.kind !== "mul") return null;
  const at = node.factors.findIndex((factor) => factor.kind === "unit");
  const found = node.factors[at];
  return found?.kind === "unit" ? { value: product(node.factors.with(at, found.value)), unit: found.unit } : null;
}

function goldRelation(gold: Node, prediction: Node, { tank }: Setting): Verdict {
  const isSet =
    prediction.kind === "tuple" ||
    prediction.kind === "sets" ||
    prediction.kind === "set" ||
    prediction.kind === "domain";
  if (!isSet || (gold.kind !== "relation" && gold.kind !== "list")) return null;
  const set = solvedSet(gold, tank) ? gold : null;
  const name = set ? freeName(gold) : null;
  if (!name) return null;
  return [gold, { kind: "relation", operands: [name, prediction], operators: ["in"] }];
}

// The unknown of an inequality, to set a bare prediction beside it.
function freeName(node: Node): Node | null {
  const names = freeSymbols(node);
  const name = names[0];
  const applied =
    node.kind === "relation"
      ? node.operands.find((operand) => operand.kind === "call" && operand.name === "apply")
      : undefined;
  if (applied) return null;
  return names.length === 1 && name !== undefined ? { kind: "symbol", name } : null;
}

// 0 < f(x) < 1 against (0, 1): the unknown is renamed to a plain symbol on both sides.
function appliedRelation(gold: Node, prediction: Node): Verdict {
  if (gold.kind !== "relation" || (prediction.kind !== "tuple" && prediction.kind !== "sets")) return null;
  const at = gold.operands.findIndex((operand) => operand.kind === "call" && operand.name === "apply");
  if (at < 0) return null;
  const unknown: Node = { kind: "symbol", name: "x" };
  const renamed: Node = { ...gold, operands: gold.operands.with(at, unknown) };
  return [renamed, { kind: "relation", operands: [unknown, prediction], operators: ["in"] }];
}

function equation(gold: Node, prediction: Node): Verdict {
  const left = assigned(gold);
  const right = prediction.kind === "relation" ? (assigned(prediction) ?? lastSide(prediction)) : null;
  if (left && right && prediction.kind === "relation") return assigned(prediction) ? [left, right] : null;
  if (left && prediction.kind !== "relation") return [left, prediction];
  return right && gold.kind !== "relation" ? [gold, right] : null;
}

function lastSide(node: Node & { kind: "relation" }): Node | null {
  return node.operators.every((operator) => operator === "=")
    ? (node.operands[node.operands.length - 1] ?? null)
    : null;
}

// a = 4, -8, -10 and x = 1 or x = 2: the labels of a list's items.
function listLabels(gold: Node, prediction: Node): Verdict {
  const left = unlabelled(gold);
  const right = unlabelled(prediction);
  if (left && !right && hasRelation(prediction)) return null;
  return left || right ? [left ?? gold, right ?? prediction] : null;
}

function hasRelation(node: Node): boolean {
  return contains(node, (inner) => inner.kind === "relation");
}

function unlabelled(node: Node): Node | null {
  if (node.kind !== "list") return null;
  const items = node.items.map((item) => assigned(item) ?? item);
  return items.some((item, at) => item !== node.items[at]) ? { ...node, items } : null;
}

function single(gold: Node, prediction: Node): Verdict {
  const left = onlyItem(gold);
  const right = onlyItem(prediction);
  return left || right ? [left ?? gold, right ?? prediction] : null;
}

function onlyItem(node: Node): Node | null {
  const isOne = (node.kind === "set" || node.kind === "tuple") && node.items.length === 1;
  return isOne ? (node.items[0] ?? null) : null;
}

function qualifier(gold: Node, prediction: Node): Verdict {
  if (gold.kind === "qualified" && prediction.kind !== "qualified") return [gold.value, prediction];
  return prediction.kind === "qualified" && gold.kind !== "qualified" ? [gold, prediction.value] : null;
}

function base(gold: Node, prediction: Node): Verdict {
  if (gold.kind !== "based" || prediction.kind !== "number") return null;
  return prediction.value.d === 1n && prediction.places === undefined && `${prediction.value.n}` === gold.digits
    ? true
    : null;
}

// 2,74 for a gold of 2.74: as many digits after the comma as the gold has places.
function decimalComma(gold: Node, prediction: Node): Verdict {
  if (!isDecimal(gold) || prediction.kind !== "list" || prediction.joiner !== ",") return null;
  const [head, tail] = prediction.items;
  if (prediction.items.length !== 2 || head?.kind !== "number" || tail?.kind !== "number") return null;
  if (head.value.d !== 1n || tail.value.d !== 1n || tail.value.n < 0n || `${tail.value.n}`.length !== gold.places)
    return null;
  const part = head.value.n < 0n ? -tail.value.n : tail.value.n;
  const scale = 10n ** BigInt(gold.places);
  return (head.value.n * scale + part) * gold.value.d === gold.value.n * scale ? true : null;
}

function text(gold: Node, prediction: Node): Verdict {
  const left = words(gold);
  const right = words(prediction);
  return left !== null && left === right && (gold.kind === "text" || prediction.kind === "text") ? true : null;
}

// The letters of an answer that is text, or of a product of letters that may have been a word.
function words(node: Node): string | null {
  if (node.kind === "text") return foldText(node.value).replace(/^\(([a-z])\)$/, "$1");
  if (node.kind === "symbol") return node.name.toLowerCase();
  if (node.kind === "ratio")
    return node.items.map((item) => (item.kind === "number" ? `${item.value.n}` : "?")).join(":");
  if (node.kind !== "mul") return null;
  const letters = node.factors.map((factor) =>
    factor.kind === "symbol" || factor.kind === "constant" ? factor.name : "?",
  );
  return letters.every((letter) => letter.length === 1) ? letters.join("").toLowerCase() : null;
}

// Roots of symbols on both sides, no absolute values: lengths, radii and the like, where sqrt(y/z) is sqrt(y)/sqrt(z).
function positiveSymbols(gold: Node, prediction: Node): Verdict {
  if (!isScalar(gold) || !isScalar(prediction) || !rootsOfSymbols(gold) || !rootsOfSymbols(prediction)) return null;
  if (contains(gold, isBars) !== contains(prediction, isBars)) return null;
  return [positive(gold), positive(prediction)];
}

const isBars = (node: Node): boolean => node.kind === "call" && node.name === "abs";

function rootsOfSymbols(node: Node): boolean {
  return contains(node, (inner) => {
    if (inner.kind === "call" && inner.name === "root") return freeSymbols(inner).length > 0 && !isMarked(inner);
    const isFractional =
      inner.kind === "pow" && contains(inner.exponent, (part) => part.kind === "number" && part.value.d !== 1n);
    return isFractional && freeSymbols(inner).length > 0 && !isMarked(inner);
  });
}

const MARK = "+";

function isMarked(node: Node): boolean {
  return contains(node, (inner) => inner.kind === "symbol" && inner.name.endsWith(MARK));
}

// Every symbol x becomes the absolute value of a marked symbol.
function positive(node: Node): Node {
  if (node.kind === "symbol")
    return { kind: "call", name: "abs", args: [{ kind: "symbol", name: `${node.name}${MARK}` }] };
  if (node.kind === "call") return { ...node, args: node.args.map(positive) };
  if (node.kind === "add") return { ...node, terms: node.terms.map(positive) };
  if (node.kind === "mul") return { ...node, factors: node.factors.map(positive) };
  return node.kind === "pow" ? { ...node, base: positive(node.base), exponent: positive(node.exponent) } : node;
}

/** The rules in the order in which they are tried. */
export const LENIENCIES: readonly Leniency[] = [
  { name: "rounded gold", apply: roundedGold },
  { name: "decimal prediction", apply: decimalPrediction },
  { name: "decimal comma", apply: decimalComma },
  { name: "base", apply: base },
  { name: "percent", apply: percent },
  { name: "unit", apply: unit },
  { name: "gold relation, predicted set", apply: goldRelation },
  { name: "gold relation, predicted set", apply: appliedRelation },
  { name: "assignment", apply: equation },
  { name: "assignment", apply: listLabels },
  { name: "single element", apply: single },
  { name: "qualifier", apply: qualifier },
  { name: "text", apply: text },
  { name: "positive symbols", apply: positiveSymbols },
];

/** The names of everything that grading forgives and that can be switched off. */
export const leniencyNames: readonly string[] = [
  ...new Set([...LENIENCIES.map(({ name }) => name), "gold tuple, predicted set"]),
];

/** gold - prediction, for comparing two numbers whose keys cannot decide. */
export function differenceOf(gold: Node, prediction: Node): Node {
  return sum([gold, negative(prediction)]);
}
