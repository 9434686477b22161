import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { InputError } from "../draw/input-error.ts";
import type { Report } from "../draw/report.ts";
import { type Disk, previewRewrite, rewriteReport } from "./rewrite-report.ts";

const ours: Report = {
  score: 50,
  score_key: "pass@1",
  denominator_policy: "requested",
  "pass@1": 50,
  self_consistency: 75,
  fails: 1,
  n_problems: 3,
  n_rollouts: 4,
  ks: [1, 2, 4],
  n_scored_rollouts: 8,
  n_unjudged: 0,
  n_short: 0,
  n_below_k: 0,
  n_ungradable: 0,
  metrics_version: "1",
  notes: [],
  warnings: [],
};
const stored = {
  score: 50,
  fails: 1,
  "pass@1": 50.00000000000001,
  self_consistency: 41.7,
  "maj@k": 66.7,
  note: "\u00e9",
};
const now = new Date("2026-12-01T05:15:00.123Z");

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "sieval-rewrite-"));
  file = join(directory, "report.json");
  writeFileSync(file, JSON.stringify(stored));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const onDisk = (): Record<string, unknown> => JSON.parse(readFileSync(file, "utf8"));

test("a rewrite adds our keys, keeps what it replaces and keeps the old file", () => {
  const result = rewriteReport(directory, ours, { now });
  expect(readdirSync(directory).sort()).toEqual(["report.20261201051500.json", "report.json"]);
  expect(JSON.parse(readFileSync(join(directory, "report.20261201051500.json"), "utf8"))).toEqual(stored);
  expect(readFileSync(file, "utf8")).toMatchInlineSnapshot(
    `"{"score":50,"fails":1,"pass@1":50.00000000000001,"self_consistency":75,"maj@k":66.7,"note":"é","score_key":"pass@1","denominator_policy":"requested","n_problems":3,"n_rollouts":4,"ks":[1,2,4],"n_scored_rollouts":8,"n_unjudged":0,"n_short":0,"n_below_k":0,"n_ungradable":0,"metrics_version":"1","notes":[],"warnings":[],"previous":{"self_consistency":41.7}}"`,
  );
  expect(result).toMatchObject({ written: true, replaced: [{ key: "self_consistency", from: 41.7, to: 75 }] });
  expect(result.added).toContain("n_problems");
});

test("writing twice changes nothing the second time", () => {
  rewriteReport(directory, ours, { now });
  const first = readFileSync(file, "utf8");
  expect(rewriteReport(directory, ours, { now })).toMatchObject({ changed: false, written: false });
  expect(readFileSync(file, "utf8")).toBe(first);
  expect(readdirSync(directory)).toHaveLength(2);
});

test("score-kept: score, score_key and denominator_policy never move, and a different score is told", () => {
  writeFileSync(file, JSON.stringify({ score: 40, score_key: "accuracy", denominator_policy: "judged" }));
  const result = rewriteReport(directory, ours, { now });
  expect(onDisk()).toMatchObject({ score: 40, score_key: "accuracy", denominator_policy: "judged" });
  expect(onDisk().previous).toBeUndefined();
  expect(result.kept_score).toEqual({ stored: 40, recomputed: 50 });
});

test("the oldest replaced value stays in previous", () => {
  rewriteReport(directory, ours, { now });
  rewriteReport(directory, { ...ours, self_consistency: 80, n_short: 2 }, { now });
  expect(onDisk()).toMatchObject({ self_consistency: 80, previous: { self_consistency: 41.7, n_short: 0 } });
});

test("dated copies are never overwritten", () => {
  for (const value of [1, 2, 3]) rewriteReport(directory, { ...ours, n_short: value }, { now });
  expect(readdirSync(directory).sort()).toEqual([
    "report.20261201051500-1.json",
    "report.20261201051500-2.json",
    "report.20261201051500.json",
    "report.json",
  ]);
  expect(JSON.parse(readFileSync(join(directory, "report.20261201051500.json"), "utf8"))).toEqual(stored);
});

test("a folder without a report gets one, and no copy", () => {
  rmSync(file);
  expect(rewriteReport(directory, ours, { now })).toMatchObject({ written: true });
  expect(readdirSync(directory)).toEqual(["report.json"]);
  expect(onDisk()).toEqual(ours);
});

test("a folder whose samples cannot be read keeps its report: nothing would be written over something", () => {
  const nothing = { ...ours, n_problems: 0, n_scored_rollouts: 0, fails: 0 };
  expect(() => rewriteReport(directory, nothing, { now })).toThrow("no sample can be read here");
  expect(onDisk()).toEqual(stored);
});

test("a preview changes nothing", () => {
  expect(previewRewrite(directory, ours)).toMatchObject({ changed: true, written: false });
  expect(readdirSync(directory)).toEqual(["report.json"]);
});

test("the mode of the old file is kept", () => {
  chmodSync(file, 0o640);
  rewriteReport(directory, ours, { now });
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("a stored report that is no JSON object is refused and left alone", () => {
  for (const broken of ["{", "[1]", ""]) {
    writeFileSync(file, broken);
    expect(() => rewriteReport(directory, ours, { now })).toThrow(InputError);
    expect(readFileSync(file, "utf8")).toBe(broken);
  }
});

test("a name like __proto__ in a stored report is data", () => {
  writeFileSync(file, '{"__proto__":{"score":1},"score":2}');
  rewriteReport(directory, ours, { now });
  expect(readFileSync(file, "utf8")).toContain('"__proto__":{"score":1}');
});

test("a folder that cannot be written stays as it was, and the error says what to do", () => {
  expect(() => rewriteReport(directory, ours, { now, disk: failingDisk(1) })).toThrow("nothing was changed");
  expect(readdirSync(directory).filter((name) => name.endsWith(".json"))).toEqual(["report.json"]);
  expect(onDisk()).toEqual(stored);
  const refused = Object.assign(new Error("no"), { code: "EROFS" });
  const disk = {
    ...failingDisk(0),
    keep: () => {
      throw refused;
    },
  };
  expect(() => rewriteReport(directory, ours, { disk })).toThrow(
    expect.objectContaining({
      remedy: "The file system is read-only: copy the folder elsewhere, or leave out --write.",
    }),
  );
});

/** Real operations until the given one, which stops half way. After a kill nothing else happens, not even cleaning up. */
function failingDisk(step: number, killed = false): Disk {
  let done = 0;
  const at = (operation: () => void, half: () => void = () => undefined): void => {
    if (done > step && killed) throw new Error("killed");
    done += 1;
    if (done - 1 === step) {
      half();
      throw new Error("failed");
    }
    operation();
  };
  const copy = (from: string, to: string): void => writeFileSync(to, readFileSync(from), { flag: "wx" });
  return {
    keep: (from, to) => at(() => copy(from, to)),
    write: (path, text) =>
      at(
        () => writeFileSync(path, text),
        () => writeFileSync(path, text.slice(0, 20)),
      ),
    rename: (from, to) =>
      at(() => {
        writeFileSync(to, readFileSync(from));
        rmSync(from);
      }),
    remove: (path) => at(() => rmSync(path, { force: true })),
    syncFolder: () => undefined,
  };
}

test("a failure at any step leaves the folder as it was", () => {
  for (const step of [0, 1, 2]) {
    expect(() => rewriteReport(directory, ours, { now, disk: failingDisk(step) })).toThrow(InputError);
    expect(readdirSync(directory)).toEqual(["report.json"]);
    expect(onDisk()).toEqual(stored);
  }
});

test("a kill at any step leaves a whole report, and the next run ends the work", () => {
  for (const step of [0, 1, 2]) {
    expect(() => rewriteReport(directory, ours, { now, disk: failingDisk(step, true) })).toThrow();
    expect(onDisk()).toEqual(stored);
  }
  expect(rewriteReport(directory, ours, { now }).written).toBe(true);
  expect(onDisk()).toMatchObject({ score: 50, self_consistency: 75 });
});
