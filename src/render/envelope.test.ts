import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { LeaderboardResult } from "../draw/leaderboard.ts";
import { type Envelope, renderJson, renderYaml } from "./envelope.ts";
import { renderLeaderboardMarkdown } from "./leaderboard-markdown.ts";
import { renderLeaderboardText } from "./leaderboard-text.ts";
import { markdownCode, markdownText } from "./markdown.ts";
import { renderMetricsText } from "./metrics-text.ts";
import { styleOf } from "./renderer.ts";
import { renderRepairText } from "./repair-text.ts";
import { renderRewriteText } from "./rewrite-text.ts";
import { widthOf } from "./text.ts";

const plain = styleOf(false);
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 120 }),
  fc.constantFrom("\u001b]0;owned\u0007", "\u202eevil", "x".repeat(3000), "\u6570\u5b66".repeat(80), "a\nb | # c"),
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

const expectSafe = (text: string): void => {
  expect(text).not.toMatch(ACTIVE);
  for (const line of text.split("\n")) expect(widthOf(line), line).toBeLessThanOrEqual(100);
};

test("json and yaml hold the same data, without a character that a terminal acts on", () => {
  const envelope: Envelope = {
    command: "report",
    ok: false,
    data: { text: "a\u202eb\u009bc\u{e0041}\u2028", "k\u200bey": undefined, list: [1, null, "yes", "1.0"] },
    error: { message: "m", line: 3 },
  };
  expect(renderJson(envelope)).toMatchInlineSnapshot(`
    "{
      "command": "report",
      "ok": false,
      "data": {
        "text": "a\\u202eb\\u009bc\\udb40\\udc41\\u2028",
        "list": [
          1,
          null,
          "yes",
          "1.0"
        ]
      },
      "error": {
        "message": "m",
        "line": 3
      }
    }
    "
  `);
  expect(renderYaml(envelope)).toMatchInlineSnapshot(`
    "command: report
    ok: false
    data:
      text: "a\\U0000202eb\\U0000009bc\\U000e0041\\U00002028"
      list:
        - 1
        - null
        - "yes"
        - "1.0"
    error:
      message: m
      line: 3
    "
  `);
  fc.assert(
    fc.property(fc.dictionary(hostile, fc.oneof(hostile, fc.array(hostile), fc.double()), { maxKeys: 6 }), (data) => {
      const given: Envelope = { command: "report", ok: true, data };
      const json = renderJson(given);
      const yaml = renderYaml(given);
      expect(json).not.toMatch(ACTIVE);
      expect(yaml).not.toMatch(ACTIVE);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(given)));
      expect(parse(yaml)).toEqual(JSON.parse(json));
    }),
    { examples: [[{ "\u001b]0;owned\u0007": ['\t"', "\t", "a\n\tb"] }]] },
  );
});

test("text from a model can neither format a ticket nor mention anyone", () => {
  expect(markdownText("# <b>hi</b> @team [x](https://a.b) _y_ | z")).toBe(
    "\\# \\<b\\>hi\\</b\\> &#64;team \\[x\\](https:&#47;/a.b) \\_y\\_ \\| z",
  );
  expect(markdownCode("a`b|c\nd")).toBe("`a'b\u00a6c d`");
});

test("a leaderboard stays within 100 columns, whatever the names", () => {
  const result = fc.record({
    model: hostile,
    task: hostile,
    run_id: hostile,
    path: hostile,
    n: fc.nat(),
    key: hostile,
  });
  fc.assert(
    fc.property(fc.array(result, { minLength: 1, maxLength: 9 }), (given) => {
      const results = given.map(
        ({ key, ...names }): LeaderboardResult => ({
          ...names,
          score: 12.3,
          denominator_policy: key,
          ci95: [1, 99.9],
          report: {},
        }),
      );
      const models = [...new Set(results.map(({ model }) => model))];
      const tasks = [...new Set(results.map(({ task }) => task))];
      const document = { models, tasks, results, warnings: given.map(({ key }) => key) };
      expectSafe(renderLeaderboardText(document, plain));
      expect(renderLeaderboardMarkdown(document, plain)).not.toMatch(ACTIVE);
    }),
  );
});

test("what recompute did stays within 100 columns, whatever the values", () => {
  fc.assert(
    fc.property(
      fc.array(hostile, { minLength: 5, maxLength: 5 }),
      fc.boolean(),
      ([a = "", b = "", c = "", d = "", e = ""], write) => {
        const report = {
          fails: 0,
          n_problems: 3,
          n_rollouts: 4,
          ks: [1],
          n_scored_rollouts: 12,
          n_unjudged: 0,
          n_short: 0,
          n_below_k: 0,
          n_ungradable: 0,
          metrics_version: "1",
          notes: [],
          warnings: [a],
        };
        const rewrite = {
          file: a,
          changed: true,
          written: write,
          backup: b,
          added: [c, d],
          replaced: [
            { key: d, from: e, to: { [a]: b } },
            { key: e, from: 1, to: a },
          ],
          kept_score: { stored: 1.5, recomputed: c },
        };
        const row = { source: a, format: b, task: c, report, loss: { unknown: [], counts: {}, notes: [] }, rewrite };
        expectSafe(renderRewriteText({ reports: [row], write }, plain));
      },
    ),
  );
});

test("what repair did stays within 100 columns, whatever the file names", () => {
  fc.assert(
    fc.property(hostile, hostile, (file, why) => {
      const actions = [
        { did: "cut_torn", file, records: 1, bytes: 20 },
        { did: "rebuilt_index", file, why },
      ] as const;
      expectSafe(renderRepairText({ dry_run: false, runs: 1, actions, unreadable: [{ file, lines: 2 }] }, plain));
    }),
  );
});

test("metrics name a fraction only where it says more than its decimal", () => {
  const document = {
    n: 64,
    c: 40,
    ks: [16],
    values: { "pass^16": 1.2861e-4, "pass@1": 0.625 },
    exact: { "pass^16": "2405/18693206", "pass@1": "5/8" },
    notes: [],
  };
  expect(renderMetricsText(document, plain)).toMatchInlineSnapshot(`
    "n = 64 answers to one problem, c = 40 correct, k = 16 drawn without replacement

      pass^16  0.000129  2405/18693206   all 16 answers are correct
      pass@1   0.625000  5/8             share of the answers that are correct
    "
  `);
});
