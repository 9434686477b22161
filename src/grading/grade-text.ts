// Grades what a model wrote as a whole: the answer is extracted from the text first.
import { extract } from "./extract/extract.ts";
import type { ExtractOptions } from "./extract/types.ts";
import { type Grade, type GradeOptions, grade } from "./grade.ts";
import { answerKey } from "./key.ts";
import { parseAnswer } from "./parse/parser.ts";
import type { RuleName } from "./rules/rules.ts";

/** A verdict on a whole text, with the answer that was found in it. */
export type TextGrade = Grade & { extracted: string | null };

/**
 * Whether the answer that `rule` finds in `text` is the answer `gold`. A gold that is itself a solution rather than an
 * answer is extracted too, by the general rule. A text without an answer is different, with the reason.
 */
export function gradeText(
  gold: string,
  text: string,
  options: GradeOptions & { rule?: RuleName; extraction?: ExtractOptions } = {},
): TextGrade {
  const reference = bareGold(gold);
  const { prediction, reason } = extract(text, options.rule, options.extraction);
  if (prediction === null) return unextracted(reference, reason);
  const extracted = typeof prediction === "string" ? prediction : prediction.join(", ");
  return { ...grade(reference, extracted, options), extracted };
}

// Only a gold that could not be read and that announces or boxes its answer: a number somewhere in it is not the answer.
function bareGold(gold: string): string {
  const parsed = parseAnswer(gold);
  if (parsed.ok && !(parsed.tree.kind === "text" && parsed.tree.unread)) return gold;
  const { prediction, rule } = extract(gold, "general");
  return typeof prediction === "string" && !rule.startsWith("last") ? prediction : gold;
}

/** The verdict on a prediction that is not there. */
export function unextracted(gold: string, reason = "there is no prediction"): TextGrade {
  const found = { verdict: "different", rung: "none", reason, extracted: null } as const;
  return { ...found, gold_key: answerKey(gold), prediction_key: null };
}
