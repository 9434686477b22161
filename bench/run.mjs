// `npm run bench`: every benchmark, each with its baseline in the same run. `--rollouts N` and `--largest N` set the sizes.
import { parseArgs } from "node:util";
import { benchEstimators } from "./estimators.mjs";
import { benchReport } from "./report.mjs";

const { values } = parseArgs({
  options: { rollouts: { type: "string", default: "1000000" }, largest: { type: "string", default: "0" } },
});
benchEstimators();
benchReport({ rollouts: Number(values.rollouts), largest: Number(values.largest) });
