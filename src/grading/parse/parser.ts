// Reads an answer, in LaTeX or plain text, into a typed tree. Recursive descent with caps; a failure is a reason, never
// an exception.
import { asciiMath } from "./characters.ts";
import {
  close,
  descend,
  fail,
  isCommand,
  isEither,
  isOp,
  next,
  peek,
  type State,
  separator,
  TOO_DEEP,
  takeOp,
} from "./cursor.ts";
import { MAX_CHARACTERS, type Token, tokenize } from "./tokens.ts";
import { integer, type Node, negative, product, type Relation, sum } from "./tree.ts";
import { withUnit } from "./units.ts";
import { looksLikeMath, trimAnswer, wholeText, withoutMathDollars } from "./whole.ts";
import { FUNCTIONS, QUALIFIER_WORDS } from "./words.ts";

/**
 * A parsed answer. `note` says what was repaired (a brace missing at a truncation). Text that is not mathematics is a
 * text node; one with `unread: true` looked like mathematics and could not be read.
 */
export type Parsed = { ok: true; tree: Node; note?: string } | { ok: false; reason: string };

/**
 * Reads one answer (no prose around it).
 * @returns the tree, or the reason why there is none: empty, or past a cap (20,000 characters, 4,000 tokens, depth 200)
 */
export function parseAnswer(text: string): Parsed {
  if (text.length > MAX_CHARACTERS) return { ok: false, reason: `longer than ${MAX_CHARACTERS} characters` };
  const source = trimAnswer(withoutMathDollars(asciiMath(text)));
  if (source === "") return { ok: false, reason: "empty" };
  const plain = wholeText(source);
  if (plain) return { ok: true, tree: plain };
  const cut = tokenize(source);
  if (!cut.ok) return cut;
  const state: State = { source, tokens: cut.tokens, at: 0, depth: 0, bars: 0, reversed: false, note: "" };
  try {
    const tree = answer(state);
    return state.note === "" ? { ok: true, tree } : { ok: true, tree, note: state.note };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === TOO_DEEP) return { ok: false, reason };
    return { ok: true, tree: { kind: "text", value: source, unread: looksLikeMath(source) } };
  }
}

// --- lists, relations ---

function answer(state: State): Node {
  if (peek(state).type === "text" && peek(state, 1).type === "end") return textNode(next(state).text);
  const tree = list(state);
  const token = peek(state);
  if (token.type === "end") return tree;
  const rest = qualifier(state, tree);
  return rest ?? fail(`unexpected ${token.text}`);
}

function qualifier(state: State, value: Node): Node | null {
  const token = peek(state);
  if (token.type !== "word" && token.type !== "text" && !isOp(token, "(")) return null;
  const first = /^\(?\s*([a-z]+)/i.exec(isOp(token, "(") ? peek(state, 1).text : token.text)?.[1] ?? "";
  if (!QUALIFIER_WORDS.has(first.toLowerCase())) return null;
  state.at = state.tokens.length - 1;
  return { kind: "qualified", value, qualifier: state.source.slice(token.start) };
}

// Items between commas, semicolons, "and", "or"; several separators in a row ("2, 3, and 5") count once.
function items(state: State): { nodes: Node[]; joiner: "," | "or" | "and" } {
  const nodes: Node[] = [relation(state)];
  let joiner: "," | "or" | "and" = ",";
  for (let found = separator(state); found; found = separator(state)) {
    if (found !== ",") joiner = found;
    state.at += 1;
    if (peek(state).type === "end" || isCloser(peek(state))) break;
    if (!separator(state)) nodes.push(relation(state));
  }
  return { nodes, joiner };
}

function isCloser(token: Token): boolean {
  return (
    (token.type === "op" || token.type === "cmd") && (token.text === ")" || token.text === "]" || token.text === "}")
  );
}

function list(state: State): Node {
  return descend(state, () => {
    const { nodes, joiner } = items(state);
    const only = nodes[0];
    return nodes.length === 1 && only ? only : { kind: "list", items: nodes, joiner };
  });
}

const RELATIONS: Record<string, Relation> = {
  "=": "=",
  "==": "=",
  "!=": "!=",
  ne: "!=",
  "<": "<",
  "<=": "<=",
  le: "<=",
  ">": ">",
  ">=": ">=",
  ge: ">=",
  approx: "~",
  in: "in",
  equiv: "==",
};

function relationAt(state: State): Relation | null {
  const token = peek(state);
  if (token.type !== "op" && token.type !== "cmd") return null;
  if (token.text === "not" && isOp(peek(state, 1), "=")) {
    state.at += 1;
    return "!=";
  }
  return Object.hasOwn(RELATIONS, token.text) ? (RELATIONS[token.text] ?? null) : null;
}

function relation(state: State): Node {
  const operands: Node[] = [];
  const operators: Relation[] = [];
  // A leading relation sign ("= 5", "\approx 5") is dropped.
  if (operands.length === 0 && (isOp(peek(state), "=") || isCommand(peek(state), "approx"))) state.at += 1;
  operands.push(setTerms(state));
  for (let found = relationAt(state); found; found = relationAt(state)) {
    state.at += 1;
    operators.push(found);
    operands.push(setTerms(state));
  }
  if (operators.includes("==")) modulus(state, operands);
  const only = operands[0];
  return operands.length === 1 && only ? only : { kind: "relation", operands, operators };
}

function modulus(state: State, operands: Node[]): void {
  const token = peek(state);
  const open = isOp(token, "(") && isCommand(peek(state, 1), "mod");
  if (!isCommand(token, "pmod") && !isCommand(token, "mod") && !open) return;
  state.at += open ? 2 : 1;
  operands.push({ kind: "call", name: "modulus", args: [group(state)] });
  if (open) close(state, ")");
}

const SET_OPERATORS: Record<string, "union" | "intersection" | "difference"> = {
  cup: "union",
  cap: "intersection",
  setminus: "difference",
};

function setTerms(state: State): Node {
  let left = ratio(state);
  for (;;) {
    const token = peek(state);
    const operator =
      token.type === "cmd" && Object.hasOwn(SET_OPERATORS, token.text) ? SET_OPERATORS[token.text] : undefined;
    if (!operator) return left;
    state.at += 1;
    const right = ratio(state);
    if (left.kind === "sets" && left.operator === operator && operator !== "difference") left.parts.push(right);
    else left = { kind: "sets", operator, parts: [left, right] };
  }
}

function ratio(state: State): Node {
  const parts = [additive(state)];
  while (isEither(peek(state), ":") && peek(state, 1).type !== "end") {
    state.at += 1;
    parts.push(additive(state));
  }
  const only = parts[0];
  return parts.length === 1 && only ? only : { kind: "ratio", items: parts };
}

// --- sums and products ---

function additive(state: State): Node {
  return descend(state, () => {
    const terms: Node[] = [];
    for (;;) {
      const sign = signs(state, terms.length === 0);
      if (sign === null) break;
      terms.push(applySign(sign, multiplicative(state)));
    }
    return sum(terms);
  });
}

type Sign = "+" | "-" | "pm" | "mp";

// The sign before a term; null when the sum is over. The first term needs none.
function signs(state: State, first: boolean): Sign | null {
  let sign: Sign | null = first ? "+" : null;
  for (;;) {
    const token = peek(state);
    const isPlusMinus = isOp(token, "+") && isOp(peek(state, 1), "-") && !first;
    if (isOp(token, "+") && isOp(peek(state, 1), "/") && isOp(peek(state, 2), "-")) {
      state.at += 3;
      return "pm";
    }
    if (isCommand(token, "pm") || isCommand(token, "mp")) {
      state.at += 1;
      return token.text === "pm" ? "pm" : "mp";
    }
    if (isOp(token, "+") || isPlusMinus) sign = sign === "-" ? "-" : "+";
    else if (isOp(token, "-")) sign = sign === "-" ? "+" : "-";
    else return sign;
    state.at += 1;
  }
}

function applySign(sign: Sign, node: Node): Node {
  if (sign === "+") return node;
  if (sign === "-") return negative(node);
  return { kind: "plusminus", value: node, flipped: sign === "mp" };
}

function multiplicative(state: State): Node {
  const factors: Node[] = [signedFactor(state)];
  for (;;) {
    const token = peek(state);
    if (isOp(token, "*") || isCommand(token, "times")) {
      state.at += 1;
      factors.push(signedFactor(state));
    } else if (isOp(token, "/") || isCommand(token, "div")) {
      state.at += 1;
      factors.push({ kind: "pow", base: signedFactor(state), exponent: integer(-1n) });
    } else if (isCommand(token, "mod")) {
      state.at += 1;
      const left = product(factors.splice(0));
      factors.push({ kind: "call", name: "mod", args: [left, signedFactor(state)] });
    } else if (startsFactor(state)) factors.push(implicit(state, factors));
    else return withUnit(state, product(checked(factors)));
  }
}

// What stands beside another factor is a value: "0 (a = 1)" is no product.
function checked(factors: Node[]): Node[] {
  if (factors.length > 1 && factors.some(isNoFactor)) fail("a factor that is no value");
  return factors;
}

const NO_FACTORS = new Set<Node["kind"]>(["relation", "list", "text", "set", "sets", "domain", "ratio", "qualified"]);

function isNoFactor(node: Node): boolean {
  return NO_FACTORS.has(node.kind);
}

function signedFactor(state: State): Node {
  if (takeOp(state, "-")) return descend(state, (inner) => negative(signedFactor(inner)));
  if (takeOp(state, "+")) return descend(state, signedFactor);
  return factor(state);
}

// A factor that follows with no sign: a product, except for the fraction part of a mixed number.
function implicit(state: State, factors: Node[]): Node {
  const last = factors[factors.length - 1];
  const token = peek(state);
  const whole = peek(state, -1).type === "num" && last?.kind === "number" && isPlainWhole(last) ? last : null;
  if (token.type === "num" && peek(state, -1).type === "num") {
    const slash = isOp(peek(state, 1), "/") && peek(state, 2).type === "num";
    if (!whole || !slash || !token.spaced) return fail("two numbers in a row");
    state.at += 3;
    factors.pop();
    const over: Node = { kind: "number", value: token.value ?? { n: 0n, d: 1n } };
    return mixed(whole, over, integer(peek(state, -1).value?.n ?? 1n));
  }
  const isFraction = isCommand(token, "frac");
  const read = factor(state);
  // 1\frac12\% and 1\frac12^\circ: the mark belongs to the whole number too.
  const inner = read.kind === "percent" || read.kind === "unit" ? read.value : read;
  const parts = isFraction && whole ? plainFraction(inner) : null;
  if (!parts || !whole) return read;
  factors.pop();
  const value = mixed(whole, integer(parts[0]), integer(parts[1]));
  return read.kind === "percent" || read.kind === "unit" ? { ...read, value } : value;
}

function isPlainWhole(node: Node & { kind: "number" }): boolean {
  return node.value.d === 1n && node.places === undefined;
}

function plainFraction(node: Node): [bigint, bigint] | null {
  if (node.kind !== "mul" || node.factors.length !== 2) return null;
  const [over, under] = node.factors;
  if (over?.kind !== "number" || under?.kind !== "pow" || under.base.kind !== "number") return null;
  if (over.value.d !== 1n || under.base.value.d !== 1n || over.value.n < 0n || under.base.value.n <= 0n) return null;
  return [over.value.n, under.base.value.n];
}

function mixed(whole: Node, over: Node, under: Node): Node {
  return sum([whole, product([over, { kind: "pow", base: under, exponent: integer(-1n) }])]);
}

const STARTERS = new Set([
  "frac",
  "sqrt",
  "binom",
  "{",
  "lfloor",
  "lceil",
  "pi",
  "infty",
  "overline",
  "bar",
  "hat",
  "vec",
  "tilde",
  "sum",
  "prod",
  "begin",
  "mathbb",
  "emptyset",
  "overrightarrow",
  "widehat",
  "ell",
  "hbar",
  "cbrt",
  "ldots",
  "square",
  "varphi",
]);
const GREEK_LETTERS = new Set(
  `alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi varphi chi psi
    omega Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi Omega ell`.split(/\s+/),
);

function startsFactor(state: State): boolean {
  const token = peek(state);
  switch (token.type) {
    case "num":
    case "letter":
      return true;
    case "op":
      if (token.text === "(") return !isQualifierBracket(state);
      if (token.text === "|") return state.bars === 0;
      return (token.text === "[" && !state.reversed) || token.text === "{";
    case "cmd":
      if (token.text === "|") return state.bars === 0;
      return STARTERS.has(token.text) || FUNCTIONS.has(token.text) || GREEK_LETTERS.has(token.text);
    default:
      return false;
  }
}

function isQualifierBracket(state: State): boolean {
  const token = peek(state, 1);
  return (
    token.type === "word" ||
    (token.type === "text" && QUALIFIER_WORDS.has(token.text.toLowerCase().split(" ")[0] ?? ""))
  );
}

// --- powers ---

function factor(state: State): Node {
  return descend(state, () => postfix(state, atom(state)));
}

function postfix(state: State, start: Node): Node {
  let node = start;
  for (let count = 0; ; count += 1) {
    if (count > 20) fail(TOO_DEEP);
    const token = peek(state);
    if (isOp(token, "^")) node = power(state, node);
    else if (isOp(token, "_")) node = subscript(state, node);
    else if (isOp(token, "!") && !isOp(peek(state, 1), "=")) node = factorial(state, node);
    else if (isOp(token, "%") || isCommand(token, "%")) {
      state.at += 1;
      node = { kind: "percent", value: node };
    } else if (isCommand(token, "circ")) {
      state.at += 1;
      node = { kind: "unit", value: node, unit: "degree" };
    } else if (isOp(token, "'") || isCommand(token, "'")) {
      state.at += 1;
      node = primed(node);
    } else return node;
  }
}

function primed(node: Node): Node {
  return node.kind === "symbol" ? { ...node, name: `${node.name}'` } : { kind: "call", name: "prime", args: [node] };
}

function factorial(state: State, node: Node): Node {
  state.at += 1;
  const double = isOp(peek(state), "!") && !peek(state).spaced;
  if (double) state.at += 1;
  return { kind: "call", name: double ? "doublefactorial" : "factorial", args: [node] };
}

function power(state: State, base: Node): Node {
  state.at += 1;
  const token = peek(state);
  if (isCommand(token, "circ") || (isOp(token, "{") && isCommand(peek(state, 1), "circ"))) {
    state.at += 1;
    if (isOp(token, "{")) {
      state.at += 1;
      close(state, "}");
    }
    return { kind: "unit", value: base, unit: "degree" };
  }
  if (isPrimes(state)) return primed(base);
  return { kind: "pow", base, exponent: exponent(state) };
}

function isPrimes(state: State): boolean {
  if (!isCommand(peek(state), "'")) return false;
  state.at += 1;
  return true;
}

function exponent(state: State): Node {
  return descend(state, () => {
    if (isOp(peek(state), "{")) return chained(state, group(state));
    if (takeOp(state, "-")) return negative(exponent(state));
    if (takeOp(state, "+")) return exponent(state);
    if (takeOp(state, "*")) fail("conjugates are not read");
    return chained(state, atom(state));
  });
}

// 2^3^4 is 2^(3^4).
function chained(state: State, node: Node): Node {
  return isOp(peek(state), "^") ? power(state, node) : isOp(peek(state), "!") ? factorial(state, node) : node;
}

// 204_5 is a number in base 5, x_1 a symbol, F_{n-1} an indexed symbol.
function subscript(state: State, node: Node): Node {
  state.at += 1;
  const index = peek(state).type === "letter" || peek(state).type === "num" ? atom(state) : group(state);
  if (node.kind === "number") return based(state, node, index);
  if (node.kind !== "symbol") return { kind: "call", name: "index", args: [node, index] };
  if (index.kind === "number" && index.value.d === 1n) return { kind: "symbol", name: `${node.name}_${index.value.n}` };
  if (index.kind === "text") return { kind: "symbol", name: `${node.name}_${index.value}` };
  return { kind: "call", name: "index", args: [node, index] };
}

function based(state: State, node: Node & { kind: "number" }, index: Node): Node {
  const base = index.kind === "number" && index.value.d === 1n ? Number(index.value.n) : 0;
  const digits =
    state.tokens.slice(0, state.at).findLast((token) => token.type === "num" && token.value === node.value)?.text ?? "";
  if (node.value.d !== 1n || base < 2 || base > 36) fail("not a base");
  let value = 0n;
  for (const digit of digits.replace(/\D/g, "")) {
    if (Number(digit) >= base) fail("digit outside its base");
    value = value * BigInt(base) + BigInt(digit);
  }
  return { kind: "based", digits: digits.replace(/\D/g, ""), base, value };
}

// --- atoms ---

function group(state: State): Node {
  if (!takeOp(state, "{")) return factor(state);
  const inner = list(state);
  close(state, "}");
  return inner;
}

function atom(state: State): Node {
  const token = next(state);
  switch (token.type) {
    case "num":
      return numberAtom(state, token);
    case "letter":
      return letterAtom(state, token.text);
    case "text":
      return textNode(token.text);
    case "op":
      return bracketAtom(state, token.text);
    case "cmd":
      return commandAtom(state, token.text);
    default:
      return fail(token.type === "end" ? "ends too early" : `prose: ${token.text}`);
  }
}

function numberAtom(state: State, token: Token): Node {
  const value = token.value ?? { n: 0n, d: 1n };
  if (isCommand(peek(state), "overline") && !peek(state).spaced && token.places !== undefined)
    return repeating(state, token);
  if (isCommand(peek(state), "overline") && token.text.endsWith(".")) return repeating(state, token);
  return token.places === undefined ? { kind: "number", value } : { kind: "number", value, places: token.places };
}

// 0.1\overline{6}: the repeating part as an exact fraction.
function repeating(state: State, token: Token): Node {
  state.at += 1;
  takeOp(state, "{");
  const repeated = next(state);
  close(state, "}");
  if (repeated.type !== "num" || !/^\d{1,50}$/.test(repeated.text)) fail("not a repeating decimal");
  const scale = 10n ** BigInt(token.places ?? 0);
  const period = (10n ** BigInt(repeated.text.length) - 1n) * scale;
  const fixed = token.value ?? { n: 0n, d: 1n };
  return sum([
    { kind: "number", value: fixed },
    product([integer(BigInt(repeated.text)), { kind: "pow", base: integer(period), exponent: integer(-1n) }]),
  ]);
}

// Letters that stand for a function when a bracket follows at once.
const FUNCTION_LETTERS = new Set("f g h F G H P Q T Y X A W R S U V p q".split(" "));
const SURE_FUNCTIONS = new Set(["f", "g", "h", "F", "G", "H"]);

function letterAtom(state: State, name: string): Node {
  if (name === "e" && !isOp(peek(state), "_")) return { kind: "constant", name: "e" };
  if (name === "i" && !isOp(peek(state), "_")) return { kind: "constant", name: "i" };
  const symbol: Node = { kind: "symbol", name };
  if (!isOp(peek(state), "(") || !FUNCTION_LETTERS.has(name)) return symbol;
  return SURE_FUNCTIONS.has(name) || isDefinition(state) ? applied(state, symbol) : symbol;
}

// P(x) = ...: a letter is a function where its bracket holds only letters and commas and an equals sign follows.
function isDefinition(state: State): boolean {
  let ahead = 1;
  while (peek(state, ahead).type === "letter" || isOp(peek(state, ahead), ",")) ahead += 1;
  return ahead > 1 && isOp(peek(state, ahead), ")") && isOp(peek(state, ahead + 1), "=");
}

function applied(state: State, symbol: Node): Node {
  state.at += 1;
  const { nodes } = descend(state, items);
  close(state, ")");
  return { kind: "call", name: "apply", args: [symbol, ...nodes] };
}

function textNode(text: string): Node {
  const inner = text.replace(/^\((.*)\)$/, "$1").trim();
  if (/^[A-Za-z]$/.test(inner))
    return inner === text || /^[A-Z]$/.test(inner)
      ? { kind: "symbol", name: inner }
      : { kind: "text", value: inner, unread: false };
  if (/^-?\d{1,30}$/.test(inner)) return integer(BigInt(inner));
  return { kind: "text", value: text, unread: false };
}

function bracketAtom(state: State, text: string): Node {
  if (text === "(" || text === "[") return bracketed(state, text);
  if (text === "{") return braces(state);
  if (text === "|") return bars(state, "|", "abs");
  if (text === "$") return { kind: "unit", value: factor(state), unit: "$" };
  if (text === "]") return openInterval(state);
  return fail(`unexpected ${text}`);
}

function bracketed(state: State, open: "(" | "["): Node {
  const outerBars = state.bars;
  state.bars = 0;
  const { nodes } = descend(state, items);
  state.bars = outerBars;
  const closed = close(state, open === "(" ? ")" : "]", ")", "]");
  const only = nodes[0];
  if (nodes.length === 1 && only && open === "(" && closed === ")") return only;
  return { kind: "tuple", items: nodes, open, close: closed === "]" ? "]" : ")" };
}

// ]a,b[ and ]a,b]: the other way of writing open ends.
function openInterval(state: State): Node {
  state.reversed = true;
  const { nodes } = descend(state, items);
  state.reversed = false;
  const closed = close(state, "[", "]");
  if (nodes.length !== 2) fail("not an interval");
  return { kind: "tuple", items: nodes, open: "(", close: closed === "[" ? ")" : "]" };
}

function braces(state: State): Node {
  const inner = list(state);
  if (isCommand(peek(state), "choose")) {
    state.at += 1;
    const under = list(state);
    close(state, "}");
    return { kind: "call", name: "binom", args: [inner, under] };
  }
  close(state, "}");
  return inner.kind === "list" ? { kind: "set", items: inner.items } : inner;
}

function bars(state: State, mark: string, name: string): Node {
  const outer = state.bars;
  state.bars = 1;
  const inner = list(state);
  state.bars = outer;
  close(state, mark);
  return { kind: "call", name, args: [inner] };
}

const PAIRS: Record<string, [closing: string, name: string]> = {
  lfloor: ["rfloor", "floor"],
  lceil: ["rceil", "ceil"],
  "norm|": ["norm|", "norm"],
  "|": ["|", "abs"],
};

function commandAtom(state: State, name: string): Node {
  if (name === "pi") return { kind: "constant", name: "pi" };
  if (name === "infty") return { kind: "constant", name: "infinity" };
  if (name === "emptyset") return { kind: "set", items: [] };
  if (name === "|" || name === "norm|") return bars(state, name, name === "|" ? "abs" : "norm");
  const pair = Object.hasOwn(PAIRS, name) ? PAIRS[name] : undefined;
  if (pair) return paired(state, pair[0], pair[1]);
  if (name === "{") return setAtom(state);
  if (name === "langle") return angled(state);
  if (name === "frac" || name === "binom") return twoArguments(state, name);
  if (name === "sqrt" || name === "cbrt") return root(state, name);
  if (name === "begin") return environment(state);
  if (name === "mathbb") return domain(state);
  if (name === "log" || name === "ln" || name === "lg") return logarithm(state, name);
  if (name === "sum" || name === "prod") return bigOperator(state, name);
  if (name === "$") return { kind: "unit", value: factor(state), unit: "$" };
  if (name === "euro" || name === "pounds" || name === "yen") return { kind: "unit", value: factor(state), unit: name };
  if (name === "ldots") return { kind: "symbol", name: "..." };
  if (ACCENTS.has(name)) return accented(state, name);
  if (FUNCTIONS.has(name)) return functionCall(state, name);
  if (GREEK_LETTERS.has(name)) return greek(state, name);
  return fail(`unknown command ${name}`);
}

function greek(state: State, name: string): Node {
  const symbol: Node = { kind: "symbol", name };
  return (name === "varphi" || name === "phi") && isOp(peek(state), "(") && isDefinition(state)
    ? applied(state, symbol)
    : symbol;
}

const ACCENTS = new Set(["bar", "hat", "vec", "tilde", "overline", "overrightarrow", "widehat", "widetilde", "dot"]);

function accented(state: State, name: string): Node {
  return { kind: "call", name, args: [group(state)] };
}

function paired(state: State, closing: string, name: string): Node {
  const inner = list(state);
  close(state, closing);
  return { kind: "call", name, args: [inner] };
}

function setAtom(state: State): Node {
  if (isCommand(peek(state), "}")) {
    state.at += 1;
    return { kind: "set", items: [] };
  }
  const outerBars = state.bars;
  state.bars = 0;
  const { nodes } = descend(state, items);
  state.bars = outerBars;
  close(state, "}");
  return { kind: "set", items: nodes };
}

function angled(state: State): Node {
  const { nodes } = descend(state, items);
  close(state, "rangle");
  return { kind: "tuple", items: nodes, open: "(", close: ")" };
}

// One digit of a number counts as a brace-less argument: \frac12 is one half.
function argument(state: State): Node {
  const token = peek(state);
  if (token.type !== "num") return group(state);
  const first = token.text[0] ?? "0";
  if (token.text.length === 1) {
    state.at += 1;
    return integer(BigInt(first));
  }
  if (!/^\d+$/.test(token.text)) fail("not an argument");
  const rest = token.text.slice(1);
  state.tokens[state.at] = {
    ...token,
    text: rest,
    start: token.start + 1,
    spaced: false,
    value: { n: BigInt(rest), d: 1n },
  };
  return integer(BigInt(first));
}

function twoArguments(state: State, name: string): Node {
  if (isOp(peek(state), "(")) return bracketedArguments(state, name);
  const over = descend(state, argument);
  const under = descend(state, argument);
  return name === "frac"
    ? product([over, { kind: "pow", base: under, exponent: integer(-1n) }])
    : { kind: "call", name, args: [over, under] };
}

// binom(n, k) in plain text.
function bracketedArguments(state: State, name: string): Node {
  state.at += 1;
  const { nodes } = descend(state, items);
  close(state, ")");
  if (nodes.length === 2 && name === "binom") return { kind: "call", name, args: nodes };
  const over = nodes[0];
  if (nodes.length !== 1 || !over || name !== "frac") return fail("not two arguments");
  return product([over, { kind: "pow", base: descend(state, argument), exponent: integer(-1n) }]);
}

function root(state: State, name: string): Node {
  let degree: Node = integer(name === "cbrt" ? 3n : 2n);
  if (takeOp(state, "[")) {
    degree = list(state);
    close(state, "]");
  }
  const radicand = descend(state, radicandAtom);
  return { kind: "call", name: "root", args: [radicand, degree] };
}

// The radicand: a group, a bracket, or a single atom without what follows it (\sqrt2x is \sqrt{2}x).
function radicandAtom(state: State): Node {
  if (isOp(peek(state), "{")) return group(state);
  return atom(state);
}

const MATRICES = new Set(["matrix", "pmatrix", "bmatrix", "vmatrix", "Bmatrix", "smallmatrix", "array"]);

function environment(state: State): Node {
  const name = environmentName(state);
  if (!MATRICES.has(name)) return fail(`environment ${name}`);
  if (name === "array" && isOp(peek(state), "{")) skipGroup(state);
  const rows: Node[][] = [[]];
  for (;;) {
    const token = peek(state);
    if (isCommand(token, "end")) break;
    if (token.type === "end") fail("unclosed matrix");
    if (isCommand(token, "\\")) {
      state.at += 1;
      rows.push([]);
    } else if (isOp(token, "&")) state.at += 1;
    else rows[rows.length - 1]?.push(relation(state));
  }
  state.at += 1;
  environmentName(state);
  return matrix(
    rows.filter((row) => row.length > 0),
    name,
  );
}

function matrix(rows: Node[][], name: string): Node {
  const width = rows[0]?.length ?? 0;
  if (width === 0 || rows.some((row) => row.length !== width)) fail("ragged matrix");
  const whole: Node = { kind: "matrix", rows };
  return name === "vmatrix" ? { kind: "call", name: "det", args: [whole] } : whole;
}

function environmentName(state: State): string {
  if (!takeOp(state, "{")) fail("expected {");
  const start = peek(state).start;
  while (!isOp(peek(state), "}") && peek(state).type !== "end") state.at += 1;
  const name = state.source.slice(start, peek(state).start).trim();
  close(state, "}");
  return name;
}

function skipGroup(state: State): void {
  while (!isOp(peek(state), "}") && peek(state).type !== "end") state.at += 1;
  close(state, "}");
}

function domain(state: State): Node {
  const braced = takeOp(state, "{");
  const letter = next(state);
  if (letter.type !== "letter") fail("expected a letter");
  if (braced) close(state, "}");
  let name = letter.text;
  if (isOp(peek(state), "^")) {
    state.at += 1;
    const mark = isOp(peek(state), "+") || isOp(peek(state), "*") ? next(state).text : undefined;
    if (mark === undefined) fail("power of a domain");
    name += mark;
  }
  return { kind: "domain", name };
}

// --- functions ---

function functionCall(state: State, name: string): Node {
  let exponentOf: Node | null = null;
  if (takeOp(state, "^")) exponentOf = exponent(state);
  const args = functionArguments(state);
  if (!exponentOf) return { kind: "call", name, args };
  const inverse = exponentOf.kind === "number" && exponentOf.value.n === -1n && exponentOf.value.d === 1n;
  if (inverse && INVERTIBLE.has(name)) return { kind: "call", name: `a${name}`, args };
  return { kind: "pow", base: { kind: "call", name, args }, exponent: exponentOf };
}

const INVERTIBLE = new Set(["sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh"]);

// sin(2x), \sin{2x}, \sin 2x, \sin\frac{x}{2}; without brackets the argument stops before the next function.
function functionArguments(state: State): Node[] {
  if (isOp(peek(state), "(")) {
    state.at += 1;
    const outerBars = state.bars;
    state.bars = 0;
    const { nodes } = descend(state, items);
    state.bars = outerBars;
    close(state, ")");
    return nodes;
  }
  if (takeOp(state, "-")) return [negative(functionArguments(state)[0] as Node)];
  const factors = [descend(state, factor)];
  while (startsFactor(state) && !startsFunction(peek(state))) factors.push(descend(state, factor));
  if (isOp(peek(state), "/") && peek(state, 1).type === "num" && factors.length === 1) {
    state.at += 1;
    factors.push({ kind: "pow", base: factor(state), exponent: integer(-1n) });
  }
  return [product(factors)];
}

function startsFunction(token: Token): boolean {
  return (
    (token.type === "cmd" && FUNCTIONS.has(token.text) && token.text !== "sqrt") || isOp(token, "(") || isOp(token, "[")
  );
}

function logarithm(state: State, name: string): Node {
  let base: Node | null = name === "lg" || name === "log" ? integer(10n) : null;
  let exponentOf: Node | null = null;
  for (;;) {
    if (takeOp(state, "_"))
      base = peek(state).type === "num" || peek(state).type === "letter" ? atom(state) : group(state);
    else if (takeOp(state, "^")) exponentOf = exponent(state);
    else break;
  }
  const args = functionArguments(state);
  const second = args[1];
  if (second) base = second;
  const inner = args[0] as Node;
  const call: Node =
    base && !(base.kind === "constant" && base.name === "e")
      ? { kind: "call", name: "log", args: [inner, base] }
      : { kind: "call", name: "ln", args: [inner] };
  return exponentOf ? { kind: "pow", base: call, exponent: exponentOf } : call;
}

// \sum_{k=0}^{n} body
function bigOperator(state: State, name: string): Node {
  if (!takeOp(state, "_")) fail("a sum without bounds");
  const low = group(state);
  if (!takeOp(state, "^")) fail("a sum without bounds");
  const high = exponent(state);
  const bound = low.kind === "relation" && low.operators[0] === "=" ? low.operands[0] : undefined;
  const from = low.kind === "relation" ? low.operands[1] : undefined;
  if (!bound || !from || (bound.kind !== "symbol" && !(bound.kind === "constant" && bound.name === "i")))
    return fail("a sum without a bound letter");
  const body = descend(state, multiplicative);
  return { kind: "call", name, args: [bound, from, high, body] };
}
