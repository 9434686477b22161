// Finds LaTeX spans, $..$, $$..$$, \(..\), \[..\], and tells them from dollar amounts.
import { isDigitAt, isLetterAt, isSpaceAt } from "./characters.ts";
import { countProse } from "./prose.ts";

/** One LaTeX span: delimiters included in [start, end), excluded in the content. */
export type Span = { start: number; contentStart: number; contentEnd: number; end: number };

type Closings = { [delimiter: string]: boolean };

function backslashSpan(text: string, at: number, exhausted: Closings): Span | null {
  const doubled = text[at + 1] === "\\";
  const opening = text[at + (doubled ? 2 : 1)];
  if (opening !== "(" && opening !== "[") return null;
  const delimiter = opening === "(" ? "\\)" : "\\]";
  if (exhausted[delimiter]) return null;
  const contentStart = at + (doubled ? 3 : 2);
  const close = text.indexOf(delimiter, contentStart);
  if (close < 0) {
    exhausted[delimiter] = true;
    return null;
  }
  const contentEnd = doubled && text[close - 1] === "\\" ? close - 1 : close;
  return { start: at, contentStart, contentEnd, end: close + 2 };
}

function nextDollar(text: string, from: number): number {
  for (let at = text.indexOf("$", from); at >= 0; at = text.indexOf("$", at + 1)) {
    if (text[at - 1] !== "\\") return at;
  }
  return -1;
}

function isAmount(content: string): boolean {
  if (content.length === 0 || content.includes("\n\n") || content.length > 4000) return true;
  const words = countProse(content, 2);
  if (words >= 2 && !content.includes("\\")) return true;
  if (!isDigitAt(content, 0)) return false;
  return isSpaceAt(content, content.length - 1) && (words > 0 || /[a-z]{2}/i.test(content)) && !content.includes("\\");
}

function dollarSpan(text: string, at: number, exhausted: Closings): Span | null {
  if (text[at + 1] === "$" && !exhausted.$$) {
    const close = text.indexOf("$$", at + 2);
    if (close >= 0) return { start: at, contentStart: at + 2, contentEnd: close, end: close + 2 };
    exhausted.$$ = true;
  }
  const close = nextDollar(text, at + 1);
  if (close < 0 || isAmount(text.slice(at + 1, close))) return null;
  return { start: at, contentStart: at + 1, contentEnd: close, end: close + 1 };
}

/** Every LaTeX span of the text, in order, none inside another. */
export function findSpans(text: string): Span[] {
  const spans: Span[] = [];
  const exhausted: Closings = {};
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 36 && code !== 92) continue;
    const span = code === 36 ? dollarSpan(text, at, exhausted) : backslashSpan(text, at, exhausted);
    if (span !== null) {
      spans.push(span);
      at = span.end - 1;
    } else if (code === 92) at++;
  }
  return spans;
}

/** A span that can be an answer: it holds a digit, a relation or a command, and is no bare variable. */
export function isSubstantive(content: string): boolean {
  for (let at = 0; at < content.length; at++) {
    if (isDigitAt(content, at)) return true;
    if (content[at] === "=" || content[at] === "<" || content[at] === ">") return true;
    if (content[at] === "\\" && isLetterAt(content, at + 1)) return true;
  }
  return false;
}
