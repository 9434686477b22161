// Brings a parsed answer to the form that keys and grading look at: signs spelled out, chains cut, lists flat.
import { contains, isScalar, mapChildren, type Node, negative, type Relation } from "./parse/tree.ts";
import { freeSymbols } from "./value/scalar.ts";

/**
 * The tree with `\pm` written as two answers, nested lists flattened, `a = b = c` cut to `a = c` and what follows
 * an approximation sign dropped.
 */
export function prepare(tree: Node): Node {
  const node = spread(tree);
  if (node.kind === "relation") return relationForm(node);
  if (node.kind === "list" || node.kind === "set") return { ...node, items: node.items.map(prepare) };
  if (node.kind === "qualified") return { ...node, value: prepare(node.value) };
  return node;
}

const isPlusMinus = (node: Node): boolean => node.kind === "plusminus";

function spread(node: Node): Node {
  if (node.kind === "list" || node.kind === "set") {
    const items = node.items.flatMap((item) => {
      const inner = spread(item);
      return inner.kind === "list" ? inner.items : [inner];
    });
    return { ...node, items };
  }
  if (!contains(node, isPlusMinus)) return node;
  return { kind: "list", items: [choose(node, true), choose(node, false)], joiner: "," };
}

// Every sign takes its upper (or lower) choice at once.
function choose(node: Node, upper: boolean): Node {
  if (node.kind !== "plusminus") return mapChildren(node, (child) => choose(child, upper));
  const inner = choose(node.value, upper);
  return upper === !node.flipped ? inner : negative(inner);
}

function relationForm(node: Node & { kind: "relation" }): Node {
  const cut = withoutApproximation(node);
  if (cut.kind !== "relation") return cut;
  const first = cut.operands[0] as Node;
  const last = cut.operands[cut.operands.length - 1] as Node;
  if (!cut.operators.every((operator) => operator === "=")) return cut;
  const isComputed = cut.operands.every((operand) => isScalar(operand) && freeSymbols(operand).length === 0);
  if (isComputed) return last;
  return cut.operands.length > 2 ? { kind: "relation", operands: [first, last], operators: ["="] } : cut;
}

function withoutApproximation(node: Node & { kind: "relation" }): Node {
  const at = node.operators.indexOf("~");
  if (at < 0) return node;
  const isLabelOnly = at === 0 && freeSymbols(node.operands[0] as Node).length > 0;
  if (isLabelOnly) {
    const operators: Relation[] = node.operators.map((operator) => (operator === "~" ? "=" : operator));
    return { ...node, operators };
  }
  if (at === 0) return node.operands[0] as Node;
  return { kind: "relation", operands: node.operands.slice(0, at + 1), operators: node.operators.slice(0, at) };
}

// Whether the left side of an equation only names what the right side is: `x`, `f(x)`, `(p, q)`, `AB`, `A:B`.
function isLabel(node: Node): boolean {
  switch (node.kind) {
    case "symbol":
    case "text":
      return true;
    case "call":
      if (node.name === "apply") return true;
      if (node.name === "index") return isLabel(node.args[0] as Node);
      return node.name === "overline" || node.name === "abs" ? isLabel(node.args[0] as Node) : node.name === "vec";
    case "tuple":
    case "ratio":
      return node.items.every(isLabel);
    case "set":
      return false;
    case "mul":
      return node.factors.every((factor) => factor.kind === "symbol" && /^[A-Z]/.test(factor.name));
    default:
      return false;
  }
}

/** What an assignment assigns: the right side of `x = 5`, the set of `x \in S`; null for anything else. */
export function assigned(node: Node): Node | null {
  if (node.kind !== "relation") return null;
  const [left, right] = node.operands;
  if (!left || !right || node.operands.length !== 2) return null;
  if (node.operators[0] !== "=" && node.operators[0] !== "in") return null;
  if (node.operators[0] === "in") return left.kind === "symbol" ? right : null;
  if (isLabel(left) && !shares(left, right)) return right;
  return isLabel(right) && right.kind === "symbol" && !isLabel(left) && freeSymbols(left).length === 0 ? left : null;
}

function shares(left: Node, right: Node): boolean {
  if (left.kind !== "symbol") return false;
  return freeSymbols(right).includes(left.name);
}
