// Public entry sieval: the data model, a report from a path, and grading.
export { type Draw, drawSchema, type Json, type Rollout, rolloutSchema } from "./draw/draw.ts";
export { describeError, InputError, type Place, UsageError } from "./draw/input-error.ts";
export { type Report, type ReportRow, reportRowSchema, reportSchema } from "./draw/report.ts";
export type { DenominatorPolicy, Headline, Loss, Run, TaskDeclaration, TaskKind } from "./draw/run.ts";
export { clusterKey, GRADER_VERSION } from "./grading/cluster-key.ts";
export { extract } from "./grading/extract/extract.ts";
export type { Extraction, ExtractOptions } from "./grading/extract/types.ts";
export { type Grade, type GradeOptions, grade } from "./grading/grade.ts";
export { gradeText, type TextGrade } from "./grading/grade-text.ts";
export { answerKey } from "./grading/key.ts";
export { type Estimators, estimatorsOf, gPassAtK, mgPassAtK, passAtK, passHatK } from "./metrics/estimators.ts";
export { type SummarizeOptions, summarize } from "./metrics/summarize.ts";
export { type Measurement, type MeasureOptions, measure } from "./scale/measure.ts";
export { type ColumnMap, DEFAULT_MAX_LINE } from "./sources/source.ts";
