// The parser's position in the tokens, and the small questions it asks about what comes next.
import type { Token } from "./tokens.ts";

const MAX_DEPTH = 200;

/** Where the parser is: `bars` and `reversed` say that a bar or a `[` closes rather than opens. */
export type State = {
  source: string;
  tokens: Token[];
  at: number;
  depth: number;
  bars: number;
  reversed: boolean;
  note: string;
};

export const TOO_DEEP = `nested deeper than ${MAX_DEPTH}`;

/** Gives up reading; caught where the parser starts. */
export function fail(reason: string): never {
  throw new SyntaxError(reason);
}

/** The token that comes next, or `ahead` of it; the end token past the end. */
export function peek(state: State, ahead = 0): Token {
  return state.tokens[Math.min(state.at + ahead, state.tokens.length - 1)] as Token;
}

/** Takes the next token. */
export function next(state: State): Token {
  const token = peek(state);
  state.at += 1;
  return token;
}

/** Whether a token is this operator. */
export function isOp(token: Token, text: string): boolean {
  return token.type === "op" && token.text === text;
}

/** Whether a token is this command. */
export function isCommand(token: Token, text: string): boolean {
  return token.type === "cmd" && token.text === text;
}

/** Whether a token is this operator or command. */
export function isEither(token: Token, text: string): boolean {
  return (token.type === "cmd" || token.type === "op") && token.text === text;
}

/** Takes this operator if it comes next. */
export function takeOp(state: State, text: string): boolean {
  if (!isOp(peek(state), text)) return false;
  state.at += 1;
  return true;
}

/** Reads one level deeper, within the cap on depth. */
export function descend<T>(state: State, read: (state: State) => T): T {
  state.depth += 1;
  if (state.depth > MAX_DEPTH) fail(TOO_DEEP);
  const result = read(state);
  state.depth -= 1;
  return result;
}

/** Takes a closing bracket; at the very end of the text a missing one is reported and forgiven. */
export function close(state: State, ...texts: string[]): string {
  const token = peek(state);
  if (token.type === "end") {
    state.note = `missing ${texts[0]} at the end`;
    return texts[0] ?? "";
  }
  if ((token.type !== "op" && token.type !== "cmd") || !texts.includes(token.text)) fail(`expected ${texts[0]}`);
  state.at += 1;
  return token.text;
}

/** The list separator that comes next, if one does. */
export function separator(state: State): "," | "or" | "and" | null {
  const token = peek(state);
  if (isOp(token, ",") || isOp(token, ";")) return ",";
  if (token.type === "cmd" && (token.text === "and" || token.text === "or")) return token.text;
  if (token.type !== "text") return null;
  const word = token.text.toLowerCase().replace(/[^a-z]/g, "");
  return word === "and" || word === "or" ? word : null;
}
