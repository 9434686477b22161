// The general rule: the last stated final answer counts. Boxes, announcements, LaTeX spans, the last number.
import { type Box, type Boxes, bareBox, findBoxes, outermost, unboxed } from "./boxes.ts";
import { foldCharacters, isDigitAt, isLetterAt, skipAny, skipBlanks } from "./characters.ts";
import { cleanAnswer } from "./clean.ts";
import { isApproximation, isJoin, joinAnswers, splitList } from "./lists.ts";
import { lastNumber } from "./numbers.ts";
import { countProse, nextProse, sentenceEnd } from "./prose.ts";
import { findSpans, isSubstantive, type Span } from "./spans.ts";
import { answerStart, isBlankFrom, lastStatements, lineEnd, type Statement } from "./statements.ts";
import { type Extraction, type ExtractOptions, found, missing } from "./types.ts";

/** A line longer than this is read only so far. */
const LONGEST_LINE = 2000;
const LONGEST_WORDS = 6;

type Boxed = { answer: string; start: number; end: number; rule: string };

const isLongDecimal = (answer: string): boolean => /^-?\d*\.\d{4,}$/.test(answer.slice(0, 100));

/** The answer of the last box or group of adjacent boxes. */
function lastBox(text: string, boxes: readonly Box[]): Boxed | null {
  const outer = outermost(boxes).filter((box) => text.slice(box.contentStart, box.contentEnd).trim() !== "");
  let first = outer.length - 1;
  if (first < 0) return null;
  const gap = (index: number): string => text.slice((outer[index - 1] as Box).end, (outer[index] as Box).start);
  let last = first;
  if (first > 0 && isApproximation(gap(first))) last = --first;
  const answer = (box: Box): string => cleanAnswer(unboxed(text.slice(box.contentStart, box.contentEnd)));
  // Two boxes joined by "or" whose first is a long decimal are one value in two forms.
  const alternative = (index: number): boolean =>
    /\bor\b/.test(gap(index)) && isLongDecimal(answer(outer[index - 1] as Box));
  while (first > 0 && isJoin(gap(first)) && !alternative(first)) first--;
  const group = outer.slice(first, last + 1);
  const answers = group.map(answer);
  const rule = group.length > 1 ? "boxed-list" : "boxed";
  return {
    answer: joinAnswers(answers),
    start: (group[0] as Box).start,
    end: (outer[outer.length - 1] as Box).end,
    rule,
  };
}

// A box whose brace was forgotten: the text goes on, so its line or formula ends where the box should.
function forgottenBrace(text: string, { unclosed }: Boxes): Boxed | null {
  const box = unclosed[unclosed.length - 1];
  if (box === undefined) return null;
  const rest = text.slice(box.contentStart, Math.min(lineEnd(text, box.contentStart), box.contentStart + LONGEST_LINE));
  const stops = ["$", "\\)", "\\]"].map((stop) => rest.indexOf(stop)).filter((stop) => stop >= 0);
  const length = Math.min(rest.length, ...stops);
  if (stops.length === 0 && isBlankFrom(text, box.contentStart + length)) return null;
  const answer = cleanAnswer(rest.slice(0, length));
  return answer === "" ? null : { answer, start: box.start, end: box.contentStart + length, rule: "boxed-unclosed" };
}

function unbraced(text: string): Boxed | null {
  const box = bareBox(text);
  const answer = box === null ? "" : cleanAnswer(box.content);
  return box === null || answer === "" ? null : { answer, start: box.start, end: box.end, rule: "boxed-bare" };
}

const later = (one: Boxed | null, two: Boxed | null): Boxed | null =>
  one === null || (two !== null && two.start > one.start) ? two : one;

function withPercent(answer: string, text: string, at: number): string {
  const next = skipBlanks(text, at);
  const percent = ["%", "\\%", "percent", "pct"].some((sign) => text.startsWith(sign, next));
  return percent && isDigitAt(answer, answer.length - 1) ? `${answer}\\%` : answer;
}

const OPERATORS = "=+-*/^<>≤≥≈";

// Spans that follow each other and are one list; what comes behind them is prose, unless it goes on as a formula.
function leadingSpans(region: string): string | null {
  const spans = findSpans(region);
  let last = 0;
  if (spans[0]?.start !== 0) return null;
  while (spans[last + 1] !== undefined && isJoin(region.slice(spans[last]?.end, spans[last + 1]?.start))) last++;
  const group = spans.slice(0, last + 1);
  const end = (group[last] as Span).end;
  const contents = group.map((span) => cleanAnswer(region.slice(span.contentStart, span.contentEnd)));
  const next = region[skipBlanks(region, end)] ?? "";
  if (next !== "" && OPERATORS.includes(next)) return cleanAnswer(formula(region.replaceAll("$", "")) ?? "");
  return withPercent(joinAnswers(contents), region, end);
}

// The part of a sentence before its first word, when that part holds something.
function formula(sentence: string): string | null {
  const prose = nextProse(sentence, 0);
  const head = prose === null ? sentence : sentence.slice(0, prose.start);
  const trimmed = head.replace(/[\s,;:(]+$/, "");
  if (trimmed === "") return null;
  return prose === null ? trimmed : withPercent(trimmed, sentence, prose.start);
}

function lastSpanOf(region: string): string | null {
  const spans = findSpans(region);
  for (let index = spans.length - 1; index >= 0; index--) {
    const span = spans[index] as Span;
    const content = cleanAnswer(region.slice(span.contentStart, span.contentEnd));
    if (isSubstantive(content)) return withPercent(content, region, span.end);
  }
  return null;
}

function boldOf(sentence: string): string | null {
  const close = sentence.lastIndexOf("**");
  const open = close > 0 ? sentence.lastIndexOf("**", close - 1) : -1;
  return open < 0 ? null : cleanAnswer(sentence.slice(open + 2, close)) || null;
}

// An announcement that continues in words: "the answer is the number 5", "Answer: Evelyn".
function fromWords(region: string): string | null {
  const sentence = region.slice(0, sentenceEnd(region));
  const marked = lastSpanOf(sentence) ?? boldOf(sentence);
  if (marked !== null) return marked;
  const words = sentence.split(/\s+/).filter((word) => word !== "");
  const number = lastNumber(sentence);
  if (number !== null && !sentence.includes("\\")) return withPercent(number.text, sentence, number.end);
  const answer = cleanAnswer(sentence);
  return words.length > LONGEST_WORDS || answer === "" ? null : answer;
}

function regionAt(text: string, start: number): string {
  const display = ["$$", "\\[", "\\\\["].some((opening) => text.startsWith(opening, start));
  const limit = text.slice(start, start + LONGEST_LINE);
  const span = display ? findSpans(limit)[0] : undefined;
  return limit.slice(0, lineEnd(limit, span === undefined ? 0 : span.end));
}

function stated(text: string, statement: Statement): string | null {
  const start = answerStart(text, statement.answer);
  const region = regionAt(text, start);
  if (statement.name === "tag") return cleanAnswer(region.split("</")[0] ?? "") || null;
  if (region.trim() === "") return null;
  const spans = leadingSpans(region);
  if (spans !== null) return spans || null;
  const plain = region.replaceAll("**", "");
  const head = formula(plain.slice(0, sentenceEnd(plain)));
  if (head !== null && hasContent(head)) return cleanAnswer(head) || null;
  return fromWords(region);
}

// A single letter before a sentence is its article ("a prime"), not a formula.
function hasContent(head: string): boolean {
  return head.length > 1 || isDigitAt(head, 0) || (isLetterAt(head, 0) && head !== "a" && head !== "I");
}

function looksMathematical(answer: string): boolean {
  return isSubstantive(answer) || answer.length === 1 || countProse(answer, 1) === 0;
}

type Stated = { answer: string; statement: Statement };

function lastStated(text: string, after: number): Stated | null {
  for (const statement of lastStatements(text)) {
    if (statement.answer < after) return null;
    const answer = stated(text, statement);
    if (answer !== null && (after === 0 || looksMathematical(answer))) return { answer, statement };
  }
  return null;
}

// Bare answers: the whole text is a formula or a single word.
function whole(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > LONGEST_LINE || trimmed.includes("\n")) return null;
  const spans = findSpans(trimmed);
  if (spans.length === 1 && spans[0]?.start === 0 && spans[0].end === trimmed.length) return cleanAnswer(trimmed);
  if (countProse(trimmed, 1) === 0) return leadingSpans(trimmed) ?? dropDollars(cleanAnswer(trimmed));
  return /[\s:]/.test(trimmed) ? null : cleanAnswer(trimmed);
}

// A dollar sign without its partner is a currency or a slip.
function dropDollars(answer: string): string {
  const lone = answer.split("$").length === 2 && !answer.includes("\\$");
  return lone ? answer.replace("$", "").trim() : answer;
}

// LaTeX without delimiters: the run of formula around the last command of a line, never a number out of its middle.
function lastFormula(line: string): string | null {
  let run = "";
  let at = 0;
  for (let word = nextProse(line, 0); at < line.length; word = nextProse(line, at)) {
    const piece = line.slice(at, word === null ? line.length : word.start).trim();
    if (isSubstantive(piece)) run = piece;
    at = word === null ? line.length : word.end;
  }
  return cleanAnswer(trimPunctuation(run)) || null;
}

function trimPunctuation(run: string): string {
  return run.slice(skipAny(run, 0, " ,;:.")).replace(/[\s,;:.]+$/, "");
}

function lastInProse(prose: string): { answer: string; rule: string } | null {
  const number = lastNumber(prose);
  const command = prose.lastIndexOf("\\");
  if (command >= 0 && isLetterAt(prose, command + 1)) {
    const start = prose.lastIndexOf("\n", command) + 1;
    const end = lineEnd(prose, command);
    if (number === null || number.start < end) {
      const answer = lastFormula(prose.slice(start, Math.min(end, start + LONGEST_LINE)));
      return answer === null || end - start > LONGEST_LINE ? null : { answer, rule: "last-formula" };
    }
  }
  if (number === null) return null;
  return { answer: withPercent(number.text, prose, number.end), rule: "last-number" };
}

function lastItem(text: string): { answer: string; rule: string } | null {
  const spans = findSpans(text);
  let end = text.length;
  for (let index = spans.length - 1; index >= -1; index--) {
    const span = spans[index];
    const inProse = lastInProse(text.slice(span?.end ?? 0, end));
    if (inProse !== null) return inProse;
    if (span === undefined) return null;
    const content = cleanAnswer(text.slice(span.contentStart, span.contentEnd));
    if (isSubstantive(content)) return { answer: withPercent(content, text, span.end), rule: "last-latex" };
    end = span.start;
  }
  return null;
}

function result(answer: string, rule: string, options: ExtractOptions): Extraction {
  return found(options.list === true ? splitList(answer) : answer, rule);
}

/** The general rule of this project: the last stated final answer counts, whatever its form. */
export function general(text: string, options: ExtractOptions = {}): Extraction {
  const folded = foldCharacters(text);
  const boxes = findBoxes(folded, true);
  const box = later(lastBox(folded, boxes.boxes), forgottenBrace(folded, boxes)) ?? unbraced(folded);
  const statement = lastStated(folded, box?.end ?? 0);
  if (statement !== null) return result(statement.answer, statement.statement.name, options);
  if (box !== null) return result(box.answer, box.rule, options);
  if (boxes.unclosed.length > 0) return missing("boxed", "the text ends inside an unclosed box");
  const bare = whole(folded);
  if (bare !== null && bare !== "") return result(bare, "whole-text", options);
  const item = lastItem(folded);
  if (item !== null) return result(item.answer, item.rule, options);
  return missing("general", folded.trim() === "" ? "the text is empty" : "no answer was stated and no number given");
}
