// Extraction on real rollouts of other harnesses, against what those harnesses extracted and decided.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { RuleName } from "../rules/rules.ts";
import { extract } from "./extract.ts";

type Row = {
  problem_id: number | string;
  gold: string;
  runs: string[];
  options: string[];
  completions: string[];
  harness_pred: string[];
  harness_score: boolean[];
};

const data = fileURLToPath(new URL("../../../../shared/data/", import.meta.url));

/** The rows of a set; none where it is missing, because a skipped group still runs its own body. */
function rows(folder: string): Row[] {
  if (!existsSync(`${data}${folder}`)) return [];
  const lines = gunzipSync(readFileSync(`${data}${folder}/rollouts.jsonl.gz`))
    .toString("utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Row);
}

const value = (text: unknown): number => Number(String(text).replaceAll(",", ""));

describe.runIf(existsSync(`${data}gsm8k_openai_4models`))("GSM8K x 4 systems", () => {
  const all = rows("gsm8k_openai_4models");

  it.each(["general", "gsm8k_answer_line"] as const)("%s agrees with every stored verdict", (rule) => {
    const disagreements = all.flatMap((row) =>
      row.completions.flatMap((text, index) => {
        const { prediction } = extract(text, rule);
        const verdict = prediction !== null && value(prediction) === value(row.gold);
        return verdict === row.harness_score[index] ? [] : [`${row.problem_id}/${index}`];
      }),
    );
    expect(disagreements).toEqual([]);
  });
});

describe.runIf(existsSync(`${data}faithful_cot_aqua_mcq_18runs`))("AQuA x 18 runs", () => {
  const all = rows("faithful_cot_aqua_mcq_18runs");
  const runs = all[0]?.runs ?? [];
  const isChat = (run: string): boolean => run.startsWith("gpt");
  const published = (run: string): RuleName => (isChat(run) ? "faithful_cot_aqua_chat" : "faithful_cot_aqua");
  const option = (text: unknown): string | null => (/^[A-E]$/.test(String(text)) ? String(text) : null);

  const accuracy = (run: string): string => {
    const index = runs.indexOf(run);
    const right = all.filter(
      (row) => extract(row.completions[index] as string, published(run)).prediction === row.gold,
    );
    return ((100 * right.length) / all.length).toFixed(1);
  };

  it.each([
    ["code002_standard", "31.5"],
    ["code002_COT", "42.1"],
    ["code002_LtM", "40.6"],
  ])("%s has its published accuracy %s", (run, expected) => {
    expect(accuracy(run)).toBe(expected);
  });

  it("yields the stored letter on all 4,572 texts", () => {
    for (const row of all) {
      row.completions.forEach((text, index) => {
        const { prediction } = extract(text, published(runs[index] as string));
        expect(option(prediction)).toBe(option(row.harness_pred[index]));
      });
    }
  });

  it("our own rule differs only where the stored rule found no letter", () => {
    let recovered = 0;
    for (const row of all) {
      row.completions.forEach((text, index) => {
        const { prediction } = extract(text, "choice", { letters: "ABCDE" });
        const stored = option(row.harness_pred[index]);
        if (stored !== null) expect(prediction).toBe(stored);
        else if (prediction !== null) recovered++;
      });
    }
    expect(recovered).toBe(36);
  });
});

const trivial = (text: string): string =>
  text
    .replace(/\\[dt]frac/g, "\\frac")
    .replace(/\\left|\\right|\\!|\\,|\\ |\s|\$|\^\\circ|\^\{\\circ\}|\\%|%/g, "")
    .replace(/\\frac(\d)(\d)/g, "\\frac{$1}{$2}");

describe.runIf(existsSync(`${data}qwen25math_math100x8`))("MATH x 8 rollouts", () => {
  it("extracts what the harness did, but for the time of day it cut", () => {
    const different = rows("qwen25math_math100x8").flatMap((row) =>
      row.completions.flatMap((text, index) => {
        const prediction = String(extract(text).prediction);
        return trivial(prediction) === trivial(row.harness_pred[index] as string) ? [] : [[row.problem_id, prediction]];
      }),
    );
    // The harness drops "\text{ p.m.}" and then fails its own gold.
    expect(different).toEqual(Array.from({ length: 8 }, () => [3, "4:30 \\text{ p.m.}"]));
  });
});

describe.runIf(existsSync(`${data}theoremqa_base_4models`))("TheoremQA x 4 models", () => {
  it("agrees with the stored predictions but for those it does not evaluate", () => {
    let same = 0;
    let total = 0;
    let phrase = 0;
    for (const row of rows("theoremqa_base_4models")) {
      row.completions.forEach((text, index) => {
        const prediction = String(extract(text, "theoremqa").prediction ?? "");
        const stored = row.harness_pred[index] as string;
        const close = Math.abs(value(prediction) - value(stored)) <= 1e-6 * Math.abs(value(stored));
        const agrees = prediction === stored || (prediction !== "" && stored !== "" && close);
        total++;
        same += agrees ? 1 : 0;
        if (!agrees && /[tT]he answer is/.test(text)) phrase++;
        expect(typeof extract(text).rule).toBe("string");
      });
    }
    expect(total).toBe(3200);
    // 317 stored predictions without the phrase are the whole text; with it, the rest is arithmetic not evaluated here.
    expect(same).toBeGreaterThanOrEqual(2641);
    expect(phrase).toBeLessThanOrEqual(242);
  });
});
