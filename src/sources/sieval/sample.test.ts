// Every shape in which a version of the Python project stored a sample reads as the same rollouts.
import { expect, test } from "vitest";
import { readSample } from "./sample.ts";
import type { Counts } from "./values.ts";

const output = {
  model: { model: "small" },
  texts: ["one", "two"],
  finish_reasons: ["stop", ""],
  request_params: { n: 2 },
};
const box = (value: unknown) => ({ value, meta: {}, __sieval_mod__: "m", __sieval_cls__: "TaskStageOutput" });

function sample(record: Record<string, unknown>) {
  const counts: Counts = {};
  return { ...readSample({ stage: "final", infer_result: output, ...record }, counts), counts };
}

const protocol = {
  preprocess_result: {
    prompt: [
      { role: "system", content: "s" },
      { role: "user", content: "Add 3 and 4." },
    ],
    reference: "7",
  },
  postprocess_result: {
    rollouts: [
      { index: 0, prediction: "7", extracted: true },
      { index: 1, extracted: false },
    ],
  },
  feedback_result: {
    reference: "7",
    rollouts: [
      { index: 0, correct: true },
      { index: 1, correct: false },
    ],
    n_rollouts: 2,
    n_correct: 1,
  },
};
const legacy = {
  preprocess_result: [{ role: "user", content: "Add 3 and 4." }],
  postprocess_result: ["7", ""],
  feedback_result: [
    { correct: true, answer: "7" },
    { correct: false, answer: "7" },
  ],
};
const expected = {
  question: "Add 3 and 4.",
  gold: "7",
  requested: 2,
  model: "small",
  rollouts: [
    { index: 0, verdict: true, prediction: "7", text: "one", finish: "stop" },
    { index: 1, verdict: false, prediction: null, text: "two" },
  ],
};

test.each([
  ["protocol records", protocol],
  ["the lists of 0.7", legacy],
  ["old predictions with new verdicts", { ...protocol, postprocess_result: legacy.postprocess_result }],
  ["new predictions with old verdicts", { ...legacy, postprocess_result: protocol.postprocess_result }],
  [
    "boxes with markers",
    Object.fromEntries(Object.entries({ ...protocol, infer_result: output }).map(([key, value]) => [key, box(value)])),
  ],
  [
    "boxes known by their shape only",
    { ...protocol, infer_result: { value: output }, postprocess_result: { value: protocol.postprocess_result } },
  ],
  ["tuples", { ...legacy, postprocess_result: { __sieval_cls__: "tuple", items: ["7", null] } }],
  [
    "rollouts stored out of order",
    {
      ...protocol,
      feedback_result: { ...protocol.feedback_result, rollouts: [...protocol.feedback_result.rollouts].reverse() },
    },
  ],
])("%s read alike", (_, record) => {
  expect(sample(record)).toMatchObject({ ...expected, counts: {} });
});

test("markers are not part of a prediction, and a list of answers stays one", () => {
  const prediction = {
    pair: { __sieval_cls__: "tuple", items: [1, null] },
    __sieval_mod__: "m",
    __sieval_cls__: "Answer",
  };
  const rollouts = [
    { index: 0, prediction, extracted: true },
    { index: 1, prediction: ["1", "2"], extracted: true },
  ];
  const read = sample({ ...protocol, postprocess_result: { rollouts } });
  expect(read.rollouts.map((rollout) => rollout.prediction)).toEqual([{ pair: [1, null] }, ["1", "2"]]);
});

test("predictions that do not pair with the verdicts are unknown, and counted", () => {
  const read = sample({ ...legacy, postprocess_result: ["7"] });
  expect(read.rollouts.map((rollout) => "prediction" in rollout)).toEqual([false, false]);
  expect(read.counts).toEqual({ unpaired_predictions: 1 });
});

test.each([
  [
    "gpqa",
    {
      preprocess_result: { msg: [{ role: "user", content: "q" }], answer: "C" },
      postprocess_result: "C",
      feedback_result: { correct: true, chars: 1 },
    },
    "C",
    "C",
  ],
  ["mmlu", { postprocess_result: "", feedback_result: { correct: true, category: "stem", answer: "B" } }, null, "B"],
  [
    "gsm8k",
    { postprocess_result: "12", feedback_result: { correct: true, answer: "12", prediction: "12" } },
    "12",
    "12",
  ],
  [
    "hendrycks",
    { postprocess_result: ["1", "2"], feedback_result: { correct: true, answer: ["1", "2"] } },
    ["1", "2"],
    ["1", "2"],
  ],
  [
    "theoremqa without an answer",
    { postprocess_result: "", feedback_result: { correct: true, pred: "", answer: "5" } },
    null,
    "5",
  ],
  ["an extraction that gave None", { feedback_result: { correct: true, answer: "5" } }, null, "5"],
])(
  "0.7 graded the first rollout of %s only: the other texts stay, ungraded and counted",
  (_, record, prediction, gold) => {
    const read = sample(record);
    expect(read.gold).toEqual(gold);
    expect(read.rollouts).toEqual([
      { index: 0, verdict: true, prediction, text: "one", finish: "stop" },
      { index: 1, verdict: null, text: "two" },
    ]);
    expect(read.counts).toEqual({ ungraded_rollouts: 1 });
  },
);

test("gsm8k's flexible verdict is a metric of the rollout, in both forms", () => {
  const old = {
    postprocess_result: { answer: "12", flexible_answer: "13", extraction_method: "strict-match" },
    feedback_result: { correct: true, flexible_correct: false, answer: "12" },
  };
  expect(sample(old).rollouts[0]).toMatchObject({ prediction: "12", metrics: { flexible_exact_match: false } });
  const metrics = { exact_match: true, flexible_exact_match: true };
  const now = {
    ...protocol,
    feedback_result: {
      rollouts: [
        { index: 0, correct: true, metrics },
        { index: 1, correct: true },
      ],
      n_rollouts: 2,
    },
  };
  expect(sample(now).rollouts.map((rollout) => rollout.metrics)).toEqual([metrics, undefined]);
});

test("an evaluator's timeout is a metric, in both forms", () => {
  const old = {
    feedback_result: [
      { correct: false, msg: "timeout after 3 s" },
      { correct: true, msg: "ok" },
    ],
  };
  const now = {
    feedback_result: {
      rollouts: [
        { index: 0, correct: false, extra: { msg: "timeout" } },
        { index: 1, correct: true },
      ],
      n_rollouts: 2,
    },
  };
  for (const record of [old, now])
    expect(sample(record).rollouts.map((rollout) => rollout.metrics)).toEqual([{ timeout: true }, undefined]);
});

test("a rollout of several calls was cut off when any of them was, and has the texts of all", () => {
  const calls = [
    { texts: ["a", "b"], finish_reasons: ["length", "stop"] },
    { texts: ["c", "d"], finish_reasons: ["stop", "stop"] },
  ];
  const read = sample({ ...legacy, infer_result: calls });
  expect(read.rollouts.map(({ text, finish }) => [text, finish])).toEqual([
    ["a\n\nc", "length"],
    ["b\n\nd", "stop"],
  ]);
});

test("finish reasons that are not beside the texts are those of the last execution's calls", () => {
  const { finish_reasons: _, ...bare } = output;
  const stage_meta = {
    inferred: [
      { model_calls: [{ finish_reasons: ["stop", "stop"] }] },
      { model_calls: [{ finish_reasons: ["stop", "length"] }] },
    ],
  };
  expect(sample({ ...legacy, infer_result: bare, stage_meta }).rollouts.map(({ finish }) => finish)).toEqual([
    "stop",
    "length",
  ]);
});

test("usage belongs to a rollout only where its call had no other", () => {
  const usage = { input_tokens: 5, output_tokens: 6, total_tokens: 11 };
  expect(sample({ ...legacy, infer_result: { ...output, usage } }).rollouts[0]?.usage).toBeUndefined();
  const single = { ...output, texts: ["one"], finish_reasons: ["stop"], usage };
  const read = sample({ postprocess_result: ["7"], feedback_result: [{ correct: true }], infer_result: single });
  expect(read.rollouts[0]?.usage).toEqual({ input_tokens: 5, output_tokens: 6 });
  const model_calls = [0, 1].map((seed) => ({ usage, request_params: { seed } }));
  const perRollout = sample({ ...legacy, stage_meta: { inferred: [{ model_calls }] } });
  expect(perRollout.rollouts.map(({ seed, usage }) => [seed, usage?.output_tokens])).toEqual([
    [0, 6],
    [1, 6],
  ]);
});

test("parameters that were sent without n asked for one rollout; without parameters nothing is known", () => {
  expect(sample({ infer_result: { ...output, request_params: {} } }).requested).toBe(1);
  expect(sample({ infer_result: { texts: ["a"] } }).requested).toBeUndefined();
});

test("a failed sample has its reason, its question and no rollouts", () => {
  const read = sample({ ...protocol, stage: "failed", error_reason: "exception::TimeoutError" });
  expect(read).toMatchObject({ failed: "exception::TimeoutError", question: "Add 3 and 4.", gold: "7", rollouts: [] });
  expect(sample({ ...protocol, stage: "failed" }).failed).toBe("unknown");
});

test("the category is the prompt's, else the judgement's", () => {
  const judged = { ...protocol.feedback_result, extra: { category: "stem" } };
  expect(sample({ ...protocol, feedback_result: judged }).category).toBe("stem");
  const preprocess_result = { ...protocol.preprocess_result, extra: { category: "other" } };
  expect(sample({ ...protocol, preprocess_result, feedback_result: judged }).category).toBe("other");
});
