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
    const continued = isWordAt(option, option.length - 1) && (isWordAt(text, end) || /^[.,/]\d/.test(text.slice(end, end + 2)));
    if (!joined && !continued) return true;
  }
  return false;
}

/** The place of the one option that a text names; -1 when none or more than one does. */
export function namedOption(text: string, choices: readonly string[]): number {
  const plain = plainOption(text);
  const options = choices.map(plainOption);
  const equal = options.flatMap((option, index) => (option !== "" && option === plain ? [index] : []));
  if (equal.length > 0) return equal.length === 1 ? (equal[0] as number) : -1;
  const held = options.flatMap((option, index) => (option !== "" && holds(plain, option) ? [index] : []));
  const longest = held.filter((index) => !held.some((other) => isPartOf(options, index, other)));
  return longest.length === 1 ? (longest[0] as number) : -1;
}

function isPartOf(options: readonly string[], index: number, other: number): boolean {
  const one = options[index] as string;
  const two = options[other] as string;
  return one !== two && two.includes(one);
}
