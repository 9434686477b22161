// Cuts an answer into tokens: numbers, letters, LaTeX commands, text pieces, operators. Linear, with caps.
import type { Fraction } from "./tree.ts";
import {
  COMMAND_NAMES,
  FONT_COMMANDS,
  FUNCTIONS,
  IGNORED_COMMANDS,
  PERCENT_WORDS,
  SEPARATOR_WORDS,
  SPACING,
  STOP_WORDS,
  TEXT_COMMANDS,
  UNIT_WORDS,
  WORD_NAMES,
} from "./words.ts";

export type Token = {
  /** num, letter, cmd, text (content of \text{}), word (prose), unit, op */
  type: "num" | "letter" | "cmd" | "text" | "word" | "unit" | "op" | "end";
  text: string;
  start: number;
  stop: number;
  spaced: boolean;
  value?: Fraction;
  places?: number;
};

export const MAX_CHARACTERS = 20_000;
const MAX_TOKENS = 4_000;

/** What the tokeniser found, or why it gave up. */
export type Tokens = { ok: true; tokens: Token[] } | { ok: false; reason: string };

type Cursor = {
  source: string;
  at: number;
  spaced: boolean;
  tokens: Token[];
  brackets: number;
  inMatrix: boolean;
  failure: string;
};

/** Tokens of an answer already in ASCII spelling; fails, with a reason, past the cap on tokens. */
export function tokenize(source: string): Tokens {
  const cursor: Cursor = { source, at: 0, spaced: false, tokens: [], brackets: 0, inMatrix: false, failure: "" };
  while (cursor.at < source.length && cursor.failure === "") {
    step(cursor);
    if (cursor.tokens.length > MAX_TOKENS) cursor.failure = `more than ${MAX_TOKENS} tokens`;
  }
  if (cursor.failure !== "") return { ok: false, reason: cursor.failure };
  push(cursor, "end", "", source.length, source.length);
  return { ok: true, tokens: cursor.tokens };
}

function push(cursor: Cursor, type: Token["type"], text: string, start: number, stop: number): Token {
  const token: Token = { type, text, start, stop, spaced: cursor.spaced };
  cursor.tokens.push(token);
  cursor.spaced = false;
  cursor.at = stop;
  return token;
}

function step(cursor: Cursor): void {
  const char = cursor.source[cursor.at] ?? "";
  if (char === " " || char === "~") skip(cursor, 1);
  else if (isDigit(char) || (char === "." && isDigit(cursor.source[cursor.at + 1]))) number(cursor);
  else if (isLetter(char)) word(cursor);
  else if (char === "\\") command(cursor);
  else operator(cursor, char);
}

function skip(cursor: Cursor, count: number): void {
  cursor.at += count;
  cursor.spaced = true;
}

const TWO_CHARACTER = new Set(["<=", ">=", "!=", "==", "**", "->", "=>"]);

function operator(cursor: Cursor, char: string): void {
  const start = cursor.at;
  const pair = cursor.source.slice(start, start + 2);
  if (pair === ".." && cursor.source[start + 2] === ".") {
    push(cursor, "cmd", "ldots", start, start + 3);
    return;
  }
  if (TWO_CHARACTER.has(pair) && cursor.source[start + 2] !== "=") {
    push(cursor, "op", pair === "**" ? "^" : pair, start, start + 2);
    return;
  }
  if (char === "(" || char === "[" || char === "{") cursor.brackets += 1;
  if (char === ")" || char === "]" || char === "}") cursor.brackets -= 1;
  push(cursor, "op", char, start, start + 1);
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= "0" && char <= "9";
}

function isLetter(char: string | undefined): boolean {
  return char !== undefined && ((char >= "a" && char <= "z") || (char >= "A" && char <= "Z"));
}

function digitsFrom(source: string, start: number): number {
  let at = start;
  while (isDigit(source[at])) at += 1;
  return at;
}

function number(cursor: Cursor): void {
  const { source } = cursor;
  const start = cursor.at;
  let at = digitsFrom(source, start);
  let whole = source.slice(start, at);
  if (whole.length > 0 && whole.length <= 3) {
    const grouped = groups(source, at, whole, cursor.brackets > 0);
    whole = grouped.digits;
    at = grouped.stop;
  }
  let places = 0;
  let part = "";
  const comma = decimalComma(cursor, start, at);
  if ((source[at] === "." && isDigit(source[at + 1])) || comma) {
    const stop = digitsFrom(source, at + 1);
    part = source.slice(at + 1, stop);
    places = part.length;
    at = stop;
  } else if (
    source[at] === "." &&
    whole !== "" &&
    !isLetter(source[at + 1]) &&
    (source[at + 1] !== "\\" || source.startsWith("\\overline", at + 1))
  )
    at += 1;
  const isDecimal = places > 0;
  let exponent = 0;
  const power = /^[eE][+-]?\d{1,6}(?![\d.a-zA-Z])/.exec(source.slice(at, at + 9));
  if (power) {
    exponent = Number(power[0].slice(1));
    at += power[0].length;
    if (Math.abs(exponent) > 5_000) cursor.failure = "exponent too large";
  }
  const token = push(cursor, "num", source.slice(start, at), start, at);
  const shift = exponent - places;
  token.value = decimalFraction(BigInt(whole + part || "0"), shift);
  if (isDecimal || power) token.places = Math.max(0, -shift);
}

// `mantissa` times ten to the power `shift`, reduced.
function decimalFraction(mantissa: bigint, shift: number): Fraction {
  if (shift >= 0) return { n: mantissa * 10n ** BigInt(shift), d: 1n };
  let n = mantissa;
  let twos = -shift;
  let fives = -shift;
  if (n === 0n) return { n, d: 1n };
  while (twos > 0 && (n & 1n) === 0n) {
    n >>= 1n;
    twos -= 1;
  }
  while (fives > 0 && n % 5n === 0n) {
    n /= 5n;
    fives -= 1;
  }
  return { n, d: 2n ** BigInt(twos) * 5n ** BigInt(fives) };
}

const LATEX_GROUP = /^(?: ?\{ ?, ?\} ?|,\s*(?:\\!|\\,)\s*|\\[,;: ]\s*|\\!,?(?:\\!)?\s*)(\d{3})(?!\d)/;

// Thousands: 1,000 outside brackets; 1{,}000, 1,\!000 and 1\,000 anywhere.
function groups(source: string, from: number, first: string, bracketed: boolean): { digits: string; stop: number } {
  let digits = first;
  let at = from;
  if (first === "0" && source[at] === ",") return { digits, stop: at };
  for (;;) {
    const rest = source.slice(at, at + 24);
    const plain = bracketed ? null : /^,(\d{3})(?!\d)/.exec(rest);
    const found =
      plain ??
      LATEX_GROUP.exec(rest) ??
      (/^ \d{3} \d{3}(?!\d)/.test(rest) || at > from ? /^ (\d{3})(?!\d)/.exec(rest) : null);
    if (!found) break;
    digits += found[1];
    at += found[0].length;
  }
  return { digits, stop: at };
}

const CURRENCY_AFTER = /^\s*(?:\\?\$|\\euro|\\pounds)/;

// 0,25 on its own, or 2,74 before a currency sign: a decimal comma, not a list.
function decimalComma(cursor: Cursor, start: number, at: number): boolean {
  const { source } = cursor;
  if (source[at] !== "," || !isDigit(source[at + 1]) || cursor.brackets > 0) return false;
  const stop = digitsFrom(source, at + 1);
  if (stop - at === 3 && CURRENCY_AFTER.test(source.slice(stop, stop + 12))) return true;
  const alone = source.slice(stop).trim() === "" && /^[\s-]*$/.test(source.slice(0, start));
  return alone && source.slice(start, at) === "0" && stop - at >= 3;
}

function word(cursor: Cursor): void {
  const { source } = cursor;
  const start = cursor.at;
  let stop = start;
  while (isLetter(source[stop])) stop += 1;
  const run = source.slice(start, stop);
  const kind = classify(cursor, run);
  if (kind !== "letters") {
    push(cursor, kind === "named" ? "cmd" : kind, kind === "named" ? canonicalName(run) : run, start, stop);
    return;
  }
  for (let at = start; at < stop; at += 1) push(cursor, "letter", source[at] ?? "", at, at + 1);
}

function canonicalName(run: string): string {
  return (
    WORD_NAMES.get(run) ??
    (SEPARATOR_WORDS.has(run.toLowerCase()) || FUNCTIONS.has(run.toLowerCase()) ? run.toLowerCase() : run)
  );
}

function classify(cursor: Cursor, run: string): "named" | "word" | "unit" | "letters" {
  if (run.length === 1) return "letters";
  const lower = run.toLowerCase();
  if (UNIT_WORDS.has(lower) && afterValue(cursor) && cursor.source[cursor.at + run.length] !== "(") return "unit";
  if (WORD_NAMES.has(run) || FUNCTIONS.has(run) || SEPARATOR_WORDS.has(lower)) return "named";
  if (FUNCTIONS.has(lower) && cursor.source[cursor.at + run.length] === "(") return "named";
  if (PERCENT_WORDS.has(lower)) return "unit";
  if (STOP_WORDS.has(lower)) return "word";
  if (run.length <= 3 || isAlphabetRun(lower)) return "letters";
  return "word";
}

function afterValue(cursor: Cursor): boolean {
  const last = cursor.tokens[cursor.tokens.length - 1];
  if (!last) return false;
  return (
    last.type === "num" ||
    last.type === "unit" ||
    last.text === ")" ||
    last.text === "}" ||
    last.text === "pi" ||
    last.text === "/"
  );
}

function isAlphabetRun(run: string): boolean {
  for (let at = 1; at < run.length; at += 1) if (run.charCodeAt(at) !== run.charCodeAt(at - 1) + 1) return false;
  return run.length <= 6;
}

const UNWRAPPED = new Set(["boxed", "fbox", "underline"]);

function command(cursor: Cursor): void {
  const next = cursor.source[cursor.at + 1];
  if (next === "\\") doubled(cursor);
  else if (isLetter(next)) namedCommand(cursor);
  else symbolCommand(cursor, next ?? "");
}

const WITH_ARGUMENT = new Set(["hspace", "vspace", "color", "label"]);

function namedCommand(cursor: Cursor): void {
  const { source } = cursor;
  const start = cursor.at;
  let stop = start + 1;
  while (isLetter(source[stop])) stop += 1;
  const name = source.slice(start + 1, stop);
  if (SPACING.has(name)) skip(cursor, stop - start);
  else if (/^q?quad./.test(name)) skip(cursor, name.startsWith("qquad") ? 6 : 5);
  else if (IGNORED_COMMANDS.has(name)) ignore(cursor, stop, name);
  else if (TEXT_COMMANDS.has(name)) textPiece(cursor, start, stop);
  else if (FONT_COMMANDS.has(name)) fontPiece(cursor, start, stop, name);
  else if (WITH_ARGUMENT.has(name)) dropArgument(cursor, stop);
  else {
    const canonical = COMMAND_NAMES.get(name) ?? name;
    if (canonical === "begin" || canonical === "end") cursor.inMatrix = canonical === "begin";
    push(cursor, "cmd", canonical, start, stop);
  }
}

function ignore(cursor: Cursor, stop: number, name: string): void {
  cursor.at = stop;
  // A delimiter dot (\left. or \right.) stands for nothing.
  if ((name === "left" || name === "right") && cursor.source[stop] === ".") cursor.at += 1;
}

function symbolCommand(cursor: Cursor, next: string): void {
  const start = cursor.at;
  if (next === "") skip(cursor, 1);
  else if (",;:! >/()[]".includes(next)) skip(cursor, 2);
  else push(cursor, "cmd", COMMAND_NAMES.get(next) ?? next, start, start + 2);
}

// A doubled backslash is a row end inside a matrix, otherwise an escaped command (\\frac) or a line break.
function doubled(cursor: Cursor): void {
  const { source } = cursor;
  const start = cursor.at;
  const following = source[start + 2];
  if (
    !cursor.inMatrix &&
    (isLetter(following) || following === "{" || following === "}" || following === "%" || following === "$")
  ) {
    cursor.at = start + 1;
    return;
  }
  push(cursor, "cmd", "\\", start, start + 2);
}

// The end of the brace group that opens at `open`, or the end of the source where it is missing.
function groupEnd(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at += 1) {
    const char = source[at];
    if (char === "\\") at += 1;
    else if (char === "{") depth += 1;
    else if (char === "}") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return source.length;
}

function afterSpaces(source: string, from: number): number {
  let at = from;
  while (source[at] === " ") at += 1;
  return at;
}

function textPiece(cursor: Cursor, start: number, stop: number): void {
  const { source } = cursor;
  const open = afterSpaces(source, stop);
  const close = source[open] === "{" ? groupEnd(source, open) : stop;
  const content = source
    .slice(open + 1, close)
    .replace(/[$]/g, "")
    .trim();
  const end = source[open] === "{" ? Math.min(close + 1, source.length) : stop;
  if (content === "") skip(cursor, end - start);
  else push(cursor, "text", content, start, end);
}

const PLAIN_GROUP = /^ *\{ *([A-Za-z][A-Za-z ]+?) *\}/;

// \mathrm{e} is the letter, \mathrm{cm} and \mathrm{ even } are text, \mathbf{v+w} is its content.
function fontPiece(cursor: Cursor, start: number, stop: number, name: string): void {
  const plain = UNWRAPPED.has(name) ? null : PLAIN_GROUP.exec(cursor.source.slice(stop, stop + 60));
  const content = plain?.[1];
  if (!plain || !content) {
    skip(cursor, stop - start);
    return;
  }
  const named = WORD_NAMES.get(content) ?? (FUNCTIONS.has(content) ? content : undefined);
  push(cursor, named || name === "operatorname" ? "cmd" : "text", named ?? content, start, stop + plain[0].length);
}

function dropArgument(cursor: Cursor, stop: number): void {
  const open = afterSpaces(cursor.source, stop);
  cursor.at = cursor.source[open] === "{" ? groupEnd(cursor.source, open) + 1 : stop;
}
