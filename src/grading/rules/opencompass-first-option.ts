// OpenCompass' first_option: an ordered list of patterns, the first that yields an option decides.

import { SIXTEEN_LETTERS, TEN_LETTERS } from "../choice/letters.ts";
import { isSpaceAt, lowerInPlace } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";

// A pattern is a row of steps without choice points, so a match costs its own length.
type Step =
  | { kind: "text"; text: string }
  | { kind: "one"; of: string; space?: boolean }
  | { kind: "maybe"; of: string; space?: boolean }
  | { kind: "spaces"; least: 0 | 1 }
  | { kind: "option" }
  | { kind: "start" }
  | { kind: "end" };

type Match = { start: number; end: number; option: string | null };
type Search = (text: string, letters: string) => string | null;

const option: Step = { kind: "option" };
const end: Step = { kind: "end" };
const start: Step = { kind: "start" };
const gap: Step = { kind: "spaces", least: 0 };
const wide: Step = { kind: "spaces", least: 1 };
const blank: Step = { kind: "maybe", of: "", space: true };
const maybe = (of: string): Step => ({ kind: "maybe", of });
const one = (of: string): Step => ({ kind: "one", of });
const spaceOr = (of: string): Step => ({ kind: "one", of, space: true });
const text = (value: string): Step => ({ kind: "text", text: value });

function oneOf(subject: string, at: number, of: string, space: boolean | undefined): boolean {
  if (at < 0 || at >= subject.length) return false;
  return of.includes(subject[at] as string) || (space === true && isSpaceAt(subject, at));
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

// The next place where a row of steps may start, from `from` on; -1 when there is none.
function nextOrigin(steps: readonly Step[], subject: string, from: number): number {
  const head = steps[0] as Step;
  if (head.kind === "start") return from === 0 ? 0 : -1;
  if (head.kind === "text") return subject.indexOf(head.text, from);
  const tied = steps.at(-1)?.kind === "end" && !steps.some((step) => step.kind === "spaces");
  const at = tied ? Math.max(from, subject.length - LONGEST_TAIL) : from;
  return at < subject.length ? at : -1;
}

function pattern(...steps: Step[]): Search {
  return (subject, letters) => {
    for (let at = nextOrigin(steps, subject, 0); at >= 0; at = nextOrigin(steps, subject, at + 1)) {
      const match = matchAt(steps, subject, at, letters);
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

function boxedAfter(words: string): Search {
  return (subject, letters) => {
    const upper = subject.indexOf(`T${words}`);
    const lower = subject.indexOf(`t${words}`);
    const first = upper < 0 || lower < 0 ? Math.max(upper, lower) : Math.min(upper, lower);
    if (first < 0) return null;
    for (let at = subject.indexOf("boxed{", first); at >= 0; at = subject.indexOf("boxed{", at + 1)) {
      const match = matchAt([text("boxed{"), option, text("}")], subject, at, letters);
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
const the = (words: string, ...steps: Step[]): Search => {
  const row = [text(`he ${words}`), maybe(":"), ...steps];
  return (subject, letters) => {
    for (let at = nextOrigin(row, subject, 0); at >= 0; at = nextOrigin(row, subject, at + 1)) {
      const match = oneOf(subject, at - 1, "Tt", false) ? matchAt(row, subject, at, letters) : null;
      if (match !== null) return match.option;
    }
    return null;
  };
};

const anyCase: Search = (subject, letters) => {
  const lower = lowerInPlace(subject);
  const both = letters + letters.toLowerCase();
  const steps = [text("answer"), gap, text(":"), gap];
  for (let at = nextOrigin(steps, lower, 0); at >= 0; at = nextOrigin(steps, lower, at + 1)) {
    const match = matchAt(steps, lower, at, letters);
    // A lower-case letter is captured too, but is in no list of options, so the next pattern is tried.
    if (match !== null && oneOf(subject, match.end, both, false)) {
      return firstOption(subject[match.end] as string, letters);
    }
  }
  return null;
};

const bracket = [maybe("("), option];

const PATTERNS: readonly Search[] = [
  pattern(text("答案"), maybe("是"), gap, option),
  pattern(text("答案"), maybe("是"), gap, text("："), gap, option),
  pattern(text("答案"), maybe("是"), gap, text(":"), gap, option),
  pattern(text("答案选项"), maybe("应"), maybe("该"), text("是"), gap, option),
  pattern(text("答案选项"), maybe("应"), maybe("该"), text("为"), gap, option),
  pattern(text("答案应"), maybe("该"), text("是"), gap, option),
  pattern(text("答案应"), maybe("该"), text("选"), gap, option),
  pattern(text("答案选项"), maybe("为"), gap, text("："), gap, option),
  pattern(text("答案选项"), maybe("为"), wide, maybe("("), maybe("*"), maybe("*"), option),
  pattern(text("答案选项"), maybe("是"), gap, text(":"), gap, option),
  pattern(text("答案为"), gap, option),
  pattern(text("答案选"), gap, option),
  pattern(text("选"), maybe("择"), gap, option),
  // Two patterns run together by a missing comma in the published list.
  pattern(
    text("故"),
    maybe("选"),
    gap,
    option,
    text("只有"),
    maybe("选"),
    maybe("项"),
    blank,
    option,
    blank,
    maybe("是"),
    text("对"),
  ),
  pattern(text("只有"), maybe("选"), maybe("项"), blank, option, blank, maybe("是"), text("错")),
  pattern(text("只有"), maybe("选"), maybe("项"), blank, option, blank, maybe("不"), text("正确")),
  pattern(text("只有"), maybe("选"), maybe("项"), blank, option, blank, text("错误")),
  pattern(text("说法"), maybe("不"), text("对"), maybe("选"), maybe("项"), maybe("的"), text("是"), blank, option),
  pattern(text("说法"), maybe("不"), text("正确"), maybe("选"), maybe("项"), maybe("的"), text("是"), blank, option),
  pattern(text("说法错误"), maybe("选"), maybe("项"), maybe("的"), text("是"), blank, option),
  pattern(option, blank, text("是正确的")),
  pattern(option, blank, text("是正确答案")),
  pattern(text("选项"), blank, option, blank, text("正确")),
  pattern(text("所以答"), blank, option),
  pattern(text("所以"), blank, option, maybe(".。$"), end),
  pattern(text("所有"), blank, option, maybe(".。$"), end),
  pattern(spaceOr("，：:,"), option, maybe("。，,."), end),
  pattern(spaceOr("，,：:"), one("故即"), option, maybe("。."), end),
  pattern(spaceOr("，,：:"), text("因此"), option, maybe("。."), end),
  pattern(one("是为。"), blank, option, maybe("。."), end),
  pattern(text("因此"), blank, option, maybe("。."), end),
  pattern(text("显然"), blank, option, maybe("。."), end),
  capturedRun("答案是"),
  capturedRun("答案应该是"),
  capturedRun("答案为"),
  anyCase,
  the("answer is", wide, ...bracket),
  the("answer is", wide, maybe("("), maybe("*"), maybe("*"), option),
  the("answer is option", wide, ...bracket),
  the("correct answer is", wide, ...bracket),
  the("correct answer is option", wide, ...bracket),
  boxedAfter("he correct answer is"),
  boxedAfter("he correct option is"),
  boxedAfter("he correct answer option is"),
  the("answer to the question is", wide, ...bracket),
  pattern(start, text("选项"), blank, option),
  pattern(start, option, blank, maybe("选"), text("项")),
  // Published with "or white space before it", but then the white space is what is captured.
  pattern(start, option, spaceOr("。，,：:.$")),
  afterNumber,
];

const CUSHION: readonly Search[] = [pattern(option, text(":")), pattern(option)];

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
