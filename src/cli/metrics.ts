// sieval metrics: the estimators of one problem, as decimals and exact fractions.
import { UsageError } from "../draw/input-error.ts";
import { type Estimators, estimatorsOf } from "../metrics/index.ts";
import { renderMetricsMarkdown, renderMetricsText } from "../render/metrics-text.ts";
import { numeric, numericList, tauList } from "./option-values.ts";
import type { CommonOptions, Outcome } from "./outcome.ts";
import type { AddVerb } from "./program.ts";

const HELP = `
Values are fractions in [0, 1]. Counts are exact: no rounding, no sampling, no seed.

Examples:
  sieval metrics --n 8 --c 5 --k 4
  sieval metrics --n 16 --c 10 --k 8 --tau 0.25,0.5,3/4
  sieval metrics --n 4 --c 2 --k 2 --output json
`;

type MetricsFlags = CommonOptions & {
  readonly n: number;
  readonly c: number;
  readonly k: readonly number[];
  readonly tau?: readonly string[];
};

/** The estimators for every k, each key once. */
function estimatorsFor(n: number, c: number, ks: readonly number[], taus: readonly string[]): Estimators {
  try {
    const all = ks.map((k) => estimatorsOf({ n, c, k, taus }));
    return {
      values: Object.assign({}, ...all.map(({ values }) => values)),
      exact: Object.assign({}, ...all.map(({ exact }) => exact)),
      notes: [...new Set(all.flatMap(({ notes }) => notes))],
    };
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

const metrics = async (_operands: readonly string[], { n, c, k: ks, tau = [] }: MetricsFlags): Promise<Outcome> => {
  const found = estimatorsFor(n, c, ks, tau);
  const [k = 1, ...more] = ks;
  const document = { n, c, ks, ...found };
  return {
    data: { n, c, k: more.length === 0 ? k : ks, ...found.values, exact: found.exact, notes: found.notes },
    text: (style) => renderMetricsText(document, style),
    markdown: (style) => renderMetricsMarkdown(document, style),
  };
};

/** Adds the verb to the program. */
export const addMetrics: AddVerb = (verbOf) => {
  verbOf("metrics", "pass@k, pass^k and G-Pass@k of one problem with n answers, c of them correct", metrics)
    .requiredOption("--n <count>", "answers sampled", numeric)
    .requiredOption("--c <count>", "of these, correct ones", numeric)
    .requiredOption("--k <list>", "answers drawn, e.g. 4 or 1,2,4", numericList)
    .option("--tau <list>", "shares of G-Pass@k, e.g. 0.5,3/4", tauList)
    .addHelpText("after", HELP);
};
