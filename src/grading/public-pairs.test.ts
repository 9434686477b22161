// The public suites' pairs and the golds of public problem sets, from the shared data directory where it is present.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { extract } from "./extract/extract.ts";
import { grade } from "./grade.ts";
import { answerKey } from "./key.ts";
import { parseAnswer } from "./parse/parser.ts";
import { readable } from "./parse/tree.ts";
import { voteNormal } from "./vote.ts";

const data = fileURLToPath(new URL("../../../shared/data/", import.meta.url));

type Row = Record<string, unknown>;

function rows(path: string): Row[] {
  const bytes = readFileSync(data + path);
  const text = path.endsWith(".gz") ? gunzipSync(bytes).toString("utf8") : bytes.toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}

const answerIn = (text: string): string => {
  const { prediction } = extract(text);
  return typeof prediction === "string" ? prediction : text;
};

/** Expectations of the suites that are wrong, or that two suites contradict, with the reason. */
const NOT_CHASED: Record<string, string> = {
  "mv/test_all/test_relations_math/21": "known wrong: a chain through an unknown command",
  "mv/test_all/test_symbols/0": "known wrong: expected different only because \\t was a tab",
  "mv/test_yujianll/test_string_extraction/9": "known wrong: 1 - 1/e and 1 + 1/e expected equal",
  "mv/test_all/test_set_rel_assymetry/3":
    "x in [-2,7] is -2 <= x <= 7, as Math-Verify issue 25 says; expected different",
  "mv/test_strict/test_strict_variable_comparison/1":
    "f(x) and f(y) expected equal under strict=False, an option not offered",
  "hendrycks/test_order": "known wrong: a string test, 10, 4, -2 and 4, 10, -2 are the same solutions",
  "hendrycks/test_decimals": "a string test like test_order: 0.1, 4, 2 and 4, .1, 2 are the same solutions",
  "qwen/_test_math_equal/15":
    "2.6667 for 8/3: a relative tolerance of 1e-4, four places where a decimal prediction needs six",
};

function misses(path: string, extracted: (row: Row, side: "gold" | "pred") => string): { n: number; missed: string[] } {
  const missed: string[] = [];
  let n = 0;
  for (const row of rows(path)) {
    const expected = row.expected ?? row.right_verdict;
    if (typeof expected !== "number" && typeof expected !== "boolean") continue;
    if (row.kind !== undefined && row.kind !== "verify") continue;
    n += 1;
    const config = row.config as { float_rounding?: number } | undefined;
    const result = grade(extracted(row, "gold"), extracted(row, "pred"), {
      decimalPlaces: config?.float_rounding ?? 6,
    });
    if ((result.verdict === "equal") !== Boolean(expected)) missed.push(String(row.id ?? `${row.gold} | ${row.pred}`));
  }
  return { n, missed };
}

describe.runIf(existsSync(data))("public pairs", () => {
  it("agrees with the Math-Verify half from raw text, all negatives included", () => {
    const { n, missed } = misses("math/mathverify_half.jsonl", (row, side) => answerIn(String(row[side])));
    expect(n).toBe(151);
    expect(missed.filter((id) => NOT_CHASED[id] === undefined)).toEqual([]);
  });

  it("agrees with the other suites", () => {
    const isText = (row: Row, side: string): boolean => String(row.id).startsWith("opencompass") && side === "pred";
    const { n, missed } = misses("math/other_suites.jsonl", (row, side) =>
      isText(row, side) ? answerIn(String(row[side])) : String(row[side]),
    );
    expect(n).toBe(37);
    expect(missed.filter((id) => NOT_CHASED[id] === undefined)).toEqual([]);
  });

  it("agrees with every public bug report", () => {
    expect(misses("math/public_issues_half.jsonl", (row, side) => answerIn(String(row[side])))).toEqual({
      n: 20,
      missed: [],
    });
  });

  const golds: [file: string, field: string][] = [
    ["math500", "answer"],
    ["gsm8k_test", "answer"],
    ["theoremqa_800", "Answer"],
    ["imo_answerbench", "Short Answer"],
  ];
  it.each(golds)("gives every gold of %s a key and finds it equal to itself", (file, field) => {
    for (const row of rows(`problems/${file}.jsonl.gz`)) {
      const gold = typeof row[field] === "string" ? row[field] : JSON.stringify(row[field]);
      const result = grade(gold, gold);
      expect(result.verdict, gold).toBe("equal");
      expect(result.gold_key, gold).not.toBeNull();
      expect(result.gold_key, gold).toBe(answerKey(gold));
      const parsed = parseAnswer(gold);
      if (parsed.ok && parsed.tree.kind !== "qualified")
        expect(answerKey(readable(parsed.tree)), gold).toBe(result.gold_key);
    }
  });

  it("gives every competition gold the key of a number", () => {
    const sets = JSON.parse(readFileSync(`${data}problems/golds.json`, "utf8")) as Record<string, string[]>;
    for (const gold of Object.values(sets).flat()) expect(answerKey(gold), gold).toMatch(/^[qc]:|^\{c:/);
  });

  it("cannot read only these golds, which mix mathematics and prose", () => {
    const unread: string[] = [];
    for (const [file, field] of golds) {
      for (const row of rows(`problems/${file}.jsonl.gz`)) {
        const parsed = parseAnswer(String(row[field]));
        if (!parsed.ok || (parsed.tree.kind === "text" && parsed.tree.unread))
          unread.push(String(row[field]).slice(0, 24));
      }
    }
    expect(unread).toEqual([
      "$P(x)=(cx+c^{2})/(1+c), ",
      "all $(c,v)$ for which $c",
      "$\\lfloor\\varphi n\\rfloor",
      "$a^2 - a + 1$ ( $a \\ge 2",
      "$2,3, \\underbrace{2\\cdot",
    ]);
  });
});

describe.runIf(existsSync(data))("real rollouts", () => {
  it("agrees with every stored verdict on GSM8K", () => {
    const wrong: string[] = [];
    for (const row of rows("gsm8k_openai_4models/rollouts.jsonl.gz")) {
      const scores = row.harness_score as boolean[];
      for (const [at, text] of (row.completions as string[]).entries()) {
        const right = grade(String(row.gold), answerIn(text)).verdict === "equal";
        if (right !== scores[at]) wrong.push(`${row.problem_id}/${at}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("is never stricter than the harness on MATH, and votes by equivalence", () => {
    let votesRight = 0;
    const extra: string[] = [];
    for (const row of rows("qwen25math_math100x8/rollouts.jsonl.gz")) {
      const scores = row.harness_score as boolean[];
      const gold = String(row.answer_tex);
      const answers = (row.completions as string[]).map(answerIn);
      const right = answers.map((answer) => grade(gold, answer).verdict === "equal");
      for (const [at, is] of right.entries()) {
        if (is && !scores[at]) extra.push(`${row.problem_id}/${at}`);
        expect(is || !scores[at], `${row.problem_id}/${at}`).toBe(true);
      }
      const keys = answers.map((answer) => answerKey(voteNormal(answer)));
      const sizes = keys.map((key) => keys.filter((other) => other === key).length);
      if (right[sizes.indexOf(Math.max(...sizes))]) votesRight += 1;
    }
    // Problem 3 is 4:30 p.m., which the harness's normaliser broke; 72/7 is 10{,}000.
    expect(extra).toEqual([...Array.from({ length: 8 }, (_, at) => `3/${at}`), "72/7"]);
    expect(votesRight).toBe(94);
  });

  it("grades every TheoremQA rollout without an exception", () => {
    for (const row of rows("theoremqa_base_4models/rollouts.jsonl.gz")) {
      for (const text of row.completions as string[])
        expect(() => grade(JSON.stringify(row.gold), answerIn(text))).not.toThrow();
    }
  });
});
