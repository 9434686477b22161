// Units, currency and percent words after a value.
import { isCommand, isOp, next, peek, type State, separator, takeOp } from "./cursor.ts";
import type { Token } from "./tokens.ts";
import type { Node } from "./tree.ts";
import { PERCENT_WORDS, QUALIFIER_WORDS } from "./words.ts";

const UNIT_TEXT = /^[A-Za-z%$][A-Za-z%$ ./*^²³0-9-]*$/;

/** A unit or a percent word after a value. Prose counts as a unit only up to three words that end the answer. */
export function withUnit(state: State, value: Node): Node {
  const token = peek(state);
  if (isOp(token, "$") || isCommand(token, "$") || isCommand(token, "euro") || isCommand(token, "pounds")) {
    state.at += 1;
    return { kind: "unit", value, unit: token.text === "$" ? "$" : token.text };
  }
  if (token.type === "unit" || token.type === "text") return unitText(state, value, token);
  return token.type === "word" ? proseUnit(state, value) : value;
}

function unitText(state: State, value: Node, token: Token): Node {
  const text = token.text.trim();
  const first = text.toLowerCase().split(/[ ,.]/)[0] ?? "";
  if (PERCENT_WORDS.has(first) || first === "%") {
    state.at += 1;
    return { kind: "percent", value };
  }
  if (first === "and" || first === "or" || QUALIFIER_WORDS.has(first) || !UNIT_TEXT.test(text)) return value;
  state.at += 1;
  let unit = text;
  for (;;) {
    const more = peek(state);
    if (isOp(more, "^")) {
      state.at += 1;
      unit += `^${unitPower(state)}`;
    } else if (
      isOp(more, "/") ||
      more.type === "unit" ||
      (more.type === "text" && UNIT_TEXT.test(more.text) && !separator(state))
    ) {
      state.at += 1;
      unit += `${more.text === "/" ? "" : " "}${more.text}`;
    } else if (more.type === "letter" && unit.endsWith("/")) unit += next(state).text;
    else break;
  }
  return { kind: "unit", value, unit: unitName(unit) };
}

// The 2 of cm^2 or cm^{2}.
function unitPower(state: State): string {
  const braced = takeOp(state, "{");
  let power = takeOp(state, "-") ? "-" : "";
  if (peek(state).type === "num") power += next(state).text;
  if (braced) takeOp(state, "}");
  return power;
}

function proseUnit(state: State, value: Node): Node {
  if (value.kind === "symbol" || QUALIFIER_WORDS.has(peek(state).text.toLowerCase())) return value;
  const wordsFound: string[] = [];
  let ahead = 0;
  for (; peek(state, ahead).type === "word" || peek(state, ahead).type === "unit"; ahead += 1) {
    wordsFound.push(peek(state, ahead).text);
  }
  const ends = peek(state, ahead).type === "end";
  if (!ends || wordsFound.length > 3 || wordsFound.some((word) => VERBS.has(word.toLowerCase()))) return value;
  state.at += ahead;
  return { kind: "unit", value, unit: unitName(wordsFound.join(" ")) };
}

const VERBS = new Set(
  "is are was not has have gives can when if where only true false for with it to by none no yes".split(" "),
);

// A unit's name with case, spaces and plural folded.
function unitName(unit: string): string {
  return unit
    .toLowerCase()
    .replace(/\s*\^\s*/g, "^")
    .replace(/[.\s]+/g, " ")
    .trim()
    .split(" ")
    .map((word) => (/^(?:degree|degrees|deg)$/.test(word) ? "degree" : singular(word)))
    .join(" ");
}

function singular(word: string): string {
  if (word === "inches") return "inch";
  if (word === "feet") return "foot";
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
