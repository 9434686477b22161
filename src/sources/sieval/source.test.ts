// What counts in a result folder: which record of a sample wins, what a crash leaves behind, and what never matters.
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { drawSchema } from "../../draw/draw.ts";
import { sievalSource } from "./source.ts";
import { failed, final, folder, index, read, shard, snapshot, verdicts } from "./testing/example-run.ts";

const META = { version: "0.8.0", deterministic: false, task: { name: "aime_2025_0shot_gen" } };

describe("finding runs", () => {
  const run = { "0/final/0.jsonl": shard(final(0, ["7"])) };

  test("a task folder, a session and a folder of sessions are understood, anything else is not", async () => {
    const session = folder({
      "s/t/0/final/0.jsonl": run["0/final/0.jsonl"],
      "s/t/meta.json": META,
      "other/x.jsonl": "{}",
    });
    expect(await sievalSource.detect(join(session, "s", "t"))).toBe(true);
    expect(await sievalSource.detect(join(session, "s"))).toBe(true);
    expect(await sievalSource.detect(session)).toBe(true);
    expect(await sievalSource.detect(join(session, "other"))).toBe(false);
    expect(await sievalSource.detect(join(session, "other", "x.jsonl"))).toBe(false);
    await expect(sievalSource.open(join(session, "other"), { maxLine: 1 })).rejects.toThrow("no SiEval result folder");
  });

  test("every run folder is a run of its own, and leftovers named .tmp are not", async () => {
    const lines = shard(final(0, ["7"]));
    const { runs } = await read(
      folder({ "a/0/final/0.jsonl": lines, "b/0/final/0.jsonl": lines, "c.tmp/0/final/0.jsonl": lines }),
    );
    expect(runs.map(({ key, run }) => [key, run.name])).toEqual([
      ["a", "a"],
      ["b", "b"],
    ]);
  });
});

describe("which record counts", () => {
  test("of a sample's records the later iteration, then the more finished stage, then the later line", async () => {
    const { draws, facts } = await read(
      folder({
        "meta.json": META,
        "0/final/0.jsonl": shard(final(0, ["1"]), final(0, ["7"]), final(1, ["7"])),
        "0/failed/0.jsonl": shard(
          failed(2, "exception::A"),
          failed(2, "exception::B"),
          failed(1, "exception::A"),
          failed(3, "x"),
        ),
        "0/preprocessed/0.jsonl": shard(snapshot(2, "preprocessed"), snapshot(4, "preprocessed")),
        "1/final/0.jsonl": shard(final(3, ["7"], { iteration: 1 })),
        "1/inferred/0.jsonl": shard(snapshot(1, "inferred", 1)),
      }),
    );
    expect(draws.map((draw) => [draw.problem, draw.failed?.reason, draw.rollouts[0]?.verdict])).toEqual([
      [0, undefined, true],
      [2, "exception::B", undefined],
      [3, undefined, true],
    ]);
    expect(facts.loss.counts).toEqual({ unfinished_samples: 2 });
    expect(facts.loss.notes.join()).toMatch(/2 samples were begun and never finished/);
  });

  test("stale-index: the result does not depend on the order of rows, their shard, or an index that no longer fits", async () => {
    const records = [0, 1, 2, 3, 4].map((id) => final(id, [id % 2 === 0 ? "7" : "8", "7", null]));
    const straight = shard(...records);
    const shuffled = shard(...[3, 0, 4, 2, 1].map((at) => records[at]));
    const results = await Promise.all(
      [
        { "0/final/0.jsonl": straight, "0/final/0.idx": index(straight) },
        { "0/final/0.jsonl": straight },
        { "0/final/0.jsonl": shuffled, "0/final/0.idx": index(straight) },
        { "0/final/0.jsonl": shuffled, "0/final/0.idx": index(shuffled).split("\n").slice(0, 2).join("\n") },
        { "0/final/7.jsonl": shard(...records.slice(3)), "0/final/12.jsonl": shard(...records.slice(0, 3)) },
      ].map((files) => read(folder({ ...files, "meta.json": META }))),
    );
    for (const result of results) {
      expect(result.draws).toEqual(results[0]?.draws);
      expect(result.facts.loss).toEqual(results[0]?.facts.loss);
    }
    expect(verdicts(results[0]?.draws ?? [])[1]).toEqual([false, true, false]);
  });

  test("snapshots without an index, or with one that does not cover them, still tell which samples exist", async () => {
    const inferred = shard(snapshot(0, "inferred"), snapshot(1, "inferred"));
    for (const idx of [undefined, index(inferred).split("\n")[0], index(inferred)]) {
      const files = { "0/final/0.jsonl": shard(final(0, ["7"])), "0/inferred/0.jsonl": inferred };
      const { facts } = await read(folder(idx === undefined ? files : { ...files, "0/inferred/0.idx": idx }));
      expect(facts.loss.counts).toEqual({ unfinished_samples: 1 });
    }
  });

  test("an id that looks like a whole number is one, any other stays a string", async () => {
    const { draws } = await read(folder({ "0/final/0.jsonl": shard(final("12", ["7"]), final("a/b", ["7"])) }));
    expect(draws.map((draw) => draw.problem)).toEqual([12, "a/b"]);
  });

  test("other JSON writers may put spaces and change the order of keys", async () => {
    const spaced = JSON.stringify(final(1, ["7"])).replace(
      '{"sample_id":1,"iteration":0,"stage":',
      '{"sample_id": 1, "iteration": 0, "stage": ',
    );
    const { sample_id, ...rest } = final(2, ["7"]);
    const { draws } = await read(folder({ "0/final/0.jsonl": shard(spaced, { ...rest, sample_id }) }));
    expect(draws.map((draw) => draw.problem)).toEqual([1, 2]);
  });

  test("parts are disjoint and complete, and only the first reports what the plan lost", async () => {
    const lines = shard(...Array.from({ length: 7 }, (_, id) => final(id, ["7"])), "garbage");
    const root = folder({ "0/final/0.jsonl": lines });
    const parts = await Promise.all([0, 1, 2].map((at) => read(root, { part: { index: at, of: 3 } })));
    expect(parts.flatMap((part) => part.draws.map((draw) => draw.problem))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(parts.map((part) => part.facts.loss.counts)).toEqual([{ unparsable_lines: 1 }, {}, {}]);
  });
});

describe("damage", () => {
  const whole = (id: number) => JSON.stringify(final(id, ["7"]));

  test("torn-lines: a record cut off by a crash is counted, also when the next one follows on its line", async () => {
    const torn = whole(5).slice(0, 120);
    const { draws, facts } = await read(
      folder({ "0/final/0.jsonl": `${whole(0)}\n${torn}${whole(6)}\n${whole(5)}\n${whole(8).slice(0, 70)}` }),
    );
    expect(draws.map((draw) => draw.problem)).toEqual([0, 5, 6]);
    expect(facts.loss.counts).toEqual({ torn_lines: 2, unfinished_samples: 1 });
  });

  test("a last line that lacks nothing but its line break is read", async () => {
    const { draws, facts } = await read(folder({ "0/final/0.jsonl": `${whole(0)}\n${whole(1)}` }));
    expect(draws).toHaveLength(2);
    expect(facts.loss.counts).toEqual({});
  });

  test("an object inside a record that looks like a record is not one", async () => {
    const inner = { sample_id: 9, iteration: 0, stage: "final" };
    const { draws, facts } = await read(folder({ "0/final/0.jsonl": shard(final(0, ["7"], { extra: inner })) }));
    expect(draws.map((draw) => draw.problem)).toEqual([0]);
    expect(facts.loss.counts).toEqual({});
  });

  test("metadata is found where it is, not where an inner object has a key of its name", async () => {
    const extra = { note: 1, stage_meta: { inferred: [{ timestamp: 1, version: "9.9.9" }] } };
    const { stage_meta: _, ...bare } = final(1, ["7"], { extra });
    const { draws, facts } = await read(folder({ "0/final/0.jsonl": shard(final(0, ["7"], { extra }), bare) }));
    expect(verdicts(draws)).toEqual([[true], [true]]);
    expect(facts.run.versions).toEqual(["0.8.0", "unknown"]);
  });

  test("a winner that cannot be parsed gives way to the next best record, or leaves its sample unfinished", async () => {
    const broken = (id: number) => whole(id).replace('"texts"', "texts");
    const { draws, facts } = await read(
      folder({
        "0/final/0.jsonl": shard(broken(0), final(1, ["7"]), broken(1), broken(2)),
        "0/failed/0.jsonl": shard(failed(0, "exception::A")),
      }),
    );
    expect(draws.map((draw) => [draw.problem, draw.failed?.reason])).toEqual([
      [0, "exception::A"],
      [1, undefined],
    ]);
    expect(facts.loss.counts).toEqual({ unfinished_samples: 1, unparsable_lines: 3 });
  });

  test("NaN and Infinity outside strings are read as null and counted", async () => {
    const line = whole(0)
      .replace('"timing_s":0.1', '"timing_s":NaN')
      .replace('"n_rollouts":1', '"n_rollouts":-Infinity')
      .replace("I say", 'NaN \\" Infinity');
    const { draws, facts } = await read(folder({ "0/final/0.jsonl": `${line}\n` }));
    expect(draws[0]?.rollouts[0]?.text).toBe('NaN " Infinity 7');
    expect(facts.loss.counts).toEqual({ nan_literals: 1 });
  });

  test("a line beyond the cap is skipped and counted", async () => {
    const long = JSON.stringify(final(1, ["7".repeat(5000)]));
    const { draws, facts } = await read(folder({ "0/final/0.jsonl": shard(whole(0), long, whole(2)) }), {
      maxLine: 4096,
    });
    expect(draws.map((draw) => draw.problem)).toEqual([0, 2]);
    expect(facts.loss.counts).toEqual({ long_lines: 1 });
  });

  test("values of the wrong type become absent and never throw", async () => {
    const hostile = (id: number, change: object) => ({ ...final(id, ["7"]), ...change });
    const { draws } = await read(
      folder({
        "0/final/0.jsonl": shard(
          hostile(0, {
            infer_result: 5,
            postprocess_result: { rollouts: "x" },
            feedback_result: { rollouts: [null, 3] },
          }),
          hostile(1, {
            preprocess_result: [[]],
            infer_result: { texts: [{}, 1], finish_reasons: {}, request_params: { n: "x" } },
          }),
          hostile(2, {
            stage_meta: [1],
            feedback_result: null,
            postprocess_result: { rollouts: [{ index: -1 }, { index: 1e9 }] },
          }),
          hostile(3, {
            feedback_result: {
              rollouts: [{ index: 0, correct: "yes", metrics: { ["__proto__"]: 1, a: "b" } }],
              n_rollouts: {},
            },
          }),
          hostile(4, { infer_result: [null, { value: {} }], feedback_result: [[[]]] }),
        ),
      }),
    );
    expect(draws).toHaveLength(5);
    for (const draw of draws) expect(drawSchema.safeParse(draw).success).toBe(true);
  });
});

describe("what a run says about itself", () => {
  const lines = shard(final(0, ["7", "8"]));
  const config = (task: string) =>
    `tasks:\n  my task:\n    class: ${task}\n    dataset: d\n    args: {n: 8, k: 4}\ndatasets:\n  d: {}\n`;

  test("the task is named by meta.json, else by the class in the configuration, else by the folder, else by the caller", async () => {
    const nameOf = async (files: Record<string, unknown>, options = {}) =>
      (await read(folder(files), options)).facts.run.task.name;
    const byClass = "sieval.tasks.mmlu_0shot_gen.Any";
    const task = { task: "math_500_0shot_gen" };
    expect(await nameOf({ "t/0/final/0.jsonl": lines, "t/meta.json": META }, task)).toBe("aime_2025_0shot_gen");
    expect(await nameOf({ "my_task/0/final/0.jsonl": lines, "effective_config.yaml": config(byClass) }, task)).toBe(
      "mmlu_0shot_gen",
    );
    expect(await nameOf({ "gsm8k_0shot_gen/0/final/0.jsonl": lines }, task)).toBe("gsm8k_0shot_gen");
    expect(await nameOf({ "t/0/final/0.jsonl": lines }, task)).toBe("math_500_0shot_gen");
    expect(await nameOf({ "t/0/final/0.jsonl": lines })).toBe("t");
  });

  test("nothing is declared for an unknown task but what its own report declares", async () => {
    const report = { score: 1, fails: 0, score_key: "exact", denominator_policy: "judged", k: 2 };
    const { facts } = await read(folder({ "t/0/final/0.jsonl": lines, "t/report.json": report }));
    expect(facts.run.task).toEqual({ name: "t", score_key: "exact", denominator_policy: "judged", k: 2 });
    expect(facts.run.stored_report).toEqual(report);
  });

  test("a stored run keeps the score key it was written with", async () => {
    const report = { score: 1, fails: 0, score_key: "pass@1" };
    const { facts } = await read(
      folder({ "gsm8k_0shot_gen/0/final/0.jsonl": lines, "gsm8k_0shot_gen/report.json": report }),
    );
    expect(facts.run.task).toMatchObject({ score_key: "pass@1", headline: "pass@1", denominator_policy: "requested" });
  });

  test("n comes from the configuration, else the report, else the largest request; k from the first two", async () => {
    const run = async (files: Record<string, unknown>) =>
      (await read(folder({ "my_task/0/final/0.jsonl": lines, ...files }))).facts.run;
    const report = { score: 1, fails: 0, n: 16, k: 2 };
    const configured = await run({ "effective_config.yaml": config("X"), "my_task/report.json": report });
    expect([configured.requested, configured.task.k]).toEqual([8, 4]);
    const reported = await run({ "my_task/report.json": report });
    expect([reported.requested, reported.task.k]).toEqual([16, 2]);
    expect((await run({})).requested).toBe(2);
  });

  test("versions are sorted as versions, and an unversioned record beside them is unknown", async () => {
    const versions = ["0.10.0", "0.9.0", null, "0.9.0rc1", "0.9.0.dev2"];
    const records = versions.map((version, id) => final(id, ["7"], { version }));
    const { facts } = await read(folder({ "0/final/0.jsonl": shard(...records) }));
    expect(facts.run.versions).toEqual(["0.9.0.dev2", "0.9.0rc1", "0.9.0", "0.10.0", "unknown"]);
    const none = await read(folder({ "0/final/0.jsonl": shard(final(0, ["7"], { version: null })) }));
    expect(none.facts.run.versions).toBeUndefined();
  });

  test("facts that no rollout carries are named", async () => {
    const { infer_result: _, ...record } = final(0, ["7"]);
    const { facts } = await read(folder({ "0/final/0.jsonl": shard(record) }));
    expect(facts.loss.unknown).toEqual(["text", "finish"]);
  });
});

describe("what another tool may have done to a folder", () => {
  test("links are followed, a link that leads nowhere is an error, and one run behind two names is one", async () => {
    const store = folder({ blob: shard(final(0, ["7"])) });
    const root = folder({ "task/0/final/x": "", "task/meta.json": { version: "0.8.0", deterministic: false } });
    symlinkSync(join(store, "blob"), join(root, "task/0/final/0.jsonl"));
    symlinkSync(join(root, "task"), join(root, "again"));
    const { draws, runs } = await read(root);
    expect([draws.length, runs.length]).toEqual([1, 1]);
    rmSync(join(store, "blob"));
    const reading = await sievalSource.open(root, { maxLine: 1 << 20 });
    for await (const _ of reading.batches) throw new Error("nothing can be read");
    expect(reading.failures?.()[0]?.error.message).toContain("a link leads nowhere");
  });

  test("results behind the metadata count like those before it", async () => {
    const { feedback_result, stage_meta, ...rest } = final(0, ["7"]);
    const moved = { ...rest, stage_meta, feedback_result };
    expect((await read(folder({ "0/final/0.jsonl": shard(moved) }))).draws[0]?.rollouts[0]?.verdict).toBe(true);
  });

  test("one run that cannot be read does not hide the others", async () => {
    const root = folder({
      "a/0/final/0.jsonl": shard(final(0, ["7"])),
      "b/0/final/x": "",
      "b/meta.json": { version: "0.8.0", deterministic: false },
    });
    symlinkSync("/nowhere/at/all", join(root, "b/0/final/0.jsonl"));
    const reading = await sievalSource.open(root, { maxLine: 1 << 20 });
    let batches = 0;
    for await (const _ of reading.batches) batches += 1;
    expect([batches, reading.runs().length, reading.failures?.().length]).toEqual([1, 1, 1]);
  });

  test("a report beside runs is somebody's summary of them, and a dated folder is not an iteration", async () => {
    const root = folder({
      "report.json": { score: 1, fails: 0 },
      "20260801/final/task/0/final/0.jsonl": shard(final(0, ["7"])),
    });
    expect((await read(root)).runs.map(({ key }) => key)).toEqual(["20260801/final/task"]);
  });

  test("a configuration with many aliases is read, and one nested too deeply is said to be unreadable", async () => {
    const names = Array.from({ length: 150 }, (_, i) => `task_${i}`);
    const tasks = names.map((name) => `  ${name}:\n    class: AIME2025ZeroShotGenTask\n    runner_config: *shared`);
    const config = `runner_config: &shared {max_retries: 1}\ntasks:\n${tasks.join("\n")}\n`;
    const files = { "task_149/0/final/0.jsonl": shard(final(0, ["7"])) };
    const many = await read(folder({ ...files, "effective_config.yaml": config }));
    expect(many.runs[0]?.run.task.name).toBe("aime_2025_0shot_gen");
    for (const deep of [`a: ${"[".repeat(5000)}`, `a:\n${"- ".repeat(5000)}1`]) {
      const { runs } = await read(folder({ ...files, "effective_config.yaml": deep }));
      expect(runs[0]?.loss.notes).toContain("effective_config.yaml cannot be read.");
    }
  });

  test("k is that of the stored report, also after a report of ours has taken its place", async () => {
    const kOf = async (report: unknown) =>
      (await read(folder({ "0/final/0.jsonl": shard(final(0, ["7"])), "report.json": report }))).runs[0]?.run.task.k;
    expect(await kOf({ score: 1, fails: 0, "pass@3": 1 })).toBe(3);
    expect(await kOf({ score: 1, fails: 0, "pass@8": 1, k: 3, metrics_version: "1" })).toBe(3);
    expect(await kOf({ score: 1, fails: 0, "pass@8": 1, metrics_version: "1" })).toBeUndefined();
  });
});
