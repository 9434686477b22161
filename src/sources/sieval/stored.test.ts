// Real folders of the Python project, three releases and main: its own reports are the oracle. Skipped where they are not at hand.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Draw } from "../../draw/draw.ts";
import { drawSchema } from "../../draw/draw.ts";
import { read } from "./testing/example-run.ts";

const shared = join(import.meta.dirname, "../../../../shared/data/sieval_result_dirs");
const versions = ["v0.6.0", "v0.7.0", "v0.8.0", "main-f2c86c3"];

function folders(): string[] {
  if (!existsSync(shared)) return [];
  return versions.flatMap((version) =>
    readdirSync(join(shared, version))
      .filter((name) => name.startsWith("toy_"))
      .map((name) => `${version}/${name}`),
  );
}

const rollouts = (draws: readonly Draw[]) => draws.flatMap((draw) => draw.rollouts);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (draw: Draw) => mean(draw.rollouts.map(({ verdict }) => (verdict === true ? 1 : 0)));

describe.runIf(existsSync(shared))("stored folders", () => {
  test("there are 22 of them in four versions, and all are found from the top", async () => {
    expect(folders()).toHaveLength(22);
    expect((await read(shared)).runs).toHaveLength(22);
  });

  test.each(folders())("%s agrees with its own report", async (name) => {
    const { draws, facts } = await read(join(shared, name));
    const report = facts.run.stored_report ?? {};
    for (const draw of draws) expect(drawSchema.safeParse(draw).error).toBeUndefined();
    expect(facts.loss.counts).toEqual({});
    expect(draws.filter((draw) => draw.failed !== undefined).length).toBe(report.fails);
    const judged = draws.filter((draw) => draw.failed === undefined);
    const isOverAll = name.includes("toy_math") || name.includes("toy_loop");
    const total = judged.reduce((sum, draw) => sum + share(draw), 0);
    expect((100 * total) / (isOverAll ? draws.length : judged.length)).toBeCloseTo(Number(report.score), 10);
    if ("n_unextracted" in report)
      expect(rollouts(draws).filter(({ prediction }) => prediction === null).length).toBe(report.n_unextracted);
    if ("n_truncated" in report)
      expect(rollouts(draws).filter(({ finish }) => finish === "length").length).toBe(report.n_truncated);
    if ("n_scored_rollouts" in report) expect(rollouts(draws).length).toBe(report.n_scored_rollouts);
    if ("n" in report) expect(facts.run.requested).toBe(report.n);
    if (!name.endsWith("toy_loop_limit")) expect(facts.run.versions).toEqual(report.sieval_versions);
    expect([facts.run.task.score_key, facts.run.task.denominator_policy]).toEqual([
      report.score_key,
      report.denominator_policy,
    ]);
  });

  test.each(versions)(
    "%s: copies with permuted options are one problem with two different choices",
    async (version) => {
      const { draws, facts } = await read(join(shared, version, "toy_gpqa_repeat"));
      expect(draws).toHaveLength(1);
      expect(draws[0]?.copies).toBe(2);
      expect(draws[0]?.rollouts.map(({ verdict }) => verdict)).toEqual([true, false]);
      expect(new Set(draws[0]?.rollouts.map(({ choice }) => choice)).size).toBe(2);
      expect(facts.run.task.kind).toBe("mcq");
    },
  );

  test("a version that answered short of n is a short draw up to 0.7 and a failure since", async () => {
    for (const version of versions) {
      const { draws } = await read(join(shared, version, "toy_math"));
      const [, short] = draws;
      if (version < "v0.8.0" && version.startsWith("v")) expect(short?.rollouts).toHaveLength(3);
      else expect(short?.failed?.reason).toBe("exception::OutputContractError");
    }
  });
});
