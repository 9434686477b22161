// Public entry sieval/grading: extraction, keys and grading of mathematics and multiple choice, without any I/O.
export { clusterKey, GRADER_VERSION } from "./cluster-key.ts";
export { extract } from "./extract/extract.ts";
export type { Extraction, ExtractOptions, Rule } from "./extract/types.ts";
export { type Grade, type GradeOptions, grade } from "./grade.ts";
export { gradeText, type TextGrade, unextracted } from "./grade-text.ts";
export { answerKey } from "./key.ts";
export { leniencyNames } from "./leniency.ts";
export { type Parsed, parseAnswer } from "./parse/parser.ts";
export { type Node, readable } from "./parse/tree.ts";
export { isRuleName, type RuleName, ruleNames, rules } from "./rules/rules.ts";
export { dropAssignmentLabel, voteNormal } from "./vote.ts";
