// Public entry sieval/metrics: the estimators, consistency and the report, without any I/O.
export { foldedText } from "../draw/folded-text.ts";
export { agreement, answerEntropy, foldedKey, type KeyOf, modalShare } from "./consistency.ts";
export {
  type Estimators,
  estimatorsOf,
  exactHypergeometricSum,
  gPassAtK,
  mgPassAtK,
  passAtK,
  passHatK,
} from "./estimators.ts";
export { clopperPearson95, problemInterval95, type Weighted, wilson95 } from "./intervals.ts";
export { METRICS_VERSION, type ReportOptions, reportOf } from "./report.ts";
export { type SummarizeOptions, summarize } from "./summarize.ts";
export { addDraw, emptyTally, mergeTally, type Tally } from "./tally.ts";
export { parseTau, type Tau, tauName, thresholdOf } from "./tau.ts";
