// Reading and reporting SiEval shards against its floor: plain JSON.parse of the same bytes on one core, in the same run.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeResultDir } from "./rollouts.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Runs one measurement in a process of its own: seconds, and the largest resident set in MB. */
function child(job, ...args) {
  return JSON.parse(
    execFileSync(process.execPath, [join(here, "report-job.mjs"), job, ...args.map(String)], {
      encoding: "utf8",
      maxBuffer: 1 << 26,
    }),
  );
}

/** The faster of two turns, and the larger memory. */
function best(job, ...args) {
  const [one, other] = [child(job, ...args), child(job, ...args)];
  return { ...one, seconds: Math.min(one.seconds, other.seconds), mb: Math.max(one.mb, other.mb) };
}

const bytesIn = (dir) => readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);

function measureSize(rollouts, full) {
  const dir = mkdtempSync(join(tmpdir(), "sieval-bench-"));
  try {
    writeResultDir(join(dir, "task"), { problems: rollouts / 8, n: 8, length: 2000 });
    const floor = full ? best("floor", dir) : undefined;
    const one = full ? best("report", dir, 1) : undefined;
    const two = best("report", dir, 2);
    const clustering = full ? child("clustering", rollouts / 8, 8) : undefined;
    return { rollouts, bytes: bytesIn(join(dir, "task", "0", "final")), floor, one, two, clustering };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Prints the ratios; `rollouts` is the size that is compared with the floor, `largest` the one that memory is read at. */
export function benchReport({ rollouts, largest }) {
  const base = measureSize(rollouts, true);
  const times = (part) => (part.seconds / base.floor.seconds).toFixed(2);
  console.log(`report: ${base.rollouts} rollouts, ${(base.bytes / 1e9).toFixed(2)} GB of final shards`);
  console.log(`  floor, JSON.parse of the same lines   ${base.floor.seconds.toFixed(2)} s`);
  console.log(
    `  report, 1 thread                      ${base.one.seconds.toFixed(2)} s   ${times(base.one)}x the floor   ${base.one.mb} MB`,
  );
  console.log(
    `  report, 2 threads                     ${base.two.seconds.toFixed(2)} s   ${times(base.two)}x the floor   ${base.two.mb} MB`,
  );
  console.log(
    `  of it clustering                      ${base.clustering.seconds.toFixed(2)} s   ${times(base.clustering)}x the floor`,
  );
  if (largest > rollouts) {
    const big = measureSize(largest, false);
    console.log(`  report of ${big.rollouts} rollouts, 2 threads   ${big.two.seconds.toFixed(2)} s   ${big.two.mb} MB`);
  }
}
