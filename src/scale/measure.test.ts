import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_MAX_LINE } from "../sources/source.ts";
import { measure } from "./measure.ts";

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const options = { maxLine: DEFAULT_MAX_LINE };

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "sieval-measure-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** 40 samples x 4 rollouts in shards of ten; every third one is wrong, every seventh sample failed first and was resumed. */
function writeRun(): string {
  const task = join(dir, "run", "aime_2025_0shot_gen");
  mkdirSync(join(task, "0", "final"), { recursive: true });
  mkdirSync(join(task, "0", "failed"), { recursive: true });
  writeFileSync(join(task, "meta.json"), JSON.stringify({ version: "0.8.0", task: { name: "aime_2025_0shot_gen" } }));
  for (let shard = 0; shard < 4; shard += 1) {
    const ids = Array.from({ length: 10 }, (_, i) => 10 * shard + i);
    const lines = (stage: string, of: readonly number[]): string =>
      of.map((id) => `${JSON.stringify(recordOf(id, stage))}\n`).join("");
    writeFileSync(join(task, "0", "final", `${shard}.jsonl`), lines("final", ids));
    writeFileSync(
      join(task, "0", "failed", `${shard}.jsonl`),
      lines(
        "failed",
        ids.filter((id) => id % 7 === 0),
      ),
    );
  }
  return join(dir, "run");
}

function recordOf(id: number, stage: string): unknown {
  const head = {
    sample_id: id,
    iteration: 0,
    stage,
    preprocess_result: { prompt: `Add ${id} and 1`, reference: String(id + 1) },
  };
  if (stage === "failed") return { ...head, error_action: "infer", error_reason: "exception::TimeoutError" };
  const rollouts = [0, 1, 2, 3].map((index) => ({ index, correct: (id + index) % 3 !== 0 }));
  return {
    ...head,
    infer_result: {
      model: { model: "toy" },
      texts: rollouts.map(({ index }) => `text ${id} ${index}`),
      request_params: { n: 4 },
    },
    postprocess_result: {
      rollouts: rollouts.map(({ index, correct }) => ({
        index,
        prediction: String(id + (correct ? 1 : 2)),
        extracted: true,
      })),
    },
    feedback_result: {
      reference: String(id + 1),
      rollouts,
      n_rollouts: 4,
      n_correct: rollouts.filter(({ correct }) => correct).length,
    },
  };
}

const reportsOf = async (path: string): Promise<string> =>
  JSON.stringify((await measure(path, options)).map(({ report, loss }) => ({ report, loss })));

test("any order of rows, shards and files gives the same bytes", async () => {
  const run = writeRun();
  const before = await reportsOf(run);
  const shards = join(run, "aime_2025_0shot_gen", "0", "final");
  for (const name of readdirSync(shards)) {
    const lines = readFileSync(join(shards, name), "utf8").trim().split("\n");
    writeFileSync(join(shards, name), `${lines.reverse().join("\n")}\n`);
  }
  expect(await reportsOf(run)).toBe(before);
  renameSync(join(shards, "0.jsonl"), join(shards, "9.jsonl"));
  renameSync(join(shards, "3.jsonl"), join(shards, "0.jsonl"));
  expect(await reportsOf(run)).toBe(before);
  expect(JSON.parse(before)).toMatchObject([{ report: { n_problems: 40, fails: 0, n_scored_rollouts: 160 } }]);
});

test("one thread and several give the same bytes", () => {
  const run = writeRun();
  const withThreads = (threads: number): string =>
    execFileSync(process.execPath, [program, "report", run, "--output", "json", "--threads", String(threads)], {
      encoding: "utf8",
    });
  expect(withThreads(3)).toBe(withThreads(1));
  // What is said of the whole run must not depend on which part its odd records fall into.
  const path = join(run, "aime_2025_0shot_gen", "0", "final", "0.jsonl");
  const [first = "", ...rest] = readFileSync(path, "utf8").trim().split("\n");
  const odd = JSON.parse(first);
  odd.infer_result.model.model = "another";
  odd.infer_result.texts.push("one too many");
  odd.stage_meta = { feedback: [{ timestamp: 1, version: "0.8.0" }] };
  writeFileSync(path, [JSON.stringify(odd), ...rest, ""].join("\n"));
  expect(withThreads(1)).toContain('"unknown"');
  expect(withThreads(3)).toBe(withThreads(1));
});

test("a fault in a reading thread is the same clear error as without threads", async () => {
  const run = writeRun();
  const message = (threads: string): string => {
    try {
      const args = [program, "report", run, "--k", "9", "--threads", threads];
      return execFileSync(process.execPath, args, { encoding: "utf8", stdio: "pipe" });
    } catch (error) {
      return `${(error as { status: number }).status} ${(error as { stderr: string }).stderr}`;
    }
  };
  expect(message("2")).toBe(message("1"));
  expect(message("1")).toContain("2 ");
  expect(message("1")).toContain("k = 9 needs at least 9 rollouts per problem; this run has 4");
});

test("PATH#RUN picks a run by its name, and lists the names when there is none", async () => {
  const path = join(dir, "two.jsonl");
  const rows = [1, 2].map((id) => ({ problem_id: id, models: ["small", "large"], harness_score: [false, true] }));
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  expect((await measure(path, options)).map(({ run, report }) => [run.name, report.score])).toEqual([
    ["large", 100],
    ["small", 0],
  ]);
  expect((await measure(`${path}#small`, options)).map(({ report }) => report.score)).toEqual([0]);
  await expect(measure(`${path}#medium`, options)).rejects.toThrow('no run is called "medium"');
});

test("what cannot be read is one clear error", async () => {
  await expect(measure(join(dir, "nowhere"), options)).rejects.toThrow("no such file or folder");
  await expect(measure(dir, options)).rejects.toThrow("nothing here that can be read");
  await expect(measure("/dev/null", options)).rejects.toThrow("neither a file nor a folder");
  await expect(measure(dir, { ...options, format: "parket" })).rejects.toThrow('unknown format "parket"');
});
