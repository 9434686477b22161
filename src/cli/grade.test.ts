import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sieval-grade-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sieval = (argv: string[], input: string | Buffer = "") => {
  const env = { ...process.env, NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...argv], {
    cwd: folder,
    env,
    input,
    maxBuffer: 1 << 26,
  });
  return { code: status, stdout: stdout.toString(), stderr: stderr.toString() };
};

const lines = (...rows: unknown[]): string =>
  rows.map((row) => `${typeof row === "string" ? row : JSON.stringify(row)}\n`).join("");
const parsed = (text: string): unknown[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("grade shows the verdict, the rung, both forms and both keys", () => {
  const { code, stdout } = sieval(["grade", "\\frac{1}{2}", "50\\%", "--explain"]);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "equal  by rational

      gold        \\frac{1}{2}
        read as   1/2
        key       q:1/2

      prediction  50\\%
        read as   50%
        key       q:1/2

      steps       keys q:1/2 and q:1/2
                  equal (rational)
    "
  `);
  expect(sieval(["grade", "28", "28\\%", "-o", "md"]).stdout).toMatchInlineSnapshot(`
    "**equal** by structural, forgiving percent

    |  | answer | read as | key |
    | :-- | :-- | :-- | :-- |
    | gold | \`28\` | \`28\` | \`q:28/1\` |
    | prediction | \`28\\%\` | \`28%\` | \`q:7/25\` |
    "
  `);
});

test("json and yaml hold one line of a batch, with both forms", () => {
  const argv = ["grade", "-1/2", "-\\frac12"];
  const data = {
    verdict: "equal",
    rung: "structural",
    extracted: "-\\frac12",
    gold_key: "q:-1/2",
    pred_key: "q:-1/2",
    gold_form: "-1/2",
    pred_form: "-1/2",
  };
  expect(JSON.parse(sieval([...argv, "--output", "json"]).stdout)).toEqual({ command: "grade", ok: true, data });
  expect(parse(sieval([...argv, "--output", "yaml"]).stdout)).toEqual({ command: "grade", ok: true, data });
});

test("only --check turns a verdict into an exit code, and the command did its job all the same", () => {
  expect(sieval(["grade", "1", "2"]).code).toBe(0);
  expect(sieval(["grade", "1", "1", "--check"]).code).toBe(0);
  const { code, stdout } = sieval(["grade", "1", "2", "--check", "--output", "json"]);
  expect([code, JSON.parse(stdout).ok]).toEqual([1, true]);
});

test("--without switches leniencies off, spelled either way", () => {
  const verdict = (...argv: string[]): string => sieval(["grade", ...argv]).stdout.split(" ")[0] ?? "";
  expect(verdict("(1,2)", "\\{1,2\\}")).toBe("equal");
  expect(verdict("(1,2)", "\\{1,2\\}", "--without", "percent,gold tuple, predicted set")).toBe("different");
  expect(verdict("(1,2)", "\\{1,2\\}", "--without", "gold-tuple-predicted-set")).toBe("different");
  expect(sieval(["grade", "1", "1", "--without", "percnt"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Did you mean percent?"),
  });
});

test("a whole text is graded by the answer that its rule finds", () => {
  const text = "First 3. So the answer is \\boxed{7}.";
  expect(sieval(["grade", "7", text, "--text"]).stdout).toContain("prediction  7\n");
  expect(sieval(["grade", "7", "#### 7", "--rule", "gsm8k_strict"]).stdout).toContain("equal");
  expect(sieval(["grade", "7", "I do not know", "--text"]).stdout).toContain("(nothing extracted)");
  expect(sieval(["grade", "7", text, "--rule", "gsm8k_strickt"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Did you mean gsm8k_strict?"),
  });
});

test("operands that are missing or too many are usage errors", () => {
  expect(sieval(["grade", "1"])).toMatchObject({ code: 2, stderr: expect.stringContaining("PREDICTION is missing") });
  expect(sieval(["grade", "1", "2", "3"]).code).toBe(2);
  expect(sieval(["grade", "1", "2", "--batch", "x.jsonl"]).code).toBe(2);
  expect(sieval(["cluster"])).toMatchObject({ code: 2, stderr: expect.stringContaining("--batch FILE.jsonl") });
});

test("grade --batch answers every line in order, bad ones too", () => {
  writeFileSync(
    join(folder, "pairs.jsonl.gz"),
    gzipSync(
      lines(
        { id: 1, gold: "1/2", pred: "0.5" },
        { id: "two", gold: 5, pred: "so \\boxed{6}", mode: "text" },
        "",
        "nope",
        { id: 4, gold: "1" },
        { id: 5, gold: "1", pred: null },
        { id: 6, gold: "1", pred: "#### 1", mode: "text", rule: "gsm8k" },
      ),
    ),
  );
  const { code, stdout, stderr } = sieval(["grade", "--batch", "pairs.jsonl.gz", "--output", "json"]);
  expect(code).toBe(1);
  expect(stderr).toContain("pairs.jsonl.gz  3 of its lines could not be used");
  expect(parsed(stdout)).toEqual([
    { id: 1, verdict: "equal", rung: "rational", extracted: "0.5", gold_key: "q:1/2", pred_key: "q:1/2" },
    { id: "two", verdict: "different", rung: "rational", extracted: "6", gold_key: "q:5/1", pred_key: "q:6/1" },
    { line: 4, error: expect.stringContaining("JSON") },
    { id: 4, line: 5, error: expect.stringContaining("pred") },
    expect.objectContaining({ id: 5, verdict: "different", extracted: null, pred_key: null }),
    { id: 6, line: 7, error: expect.stringContaining('unknown rule "gsm8k"') },
  ]);
});

test("a batch that is fine ends with 0 and holds every line of a large input", () => {
  const many = lines(...Array.from({ length: 20_000 }, (_, id) => ({ id, gold: String(id), pred: `${id}.0` })));
  const { code, stdout, stderr } = sieval(["grade", "--batch", "-"], many);
  expect([code, stderr]).toEqual([0, ""]);
  const verdicts = parsed(stdout) as { id: number; verdict: string }[];
  expect(verdicts.every(({ id, verdict }, at) => id === at && verdict === "equal")).toBe(true);
  expect(verdicts).toHaveLength(20_000);
});

test("cluster --batch orders clusters by their first member and leaves null out", () => {
  const rows = lines({ id: 1, answers: ["2", "1/2", null, "0.5", "x = 2", ""] }, { id: 2, answers: [] });
  expect(parsed(sieval(["cluster", "--batch", "-"], rows).stdout)).toEqual([
    {
      id: 1,
      clusters: [
        [0, 4],
        [1, 3],
      ],
    },
    { id: 2, clusters: [] },
  ]);
  const letters = lines({ answers: ["(a)", "A", "B."] });
  expect(parsed(sieval(["cluster", "--batch", "-", "--kind", "mcq"], letters).stdout)).toEqual([
    { clusters: [[0, 1], [2]] },
  ]);
});

test("extract --batch follows the rule of the line, else that of the command", () => {
  const rows = lines(
    { id: 1, text: "#### 1,234" },
    { id: 2, text: "x is \\boxed{3}", rule: "general" },
    { id: 3, text: "no" },
    { id: 4, text: "\\boxed{1} and \\boxed{2}", rule: "general", options: { list: true } },
    { id: 5, text: "7", options: { lists: true } },
  );
  const { code, stdout } = sieval(["extract", "--batch", "-", "--rule", "gsm8k_strict"], rows);
  expect(code).toBe(1);
  expect(parsed(stdout)).toEqual([
    { id: 1, extracted: "1234" },
    { id: 2, extracted: "3" },
    { id: 3, extracted: null },
    { id: 4, extracted: ["1", "2"] },
    { id: 5, line: 5, error: expect.stringContaining("lists") },
  ]);
});
