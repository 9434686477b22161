// Writes SiEval 0.8 result dirs of any size, with texts like those of a model: words, mathematics, escapes, other scripts.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

const WORDS = [
  "so",
  "the",
  "value",
  "of",
  "\\frac{1}{2}",
  "is",
  "then",
  "\n",
  "x^2",
  "=",
  "we",
  "add",
  "both",
  "sides",
  "\\cdot",
  "therefore",
  "12",
  "7.5",
];
/** One text in ten holds a character outside ASCII, which makes its whole record slower to decode. */
const OTHERS = [...WORDS, "\u201cquoted\u201d", "\u2264", "\u6570"];
const SHARE_OF_OTHERS = 0.1;

/** A small seeded generator (mulberry32), so that every run of the bench writes the same bytes. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function text(next, length, answer) {
  const words = next() < SHARE_OF_OTHERS ? OTHERS : WORDS;
  let written = "";
  while (written.length < length) written += `${words[Math.floor(next() * words.length)]} `;
  return `${written}\nAnswer: ${answer}`;
}

/**
 * Writes one finished task dir with `problems` x `n` rollouts of about `length` bytes, 1,024 samples a shard.
 * With `stages` the snapshots of every stage are written too, as the default of the Python project does.
 */
export function writeResultDir(dir, { problems, n, length, stages = false }) {
  const next = random(problems);
  const task = { name: "aime_2025_0shot_gen", eval_mode: "gen" };
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "meta.json"), JSON.stringify({ version: "0.8.0", deterministic: false, task }));
  writeFileSync(
    join(dir, "report.json"),
    JSON.stringify({ fails: 0, score_key: "pass@1", denominator_policy: "requested", n, k: n }),
  );
  const names = stages ? ["preprocessed", "inferred", "postprocessed", "final"] : ["final"];
  for (let first = 0; first < problems; first += 1024) {
    const shard = first / 1024;
    const files = names.map((stage) => {
      mkdirSync(join(dir, "0", stage), { recursive: true });
      const path = join(dir, "0", stage, `${shard}`);
      return { stage, lines: openSync(`${path}.jsonl`, "w"), index: openSync(`${path}.idx`, "w"), offset: 0 };
    });
    for (let id = first; id < Math.min(problems, first + 1024); id += 1) {
      const record = recordOf(id, n, length, next);
      for (const file of files) writeRecord(file, id, record);
    }
    for (const { lines, index } of files) {
      closeSync(lines);
      closeSync(index);
    }
  }
}

const SNAPSHOT = { preprocessed: "preprocess_result", inferred: "infer_result", postprocessed: "postprocess_result" };

function writeRecord(file, id, record) {
  const key = SNAPSHOT[file.stage];
  const head = { sample_id: id, iteration: 0, stage: file.stage };
  const meta = { timestamp: 1, version: "0.8.0" };
  const body = key === undefined ? { ...head, ...record } : { ...head, [key]: record[key], meta_last: meta };
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`);
  writeSync(file.lines, bytes);
  writeSync(file.index, `${id}\t0\t${file.stage}\t${file.offset}\t${bytes.length}\t\t\t0\n`);
  file.offset += bytes.length;
}

function recordOf(id, n, length, next) {
  const skill = next();
  const gold = String(Math.floor(next() * 1000));
  const rollouts = Array.from({ length: n }, (_, index) => {
    const correct = next() < skill;
    const answer = correct ? gold : String(Math.floor(next() * 5));
    return { index, correct, answer, text: text(next, length, answer) };
  });
  const meta = { timestamp: 1, version: "0.8.0", timing_s: 0.1 };
  return {
    preprocess_result: { prompt: [{ role: "user", content: `What is question ${id}?` }], reference: gold },
    infer_result: {
      model: { model: "bench", default_params: { temperature: 0.6 } },
      texts: rollouts.map((rollout) => rollout.text),
      finish_reasons: rollouts.map(() => (next() < 0.03 ? "length" : "stop")),
      usage: { input_tokens: 50, output_tokens: 600 * n, total_tokens: 50 + 600 * n },
      request_params: { n, temperature: 0.6 },
      __sieval_mod__: "sieval.core.models._legacy_bridge",
      __sieval_cls__: "ModelOutput",
    },
    postprocess_result: {
      rollouts: rollouts.map(({ index, answer }) => ({ index, prediction: answer, extracted: true })),
    },
    feedback_result: {
      reference: gold,
      rollouts: rollouts.map(({ index, correct }) => ({ index, correct })),
      n_rollouts: n,
      n_correct: rollouts.filter(({ correct }) => correct).length,
    },
    stage_meta: { preprocessed: [meta], inferred: [meta], postprocessed: [meta], feedback: [meta] },
  };
}
