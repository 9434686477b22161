// A repaired folder holds what its writer would have left there, and a second repair finds nothing to do.
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { failed, final, folder, index, shard, snapshot } from "../sources/sieval/testing/example-run.ts";
import { repair } from "./repair.ts";

const whole = (id: number) => JSON.stringify(final(id, ["7"]));

test("torn records are cut out and kept aside, missing line breaks are set, index and manifest are written anew", () => {
  const torn = [whole(1).slice(0, 150), whole(3).slice(0, 90)];
  const root = folder({ "t/0/final/0.jsonl": `${whole(0)}${whole(4)}\n${torn[0]}${whole(2)}\n${torn[1]}` });
  const path = join(root, "t/0/final/0.jsonl");
  const dry = repair(root, { dryRun: true });
  expect(readFileSync(path, "utf8")).toContain(torn[0]);
  const result = repair(root);
  expect(result.actions).toEqual(dry.actions);
  expect(result.actions).toEqual([
    { did: "cut_torn", file: "t/0/final/0.jsonl", records: 2, bytes: 240 },
    { did: "ended_line", file: "t/0/final/0.jsonl", lines: 1 },
    { did: "rebuilt_index", file: "t/0/final/0.idx", why: "missing" },
    { did: "rebuilt_manifest", file: "t/manifest.json", why: "missing" },
  ]);
  const repaired = readFileSync(path, "utf8");
  expect(repaired).toBe(shard(whole(0), whole(4), whole(2)));
  expect(readFileSync(`${path}.torn`, "utf8")).toBe(`${torn.join("\n")}\n`);
  expect(readFileSync(join(root, "t/0/final/0.idx"), "utf8")).toBe(index(repaired));
  expect(repair(root)).toEqual({ dry_run: false, runs: 1, actions: [], unreadable: [] });
});

test("a last record without its line break gets one", () => {
  const root = folder({ "0/final/0.jsonl": whole(0) });
  repair(root);
  expect(readFileSync(join(root, "0/final/0.jsonl"), "utf8")).toBe(`${whole(0)}\n`);
  expect(repair(root).actions).toEqual([]);
});

test("an index is rebuilt where it is missing, short or lying, and left alone where it is merely older", () => {
  const lines = shard(failed(2, "exception::A"), failed(5, "iteration_limit", { retry_count: 2 }));
  const right = index(lines);
  const why = (idx: string | undefined) => {
    const root = folder({ "0/failed/0.jsonl": lines, ...(idx === undefined ? {} : { "0/failed/0.idx": idx }) });
    const { actions } = repair(root);
    if (idx === undefined) expect(readFileSync(join(root, "0/failed/0.idx"), "utf8")).toBe(right);
    return actions.flatMap((action) => (action.did === "rebuilt_index" ? action.why : []));
  };
  const [first = "", second = ""] = right.split("\n");
  const fiveColumns = [first, second].map((line) => `${line.split("\t").slice(0, 5).join("\t")}\n`).join("");
  expect(why(undefined)).toEqual(["missing"]);
  expect(why(`${first}\n`)).toEqual(["short"]);
  expect(why(`${second}\n${first}\n`)).toEqual(["lying"]);
  expect(why(right)).toEqual([]);
  expect(why(fiveColumns)).toEqual([]);
});

test("the manifest lists every sample's newest state, numbers before strings", () => {
  const root = folder({
    "0/final/0.jsonl": shard(final(10, ["7"]), final("a", ["7"]), final(2, ["7"])),
    "0/failed/0.jsonl": shard(
      failed(2, "exception::A"),
      failed(3, "exception::A"),
      failed(3, "exception::B", { retry_count: 1 }),
    ),
    "1/inferred/0.jsonl": shard(snapshot(3, "inferred", 1)),
    "0/preprocessed/0.jsonl": shard(snapshot(10, "preprocessed")),
    "manifest.json": "[",
  });
  repair(root);
  expect(readFileSync(join(root, "manifest.json"), "utf8")).toBe(
    '[{"sample_id":2,"stage":"final","iteration":0,"final":true,"failed":false},' +
      '{"sample_id":3,"stage":"inferred","iteration":1,"final":false,"failed":false},' +
      '{"sample_id":10,"stage":"final","iteration":0,"final":true,"failed":false},' +
      '{"sample_id":"a","stage":"final","iteration":0,"final":true,"failed":false}]',
  );
});

test("a sample given up at a resume keeps the reason that only the manifest knows", () => {
  const entry = {
    sample_id: 0,
    stage: "failed",
    iteration: 0,
    final: false,
    failed: true,
    error_reason: "retry_limit",
  };
  const root = folder({ "0/failed/0.jsonl": shard(failed(0, "exception::A")), "manifest.json": [entry] });
  expect(repair(root).actions.map(({ did }) => did)).toEqual(["rebuilt_index"]);
});

test("a line that is no record is named and stays", () => {
  const text = shard(whole(0), "garbage", whole(1));
  const root = folder({ "0/final/0.jsonl": text });
  expect(repair(root).unreadable).toEqual([{ file: "0/final/0.jsonl", lines: 1 }]);
  expect(readFileSync(join(root, "0/final/0.jsonl"), "utf8")).toBe(text);
  expect(repair(root).actions).toEqual([]);
});

const shared = join(import.meta.dirname, "../../../shared/data/sieval_result_dirs");

describe.runIf(existsSync(shared))("folders of the Python project", () => {
  test("need no repair, and without their indexes and manifests get the same bytes back", () => {
    expect(repair(shared, { dryRun: true }).actions).toEqual([]);
    const root = mkdtempSync(join(tmpdir(), "sieval-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const removed: string[] = [];
    cpSync(shared, root, {
      recursive: true,
      filter: (path) => {
        const isCache = path.endsWith(".idx") || path.endsWith("manifest.json");
        if (isCache) removed.push(path);
        return !isCache;
      },
    });
    expect(repair(root).actions).toHaveLength(removed.length);
    for (const path of removed)
      expect(readFileSync(path.replace(shared, root), "utf8")).toBe(readFileSync(path, "utf8"));
  });
});

test("mode and time-honoured facts survive: a shard stays private, a given-up sample stays given up", () => {
  const givenUp = {
    sample_id: 1,
    stage: "failed",
    iteration: 0,
    final: false,
    failed: true,
    error_reason: "retry_limit",
  };
  const root = folder({
    "0/final/0.jsonl": `${whole(0)}\n${whole(2).slice(0, 90)}`,
    "0/failed/0.jsonl": shard(failed(1, "exception::A", { retry_count: 1 })),
    "manifest.json": [givenUp],
  });
  const path = join(root, "0/final/0.jsonl");
  chmodSync(path, 0o600);
  repair(root);
  expect([statSync(path).mode & 0o777, statSync(`${path}.torn`).mode & 0o777]).toEqual([0o600, 0o600]);
  expect(JSON.parse(readFileSync(join(root, "manifest.json"), "utf8"))[1]).toEqual(givenUp);
  expect(repair(root).actions).toEqual([]);
});

test("a foreign folder that merely looks like one of ours is left alone", () => {
  const text = '{"x":1}\n{"y":2}\n{"x"';
  const root = folder({ "2024/final/data.jsonl": text });
  repair(root);
  expect(readFileSync(join(root, "2024/final/data.jsonl"), "utf8")).toBe(text);
  expect(() => repair(folder({ "a.txt": "" }))).toThrow("holds no SiEval result dir");
});

test("torn bytes that a repair before a crash has put aside are not put there twice", () => {
  const torn = whole(2).slice(0, 90);
  const root = folder({ "0/final/0.jsonl": `${whole(0)}\n${torn}`, "0/final/0.jsonl.torn": `${torn}\n` });
  repair(root);
  expect(readFileSync(join(root, "0/final/0.jsonl.torn"), "utf8")).toBe(`${torn}\n`);
});
