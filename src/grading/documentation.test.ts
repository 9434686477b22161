// docs/grading.md says what this folder does: every row of its tables, every rule and every leniency.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { grade } from "./grade.ts";
import { leniencyNames } from "./leniency.ts";
import { ruleNames } from "./rules/rules.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/grading.md", import.meta.url)), "utf8");
const cells = page
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  );
const code = (cell = ""): string => cell.replace(/^`|`$/g, "");
const pairs = cells.filter((row) => row.length === 6);

test.each(pairs)("%s is graded against %s as the page says: %s", (gold, prediction, verdict, rung, forgiving, same) => {
  const found = grade(code(gold), code(prediction));
  const isSame = found.gold_key !== null && found.gold_key === found.prediction_key;
  expect([found.verdict, found.rung, found.leniency ?? "", isSame ? "yes" : "no"]).toEqual([
    verdict,
    rung,
    forgiving,
    same,
  ]);
});

test("the page has its pairs, and lists every rule and every leniency once", () => {
  expect(pairs.length).toBeGreaterThan(90);
  const names = cells.filter((row) => row.length < 6).map(([name]) => code(name));
  expect(names.filter((name) => ruleNames.some((rule) => rule === name))).toEqual(ruleNames);
  expect(names.filter((name) => leniencyNames.includes(name)).sort()).toEqual([...leniencyNames].sort());
});
