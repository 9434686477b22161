// The case table of the row sources: rows, and the draws they must become in every encoding. Used by tests only.
import { gzipSync } from "node:zlib";
import type { Draw } from "../../../draw/draw.ts";
import type { ColumnMap, Source } from "../../source.ts";
import type { Columns } from "../row.ts";
import { csvSource, jsonlSource } from "../source.ts";

/** Rows, and what must come out of them. Draws are by run (its name, or "" where there is one run only). */
export type RowCase = {
  readonly name: string;
  readonly rows: readonly Columns[];
  readonly map?: ColumnMap;
  readonly task?: string;
  readonly draws: Readonly<Record<string, readonly Draw[]>>;
  readonly unknown: readonly string[];
  readonly counts?: Readonly<Record<string, number>>;
  readonly kind?: "mcq";
  /** False for rows that CSV cannot hold: nested objects, numbers that are not text, absent keys. */
  readonly csv?: false;
};

/** How rows are written to a file. */
export type Encoding = {
  readonly name: string;
  readonly extension: string;
  readonly source: Source;
  readonly encode: (rows: readonly Columns[]) => Buffer;
};

const lines = (rows: readonly Columns[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Every way in which the cases are written and read back. */
export const ENCODINGS: readonly Encoding[] = [
  { name: "JSON lines", extension: ".jsonl", source: jsonlSource, encode: (rows) => Buffer.from(lines(rows)) },
  {
    name: "JSON lines with BOM, CRLF and blank lines",
    extension: ".ndjson",
    source: jsonlSource,
    encode: (rows) => Buffer.from(`\ufeff\r\n${lines(rows).replaceAll("\n", "\r\n\r\n")}`),
  },
  {
    name: "a JSON array",
    extension: ".json",
    source: jsonlSource,
    encode: (rows) => Buffer.from(JSON.stringify(rows)),
  },
  {
    name: "an indented JSON array",
    extension: ".json",
    source: jsonlSource,
    encode: (rows) => Buffer.from(JSON.stringify(rows, null, 2)),
  },
  { name: "an unknown extension", extension: ".test", source: jsonlSource, encode: (rows) => Buffer.from(lines(rows)) },
  { name: "gzip", extension: ".jsonl.gz", source: jsonlSource, encode: (rows) => gzipSync(lines(rows)) },
  {
    name: "gzip of two members",
    extension: ".jsonl.gz",
    source: jsonlSource,
    encode: (rows) => Buffer.concat([gzipSync(lines(rows.slice(0, 1))), gzipSync(lines(rows.slice(1)))]),
  },
  {
    name: "zstd",
    extension: ".jsonl.zst",
    source: jsonlSource,
    encode: (rows) => zstdStored(Buffer.from(lines(rows))),
  },
  {
    name: "zstd of two frames",
    extension: ".jsonl.zst",
    source: jsonlSource,
    encode: (rows) =>
      Buffer.concat([rows.slice(0, 1), rows.slice(1)].map((some) => zstdStored(Buffer.from(lines(some))))),
  },
  { name: "CSV", extension: ".csv", source: csvSource, encode: (rows) => Buffer.from(csv(rows, ",", "\n")) },
  {
    name: "CSV with BOM and CRLF",
    extension: ".csv",
    source: csvSource,
    encode: (rows) => Buffer.from(`\ufeff${csv(rows, ",", "\r\n")}`),
  },
  { name: "TSV", extension: ".tsv.gz", source: csvSource, encode: (rows) => gzipSync(csv(rows, "\t", "\n")) },
];

/** Returns rows as CSV: nulls are empty cells, lists are JSON. */
export function csv(rows: readonly Columns[], delimiter: string, newline: string): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: unknown): string => {
    if (value === null || value === undefined) return "";
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return /["\n\r,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const records = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return records.map((record) => record.map(cell).join(delimiter) + newline).join("");
}

/** Returns bytes as one zstd frame of stored blocks: Node 20 cannot write zstd, and this needs no compressor. */
export function zstdStored(bytes: Buffer): Buffer<ArrayBuffer> {
  const BLOCK = 1 << 16;
  // Magic number, then a frame header without content size or checksum and with a window of 128 KB.
  const pieces: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3])];
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK));
  for (let i = 0; i < blocks; i += 1) {
    const block = bytes.subarray(i * BLOCK, (i + 1) * BLOCK);
    const header = Buffer.alloc(3);
    header.writeUIntLE((block.length << 3) | (i === blocks - 1 ? 1 : 0), 0, 3);
    pieces.push(header, block);
  }
  return Buffer.concat(pieces);
}

/** The case table. */
export const CASES: readonly RowCase[] = [
  {
    name: "wide: one run of two rollouts",
    rows: [
      {
        problem_id: 0,
        question: 'Say "two,\nthree"',
        gold: "two, three",
        level: "Level 1",
        subject: "words",
        completions: ["two, three", "I do not know"],
        harness_pred: ["two, three", null],
        harness_score: [true, false],
        finish_reasons: ["stop", null],
        seeds: [11, 12],
      },
      {
        problem_id: 1,
        question: "1+1?",
        gold: "two",
        level: "Level 2",
        subject: "sums",
        completions: ["2", "[invalid]"],
        harness_pred: ["two", "[invalid]"],
        harness_score: [1, null],
        finish_reasons: ["stop", "length"],
        seeds: [11, 12],
      },
    ],
    draws: {
      "": [
        {
          task: "rows",
          problem: 0,
          question: 'Say "two,\nthree"',
          gold: "two, three",
          category: "words",
          rollouts: [
            { index: 0, text: "two, three", prediction: "two, three", verdict: true, finish: "stop", seed: 11 },
            { index: 1, text: "I do not know", prediction: null, verdict: false, seed: 12 },
          ],
        },
        {
          task: "rows",
          problem: 1,
          question: "1+1?",
          gold: "two",
          category: "sums",
          rollouts: [
            { index: 0, text: "2", prediction: "two", verdict: true, finish: "stop", seed: 11 },
            { index: 1, text: "[invalid]", prediction: null, verdict: null, finish: "length", seed: 12 },
          ],
        },
      ],
    },
    unknown: ["requested"],
  },
  {
    name: "wide: columns named by models, not the same in every row, an answer missing",
    rows: [
      { id: "a", models: ["small", "large"], completions: ["x", "y"], correct: [false, true] },
      { id: "b", models: ["large", "small"], completions: ["y", null], correct: [true, null] },
      { id: "c", models: ["large"], completions: ["z"], correct: ["no"] },
    ],
    task: "letters",
    draws: {
      large: [
        { task: "letters", problem: "a", rollouts: [{ index: 0, text: "y", verdict: true }] },
        { task: "letters", problem: "b", rollouts: [{ index: 0, text: "y", verdict: true }] },
        { task: "letters", problem: "c", rollouts: [{ index: 0, text: "z", verdict: false }] },
      ],
      small: [
        { task: "letters", problem: "a", rollouts: [{ index: 0, text: "x", verdict: false }] },
        { task: "letters", problem: "b", rollouts: [] },
      ],
    },
    unknown: ["finish", "prediction", "requested", "seed"],
    counts: {},
  },
  {
    name: "wide: letters are multiple choice",
    rows: [
      { qid: "q1", answer: "B", runs: ["r1", "r2"], predictions: ["B", "A"] },
      { qid: "q2", answer: "C", runs: ["r1", "r2"], predictions: ["[invalid]", "C"] },
    ],
    draws: {
      r1: [
        { task: "rows", problem: "q1", gold: "B", rollouts: [{ index: 0, prediction: "B" }] },
        { task: "rows", problem: "q2", gold: "C", rollouts: [{ index: 0, prediction: null }] },
      ],
      r2: [
        { task: "rows", problem: "q1", gold: "B", rollouts: [{ index: 0, prediction: "A" }] },
        { task: "rows", problem: "q2", gold: "C", rollouts: [{ index: 0, prediction: "C" }] },
      ],
    },
    unknown: ["finish", "requested", "seed", "text", "verdict"],
    kind: "mcq",
  },
  {
    name: "long: rewards only, scattered, counted from 1, one trial lost",
    rows: [
      { task_id: 1, trial: 3, reward: 1 },
      { task_id: 0, trial: 2, reward: 0 },
      { task_id: 1, trial: 1, reward: 0 },
      { task_id: 0, trial: 1, reward: 1 },
    ],
    draws: {
      "": [
        {
          task: "rows",
          problem: 0,
          rollouts: [
            { index: 0, verdict: true },
            { index: 1, verdict: false },
          ],
        },
        {
          task: "rows",
          problem: 1,
          rollouts: [
            { index: 0, verdict: false },
            { index: 1, verdict: true },
          ],
        },
      ],
    },
    unknown: ["finish", "prediction", "requested", "seed", "text"],
  },
  {
    name: "long: two models and two tasks in one file, together, without an index",
    rows: [
      { task: "sums", model: "m", id: "p", completion: "3", pred: "3", gold: "2", correct: "I", n_requested: 2 },
      { task: "sums", model: "m", id: "p", completion: "2", pred: "2", gold: "2", correct: "C", n_requested: 2 },
      { task: "sums", model: "n", id: "p", completion: "2", pred: "2", gold: "2", correct: "C", n_requested: 2 },
      { task: "more", model: "m", id: "p", completion: "?", pred: "", gold: "5", correct: "I", n_requested: 2 },
    ],
    draws: {
      "sums/m": [
        {
          task: "sums",
          problem: "p",
          gold: "2",
          requested: 2,
          rollouts: [
            { index: 0, text: "3", prediction: "3", verdict: false },
            { index: 1, text: "2", prediction: "2", verdict: true },
          ],
        },
      ],
      "sums/n": [
        {
          task: "sums",
          problem: "p",
          gold: "2",
          requested: 2,
          rollouts: [{ index: 0, text: "2", prediction: "2", verdict: true }],
        },
      ],
      "more/m": [
        {
          task: "more",
          problem: "p",
          gold: "5",
          requested: 2,
          rollouts: [{ index: 0, text: "?", prediction: null, verdict: false }],
        },
      ],
    },
    unknown: ["finish", "rollout_index", "seed"],
  },
  {
    name: "long: partial credit is no verdict, a repeated row counts once",
    rows: [
      { problem: "p", sample: 0, score: 0.5 },
      { problem: "p", sample: 1, score: 1 },
      { problem: "p", sample: 1, score: 1 },
    ],
    draws: {
      "": [
        {
          task: "rows",
          problem: "p",
          rollouts: [
            { index: 0, verdict: null },
            { index: 1, verdict: true },
          ],
        },
      ],
    },
    unknown: ["finish", "prediction", "requested", "seed", "text"],
    counts: { non_binary_verdicts: 1, duplicate_rows: 1 },
  },
  {
    name: "long: no id, the question tells problems apart",
    rows: [
      { problem: "What is  one plus one?", answer: "two", response: "two", prediction: "two" },
      { problem: "What is one plus one?\n", answer: "two", response: "Two!", prediction: "Two" },
    ],
    draws: {
      "": [
        {
          task: "rows",
          problem: "What is one plus one?",
          question: "What is  one plus one?",
          gold: "two",
          rollouts: [
            { index: 0, text: "two", prediction: "two" },
            { index: 1, text: "Two!", prediction: "Two" },
          ],
        },
      ],
    },
    unknown: ["finish", "requested", "rollout_index", "seed", "verdict"],
  },
  {
    name: "long: a map overrides, with a dotted path and an alias",
    rows: [
      { key: "p", uid: "row-1", output: { text: "A2", stop: "stop" }, "output.text": "exact", given: "2", ok: true },
      { key: "p", uid: "row-2", output: { text: "B3", stop: "length" }, "output.text": "exact", given: "3", ok: false },
    ],
    map: { problem: "key", text: "output.text", finish: "output.stop", answer: "given", verdict: "ok" },
    draws: {
      "": [
        {
          task: "rows",
          problem: "p",
          rollouts: [
            { index: 0, text: "exact", prediction: "2", verdict: true, finish: "stop" },
            { index: 1, text: "exact", prediction: "3", verdict: false, finish: "length" },
          ],
        },
      ],
    },
    unknown: ["requested", "rollout_index", "seed"],
    csv: false,
  },
  {
    name: "long: copies, caches and latencies",
    rows: [
      { problem_id: "p", copy: 1, rollout: 0, text: "b", cached: true, latency_ms: 12.5, seed: 7 },
      { problem_id: "p", copy: 0, rollout: 0, text: "a", cached: false, latency_ms: 3, seed: 7 },
    ],
    draws: {
      "": [
        {
          task: "rows",
          problem: "p",
          copies: 2,
          rollouts: [
            { index: 0, copy: 0, text: "a", cached: false, latency_ms: 3, seed: 7 },
            { index: 0, copy: 1, text: "b", cached: true, latency_ms: 12.5, seed: 7 },
          ],
        },
      ],
    },
    unknown: ["finish", "prediction", "requested", "verdict"],
  },
  {
    name: "native: rows that are draws",
    rows: [
      { task: "sums", problem: 3, gold: 2, rollouts: [{ index: 0, text: "2", prediction: 2, verdict: true }] },
      { task: "sums", problem: "x", requested: 1, rollouts: [] },
    ],
    draws: {
      "": [
        { task: "sums", problem: 3, gold: 2, rollouts: [{ index: 0, text: "2", prediction: 2, verdict: true }] },
        { task: "sums", problem: "x", requested: 1, rollouts: [] },
      ],
    },
    unknown: ["finish", "seed"],
    csv: false,
  },
];
