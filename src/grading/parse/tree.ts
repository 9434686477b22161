// The parsed form of an answer: the node types, small builders, and two plain-text renderings.

/** A reduced fraction with a positive denominator. */
export type Fraction = { n: bigint; d: bigint };

export type Relation = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "in" | "==";

/** One node of a parsed answer. Subtraction is a product with -1, division a power with exponent -1. */
export type Node =
  | { kind: "number"; value: Fraction; places?: number }
  | { kind: "symbol"; name: string }
  | { kind: "constant"; name: "pi" | "e" | "i" | "infinity" }
  | { kind: "call"; name: string; args: Node[] }
  | { kind: "add"; terms: Node[] }
  | { kind: "mul"; factors: Node[] }
  | { kind: "pow"; base: Node; exponent: Node }
  | { kind: "plusminus"; value: Node; flipped: boolean }
  | { kind: "percent"; value: Node }
  | { kind: "unit"; value: Node; unit: string }
  | { kind: "based"; digits: string; base: number; value: bigint }
  | { kind: "set"; items: Node[] }
  | { kind: "list"; items: Node[]; joiner: "," | "or" | "and" }
  | { kind: "tuple"; items: Node[]; open: "(" | "["; close: ")" | "]" }
  | { kind: "ratio"; items: Node[] }
  | { kind: "sets"; operator: "union" | "intersection" | "difference"; parts: Node[] }
  | { kind: "domain"; name: string }
  | { kind: "relation"; operands: Node[]; operators: Relation[] }
  | { kind: "matrix"; rows: Node[][] }
  | { kind: "text"; value: string; unread: boolean }
  | { kind: "qualified"; value: Node; qualifier: string };

/** A node for the whole number `value`. */
export function integer(value: bigint | number): Node {
  return { kind: "number", value: { n: BigInt(value), d: 1n } };
}

/** The product of `factors`, with nested products flattened. */
export function product(factors: Node[]): Node {
  const flat: Node[] = [];
  for (const factor of factors) {
    if (factor.kind === "mul") flat.push(...factor.factors);
    else flat.push(factor);
  }
  const only = flat[0];
  return flat.length === 1 && only ? only : { kind: "mul", factors: flat };
}

/** The sum of `terms`; one term stands for itself. */
export function sum(terms: Node[]): Node {
  const flat: Node[] = [];
  for (const term of terms) {
    if (term.kind === "add") flat.push(...term.terms);
    else flat.push(term);
  }
  const only = flat[0];
  return flat.length === 1 && only ? only : { kind: "add", terms: flat };
}

/** Minus `node`; a literal keeps being a literal. */
export function negative(node: Node): Node {
  if (node.kind === "number") return { ...node, value: { n: -node.value.n, d: node.value.d } };
  if (node.kind === "plusminus") return { ...node, flipped: !node.flipped };
  if (node.kind === "mul" && node.factors[0] && isMinusOne(node.factors[0])) return product(node.factors.slice(1));
  return product([integer(-1n), node]);
}

/** The direct children of a node, in order. */
export function children(node: Node): Node[] {
  switch (node.kind) {
    case "call":
      return node.args;
    case "add":
      return node.terms;
    case "mul":
      return node.factors;
    case "pow":
      return [node.base, node.exponent];
    case "plusminus":
    case "percent":
    case "unit":
    case "qualified":
      return [node.value];
    case "set":
    case "list":
    case "tuple":
    case "ratio":
      return node.items;
    case "sets":
      return node.parts;
    case "relation":
      return node.operands;
    case "matrix":
      return node.rows.flat();
    default:
      return [];
  }
}

/** The same node over the children `change` makes of its own. */
export function mapChildren(node: Node, change: (child: Node) => Node): Node {
  switch (node.kind) {
    case "call":
      return { ...node, args: node.args.map(change) };
    case "add":
      return { ...node, terms: node.terms.map(change) };
    case "mul":
      return { ...node, factors: node.factors.map(change) };
    case "pow":
      return { ...node, base: change(node.base), exponent: change(node.exponent) };
    case "plusminus":
    case "percent":
    case "unit":
    case "qualified":
      return { ...node, value: change(node.value) };
    case "set":
    case "list":
    case "tuple":
    case "ratio":
      return { ...node, items: node.items.map(change) };
    case "sets":
      return { ...node, parts: node.parts.map(change) };
    case "relation":
      return { ...node, operands: node.operands.map(change) };
    case "matrix":
      return { ...node, rows: node.rows.map((row) => row.map(change)) };
    default:
      return node;
  }
}

/** Whether `test` holds for the node or anything below it. */
export function contains(node: Node, test: (node: Node) => boolean): boolean {
  return test(node) || children(node).some((child) => contains(child, test));
}

const SCALAR = new Set(["number", "symbol", "constant", "call", "add", "mul", "pow", "based", "percent"]);

/** Whether a node is of a kind that can stand for one number. */
export function isScalar(node: Node): boolean {
  if (node.kind === "add" || node.kind === "mul") return children(node).every(isScalarPart);
  return SCALAR.has(node.kind);
}

function isScalarPart(node: Node): boolean {
  return isScalar(node) || node.kind === "unit" || isSingleton(node);
}

/** Whether a node is one value in square brackets, as in `2[x+1]`. */
export function isSingleton(node: Node): boolean {
  return node.kind === "tuple" && node.items.length === 1;
}

/**
 * A plain-text rendering that this parser reads back to an answer with the same key.
 * @returns ASCII text, except for what stood in the answer's own text parts
 */
export function readable(tree: Node): string {
  return render(tree, 0);
}

// Binding strength: 0 list, 1 relation, 2 sets, 3 sum, 4 product, 5 power, 6 atom.
function render(node: Node, outer: number): string {
  const [text, own] = renderOpen(node);
  return own < outer ? `(${text})` : text;
}

function renderAll(nodes: Node[], strength = 1): string {
  return nodes.map((node) => render(node, strength)).join(", ");
}

function renderOpen(node: Node): [text: string, strength: number] {
  switch (node.kind) {
    case "number":
      return renderNumber(node.value, node.places);
    case "symbol":
      return [renderName(node.name), 6];
    case "constant":
      return [node.name === "infinity" ? "\\infty" : node.name, 6];
    case "call":
      return renderCall(node.name, node.args);
    case "add":
      return [renderSum(node.terms), 3];
    case "mul":
      return [renderProduct(node.factors), 4];
    case "pow":
      return [`${render(node.base, 6)}^${renderExponent(node.exponent)}`, 5];
    case "plusminus":
      return [`${node.flipped ? "\\mp" : "\\pm"} ${render(node.value, 4)}`, 3];
    case "percent":
      return [`${render(node.value, 5)}%`, 5];
    case "unit":
      return renderUnit(node.value, node.unit);
    case "based":
      return [`${node.digits}_{${node.base}}`, 6];
    case "set":
      return [`\\{${renderAll(node.items)}\\}`, 6];
    case "list":
      return [node.items.map((item) => render(item, 1)).join(node.joiner === "," ? ", " : ` ${node.joiner} `), 0];
    case "tuple":
      return [`${node.open}${renderAll(node.items)}${node.close}`, 6];
    case "ratio":
      return [node.items.map((item) => render(item, 3)).join(" : "), 2];
    case "sets":
      return [node.parts.map((part) => render(part, 3)).join(` ${SET_OPERATORS[node.operator]} `), 2];
    case "domain":
      return [`\\mathbb{${node.name}}`, 6];
    case "relation":
      return [renderRelation(node.operands, node.operators), 1];
    case "matrix":
      return [renderMatrix(node.rows), 6];
    case "text":
      return [node.unread ? node.value : `\\text{${node.value}}`, 6];
    case "qualified":
      return [`${render(node.value, 0)} ${node.qualifier}`, 0];
  }
}

function renderExponent(node: Node): string {
  const text = render(node, 0);
  return /^(?:\d+|[A-Za-z])$/.test(text) ? text : `(${text})`;
}

const SET_OPERATORS = { union: "\\cup", intersection: "\\cap", difference: "\\setminus" };
function renderMatrix(rows: Node[][]): string {
  const lines = rows.map((row) => row.map((cell) => render(cell, 1)).join(" & "));
  return `\\begin{matrix}${lines.join(" \\\\ ")}\\end{matrix}`;
}

const RELATIONS: Record<Relation, string> = {
  "=": "=",
  "!=": "\\ne",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  "~": "\\approx",
  in: "\\in",
  "==": "\\equiv",
};

function renderRelation(operands: Node[], operators: Relation[]): string {
  return operands
    .map((operand, at) => (at === 0 ? "" : ` ${RELATIONS[operators[at - 1] ?? "="]} `) + render(operand, 2))
    .join("");
}

function renderUnit(value: Node, unit: string): [string, number] {
  const inner = render(value, 4);
  if (unit === "degree") return [`${render(value, 6)}^\\circ`, 5];
  return [unit === "$" ? `\\$${inner}` : `${inner}\\text{ ${unit}}`, 3];
}

const LATIN_NAME = /^[A-Za-z]$/;

function renderName(name: string): string {
  if (LATIN_NAME.test(name)) return name;
  const [stem = "", index] = name.split("_", 2);
  const head = LATIN_NAME.test(stem) ? stem : stem.length > 1 && /^[a-zA-Z]+$/.test(stem) ? `\\${stem} ` : stem;
  return index === undefined ? head : `${head.trim()}_{${index}}`;
}

function renderCall(name: string, args: Node[]): [string, number] {
  if (name === "index") return [`${render(args[0] ?? integer(0), 6)}_{${render(args[1] ?? integer(0), 0)}}`, 6];
  if (name === "apply") return [`${render(args[0] ?? integer(0), 6)}(${renderAll(args.slice(1))})`, 6];
  if (name === "factorial") return [`${render(args[0] ?? integer(0), 6)}!`, 5];
  if (name === "doublefactorial") return [`${render(args[0] ?? integer(0), 6)}!!`, 5];
  if (name === "sum" || name === "prod") {
    const [bound, low, high] = args.map((arg) => render(arg, 3));
    return [`\\${name}_{${bound}=${low}}^{${high}} (${render(args[3] ?? integer(0), 0)})`, 4];
  }
  if (name === "root") return renderRoot(args);
  if (name === "index" || ACCENT_NAMES.has(name)) return [`\\${name}{${renderAll(args)}}`, 6];
  if (name === "modulus") return [`\\pmod{${renderAll(args)}}`, 6];
  return [`${name}(${renderAll(args)})`, 6];
}

const ACCENT_NAMES = new Set([
  "bar",
  "hat",
  "vec",
  "tilde",
  "overline",
  "overrightarrow",
  "widehat",
  "widetilde",
  "dot",
]);

function renderRoot(args: Node[]): [string, number] {
  const [radicand = integer(0), degree = integer(2)] = args;
  const isSquare = degree.kind === "number" && degree.value.n === 2n && degree.value.d === 1n;
  if (isSquare) return [`sqrt(${render(radicand, 1)})`, 6];
  return [`\\sqrt[${render(degree, 1)}]{${render(radicand, 1)}}`, 6];
}

function renderSum(terms: Node[]): string {
  let text = "";
  for (const term of terms) {
    const piece = render(term, term.kind === "number" && term.value.n < 0n ? 3 : 4);
    if (text === "") text = term.kind === "plusminus" ? render(term, 3) : piece;
    else if (term.kind === "plusminus") text += ` ${render(term, 3)}`;
    else text += piece.startsWith("-") ? ` - ${piece.slice(1)}` : ` + ${piece}`;
  }
  return text;
}

function renderProduct(factors: Node[]): string {
  const over: string[] = [];
  const under: string[] = [];
  let sign = "";
  for (const factor of factors) {
    if (isMinusOne(factor)) sign = sign === "" ? "-" : "";
    else if (factor.kind === "pow" && isMinusOne(factor.exponent)) under.push(render(factor.base, 6));
    else over.push(render(factor, over.length === 0 ? 4 : 5));
  }
  if (over.length > 1 && over[0] === "1") over.shift();
  const top = over.length === 0 ? "1" : over.join("*");
  return `${sign}${sign && top.startsWith("-") ? `(${top})` : top}${under.map((part) => `/${part}`).join("")}`;
}

// Whether a node is the literal -1.
function isMinusOne(node: Node): boolean {
  return node.kind === "number" && node.value.n === -1n && node.value.d === 1n;
}

function renderNumber(value: Fraction, places: number | undefined): [string, number] {
  const strength = value.n < 0n ? 3 : 6;
  if (places === undefined || places === 0)
    return value.d === 1n ? [`${value.n}`, strength] : [`${value.n}/${value.d}`, value.n < 0n ? 3 : 4];
  const scaled = ((value.n < 0n ? -value.n : value.n) * 10n ** BigInt(places)) / value.d;
  const digits = scaled.toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  return [`${value.n < 0n ? "-" : ""}${whole}.${digits.slice(digits.length - places)}`, strength];
}

/**
 * A canonical spelling of the written form: sums and products sorted, nothing computed. Equal shapes are equal answers;
 * unequal shapes say nothing.
 */
export function shape(node: Node): string {
  switch (node.kind) {
    case "number":
      return `${node.value.n}/${node.value.d}`;
    case "based":
      return `${node.value}/1`;
    case "symbol":
      return `'${node.name}`;
    case "constant":
      return `#${node.name}`;
    case "domain":
      return `#${node.name}`;
    case "add":
    case "mul":
      return `${node.kind}(${children(node).map(shape).sort().join()})`;
    case "sets":
      return `${node.operator}(${setShapes(node.operator, node.parts.map(shape)).join()})`;
    case "call":
      return `${node.name}(${node.args.map(shape).join()})`;
    case "tuple":
      return `${node.open}${node.items.map(shape).join()}${node.close}`;
    case "set":
      return `{${[...new Set(node.items.map(shape))].sort().join()}}`;
    case "list":
      return `${node.joiner}{${[...new Set(node.items.map(shape))].sort().join()}}`;
    case "relation":
      return `rel(${node.operands.map((operand, at) => `${node.operators[at - 1] ?? ""} ${shape(operand)}`).join("")})`;
    case "matrix":
      return `matrix(${node.rows.map((row) => row.map(shape).join()).join(";")})`;
    case "text":
      return `"${foldText(node.value)}"`;
    case "unit":
      return `unit(${shape(node.value)},${node.unit})`;
    case "qualified":
      return `qualified(${shape(node.value)},${foldText(node.qualifier)})`;
    case "plusminus":
      return `${node.flipped ? "-+" : "+-"}(${shape(node.value)})`;
    default:
      return `${node.kind}(${children(node).map(shape).join()})`;
  }
}

function setShapes(operator: string, shapes: string[]): string[] {
  return operator === "difference" ? shapes : shapes.sort();
}

/** Text with case, spaces, dollar signs and closing punctuation folded away, for comparing answers that are words. */
export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\\(?:text|textbf|textit|textrm|mathrm|mbox|mathbf|operatorname)(?![a-zA-Z])/g, "")
    .replace(/\\[ ,;:!]|[\s${}~*]|\\q?quad(?![a-zA-Z])/g, "")
    .replace(/^["'“”‘’.,;:!?]+|["'“”‘’.,;:!?]+$/g, "")
    .toLowerCase();
}
