// One measurement of bench/report.mjs, in a process of its own so that its memory is its own. Prints JSON.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { clusterKey } from "../dist/grading/cluster-key.js";
import { addDraw, emptyTally } from "../dist/metrics/tally.js";
import { measure } from "../dist/scale/measure.js";
import { eachLine } from "../dist/sources/lines.js";
import { DEFAULT_MAX_LINE } from "../dist/sources/source.js";
import { random } from "./rollouts.mjs";

const jobs = {
  async floor(dir) {
    const shards = join(dir, "task", "0", "final");
    let lines = 0;
    for (const name of readdirSync(shards).filter((name) => name.endsWith(".jsonl"))) {
      eachLine(join(shards, name), DEFAULT_MAX_LINE, (bytes, start, end) => {
        if (JSON.parse(bytes.toString("utf8", start, end)).sample_id >= 0) lines += 1;
      });
    }
    return { lines };
  },
  async report(dir, threads) {
    const [{ report }] = await measure(dir, { maxLine: DEFAULT_MAX_LINE, threads: Number(threads) });
    return { score: report.score, n: report.n_scored_rollouts };
  },
  async clustering(problems, n) {
    const keyOf = clusterKey("math");
    // The same draws with and without predictions: the difference is what clustering costs.
    const next = random(1);
    const draws = Array.from({ length: 1000 }, (_, problem) => ({
      task: "t",
      problem,
      rollouts: Array.from({ length: Number(n) }, (_, index) => ({
        index,
        verdict: next() < 0.5,
        prediction: String(Math.floor(next() * 6)),
      })),
    }));
    const bare = draws.map((draw) => ({ ...draw, rollouts: draw.rollouts.map(({ prediction: _, ...rest }) => rest) }));
    const time = (set) => {
      const tally = emptyTally();
      const start = performance.now();
      for (let i = 0; i < Number(problems); i += 1) addDraw(tally, set[i % 1000], keyOf);
      return performance.now() - start;
    };
    time(draws);
    return { seconds: Math.max(0, time(draws) - time(bare)) / 1000 };
  },
};

const [job, ...args] = process.argv.slice(2);
const start = performance.now();
const result = await jobs[job](...args);
const seconds = (performance.now() - start) / 1000;
console.log(JSON.stringify({ seconds, mb: Math.round(process.resourceUsage().maxRSS / 1024), ...result }));
