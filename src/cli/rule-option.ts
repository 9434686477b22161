// Options that name an extraction rule or a leniency, with a remedy where the name is nearly right.
import { InvalidArgumentError } from "commander";
import { z } from "zod";
import { InputError } from "../draw/input-error.ts";
import { type ExtractOptions, isRuleName, leniencyNames, type RuleName, ruleNames } from "../grading/index.ts";
import { closest } from "../sources/rows/closest.ts";

const suggestion = (name: string, names: readonly string[]): string => {
  const near = closest(name, names);
  return `${near === undefined ? "" : `Did you mean ${near}? `}Known: ${names.join(", ")}.`;
};

/** The name of an extraction rule. */
export function ruleName(text: string): RuleName {
  if (!isRuleName(text)) throw new InvalidArgumentError(suggestion(text, ruleNames));
  return text;
}

/** The rule that a line of a batch names. Throws an InputError for one that is not known. */
export function ruleOfLine(name: string | undefined, otherwise: RuleName | undefined): RuleName | undefined {
  if (name === undefined) return otherwise;
  if (!isRuleName(name)) throw new InputError(`unknown rule "${name}". ${suggestion(name, ruleNames)}`);
  return name;
}

/** What a line of a batch may say about its question. */
export const extractionSchema = z
  .strictObject({
    choices: z.array(z.string()).optional(),
    letters: z.string().optional(),
    list: z.boolean().optional(),
    question: z.string().optional(),
    keepThinking: z.boolean().optional(),
  })
  .transform(
    (options): ExtractOptions =>
      Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as ExtractOptions,
  );

// Names hold commas and blanks: "gold tuple, predicted set" is written gold-tuple-predicted-set, or as it is.
const slug = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, "-");
const slugs = new Map(leniencyNames.map((name) => [slug(name), name]));

/** `percent,unit`: names of leniencies, as their documentation or their output spells them. */
export function leniencyList(text: string, earlier: readonly string[] = []): string[] {
  const parts = text.split(",");
  const names: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const pair = slugs.get(slug(`${part},${parts[at + 1] ?? ""}`));
    const name = slugs.get(slug(part)) ?? pair;
    if (name === undefined) throw new InvalidArgumentError(suggestion(slug(part), [...slugs.keys()]));
    if (pair !== undefined && slugs.get(slug(part)) === undefined) at += 1;
    names.push(name);
  }
  return [...earlier, ...names];
}
