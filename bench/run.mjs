// `npm run bench`: every benchmark, each with its baseline in the same run. `--only NAME` runs one, `--rollouts N` and `--largest N` set the sizes.
import { parseArgs } from "node:util";
import { benchEstimators } from "./estimators.mjs";
import { benchGrading } from "./grading.mjs";
import { benchReport } from "./report.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    rollouts: { type: "string", default: "1000000" },
    largest: { type: "string", default: "0" },
  },
});
if (values.only === undefined || values.only === "estimators") benchEstimators();
if (values.only === undefined || values.only === "grading") benchGrading();
if (values.only === undefined || values.only === "report")
  benchReport({ rollouts: Number(values.rollouts), largest: Number(values.largest) });
