// MathArena's boxed answer, with its list mode.
import { type Box, findBoxes, outermost, unboxed } from "../extract/boxes.ts";
import { isDigitAt, isWordAt } from "../extract/characters.ts";
import { type Extraction, type ExtractOptions, found, missing } from "../extract/types.ts";

const APPROXIMATE = ["≈", "\\approx", "approximately", "about"];
const EXACT = ["\\frac", "\\sqrt", "\\binom", "/", "^"];

const holdsAny = (text: string, marks: readonly string[]): boolean => marks.some((mark) => text.includes(mark));

function isDecimal(text: string): boolean {
  return /^-?\d*\.\d+$/.test(text.length > 200 ? "" : text.trim());
}

// The last box is only an approximation of one before it.
function stepBack(contents: readonly string[]): string {
  const last = contents[contents.length - 1] as string;
  const approximate = (holdsAny(last, APPROXIMATE) && !holdsAny(last, EXACT)) || isDecimal(last);
  if (!approximate) return last;
  for (let index = contents.length - 2; index >= 0; index--) {
    const earlier = contents[index] as string;
    if (holdsAny(earlier, EXACT)) return earlier;
  }
  return last;
}

// All boxes of the last line that has one; a box that already is a list stands alone.
function joinedLine(text: string, boxes: readonly Box[]): string {
  const last = boxes[boxes.length - 1] as Box;
  const lineStart = text.lastIndexOf("\n", last.start) + 1;
  const onLine = boxes.filter((box) => box.start >= lineStart);
  const contents = onLine.map((box) => unboxed(text.slice(box.contentStart, box.contentEnd), false));
  return contents.some((content) => content.includes(",")) ? (contents.at(-1) as string) : contents.join(",");
}

function lastInteger(text: string): string | null {
  let end = text.length;
  while (end > 0) {
    if (!isDigitAt(text, end - 1)) {
      end--;
      continue;
    }
    let start = end;
    while (isDigitAt(text, start - 1)) start--;
    if (!isWordAt(text, start - 1) && !isWordAt(text, end)) return text.slice(start, end);
    end = start;
  }
  return null;
}

/**
 * The content of the last `\boxed{}` or `\fbox{}`, inner boxes unwrapped; when it is only an approximation, an earlier
 * exact box. With `list`, all boxes of the last line that has any, joined by commas. Without a box, the last integer.
 *
 * Source: eth-sri/matharena, parser of the published leaderboard.
 */
export function matharena(text: string, options: ExtractOptions = {}): Extraction {
  const boxes = outermost(findBoxes(text, false).boxes);
  if (boxes.length === 0) {
    const integer = lastInteger(text);
    return integer === null ? missing("matharena", "no box and no integer") : found(integer, "matharena:last-integer");
  }
  if (options.list === true && boxes.length > 1) return found(joinedLine(text, boxes).trim(), "matharena:list");
  const contents = boxes.map((box) => unboxed(text.slice(box.contentStart, box.contentEnd), false));
  return found(stepBack(contents).trim(), "matharena:boxed");
}

const QUALIFIERS = /^\s*,?\s*(?:for|where|such|with)\b/;

// "x^2 \text{ for all } x": what follows a qualifying \text is not part of the answer.
function withoutQualifier(answer: string): string {
  const at = answer.lastIndexOf("\\text{");
  if (at <= 0 || !QUALIFIERS.test(answer.slice(at + 6, at + 30))) return answer;
  return answer.slice(0, at).replace(/[\s,]+$/, "");
}

const DROPPED = ["$", "^\\circ", "^{\\circ}", "\\left", "\\right", "\\,", "\\;", "\\!", "\\quad", "\\qquad"];

/**
 * MathArena's last box or last integer, then a clean-up: dollar and degree signs, `\left`, `\right` and spacing go, a
 * leading `f(x) =` and a trailing `\text{ for ... }` go, `\{ \}` become `{ }`.
 *
 * Source: sieval (Python), task imo_answer_bench_0shot_gen; the benchmark is google-deepmind/superhuman.
 */
export function imoAnswerBench(text: string, options: ExtractOptions = {}): Extraction {
  const { prediction, reason } = matharena(text, options);
  if (typeof prediction !== "string") return missing("imo_answer_bench", reason ?? "no answer");
  const dropped = DROPPED.reduce((rest, mark) => rest.replaceAll(mark, ""), withoutQualifier(prediction));
  const bare = dropped.replace(/^\s*[a-zA-Z]\([a-zA-Z]\)\s*=\s*/, "");
  return found(bare.replaceAll("\\{", "{").replaceAll("\\}", "}").trim(), "imo_answer_bench");
}
