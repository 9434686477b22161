// The key under which a stored prediction votes: by value for mathematics, by letter for multiple choice, else by text.
import type { Json } from "../draw/draw.ts";
import { foldedText } from "../draw/folded-text.ts";
import type { TaskKind } from "../draw/run.ts";
import { letterAt, SIXTEEN_LETTERS, skipWrapping } from "./choice/letters.ts";
import { answerKey } from "./key.ts";
import { voteNormal } from "./vote.ts";

/** The version of extraction, keys and grading. A change of any key or verdict raises it. */
export const GRADER_VERSION = "1";

/** Distinct answers whose keys are remembered; a full memory is emptied, so that it never grows with the run. */
const REMEMBERED = 10_000;

/**
 * The function that gives the predictions of one run their cluster keys, each distinct string parsed once.
 * `math`: the value, after the assignment label, the unit and the percent mark are dropped; a list is the set of its
 * items. `mcq`: the option's letter, else its folded text. Anything else (`undefined`: nobody says): folded text, but
 * the value where a text with a digit or a backslash is a number or a formula, never where it could be words.
 * A key depends on its prediction alone. Null: no answer at all.
 */
export function clusterKey(kind: TaskKind | undefined): (prediction: Json) => string | null {
  const keyOfText = kind === "math" ? mathKey : kind === "mcq" ? optionKey : kind === undefined ? openKey : textKey;
  const known = new Map<string, string | null>();
  const remembered = (text: string): string | null => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const key = keyOfText(text);
    if (known.size >= REMEMBERED) known.clear();
    known.set(text, key);
    return key;
  };
  const isSet = kind === "math" || kind === "mcq";
  const keyOf = (prediction: Json): string | null => {
    if (prediction === null) return null;
    if (Array.isArray(prediction)) return listKey(prediction.map(keyOf), isSet);
    return typeof prediction === "object" ? textKey(JSON.stringify(prediction)) : remembered(String(prediction));
  };
  return keyOf;
}

// One item is that item; the order of a list counts unless its task is known to ask for a set.
function listKey(items: readonly (string | null)[], isSet: boolean): string | null {
  const keys = items.filter((key) => key !== null);
  const shown = isSet ? [...new Set(keys)].sort() : keys;
  return shown.length > 1 ? JSON.stringify(shown) : (shown[0] ?? null);
}

function textKey(text: string): string | null {
  return foldedText(text) || null;
}

function mathKey(text: string): string | null {
  return answerKey(voteNormal(text)) ?? textKey(text);
}

const CLOSING = /^[\s.,:;*_`"'”’)\]}$）】」]*$/;

function optionKey(text: string): string | null {
  const read = letterAt(text, skipWrapping(text, 0), SIXTEEN_LETTERS);
  const isLetter = read !== null && text.length - read.end < 40 && CLOSING.test(text.slice(read.end).replace("\\", ""));
  return isLetter ? read.letter : textKey(text);
}

const HAS_VALUE = /[\d\\]/;
const HOLDS_TEXT = /(?:^|[{[(:,|])t:/;
const HOLDS_SYMBOLS = /(?:^|[{[(:,|])(?:s|eq|ne|g[te]|e|written):/;
const HAS_OPERATOR = /[=^+*/\\<>≤≥]/;
/** Scores and ranges (3-4, 1990-2000), which are no differences where nobody speaks of mathematics. */
const RANGE = /^\s*\d+\s*[-–]\s*\d+\s*$/;

function openKey(text: string): string | null {
  if (!HAS_VALUE.test(text) || RANGE.test(text)) return textKey(text);
  const key = mathKey(text);
  // CO2 and C2O are the same product, 10 AM is no product at all: letters count as symbols only in a formula.
  const isWords = key === null || HOLDS_TEXT.test(key) || (HOLDS_SYMBOLS.test(key) && !HAS_OPERATOR.test(text));
  return isWords ? textKey(text) : key;
}
