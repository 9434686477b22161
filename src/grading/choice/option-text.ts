// Finds the option whose text was given instead of its letter.
import { foldCharacters, isWordAt } from "../extract/characters.ts";
import { cleanAnswer } from "../extract/clean.ts";

const WRAPPING = /\\(?:text|textbf|mathrm|mathbf|mbox)\{|[{}$*_`]|\\[()[\]]/g;

/** Text as options are compared: look-alikes folded, case and wrapping dropped, one space between words. */
export function plainOption(text: string): string {
  return cleanAnswer(foldCharacters(text)).replace(WRAPPING, "").toLowerCase().replace(/\s+/g, " ").trim();
}

function holds(text: string, option: string): boolean {
  for (let at = text.indexOf(option); at >= 0; at = text.indexOf(option, at + 1)) {
    const end = at + option.length;
    const joined = isWordAt(option, 0) && (isWordAt(text, at - 1) || "-.,/".includes(text[at - 1] ?? " "));
    const continued =
      isWordAt(option, option.length - 1) && (isWordAt(text, end) || /^[.,/]\d/.test(text.slice(end, end + 2)));
    if (!joined && !continued) return true;
  }
  return false;
}

function equalOptions(plain: string, options: readonly string[]): number[] {
  return options.flatMap((option, index) => (option !== "" && option === plain ? [index] : []));
}

/** The place of the one option that a text is; -1 when it is none or more than one. */
export function exactOption(text: string, choices: readonly string[]): number {
  const equal = equalOptions(plainOption(text), choices.map(plainOption));
  return equal.length === 1 ? (equal[0] as number) : -1;
}

/** The place of the one option that a text names; -1 when none or more than one does. */
export function namedOption(text: string, choices: readonly string[]): number {
  const plain = plainOption(text);
  const options = choices.map(plainOption);
  const equal = equalOptions(plain, options);
  if (equal.length > 0) return equal.length === 1 ? (equal[0] as number) : -1;
  const held = heldOptions(plain, options);
  return held.length === 1 ? (held[0] as number) : -1;
}

// The longer options first: what they cover is no mention of a shorter one ("5" in "5 km").
function heldOptions(plain: string, options: readonly string[]): number[] {
  const order = options.flatMap((option, index) => (option === "" ? [] : [index]));
  order.sort((one, two) => (options[two] as string).length - (options[one] as string).length);
  const held: number[] = [];
  let rest = plain;
  for (const index of order) {
    const option = options[index] as string;
    if (!holds(rest, option)) continue;
    held.push(index);
    if (!held.some((other) => other !== index && options[other] === option)) rest = rest.replaceAll(option, "\n");
  }
  return held;
}
