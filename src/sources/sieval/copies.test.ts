// Copies of a question are one problem, however the run shows that they are copies; other questions never are.
import { expect, test } from "vitest";
import { failed, final, folder, read, shard, snapshot } from "./testing/example-run.ts";

const question = (row: number, order: string) => {
  const texts = [`fruit ${row}`, `stone ${row}`, `river ${row}`];
  const lines = [...order].map((at, letter) => `${"ABC"[letter]}) ${texts[Number(at)]}`);
  return `Which of these can be eaten at picnic ${row}?\n\n${lines.join("\n")}`;
};
/** One copy of a lettered question; option 0 is right. */
const copy = (id: number, row: number, order: string, letter: string, more = {}) =>
  final(id, [letter], { question: question(row, order), reference: "ABC"[order.indexOf("0")] ?? "", ...more });

const config = (operations: string) =>
  `datasets: {d: {operations: ${operations}}}\ntasks: {t: {class: X, dataset: d, args: {n: 1}}}\n`;

test.each([
  ["by repeat_index", (id: number) => ({ repeat_index: Math.floor(id / 2) }), {}],
  ["by the configuration", () => ({}), { "effective_config.yaml": config("[{repeat: {times: 2}}]") }],
  ["by equal questions", () => ({}), {}],
])("copies are one problem %s, and a choice is the option, whatever its letter", async (_, more, files) => {
  const records = [copy(0, 0, "012", "A"), copy(1, 1, "120", "C"), copy(2, 0, "201", "B"), copy(3, 1, "021", "B")];
  const lines = shard(
    ...records.map((record, id) => {
      const { sample_id, iteration, stage, ...rest } = record;
      return { sample_id, iteration, stage, ...more(id), ...rest };
    }),
  );
  const { draws, facts } = await read(folder({ "t/0/final/0.jsonl": lines, ...files }));
  expect(draws.map(({ problem, copies, requested, gold }) => ({ problem, copies, requested, gold }))).toEqual([
    { problem: 0, copies: 2, requested: 2, gold: "fruit 0" },
    { problem: 1, copies: 2, requested: 2, gold: "fruit 1" },
  ]);
  expect(draws.map((draw) => draw.rollouts.map(({ copy, choice, verdict }) => [copy, choice, verdict]))).toEqual([
    [
      [0, "fruit 0", true],
      [1, "fruit 0", true],
    ],
    [
      [0, "fruit 1", true],
      [1, "river 1", false],
    ],
  ]);
  expect(facts.run.requested).toBe(2);
  expect(facts.loss.counts).toEqual({});
});

test("a stored permutation gives the option's original position", async () => {
  const lines = shard(
    copy(0, 0, "120", "C", { extra: { permutation: [1, 2, 0] } }),
    copy(1, 0, "201", "A", { extra: { permutation: [2, 0, 1] } }),
  );
  const { draws } = await read(folder({ "gpqa_diamond_0shot_gen/0/final/0.jsonl": lines }));
  expect(draws).toHaveLength(1);
  expect(draws[0]?.rollouts.map(({ choice }) => choice)).toEqual([0, 2]);
});

test("a failed copy is noted beside the others; a problem failed when all its copies did", async () => {
  const { draws } = await read(
    folder({
      "t/0/final/0.jsonl": shard(final(0, ["7"])),
      "t/0/failed/0.jsonl": shard(failed(2, "a"), failed(1, "b"), failed(3, "c")),
      "effective_config.yaml": config("[{slice: {num: 2}}, {repeat: {times: 2}}]").replace(
        "args: {n: 1}",
        "args: {n: 4}",
      ),
      "t/progress.json": { total: 4 },
    }),
  );
  expect(draws.map((draw) => [draw.problem, draw.rollouts.length, draw.failed?.reason, draw.failed_copies])).toEqual([
    [0, 1, undefined, [{ copy: 1, reason: "a" }]],
    [
      1,
      0,
      "b",
      [
        { copy: 0, reason: "b" },
        { copy: 1, reason: "c" },
      ],
    ],
  ]);
});

test("an interrupted run's copies still find each other, and the missing ones were asked for", async () => {
  const at = (id: number, repeat_index: number) => {
    const { sample_id, iteration, stage, ...rest } = final(id, ["7"], { question: `row ${id % 5}` });
    return { sample_id, iteration, stage, repeat_index, ...rest };
  };
  const lines = shard(at(0, 0), at(4, 0), at(9, 1), at(2, 0), at(7, 1));
  const { draws } = await read(
    folder({
      "0/final/0.jsonl": lines,
      "0/inferred/0.jsonl": shard(snapshot(5, "inferred")),
      "progress.json": { total: 10 },
    }),
  );
  expect(draws.map(({ problem, copies, requested }) => [problem, copies, requested])).toEqual([
    [0, 1, 2],
    [2, 2, 2],
    [4, 2, 2],
  ]);
});

test("a row that a data set holds twice is no copy", async () => {
  const texts = ["a", "b", "c", "a", "d", "e"];
  const lines = shard(...texts.map((text, id) => final(id, ["7"], { question: `What is ${text}?` })));
  const { draws, facts } = await read(folder({ "0/final/0.jsonl": lines }));
  expect(draws).toHaveLength(6);
  expect(facts.loss.counts).toEqual({});
});

test("a configuration without repeat excludes copies", async () => {
  const lines = shard(final(0, ["7"], { question: "same?" }), final(1, ["7"], { question: "same?" }));
  const { draws } = await read(
    folder({ "t/0/final/0.jsonl": lines, "effective_config.yaml": config("[{slice: {num: 2}}]") }),
  );
  expect(draws).toHaveLength(2);
});

test("copies in any order are grouped when every question occurs equally often", async () => {
  const rows = ["a", "b", "b", "c", "a", "c"];
  const lines = shard(...rows.map((row, id) => final(id, ["7"], { question: `What is ${row}?` })));
  const operations = "[{repeat: {times: 2}}, {shuffle: {seed: 1}}]";
  const { draws } = await read(folder({ "t/0/final/0.jsonl": lines, "effective_config.yaml": config(operations) }));
  expect(draws.map(({ problem, copies }) => [problem, copies])).toEqual([
    [0, 2],
    [1, 2],
    [3, 2],
  ]);
});

test("copies that cannot be told apart from other questions stay problems of their own, and the loss report says so", async () => {
  const rows = ["a", "b", "b", "c", "a"];
  const lines = shard(...rows.map((row, id) => final(id, ["7"], { question: `What is ${row}?` })));
  const operations = "[{repeat: {times: 2}}, {slice: {num: 5}}]";
  const { draws, facts } = await read(
    folder({ "t/0/final/0.jsonl": lines, "effective_config.yaml": config(operations) }),
  );
  expect(draws).toHaveLength(5);
  expect(facts.loss.counts).toEqual({ ungrouped_samples: 5 });
  expect(facts.loss.notes.join()).toContain("repeats: ungrouped");
});

test("copies stay together in parts", async () => {
  const lines = shard(...Array.from({ length: 12 }, (_, id) => final(id, ["7"], { question: `row ${id % 4}` })));
  const root = folder({ "0/final/0.jsonl": lines });
  const parts = await Promise.all([0, 1, 2].map((index) => read(root, { part: { index, of: 3 } })));
  expect(parts.flatMap(({ draws }) => draws.map(({ problem, copies }) => [problem, copies]))).toEqual(
    [0, 1, 2, 3].map((row) => [row, 3]),
  );
});
