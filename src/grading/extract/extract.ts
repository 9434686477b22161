// The door to extraction: thinking is dropped, then a rule finds the answer.
import { type RuleName, rules } from "../rules/rules.ts";
import { stripThinking } from "./thinking.ts";
import { type Extraction, type ExtractOptions, missing, type Rule } from "./types.ts";

/**
 * Finds the final answer in what a model wrote. Without a rule, the multiple-choice rule when choices are given and
 * the general rule otherwise. `<think>` blocks are dropped first, for every rule; a model that is still thinking where
 * its text ends has given no answer.
 */
export function extract(text: string, rule?: RuleName | Rule, options: ExtractOptions = {}): Extraction {
  const named = rule ?? (options.choices === undefined && options.letters === undefined ? "general" : "choice");
  const apply = typeof named === "function" ? named : rules[named];
  if (options.keepThinking === true) return notBlank(apply(text, options));
  const answer = stripThinking(text);
  if (answer.unclosed) return missing("thinking", "the text ends while the model is still thinking");
  return notBlank(apply(answer.text, options));
}

function notBlank(extraction: Extraction): Extraction {
  return extraction.prediction?.length === 0 ? missing(extraction.rule, "the answer is blank") : extraction;
}
