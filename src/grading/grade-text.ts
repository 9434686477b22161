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

function bareGold(gold: string): string {
  const parsed = parseAnswer(gold);
  if (parsed.ok && parsed.tree.kind !== "text") return gold;
  const { prediction } = extract(gold, "general");
  return typeof prediction === "string" ? prediction : gold;
}

/** The verdict on a prediction that is not there. */
function unextracted(gold: string, reason = "there is no prediction"): TextGrade {
  const found = { verdict: "different", rung: "none", reason, extracted: null } as const;
  return { ...found, gold_key: answerKey(gold), prediction_key: null };
}
