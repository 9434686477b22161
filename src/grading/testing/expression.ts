// For tests: random expressions, their spellings and equivalent rewritings, and a second evaluator by other methods
// than the library's: decimal fixed point, pi and ln by the arithmetic-geometric mean, exp and sin by repeated halving.
import fc from "fast-check";

/** An expression of the test language. */
export type Expression =
  | { op: "int"; value: number }
  | { op: "decimal"; value: number; places: number }
  | { op: "name"; name: "pi" | "e" | "x" | "y" }
  | { op: "add" | "sub" | "mul" | "div"; left: Expression; right: Expression }
  | { op: "neg" | "sqrt" | "sin" | "cos" | "ln" | "square"; of: Expression };

type Sum = { op: "add" | "sub"; left: Expression; right: Expression };

const leaf = (names: readonly ("pi" | "e" | "x" | "y")[]): fc.Arbitrary<Expression> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 40 }).map((value): Expression => ({ op: "int", value })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 1, max: 3 }))
        .map(([value, places]): Expression => ({ op: "decimal", value, places })),
    },
    {
      weight: names.length > 2 ? 5 : 1,
      arbitrary: fc.constantFrom(...names).map((name): Expression => ({ op: "name", name })),
    },
  );

/** Random expressions; with "x" and "y" among the names, without sine, cosine and logarithm. */
export function expressions(names: readonly ("pi" | "e" | "x" | "y")[], depth = 3): fc.Arbitrary<Expression> {
  if (depth === 0) return leaf(names);
  const inner = expressions(names, depth - 1);
  const binary = fc.tuple(
    fc.constantFrom("add" as const, "sub" as const, "mul" as const, "div" as const),
    inner,
    inner,
  );
  const open = names.includes("x");
  const unaries = open
    ? (["neg", "square"] as const)
    : (["neg", "sqrt", "square", "sin", "cos", "ln", "sqrt"] as const);
  return fc.oneof(
    { weight: 2, arbitrary: leaf(names) },
    { weight: 5, arbitrary: binary.map(([op, left, right]): Expression => ({ op, left, right })) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...unaries), inner).map(([op, of]): Expression => ({ op, of })) },
  );
}

// --- spelling ---

const SYMBOLS = { add: "+", sub: "-", mul: "*", div: "/" };

/** Plain text, every operation in brackets. */
export function ascii(node: Expression): string {
  switch (node.op) {
    case "int":
      return String(node.value);
    case "decimal":
      return (node.value / 10 ** node.places).toFixed(node.places);
    case "name":
      return node.name;
    case "neg":
      return `(-${ascii(node.of)})`;
    case "square":
      return `(${ascii(node.of)})^2`;
    case "sqrt":
    case "sin":
    case "cos":
    case "ln":
      return `${node.op}(${ascii(node.of)})`;
    default:
      return `(${ascii(node.left)} ${SYMBOLS[node.op]} ${ascii(node.right)})`;
  }
}

/** LaTeX, with \frac, \sqrt, \cdot and \left( \right). */
export function latex(node: Expression): string {
  switch (node.op) {
    case "int":
    case "decimal":
      return ascii(node);
    case "name":
      return node.name === "pi" ? "\\pi" : node.name;
    case "neg":
      return `\\left(-${latex(node.of)}\\right)`;
    case "square":
      return `\\left(${latex(node.of)}\\right)^{2}`;
    case "sqrt":
      return `\\sqrt{${latex(node.of)}}`;
    case "sin":
    case "cos":
    case "ln":
      return `\\${node.op}\\left(${latex(node.of)}\\right)`;
    case "div":
      return `\\dfrac{${latex(node.left)}}{${latex(node.right)}}`;
    case "mul":
      return `{${latex(node.left)}} \\cdot {${latex(node.right)}}`;
    default:
      return `\\left(${latex(node.left)} ${SYMBOLS[node.op]} ${latex(node.right)}\\right)`;
  }
}

// --- equivalent rewritings ---

const isSum = (node: Expression): node is Expression & Sum => node.op === "add" || node.op === "sub";

// One rewriting at the root, chosen by `pick`.
function rewriteRoot(node: Expression, pick: number): Expression {
  const two: Expression = { op: "int", value: 2 };
  if (node.op === "add") {
    if (pick % 4 === 0) return { op: "add", left: node.right, right: node.left };
    if (pick % 4 === 1) return { op: "sub", left: node.left, right: { op: "neg", of: node.right } };
    if (node.left.op === "add") {
      return { op: "add", left: node.left.left, right: { op: "add", left: node.left.right, right: node.right } };
    }
  }
  if (node.op === "sub") {
    if (pick % 3 === 0) return { op: "neg", of: { op: "sub", left: node.right, right: node.left } };
    return { op: "add", left: node.left, right: { op: "neg", of: node.right } };
  }
  if (node.op === "mul") {
    if (pick % 4 === 0) return { op: "mul", left: node.right, right: node.left };
    const inner = node.right;
    if (isSum(inner)) {
      const spread = (part: Expression): Expression => ({ op: "mul", left: node.left, right: part });
      return { op: inner.op, left: spread(inner.left), right: spread(inner.right) } as Expression;
    }
    if (inner.op === "mul")
      return { op: "mul", left: { op: "mul", left: node.left, right: inner.left }, right: inner.right };
  }
  if (node.op === "div") {
    if (pick % 3 === 0)
      return { op: "mul", left: node.left, right: { op: "div", left: { op: "int", value: 1 }, right: node.right } };
    const over = node.left;
    if (isSum(over)) {
      const part = (top: Expression): Expression => ({ op: "div", left: top, right: node.right });
      return { op: over.op, left: part(over.left), right: part(over.right) } as Expression;
    }
    return {
      op: "div",
      left: { op: "mul", left: node.left, right: two },
      right: { op: "mul", left: two, right: node.right },
    };
  }
  if (node.op === "square") return { op: "mul", left: node.of, right: node.of };
  if (node.op === "neg") return { op: "mul", left: { op: "int", value: -1 }, right: node.of };
  if (node.op === "sqrt") return { op: "div", left: node.of, right: node };
  if (node.op === "int")
    return pick % 2 === 0
      ? { op: "sub", left: { op: "int", value: node.value + 3 }, right: { op: "int", value: 3 } }
      : { op: "div", left: { op: "int", value: node.value * 6 }, right: { op: "int", value: 6 } };
  return { op: "add", left: node, right: { op: "int", value: 0 } };
}

/** The same value written another way; `picks` choose among the rewritings, node by node. */
export function rewrite(node: Expression, picks: readonly number[], depth = 0): Expression {
  const pick = picks[depth % picks.length] ?? 0;
  const changed = pick % 5 === 4 ? node : rewriteRoot(node, pick);
  if (depth > 5) return changed;
  if ("left" in changed) {
    return {
      ...changed,
      left: rewrite(changed.left, picks, depth + 1),
      right: rewrite(changed.right, picks, depth + 2),
    };
  }
  // What a root was just rewritten to holds that root again: it stays as it is.
  return "of" in changed ? { ...changed, of: rewrite(changed.of, picks, depth + 1) } : changed;
}

/** A near miss: one leaf or one operation changed. */
export function mutate(node: Expression, picks: readonly number[], depth = 0): Expression {
  const pick = picks[depth % picks.length] ?? 0;
  if ("left" in node) {
    if (pick % 4 === 0) return { ...node, left: mutate(node.left, picks, depth + 1) };
    if (pick % 4 === 1) return { ...node, right: mutate(node.right, picks, depth + 1) };
    if (pick % 4 === 2 && (node.op === "sub" || node.op === "div"))
      return { ...node, left: node.right, right: node.left };
    return { ...node, op: node.op === "add" ? "sub" : node.op === "sub" ? "add" : node.op === "mul" ? "div" : "mul" };
  }
  if ("of" in node) return pick % 3 === 0 ? node.of : { ...node, of: mutate(node.of, picks, depth + 1) };
  if (node.op === "int" || node.op === "decimal") return { ...node, value: node.value + 1 };
  return node.name === "pi"
    ? { op: "name", name: "e" }
    : node.name === "x"
      ? { op: "name", name: "y" }
      : { op: "neg", of: node };
}

// --- the second evaluator ---

const DIGITS = 150;
const UNIT = 10n ** BigInt(DIGITS);
const LIMIT = UNIT * 10n ** 12n;
const SMALLEST = 10n ** 120n;

/** Values of x and y, as thousandths. */
export type Place = { x: number; y: number };

/** The value in units of 10^-150; null where it is undefined, out of range, or may be close to a division by zero. */
export function secondOpinion(node: Expression, place: Place = { x: 0, y: 0 }): bigint | null {
  const value = open(node, place);
  return value !== null && value < LIMIT && value > -LIMIT ? value : null;
}

function open(node: Expression, place: Place): bigint | null {
  if (node.op === "int") return BigInt(node.value) * UNIT;
  if (node.op === "decimal") return (BigInt(node.value) * UNIT) / 10n ** BigInt(node.places);
  if (node.op === "name") {
    if (node.name === "pi") return piByMean();
    if (node.name === "e") return expByHalving(UNIT);
    return (BigInt(place[node.name]) * UNIT) / 1_000n;
  }
  if ("left" in node) return binary(node, place);
  const value = secondOpinion(node.of, place);
  return value === null ? null : unary(node.op, value);
}

function binary(node: Expression & { left: Expression; right: Expression }, place: Place): bigint | null {
  const left = secondOpinion(node.left, place);
  const right = secondOpinion(node.right, place);
  if (left === null || right === null) return null;
  if (node.op === "add") return left + right;
  if (node.op === "sub") return left - right;
  if (node.op === "mul") return (left * right) / UNIT;
  if (right === 0n || (right < SMALLEST && right > -SMALLEST)) return null;
  return (left * UNIT) / right;
}

function unary(op: string, value: bigint): bigint | null {
  if (op === "neg") return -value;
  if (op === "square") return (value * value) / UNIT;
  if (op === "sin") return sineByThirds(value);
  if (op === "cos") return sineByThirds(piByMean() / 2n - value);
  if (value < SMALLEST) return null;
  return op === "sqrt" ? squareRoot(value * UNIT) : logByMean(value);
}

// Bisection-free digit method: Newton from above in integers.
function squareRoot(value: bigint): bigint {
  let x = 1n << BigInt(value.toString(16).length * 2 + 1);
  for (;;) {
    const next = (x + value / x) / 2n;
    if (next >= x) return x;
    x = next;
  }
}

let knownPi: bigint | null = null;

// Gauss and Legendre.
function piByMean(): bigint {
  if (knownPi !== null) return knownPi;
  let [a, b, t, p] = [UNIT, squareRoot((UNIT * UNIT) / 2n), UNIT / 4n, 1n];
  for (let round = 0; round < 9; round += 1) {
    const mean = (a + b) / 2n;
    b = squareRoot(a * b);
    t -= (p * (a - mean) * (a - mean)) / UNIT;
    a = mean;
    p *= 2n;
  }
  knownPi = ((a + b) * (a + b)) / (4n * t);
  return knownPi;
}

function expByHalving(value: bigint): bigint {
  const scale = 2n ** 64n;
  const extra = 10n ** 40n;
  const small = (value * extra) / scale;
  const unit = UNIT * extra;
  let [term, total] = [unit, unit];
  for (let k = 1n; term !== 0n; k += 1n) {
    term = (term * small) / (unit * k);
    total += term;
  }
  for (let k = 0; k < 64; k += 1) total = (total * total) / unit;
  return total / extra;
}

const RAISED = 560n;
let knownLog2: bigint | null = null;

// ln s = pi / (2 M(1, 4/s)) for s = x 2^560, and ln x = ln s - 560 ln 2.
function logByMean(value: bigint): bigint {
  knownLog2 ??= logOfRaised(2n * UNIT) - logOfRaised(UNIT);
  return logOfRaised(value) - RAISED * knownLog2;
}

function logOfRaised(value: bigint): bigint {
  const extra = 10n ** 250n;
  const wide = UNIT * extra;
  let [a, b] = [wide, (4n * wide * wide) / (value * extra * 2n ** RAISED)];
  for (let round = 0; round < 20; round += 1) [a, b] = [(a + b) / 2n, squareRoot(a * b)];
  return (piByMean() * wide) / (2n * a);
}

// sin 3x = 3 sin x - 4 sin^3 x.
function sineByThirds(value: bigint): bigint {
  const turn = 2n * piByMean();
  const extra = 10n ** 40n;
  const unit = UNIT * extra;
  let small = ((value % turn) * extra) / 3n ** 40n;
  const square = (small * small) / unit;
  const cube = (small * square) / unit;
  const fifth = (cube * square) / unit;
  small = small - cube / 6n + fifth / 120n - (fifth * square) / (unit * 5_040n);
  for (let k = 0; k < 40; k += 1) small = 3n * small - (4n * small * small * small) / (unit * unit);
  return small / extra;
}

/** Whether two second opinions agree to 100 places, relative to their size. */
export function agree(left: bigint, right: bigint): boolean {
  const size = (left < 0n ? -left : left) + UNIT;
  const off = left - right;
  return (off < 0n ? -off : off) * 10n ** 100n <= size;
}
