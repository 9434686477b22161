// The multiple-choice rule of this project: the last stated final answer counts, as a letter or as an option's text.
import { type Box, findBoxes, outermost, unboxed } from "../extract/boxes.ts";
import { foldCharacters, isWordAt, lowerInPlace, skipSpaces } from "../extract/characters.ts";
import { lastStatements, lineEnd, lineStart } from "../extract/statements.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";
import { isAmbiguous, letterAt, SIXTEEN_LETTERS, skipWrapping, TEN_LETTERS } from "./letters.ts";
import { exactOption, namedOption, plainOption } from "./option-text.ts";

const LONGEST_LINE = 2000;
const MOST_CUES = 64;

// A letter, several letters (so none was chosen), or nothing that names an option.
type Reading = { letter: string } | "ambiguous" | "none" | null;

type Cue = { start: number; rule: string; read: () => Reading };

type Context = { text: string; lower: string; letters: string; choices: readonly string[] };

function lettersOf(options: ExtractOptions): string {
  if (options.letters !== undefined) return options.letters.toUpperCase();
  return options.choices === undefined ? TEN_LETTERS : SIXTEEN_LETTERS.slice(0, options.choices.length);
}

const NEGATIONS = ["not", "none", "neither", "unclear", "无", "没有", "不"];

function readAt({ text, lower, letters }: Context, from: number): Reading {
  const at = skipWrapping(text, from);
  const read = letterAt(text, at, letters);
  if (read === null) return NEGATIONS.some((word) => lower.startsWith(word, at)) ? "none" : null;
  return isAmbiguous(text, read, letters) ? "ambiguous" : { letter: read.letter };
}

function optionText(context: Context, from: number, to: number): Reading {
  if (context.choices.length === 0) return null;
  const index = namedOption(context.text.slice(from, Math.min(to, from + LONGEST_LINE)), context.choices);
  return index < 0 ? null : { letter: context.letters[index] as string };
}

// "the answer is 5 km, so (b)": the one letter in brackets later in the line.
function bracketed(context: Context, from: number, to: number): Reading {
  const { text, letters } = context;
  let letter: string | null = null;
  const end = Math.min(to, from + LONGEST_LINE);
  for (let at = text.indexOf("(", from); at >= 0 && at < end; at = text.indexOf("(", at + 1)) {
    const read = text[at + 2] === ")" ? letterAt(text, at + 1, letters) : null;
    if (read === null) continue;
    if (letter !== null && letter !== read.letter) return "ambiguous";
    letter = read.letter;
  }
  return letter === null ? null : { letter };
}

function readRest(context: Context, from: number): Reading {
  const direct = readAt(context, from);
  if (direct !== null && direct !== "none") return direct;
  const start = skipSpaces(context.text, from);
  const end = lineEnd(context.text, start);
  return (
    bracketed(context, start, end) ??
    (direct === "none" ? noneOption(context, start, end) : optionText(context, start, end))
  );
}

// "none of these" may itself be an option.
function noneOption(context: Context, from: number, to: number): Reading {
  const index = exactOption(context.text.slice(from, Math.min(to, from + LONGEST_LINE)), context.choices);
  return index < 0 ? "none" : { letter: context.letters[index] as string };
}

function statementCues(context: Context): Cue[] {
  return lastStatements(context.text).map((statement) => ({
    start: statement.answer,
    rule: statement.name,
    read: () => readRest(context, statement.answer),
  }));
}

function boxReading(context: Context, box: Box): Reading {
  const text = unboxed(context.text.slice(box.contentStart, box.contentEnd));
  const inside: Context = { ...context, text, lower: lowerInPlace(text) };
  return readAt(inside, 0) ?? optionText(inside, 0, text.length);
}

function boxCues(context: Context): Cue[] {
  const boxes = outermost(findBoxes(context.text, true).boxes).slice(-MOST_CUES);
  return boxes.map((box) => ({ start: box.start, rule: "boxed", read: () => boxReading(context, box) }));
}

// Words before the letter ("I choose B") and words after it ("B is correct").
const BEFORE = ["choose", "select", "pick", "go with", "closest answer is", "closest option is"];
const AFTER = ["is correct", "is the correct", "is the answer", "is the right", "is the best", "是正确", "正确"];

function occurrences(lower: string, words: readonly string[]): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (const word of words) {
    let at = lower.lastIndexOf(word);
    for (let tries = 0; at >= 0 && tries < MOST_CUES; tries++) {
      places.push({ start: at, end: at + word.length });
      at = at === 0 ? -1 : lower.lastIndexOf(word, at - 1);
    }
  }
  return places;
}

const CLOSING = " *_`\"'”’)]}$.）】」";

function readBefore({ text, letters }: Context, end: number): Reading {
  let at = end - 1;
  while (at >= 0 && end - at < 16 && CLOSING.includes(text[at] as string)) at--;
  if (at < 0 || isWordAt(text, at - 1)) return null;
  const read = letterAt(text, at, letters);
  return read === null ? null : { letter: read.letter };
}

function verbCues(context: Context): Cue[] {
  const before = occurrences(context.lower, BEFORE).map(({ start, end }) => ({
    start,
    rule: "chosen",
    read: () => readAt(context, end),
  }));
  const after = occurrences(context.lower, AFTER).map(({ start }) => ({
    start,
    rule: "is-correct",
    read: () => readBefore(context, start),
  }));
  return [...before, ...after];
}

function firstLetter(context: Context): Reading {
  const at = skipWrapping(context.text, 0);
  const read = letterAt(context.text, at, context.letters);
  if (read === null) return null;
  if (isAmbiguous(context.text, read, context.letters)) return "ambiguous";
  const next = context.text[read.end];
  return next === undefined || /[\s.):,*}\]$-]/.test(next) ? { letter: read.letter } : null;
}

function lastLine(context: Context): Reading {
  const trimmed = context.text.trimEnd();
  const start = lineStart(trimmed, trimmed.length);
  const line: Context = { ...context, text: trimmed.slice(start), lower: context.lower.slice(start, trimmed.length) };
  const at = skipWrapping(line.text, 0);
  const read = letterAt(line.text, at, line.letters);
  if (read !== null && /^[\s.)*}\]$]*$/.test(line.text.slice(read.end, read.end + 20))) return { letter: read.letter };
  return bracketed(line, 0, line.text.length) ?? closingOption(line);
}

// The text may end in the middle of its reasoning, so an option's text has to close the line.
function closingOption(line: Context): Reading {
  const plain = plainOption(line.text.slice(-LONGEST_LINE));
  const reading = optionText(line, Math.max(0, line.text.length - LONGEST_LINE), line.text.length);
  if (reading === null || typeof reading === "string") return reading;
  return plain.endsWith(plainOption(line.choices[line.letters.indexOf(reading.letter)] as string)) ? reading : null;
}

function conclude(reading: Reading, rule: string): Extraction | null {
  if (reading === null) return null;
  if (reading === "ambiguous") return missing(rule, "more than one option is named");
  if (reading === "none") return missing(rule, "the last statement names no option");
  return found(reading.letter, rule);
}

/** Multiple choice: the last stated final answer, upper-cased; the text of exactly one option counts as its letter. */
export function choice(text: string, options: ExtractOptions = {}): Extraction {
  const folded = foldCharacters(text);
  const context: Context = {
    text: folded,
    lower: lowerInPlace(folded),
    letters: lettersOf(options),
    choices: options.choices ?? [],
  };
  const cues = [...statementCues(context), ...boxCues(context), ...verbCues(context)];
  cues.sort((one, two) => two.start - one.start);
  for (const cue of cues.slice(0, MOST_CUES)) {
    const conclusion = conclude(cue.read(), cue.rule);
    if (conclusion !== null) return conclusion;
  }
  const leading = conclude(firstLetter(context), "leading-letter");
  const closing = conclude(lastLine(context), "last-line");
  // In a longer text a letter at the start may only begin a list of the options.
  const single = !folded.trim().includes("\n");
  const fallback = single ? (leading ?? closing) : (closing ?? leading);
  return fallback ?? missing("choice", folded.trim() === "" ? "the text is empty" : "no option was named");
}
