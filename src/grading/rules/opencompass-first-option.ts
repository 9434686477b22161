// OpenCompass' first_option: an ordered list of patterns, the first that yields an option decides.

import { SIXTEEN_LETTERS, TEN_LETTERS } from "../choice/letters.ts";
import { isSpaceAt, lowerInPlace } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";

// A pattern is a row of steps without choice points, so a match costs its own length.
type Step =
  | { kind: "text"; text: string }
  | { kind: "one" | "maybe"; of: string; space: boolean }
  | { kind: "spaces"; least: number }
  | { kind: "option" | "start" | "end" };

type Match = { start: number; end: number; option: string | null };
type Search = (text: string, letters: string) => string | null;

// Patterns are written like the published expressions, with @ for an option's letter.
function stepsOf(written: string): Step[] {
  const steps: Step[] = [];
  for (const [piece] of written.matchAll(/\\s[*+]|\\s\?|\[[^\]]*\]\??|.\??/gu)) {
    const before = steps.at(-1);
    const isMaybe = piece.length > 1 && piece.endsWith("?");
    if (piece === "\\s*" || piece === "\\s+") steps.push({ kind: "spaces", least: piece === "\\s+" ? 1 : 0 });
    else if (piece.startsWith("[") || isMaybe) {
      const of = piece.replace(/^\[|\]?\??$/g, "");
      steps.push({ kind: isMaybe ? "maybe" : "one", of: of.replace("\\s", ""), space: of.includes("\\s") });
    } else if (piece === "@") steps.push({ kind: "option" });
    else if (piece === "^" || piece === "$") steps.push({ kind: piece === "^" ? "start" : "end" });
    else if (before?.kind === "text") before.text += piece;
    else steps.push({ kind: "text", text: piece });
  }
  return steps;
}

function oneOf(subject: string, at: number, of: string, space: boolean): boolean {
  if (at < 0 || at >= subject.length) return false;
  return of.includes(subject[at] as string) || (space && isSpaceAt(subject, at));
}

function stepEnd(step: Step, subject: string, at: number, letters: string): number {
  switch (step.kind) {
    case "text":
      return subject.startsWith(step.text, at) ? at + step.text.length : -1;
    case "one":
      return oneOf(subject, at, step.of, step.space) ? at + 1 : -1;
    case "maybe":
      return oneOf(subject, at, step.of, step.space) ? at + 1 : at;
    case "spaces":
      return spacesEnd(subject, at, step.least);
    case "option":
      return oneOf(subject, at, letters, false) ? at + 1 : -1;
    case "start":
      return at === 0 ? 0 : -1;
    case "end":
      return at === subject.length ? at : -1;
  }
}

function spacesEnd(subject: string, at: number, least: number): number {
  let last = at;
  while (isSpaceAt(subject, last)) last++;
  return last - at >= least ? last : -1;
}

function matchAt(steps: readonly Step[], subject: string, from: number, letters: string): Match | null {
  const head = steps[0] as Step;
  // A leading text is where the search found it.
  let at = head.kind === "text" ? from + head.text.length : from;
  let chosen: string | null = null;
  for (let index = head.kind === "text" ? 1 : 0; index < steps.length; index++) {
    const step = steps[index] as Step;
    const next = stepEnd(step, subject, at, letters);
    if (next < 0) return null;
    if (step.kind === "option") chosen ??= subject[at] as string;
    at = next;
  }
  return { start: from, end: at, option: chosen };
}

// The longest pattern that is tied to the end of the text, white space aside.
const LONGEST_TAIL = 12;

// A row of steps, and where it can only match: at the start, near the end, or about its first text.
type Row = { steps: readonly Step[]; tied: boolean; text: string; least: number; most: number };

function rowOf(written: string): Row {
  const steps = stepsOf(written);
  const hasSpaces = steps.some((step) => step.kind === "spaces");
  const at = steps.findIndex((step) => step.kind === "text");
  const anchor = steps[at];
  const lead = at < 0 ? [] : steps.slice(0, at);
  return {
    steps,
    tied: steps.at(-1)?.kind === "end" && !hasSpaces,
    text: anchor?.kind === "text" ? anchor.text : "",
    least: lead.filter((step) => step.kind !== "maybe").length,
    most: lead.length,
  };
}

// The next place where a row may start, from `from` on; -1 when there is none.
function nextOrigin({ steps, tied, text, least, most }: Row, subject: string, from: number): number {
  if (steps[0]?.kind === "start") return from === 0 ? 0 : -1;
  const first = tied ? Math.max(from, subject.length - LONGEST_TAIL) : from;
  if (text === "") return first < subject.length ? first : -1;
  const at = subject.indexOf(text, first + least);
  return at < 0 ? -1 : Math.max(first, at - most);
}

function pattern(written: string): Search {
  const row = rowOf(written);
  return (subject, letters) => {
    for (let at = nextOrigin(row, subject, 0); at >= 0; at = nextOrigin(row, subject, at + 1)) {
      const match = matchAt(row.steps, subject, at, letters);
      if (match !== null) return match.option ?? firstOption(subject.slice(match.start, match.end), letters);
    }
    return null;
  };
}

// The published code reports the first letter of its own list that occurs anywhere in what was captured.
function firstOption(captured: string, letters: string): string | null {
  for (const letter of letters) if (captured.includes(letter)) return letter;
  return null;
}

// A captured run of visible characters before a Chinese full stop or the end of the text.
function capturedRun(words: string): Search {
  return (subject, letters) => {
    let barren = 0;
    for (let at = subject.indexOf(words); at >= 0; at = subject.indexOf(words, at + 1)) {
      const from = isSpaceAt(subject, at + words.length) ? at + words.length + 1 : at + words.length;
      if (from < barren) continue;
      let runEnd = from;
      while (runEnd < subject.length && !isSpaceAt(subject, runEnd)) runEnd++;
      if (runEnd === subject.length && runEnd > from) return firstOption(subject.slice(from), letters);
      const stop = subject.lastIndexOf("。", runEnd - 1);
      if (stop > from) return firstOption(subject.slice(from, stop), letters);
      barren = runEnd;
    }
    return null;
  };
}

const BOXED = stepsOf("boxed{@}");

function boxedAfter(words: string): Search {
  return (subject, letters) => {
    const upper = subject.indexOf(`T${words}`);
    const lower = subject.indexOf(`t${words}`);
    const first = upper < 0 || lower < 0 ? Math.max(upper, lower) : Math.min(upper, lower);
    if (first < 0) return null;
    for (let at = subject.indexOf("boxed{", first); at >= 0; at = subject.indexOf("boxed{", at + 1)) {
      const match = matchAt(BOXED, subject, at, letters);
      if (match !== null) return match.option;
    }
    return null;
  };
}

// "1", any character, then the rest of the text: the published pattern for numbered answers.
const afterNumber: Search = (subject, letters) => {
  const at = subject.indexOf("1");
  if (at < 0 || at + 1 >= subject.length) return null;
  const captured = subject.slice(isSpaceAt(subject, at + 2) ? at + 3 : at + 2);
  return firstOption(captured === "" ? subject.slice(at) : captured, letters);
};

// "The" or "the" before the words; the leftmost of either counts.
const the = (words: string): Search => {
  const row = rowOf(`he ${words}`);
  return (subject, letters) => {
    for (let at = nextOrigin(row, subject, 0); at >= 0; at = nextOrigin(row, subject, at + 1)) {
      const match = oneOf(subject, at - 1, "Tt", false) ? matchAt(row.steps, subject, at, letters) : null;
      if (match !== null) return match.option;
    }
    return null;
  };
};

const announcement = rowOf("answer\\s*:\\s*");

const anyCase: Search = (subject, letters) => {
  const lower = lowerInPlace(subject);
  const both = letters + letters.toLowerCase();
  for (let at = nextOrigin(announcement, lower, 0); at >= 0; at = nextOrigin(announcement, lower, at + 1)) {
    const match = matchAt(announcement.steps, lower, at, letters);
    // A lower-case letter is captured too, but is in no list of options, so the next pattern is tried.
    if (match !== null && oneOf(subject, match.end, both, false)) {
      return firstOption(subject[match.end] as string, letters);
    }
  }
  return null;
};

const PATTERNS: readonly Search[] = [
  ...[
    "答案是?\\s*@",
    "答案是?\\s*：\\s*@",
    "答案是?\\s*:\\s*@",
    "答案选项应?该?是\\s*@",
    "答案选项应?该?为\\s*@",
    "答案应该?是\\s*@",
    "答案应该?选\\s*@",
    "答案选项为?\\s*：\\s*@",
    "答案选项为?\\s+[(]?[*]?[*]?@",
    "答案选项是?\\s*:\\s*@",
    "答案为\\s*@",
    "答案选\\s*@",
    "选择?\\s*@",
    // Two patterns run together by a missing comma in the published list.
    "故选?\\s*@只有选?项?\\s?@\\s?是?对",
    "只有选?项?\\s?@\\s?是?错",
    "只有选?项?\\s?@\\s?不?正确",
    "只有选?项?\\s?@\\s?错误",
    "说法不?对选?项?的?是\\s?@",
    "说法不?正确选?项?的?是\\s?@",
    "说法错误选?项?的?是\\s?@",
    "@\\s?是正确的",
    "@\\s?是正确答案",
    "选项\\s?@\\s?正确",
    "所以答\\s?@",
    "所以\\s?@[.。$]?$",
    "所有\\s?@[.。$]?$",
    "[\\s，：:,]@[。，,.]?$",
    "[\\s，,：:][故即]@[。.]?$",
    "[\\s，,：:]因此@[。.]?$",
    "[是为。]\\s?@[。.]?$",
    "因此\\s?@[。.]?$",
    "显然\\s?@[。.]?$",
  ].map(pattern),
  capturedRun("答案是"),
  capturedRun("答案应该是"),
  capturedRun("答案为"),
  anyCase,
  the("answer is:?\\s+[(]?@"),
  the("answer is:?\\s+[(]?[*]?[*]?@"),
  the("answer is option:?\\s+[(]?@"),
  the("correct answer is:?\\s+[(]?@"),
  the("correct answer is option:?\\s+[(]?@"),
  boxedAfter("he correct answer is"),
  boxedAfter("he correct option is"),
  boxedAfter("he correct answer option is"),
  the("answer to the question is:?\\s+[(]?@"),
  pattern("^选项\\s?@"),
  pattern("^@\\s?选?项"),
  // Published with "or white space before it", but then the white space is what is captured.
  pattern("^@[\\s。，,：:.$]"),
  afterNumber,
];

const CUSHION: readonly Search[] = [pattern("@:"), pattern("@")];

function lettersOf(options: ExtractOptions): string {
  if (options.letters !== undefined) return options.letters;
  return options.choices === undefined ? TEN_LETTERS.slice(0, 4) : SIXTEEN_LETTERS.slice(0, options.choices.length);
}

/**
 * The first pattern of the published list that yields an option; at last any option letter of the text.
 *
 * Source: open-compass/opencompass, `first_option_postprocess` in utils/text_postprocessors.py (with its cushion), as
 * used for openbookqa. Letters are A to D unless the choices say otherwise.
 */
export function opencompassFirstOption(answer: string, options: ExtractOptions = {}): Extraction {
  const subject = answer.trim();
  const letters = lettersOf(options);
  // Every pattern ends in an option, so a text without any letter needs no search.
  if (![...letters].some((letter) => subject.includes(letter))) {
    return missing("opencompass_first_option", "no option letter in the text");
  }
  for (const [index, search] of [...PATTERNS, ...CUSHION].entries()) {
    const letter = search(subject, letters);
    if (letter !== null) return found(letter, `opencompass_first_option:${index}`);
  }
  return missing("opencompass_first_option", "no option letter in the text");
}
