import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mixedColumns } from "../render/leaderboard-facts.ts";
import { scanReports } from "./scan-reports.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "sieval-board-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (path: string, content: unknown): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
};

const output = (model: string, n?: number) => ({
  model: { model },
  texts: ["a"],
  request_params: n === undefined ? {} : { n },
});
const final = (inferResult: unknown, timestamp = 1) => ({
  sample_id: 0,
  stage: "final",
  infer_result: inferResult,
  stage_meta: { preprocessed: [{ timestamp: 0 }], feedback: [{ timestamp }] },
});

const brief = (folders: string[], allRuns = false) =>
  scanReports(folders, allRuns).results.map(({ model, task, run_id, score, n, k }) => [
    model,
    task,
    run_id,
    score,
    n,
    k,
  ]);

test("names, model and budget of one run", () => {
  put("out/aime/20260801101500/report.json", { score: 50, "pass@1": 50, "pass@4": 70 });
  put("out/aime/20260801101500/0/final/0.jsonl", `${JSON.stringify(final(output("m", 4)))}\nbroken`);
  expect(brief([root])).toEqual([["m", "aime", "20260801101500", 50, 4, 4]]);
});

test("lists, boxes and missing shards do not stop it", () => {
  put("res/list/report.json", { score: 1 });
  put("res/list/0/final/0.jsonl", JSON.stringify(final([{ logprobs: [] }, output("in-list", 2)])));
  put("res/box/report.json", { score: 2, n: 8, k: 2, denominator_policy: "judged", score_ci95: [1, 3] });
  put("res/box/1/final/3.jsonl", JSON.stringify(final({ value: { items: [output("in-box")] } })));
  put("res/bare/report.json", { note: "no score" });
  put("res/odd/report.json", { score: "12" });
  put("res/odd/0/final/0.jsonl", "[1,2]\n");
  expect(brief([root])).toEqual([
    ["in-box", "box", "box", 2, 8, 2],
    ["in-list", "list", "list", 1, 2, undefined],
    ["res", "bare", "bare", null, undefined, undefined],
    ["res", "odd", "odd", null, undefined, undefined],
  ]);
});

test("the latest run wins: by run id, else by its newest record, whatever the order of the folders", () => {
  for (const [id, score] of [
    ["20260801101500", 1],
    ["20260902101500", 2],
  ] as const) {
    put(`a/aime/${id}/report.json`, { score });
    put(`a/aime/${id}/0/final/0.jsonl`, JSON.stringify(final(output("m", 1), 1)));
  }
  for (const [run, score, moment] of [
    ["x", 3, 500],
    ["y", 4, 400],
  ] as const) {
    put(`${run}/gsm/report.json`, { score });
    put(
      `${run}/gsm/0/final/0.jsonl`,
      `${JSON.stringify(final(output("m", 1), 1))}\n${JSON.stringify(final(output("m", 1), moment))}\n`,
    );
  }
  const expected = [
    ["m", "aime", "20260902101500", 2, 1, undefined],
    ["m", "gsm", "gsm", 3, 1, undefined],
  ];
  expect(brief([root])).toEqual(expected);
  expect(brief([join(root, "y"), join(root, "x"), join(root, "a")])).toEqual(expected);
  expect(brief([root], true)).toHaveLength(4);
});

test("without records the file's own time decides", () => {
  put("x/t/report.json", { score: 1 });
  put("y/t/report.json", { score: 2 });
  utimesSync(join(root, "x/t/report.json"), 2000, 2000);
  utimesSync(join(root, "y/t/report.json"), 1000, 1000);
  put("x/t/meta.json", "{}");
  const { results } = scanReports([root], true);
  expect(results.map(({ model }) => model)).toEqual(["x", "y"]);
});

test("broken reports are skipped with a warning, and a folder without any is an error", () => {
  put("a/t/report.json", "{");
  put("b/t/report.json", "[]");
  expect(() => scanReports([root], false)).toThrow("no readable report.json here or below");
  put("c/t/report.json", { score: 1 });
  const { results, warnings } = scanReports([root, root], false);
  expect(results).toHaveLength(1);
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain(join("a", "t", "report.json"));
  expect(() => scanReports([join(root, "nope")], false)).toThrow("there is no such folder");
});

test("columns that mix budgets, keys or policies are named", () => {
  put("a/t/report.json", { score: 1, n_requested: 4, denominator_policy: "judged", score_key: "pass@1" });
  put("b/t/report.json", { score: 1, n: 16, denominator_policy: "requested", score_key: "pass@1" });
  put("c/u/report.json", { score: 1 });
  const { results } = scanReports([root], false);
  expect(mixedColumns(results, ["t", "u"])).toEqual([
    "t: these 2 scores are not alike: n is 4 or 16; the denominator is judged or requested",
  ]);
});
