// The row sources against the case table, in every encoding, and against damaged and foreign files.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Draw, drawSchema } from "../../draw/draw.ts";
import { describeError, InputError } from "../../draw/input-error.ts";
import { DEFAULT_MAX_LINE, type OpenOptions, type RunFacts, type Source } from "../source.ts";
import type { Columns } from "./row.ts";
import { csvSource, jsonlSource } from "./source.ts";
import { CASES, csv, ENCODINGS, zstdStored } from "./testing/cases.ts";

let folder: string;
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sieval-rows-test-"));
  // Temporary files of this test only, whatever else runs on the machine.
  process.env.TMPDIR = folder;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes files into a new folder and returns its path. */
function write(contents: Readonly<Record<string, string | Buffer>>): string {
  files += 1;
  const path = join(folder, String(files), "set");
  mkdirSync(path, { recursive: true });
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(path, name), content);
  return path;
}

const one = (name: string, content: string | Buffer): string => join(write({ [name]: content }), name);
const jsonl = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

type Read = { readonly draws: Record<string, Draw[]>; readonly facts: readonly RunFacts[] };

async function read(source: Source, path: string, options: Partial<OpenOptions> = {}): Promise<Read> {
  const reading = await source.open(path, { maxLine: DEFAULT_MAX_LINE, ...options });
  const byKey = new Map<string, Draw[]>();
  for await (const { run, draws } of reading.batches) byKey.set(run, [...(byKey.get(run) ?? []), ...draws]);
  const facts = reading.runs();
  const draws: Record<string, Draw[]> = {};
  for (const { key, run } of facts) draws[run.name ?? ""] = (byKey.get(key) ?? []).sort(byProblem);
  return { draws, facts };
}

function byProblem(a: Draw, b: Draw): number {
  return String(a.problem) < String(b.problem) ? -1 : 1;
}

/** The message a person sees, with the folder's name taken out. */
async function message(source: Source, path: string, options: Partial<OpenOptions> = {}): Promise<string> {
  try {
    await read(source, path, options);
  } catch (fault) {
    if (!(fault instanceof InputError)) throw fault;
    return describeError(fault).replaceAll(dirname(path), "").replaceAll(path, "");
  }
  throw new Error("nothing was thrown");
}

const spills = (): string[] => readdirSync(folder).filter((name) => name.startsWith("sieval-rows-"));

describe.each(ENCODINGS)("written as $name", ({ extension, source, encode }) => {
  const cases = CASES.filter((each) => source === jsonlSource || each.csv !== false);
  test.each(cases)("$name", async (each) => {
    const path = one(`rows${extension}`, encode(each.rows));
    const { draws, facts } = await read(source, path, {
      ...(each.map === undefined ? {} : { map: each.map }),
      ...(each.task === undefined ? {} : { task: each.task }),
    });
    const task = extension === ".test" ? "rows.test" : "rows";
    const expected = Object.entries(each.draws).map(([run, list]) => [
      run,
      list.map((draw) => ({ ...draw, task: draw.task === "rows" ? task : draw.task })).sort(byProblem),
    ]);
    expect(draws).toEqual(Object.fromEntries(expected));
    for (const draw of Object.values(draws).flat()) expect(drawSchema.parse(draw)).toEqual(draw);
    const first = facts[0];
    expect(first?.loss.unknown).toEqual(each.unknown);
    expect(first?.loss.counts).toEqual(each.counts ?? {});
    expect(facts.map(({ run }) => run.task.kind)).toEqual(facts.map(() => each.kind));
    expect(await source.detect(path)).toBe(true);
    expect(await (source === jsonlSource ? csvSource : jsonlSource).detect(path)).toBe(false);
  });
});

describe("order", () => {
  const rows: Columns[] = ["a", "b", "c"].flatMap((id) =>
    [4, 7, 9].map((trial) => ({ id, trial, completion: `${id}${trial}`, correct: trial === 7, gold: `g-${id}` })),
  );
  const shuffled = fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length });

  test("rows in any order, cut into any files, give the same draws", async () => {
    const expected = (await read(jsonlSource, one("set.jsonl", jsonl(rows)))).draws;
    await fc.assert(
      fc.asyncProperty(shuffled, fc.nat({ max: rows.length }), async (mixed, cut) => {
        const parts = write({ "a.jsonl": jsonl(mixed.slice(0, cut)), "b.jsonl": jsonl(mixed.slice(cut)) });
        const { draws } = await read(jsonlSource, parts);
        expect(draws).toEqual(expected);
      }),
      { numRuns: 30 },
    );
    expect(spills()).toEqual([]);
  });

  test("parts are disjoint and complete, and count the file's losses once", async () => {
    const text = `{"half\n${jsonl(rows)}`;
    const path = one("set.jsonl", text);
    const whole = await read(jsonlSource, path);
    const parts = await Promise.all([0, 1, 2].map((index) => read(jsonlSource, path, { part: { index, of: 3 } })));
    expect(parts.flatMap(({ draws }) => draws[""] ?? []).sort(byProblem)).toEqual(whole.draws[""]);
    expect(parts.map(({ facts }) => facts[0]?.loss.counts)).toEqual([{ unparsable_lines: 1 }, {}, {}]);
    for (const { facts } of parts) expect(facts[0]?.loss.unknown).toEqual(whole.facts[0]?.loss.unknown);
  });

  test("a reader that stops early leaves no temporary file", async () => {
    const path = one("set.jsonl", jsonl([...rows, ...rows.map((row) => ({ ...row, id: `${row.id}2` })), rows[0]]));
    const reading = await jsonlSource.open(path, { maxLine: DEFAULT_MAX_LINE });
    for await (const _ of reading.batches) break;
    expect(spills()).toEqual([]);
  });
});

describe("damage", () => {
  const good = [
    { id: 0, completion: "a", correct: true },
    { id: 1, completion: "b", correct: false },
  ];

  test("half lines, other values, NaN and __proto__ are counted or harmless", async () => {
    const text = `${jsonl(good)}{"id":2,"completion":"NaN \\" NaN","correct":NaN,"gold":-Infinity}\n[1]\n7\n{"id":3,"__proto__":{"x":1},"completion":"d"}\n{"id":9,"comp`;
    const { draws, facts } = await read(jsonlSource, one("set.jsonl", text));
    expect(draws[""]?.map(({ problem, rollouts }) => [problem, rollouts[0]?.verdict])).toEqual([
      [0, true],
      [1, false],
      [2, null],
      [3, null],
    ]);
    expect(draws[""]?.[2]?.rollouts[0]?.text).toBe('NaN " NaN');
    expect(facts[0]?.loss.counts).toEqual({ nan_literals: 2, non_object_rows: 2, unparsable_lines: 1 });
    expect(facts[0]?.loss.notes.join("\n").replaceAll(folder, "")).toMatch(
      /unparsable_lines: 1 \(not JSON and left out\), the first at .*set\.jsonl:7/,
    );
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test("a line beyond the cap is skipped, and lines after it keep their number", async () => {
    const long = JSON.stringify({ id: 5, completion: "x".repeat(5000) });
    const path = one("set.jsonl", `${long}\n${long}\n${jsonl(good)}{"half\n`);
    const { draws, facts } = await read(jsonlSource, path, { maxLine: 1000 });
    expect(draws[""]).toHaveLength(2);
    expect(facts[0]?.loss.counts).toEqual({ long_lines: 2, unparsable_lines: 1 });
    expect(facts[0]?.loss.notes.join()).toContain("set.jsonl:5");
    const list = await read(jsonlSource, one("set.json", JSON.stringify([JSON.parse(long), ...good])), {
      maxLine: 1000,
    });
    expect(list.facts[0]?.loss.counts).toEqual({ long_lines: 1 });
    expect(list.draws[""]).toHaveLength(2);
  });

  test("an array that was cut off is read up to there", async () => {
    const text = JSON.stringify([...good, ...good.map((row) => ({ ...row, id: row.id + 2 }))]);
    const { draws, facts } = await read(jsonlSource, one("set.json", text.slice(0, -10)));
    expect(draws[""]).toHaveLength(3);
    expect(facts[0]?.loss.counts).toEqual({ unparsable_lines: 1 });
    expect(facts[0]?.loss.notes.join()).toContain("cut off");
  });

  test("rows without a problem id and ragged CSV rows are counted", async () => {
    const { facts, draws } = await read(jsonlSource, one("set.jsonl", jsonl([...good, { completion: "c" }])));
    expect(draws[""]).toHaveLength(2);
    expect(facts[0]?.loss.counts).toEqual({ rows_without_problem: 1 });
    const ragged = await read(csvSource, one("set.csv", 'id,completion,correct\n0,"a\r\nb",1\n1,x\n2,y,0,more\n'));
    expect(ragged.draws[""]?.map(({ rollouts }) => rollouts[0]?.verdict)).toEqual([true, null, false]);
    expect(ragged.facts[0]?.loss.counts).toEqual({ ragged_rows: 2 });
    expect(ragged.facts[0]?.loss.notes.join()).toContain("set.csv:4");
  });

  test("strange numbers do not crash", async () => {
    const rows = [
      { id: -1, trial: -5, completion: "a", correct: -1, seed: 1e300, latency_ms: -3, requested: 0 },
      { id: -1, trial: 9007199254740991, completion: "b", correct: 2, seed: "x", latency_ms: "soon", requested: 1 },
      { id: "-0", trial: 0, completion: 7, correct: [], category: 4, requested: -4 },
    ];
    const { draws, facts } = await read(jsonlSource, one("set.jsonl", jsonl(rows)));
    for (const draw of draws[""] ?? []) drawSchema.parse(draw);
    expect(draws[""]?.map(({ problem }) => problem)).toEqual(["-0", -1]);
    expect(facts[0]?.loss.counts).toMatchInlineSnapshot(`
      {
        "non_binary_verdicts": 2,
        "non_text_answers": 1,
        "unreadable_numbers": 2,
        "unreadable_verdicts": 1,
      }
    `);
  });

  test("a value that nests without end becomes null", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const text = `{"id":1,"completion":"a","gold":${deep}}\n`;
    const { draws, facts } = await read(jsonlSource, one("set.jsonl", text));
    expect(draws[""]?.[0]?.gold).toBeNull();
    expect(facts[0]?.loss.counts).toEqual({ too_deep_values: 1 });
  });
});

describe("anything at all", () => {
  const cell = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(0, 1, -1, "a", "B", null, true, [], ["x", null], [1, 0]),
  );
  const column = fc.constantFrom(
    ...["id", "problem", "trial", "copy", "completion", "completions", "prediction", "answers", "answer", "correct"],
    ...[
      "models",
      "model",
      "task",
      "seed",
      "seeds",
      "rollouts",
      "requested",
      "latency_ms",
      "gold",
      "__proto__",
      "category",
    ],
  );
  const anyRows = fc.array(fc.dictionary(column, cell, { maxKeys: 8 }), { maxLength: 6 });

  async function survive(source: Source, path: string): Promise<void> {
    try {
      const { draws } = await read(source, path);
      for (const draw of Object.values(draws).flat()) expect(drawSchema.safeParse(draw).error).toBeUndefined();
    } catch (fault) {
      if (!(fault instanceof InputError)) throw fault;
      expect(describeError(fault)).not.toContain("undefined");
    }
  }

  test("rows of any values give draws or an InputError", async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        await survive(jsonlSource, one("any.jsonl", jsonl(rows)));
        await survive(csvSource, one("any.csv", csv(rows as Columns[], ",", "\n")));
      }),
      { numRuns: 100 },
    );
  });

  test("bytes of any kind give draws or an InputError", async () => {
    const start = fc.constantFrom(
      "",
      "{",
      "[",
      '{"id":1,"text":"a"}\n',
      '[{"id":1,"text":"a"},',
      "id,text\n",
      "\x1f\x8b",
      "(\xb5/\xfd",
    );
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 60 }), async (head, tail) => {
        const bytes = Buffer.concat([Buffer.from(head, "latin1"), tail]);
        await survive(jsonlSource, one("any.json", bytes));
        await survive(csvSource, one("any.csv", bytes));
      }),
      { numRuns: 100 },
    );
  });
});

describe("what is not claimed", () => {
  test("a result dir of SiEval, a folder of nothing, a file that is no rows", async () => {
    const resultDir = write({ "manifest.json": "{}", "rows.jsonl": "{}" });
    expect(await jsonlSource.detect(resultDir)).toBe(false);
    const iteration = write({ "rows.jsonl": "{}" });
    mkdirSync(join(iteration, "0"));
    expect(await jsonlSource.detect(iteration)).toBe(false);
    expect(await jsonlSource.detect(write({ "README.md": "{" }))).toBe(false);
    expect(await jsonlSource.detect(one("notes.txt", "hello"))).toBe(false);
    expect(await jsonlSource.detect(join(folder, "missing"))).toBe(false);
  });

  test("configs beside JSON lines are left out of a set, with a note", async () => {
    const path = write({
      "a.jsonl": jsonl([{ id: 0, completion: "a" }]),
      "b.jsonl.gz": gzipSync(jsonl([{ id: 1, completion: "b" }])),
      "config.json": "{}",
      "empty.jsonl": "",
      "table.csv": "x",
    });
    const { draws, facts } = await read(jsonlSource, path);
    expect(draws[""]).toHaveLength(2);
    expect(facts[0]?.run.task.name).toBe("set");
    expect(facts[0]?.loss.notes.slice(1, 3)).toEqual([
      "3 files read as one set",
      "left out, being of another kind: config.json, table.csv",
    ]);
    expect(facts[0]?.loss.counts).toEqual({ empty_files: 1 });
  });
});

describe("messages", () => {
  const rows = [{ problem_id: 1, question: "1+1?", completions: ["2"], answer: "2" }];

  test("of maps", async () => {
    const path = one("rollouts.jsonl", jsonl(rows));
    expect(await message(jsonlSource, path, { map: { gold: "anwser" } })).toMatchInlineSnapshot(
      `"/rollouts.jsonl:1  "gold" is mapped to "anwser", which is missing (columns: problem_id, question, completions, answer). Map it: --map gold=answer"`,
    );
    expect(await message(jsonlSource, path, { map: { glod: "answer" } })).toMatchInlineSnapshot(
      `""glod" is not a field that a column can be mapped to (fields: problem, rollout, copy, text, prediction, verdict, gold, question, finish, seed, model, task, category, requested, cached, latency_ms, answer). Did you mean "gold"?"`,
    );
  });

  test("of columns that are missing", async () => {
    expect(await message(jsonlSource, one("a.jsonl", jsonl([{ completion: "2", x: 1 }, {}])))).toMatchInlineSnapshot(
      `"/a.jsonl:1  "problem" is missing: no column says which problem a row belongs to (columns: completion, x). Map it: --map problem=COLUMN"`,
    );
    expect(await message(jsonlSource, one("a.jsonl", jsonl([{ id: 2, x: 1 }])))).toMatchInlineSnapshot(
      `"/a.jsonl:1  no column holds answers: no text, prediction or verdict was found (columns: id, x). Map one: --map text=COLUMN, prediction=COLUMN or verdict=COLUMN"`,
    );
    expect(await message(csvSource, one("a.csv", "id,a,b\n1,2,3\n"))).toMatchInlineSnapshot(
      `"/a.csv:2  no column holds answers: no text, prediction or verdict was found (columns: id, a, b). Map one: --map text=COLUMN, prediction=COLUMN or verdict=COLUMN"`,
    );
  });

  test("of ids that are all empty, and of names that would rewrite a terminal", async () => {
    const rows = [{ id: null, "\u001b[2Jnasty": 1, completion: "a" }];
    expect(await message(jsonlSource, one("a.jsonl", jsonl([...rows, ...rows])))).toMatchInlineSnapshot(
      `"/a.jsonl  no row says which problem it belongs to (columns: id, ?[2Jnasty, completion). Map it: --map problem=COLUMN"`,
    );
  });

  test("of rows that do not fit together", async () => {
    const lengths = [...rows, { problem_id: 2, completions: ["a", "b"], harness_score: [true] }];
    expect(await message(jsonlSource, one("a.jsonl", jsonl(lengths)))).toMatchInlineSnapshot(
      `"/a.jsonl:2  "harness_score" has 1 entry, but "completions" has 2. Write null where an entry is missing, or map other columns: --map FIELD=COLUMN"`,
    );
    expect(await message(jsonlSource, one("a.jsonl", jsonl([...rows, ...rows])))).toMatchInlineSnapshot(
      `"/a.jsonl:2  problem 1 was already read at /a.jsonl:1. If rows are rollouts, say which column counts them: --map rollout=COLUMN. If the files are different runs, pass them one by one."`,
    );
    const models = [{ id: 0, models: ["m"], completions: ["a", "b"] }];
    expect(await message(jsonlSource, one("a.jsonl", jsonl(models)))).toMatchInlineSnapshot(
      `"/a.jsonl:1  "models" has 1 entry, but "completions" has 2. Write null where an entry is missing, or map other columns: --map FIELD=COLUMN"`,
    );
    const trials = [
      { id: 0, trial: 1, reward: 1 },
      { id: 0, trial: 1, reward: 0 },
    ];
    expect(await message(jsonlSource, one("a.jsonl", jsonl(trials)))).toMatchInlineSnapshot(
      `"/a.jsonl:2  problem 0 has a different row with rollout index 1 at /a.jsonl:1. If another column counts the rollouts: --map rollout=COLUMN. If the files are different runs, pass them one by one."`,
    );
    expect(await message(csvSource, one("a.csv", csv(trials, ",", "\n")))).toMatchInlineSnapshot(
      `"/a.csv:3  problem 0 has a different row with rollout index 1 at /a.csv:2. If another column counts the rollouts: --map rollout=COLUMN. If the files are different runs, pass them one by one."`,
    );
    const odd = [
      { id: 0, trial: 1, reward: 1 },
      ...Array(300).fill({ id: 1, trial: 1, reward: 1 }),
      { id: 0, trial: 1.5 },
    ];
    expect(await message(jsonlSource, one("a.jsonl", jsonl(odd)))).toMatchInlineSnapshot(
      `"/a.jsonl:302  "trial" is 1.5, but a rollout index is an integer. If another column counts them: --map rollout=COLUMN"`,
    );
    const tasks = [
      { task: "a", id: 0, reward: 1 },
      { task: "b", id: 0, reward: 0 },
    ];
    expect(await message(jsonlSource, one("a.jsonl", jsonl(tasks)), { task: "t" })).toMatchInlineSnapshot(
      `"/a.jsonl  the rows belong to several tasks ("a", "b"), which one name cannot stand for. Leave the task's name out, or split the file."`,
    );
  });

  test("of files of a set that do not fit together", async () => {
    const layouts = write({ "a.jsonl": jsonl(rows), "b.jsonl": jsonl([{ id: 1, completion: "a" }]) });
    expect(await message(jsonlSource, layouts)).toMatchInlineSnapshot(
      `"/set/b.jsonl:1  holds one answer a row, but /set/a.jsonl holds one list of answers a row. Pass the files one by one."`,
    );
    const indexes = write({
      "a.jsonl": jsonl([{ id: 1, trial: 0, completion: "a" }]),
      "b.jsonl": jsonl([{ id: 1, completion: "a" }]),
    });
    expect(await message(jsonlSource, indexes)).toMatchInlineSnapshot(
      `"/set/b.jsonl  has no column for the rollout index, but /set/a.jsonl has one ("trial"). Pass the files one by one."`,
    );
  });

  test("of draws", async () => {
    const draw = { task: "t", problem: 1, rollouts: [{ index: 0, verdict: "yes" }] };
    expect(await message(jsonlSource, one("a.jsonl", jsonl([draw])))).toMatchInlineSnapshot(
      `"/a.jsonl:1  is not a draw: "rollouts.0.verdict": Invalid input: expected boolean, received string. A draw is {task, problem, rollouts: [{index, text, prediction, verdict}]}; see schemas/."`,
    );
    const twice = { task: "t", problem: 1, rollouts: [] };
    expect(await message(jsonlSource, one("a.jsonl", jsonl([twice, twice])))).toMatchInlineSnapshot(
      `"/a.jsonl:2  problem 1 was already read at /a.jsonl:1. If rows are rollouts, say which column counts them: --map rollout=COLUMN. If the files are different runs, pass them one by one."`,
    );
  });

  test("of files that hold no rows", async () => {
    expect(await message(jsonlSource, one("a.jsonl", "hello\nworld\n"))).toMatchInlineSnapshot(
      `"/a.jsonl:1  holds no rows: line 1 is not JSON (Unexpected token 'h', "hello" is not valid JSON). Rows are JSON objects, one a line or in one array."`,
    );
    expect(await message(jsonlSource, one("a.jsonl", " \n"))).toMatchInlineSnapshot(`"/a.jsonl  is empty"`);
    expect(await message(jsonlSource, one("a.json", "[1, 2]"))).toMatchInlineSnapshot(
      `"/a.json:1  holds no rows: a row is an object. Rows are JSON objects, one a line or in one array."`,
    );
    expect(await message(jsonlSource, one("a.json", '{\n "results": {},\n "config": {}\n}'))).toMatchInlineSnapshot(
      `"/a.json:1  is one JSON object (columns: results, config), not rows. Rows are JSON objects, one a line or in one array."`,
    );
    expect(await message(jsonlSource, one("a.json", '{"results": {}, "config": {}}'))).toMatchInlineSnapshot(
      `"/a.json:1  is one JSON object (columns: results, config), not rows. Rows are JSON objects, one a line or in one array."`,
    );
    expect(await message(jsonlSource, one("a.jsonl", jsonl(rows)), { maxLine: 5 })).toMatchInlineSnapshot(
      `"/a.jsonl:1  every row is longer than 5 bytes"`,
    );
    expect(await message(csvSource, one("a.csv", "id,text\n"))).toMatchInlineSnapshot(
      `"/a.csv:1  holds a header line and no rows"`,
    );
    expect(await message(csvSource, one("a.csv", 'id,text\n1,"open\n2,b\n'))).toMatchInlineSnapshot(
      `"/a.csv:3  the file ends inside a quoted cell. Close the quote, or double quotes inside cells."`,
    );
    expect(
      await message(csvSource, one("a.csv", `id,text\n1,${"x".repeat(99)}\n`), { maxLine: 50 }),
    ).toMatchInlineSnapshot(`"/a.csv:2  a row is longer than 50 bytes. Look for a quote that is never closed."`);
    expect(await message(jsonlSource, write({ "a.txt": "" }))).toMatchInlineSnapshot(
      `"/set  the folder holds no jsonl files"`,
    );
    expect(await message(jsonlSource, join(folder, "missing.jsonl"))).toMatchInlineSnapshot(
      `"/missing.jsonl  there is no such file or folder"`,
    );
    expect(await message(jsonlSource, one("a.jsonl", Buffer.from("\ufeff{}", "utf16le")))).toMatchInlineSnapshot(
      `"/a.jsonl:1  is UTF-16 text. Save it as UTF-8."`,
    );
  });

  test("of archives", async () => {
    const text = jsonl(Array.from({ length: 400 }, (_, id) => ({ id, completion: `text ${id * id}` })));
    const gzip = gzipSync(text);
    expect(await message(jsonlSource, one("a.jsonl.gz", gzip.subarray(0, -20)))).toMatchInlineSnapshot(
      `"/a.jsonl.gz  the gzip archive is truncated or corrupt (unexpected end of file). Nothing of it was used: copy it again from where it came from."`,
    );
    const zstd = zstdStored(Buffer.from(text));
    expect(await message(jsonlSource, one("a.jsonl.zst", zstd.subarray(0, -20)))).toMatchInlineSnapshot(
      `"/a.jsonl.zst  the zstd archive is truncated or corrupt (unexpected EOF). Nothing of it was used: copy it again from where it came from."`,
    );
  });
});

const shared = join(dirname(fileURLToPath(import.meta.url)), "../../../../shared/data");

describe.runIf(existsSync(shared))("real sets", () => {
  const mean = (draws: readonly Draw[] | undefined): number => {
    const verdicts = (draws ?? []).flatMap(({ rollouts }) => rollouts.flatMap(({ verdict }) => verdict ?? []));
    return verdicts.filter(Boolean).length / verdicts.length;
  };

  test("MATH 100 x 8", async () => {
    const { draws, facts } = await read(jsonlSource, join(shared, "qwen25math_math100x8"));
    expect(draws[""]).toHaveLength(100);
    expect(new Set(draws[""]?.map(({ rollouts }) => rollouts.length))).toEqual(new Set([8]));
    expect(mean(draws[""])).toBeCloseTo(0.91, 10);
    expect(facts[0]?.loss.unknown).toEqual(["finish", "requested", "seed"]);
  });

  test("GSM8K, four models", async () => {
    const { draws } = await read(jsonlSource, join(shared, "gsm8k_openai_4models/rollouts.jsonl.gz"));
    const means = ["6b_finetuning", "6b_verification", "175b_finetuning", "175b_verification"].map((m) =>
      mean(draws[m]),
    );
    expect(means.map((value) => value.toFixed(5))).toEqual(["0.21683", "0.39045", "0.34723", "0.56255"]);
    expect(Object.values(draws).map((list) => list.length)).toEqual([1319, 1319, 1319, 1319]);
  });

  test("AQuA, 18 runs", async () => {
    const { draws, facts } = await read(jsonlSource, join(shared, "faithful_cot_aqua_mcq_18runs"));
    expect(facts).toHaveLength(18);
    const means = ["standard", "COT", "LtM"].map((prompt) => mean(draws[`code002_${prompt}`]));
    expect(means.map((value) => (100 * value).toFixed(1))).toEqual(["31.5", "42.1", "40.6"]);
    expect(facts.find(({ run }) => run.name === "code002_COT")?.run.task.kind).toBe("mcq");
  });

  test("TheoremQA, four models without verdicts", async () => {
    const { facts, draws } = await read(jsonlSource, join(shared, "theoremqa_base_4models"));
    expect(facts).toHaveLength(4);
    for (const { loss } of facts) expect(loss.unknown).toContain("verdict");
    expect(Object.values(draws).map((list) => list.length)).toEqual([800, 800, 800, 800]);
  });

  test("TAU-bench airline, 50 x 4", async () => {
    const { draws } = await read(csvSource, join(shared, "taubench_airline_gpt4o"));
    expect(draws[""]).toHaveLength(50);
    expect(mean(draws[""])).toBeCloseTo(0.42, 10);
  });

  test("NeMo-Skills, one seed as plain rows", async () => {
    const { draws } = await read(jsonlSource, join(shared, "logs_nemo_skills/output-rs0.test"));
    expect(draws[""]).toHaveLength(50);
    expect(mean(draws[""])).toBeCloseTo(31 / 50, 10);
  });
});
