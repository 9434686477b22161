// sieval metrics: the estimators of one problem, as decimals and exact fractions.
import { UsageError } from "../draw/input-error.ts";
import { estimatorsOf } from "../metrics/index.ts";
import { renderMetricsMarkdown, renderMetricsText } from "../render/metrics-text.ts";
import { numeric, tauList } from "./option-values.ts";
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
  readonly k: number;
  readonly tau?: readonly string[];
};

const metrics = async (_operands: readonly string[], { n, c, k, tau = [] }: MetricsFlags): Promise<Outcome> => {
  let found: ReturnType<typeof estimatorsOf>;
  try {
    found = estimatorsOf({ n, c, k, taus: tau });
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
  const document = { n, c, k, ...found };
  return {
    data: { n, c, k, ...found.values, exact: found.exact, notes: found.notes },
    text: (style) => renderMetricsText(document, style),
    markdown: (style) => renderMetricsMarkdown(document, style),
  };
};

/** Adds the verb to the program. */
export const addMetrics: AddVerb = (verbOf) => {
  verbOf("metrics", "pass@k, pass^k and G-Pass@k of one problem with n answers, c of them correct", metrics)
    .requiredOption("--n <count>", "answers sampled", numeric)
    .requiredOption("--c <count>", "of these, correct ones", numeric)
    .requiredOption("--k <count>", "answers drawn", numeric)
    .option("--tau <list>", "shares of G-Pass@k, e.g. 0.5,3/4", tauList)
    .addHelpText("after", HELP);
};
