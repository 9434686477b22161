// Grading: time per pair from raw text, keys per second, and the worst case on hostile input, each beside its baseline.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { answerKey, extract, grade, gradeText, parseAnswer, ruleNames } from "../dist/grading/index.js";
import { hostileAnswers, hostileTexts } from "./hostile.mjs";
import { random } from "./rollouts.mjs";

const data = fileURLToPath(new URL("../../shared/data/math/", import.meta.url));

function publicPairs() {
  const files = ["mathverify_half.jsonl", "public_issues_half.jsonl", "other_suites.jsonl"];
  return files
    .flatMap((name) => readFileSync(data + name, "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter(({ gold, pred }) => typeof gold === "string" && typeof pred === "string");
}

/** Pairs like those of a test set, for a clone without the public ones: a third numbers, a third closed forms, a third formulas. */
function generatedPairs() {
  const next = random(3);
  const n = () => 1 + Math.floor(next() * 99);
  return Array.from({ length: 300 }, (_, i) => {
    const [a, b] = [n(), n()];
    const gold = [`\\frac{${a}}{${b}}`, `${a}\\sqrt{${b}}+\\pi`, `(x+${a})(x-${b})`][i % 3];
    const other = [`${a}/${b}`, `\\pi + ${a}*sqrt(${b})`, `x^2 + (${a - b})x - ${a * b}`][i % 3];
    return { gold, pred: `Working through it gives $x$, so the answer is \\boxed{${other}}.` };
  });
}

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];

function timed(pairs, work) {
  const times = pairs.map((pair) => {
    const start = performance.now();
    work(pair);
    return performance.now() - start;
  });
  const sorted = times.sort((a, b) => a - b);
  return `median ${quantile(sorted, 0.5).toFixed(3)} ms   p99 ${quantile(sorted, 0.99).toFixed(2)} ms   worst ${sorted.at(-1).toFixed(1)} ms`;
}

function benchPairs() {
  const isPublic = existsSync(data);
  const pairs = isPublic ? publicPairs() : generatedPairs();
  const ours = ({ gold, pred }) => gradeText(gold, pred);
  const strings = ({ gold, pred }) => extract(gold).prediction === extract(pred).prediction;
  console.log(
    `grading: ${pairs.length} ${isPublic ? "public" : "generated"} pairs, extracted and graded from raw text`,
  );
  console.log(`  cold, each pair once      ${timed(pairs, ours)}`);
  for (let round = 0; round < 5; round += 1) timed(pairs, ours);
  console.log(`  warm                      ${timed(pairs, ours)}`);
  timed(pairs, strings);
  console.log(`  baseline, the extracted strings compared, warm   ${timed(pairs, strings)}`);
}

function benchKeys() {
  const next = random(11);
  const answers = new Set();
  while (answers.size < 100_000) {
    const n = Math.floor(next() * 100_000);
    answers.add([`${n}`, `-${n}`, `${n / 100}`, `${n}/7`, `\\frac{${n}}{3}`][answers.size % 5]);
  }
  const rate = (work) => {
    const start = performance.now();
    for (const answer of answers) work(answer);
    return Math.round(answers.size / ((performance.now() - start) / 1000)).toLocaleString("en-US");
  };
  const keys = rate(answerKey);
  const baseline = rate((answer) => answer.trim().toLowerCase());
  console.log(
    "keys: 100,000 distinct short numeric answers (whole, negative, decimal, a/b, \\frac), each once, one core",
  );
  console.log(`  answerKey ${keys} per second   baseline, folded text ${baseline} per second`);
}

/** The slowest of some calls: `[milliseconds, name]`. Each is the better of two turns, since one may hit the collector. */
function slowest(cases) {
  return cases
    .map(([name, work]) => {
      const turn = () => {
        const start = performance.now();
        work();
        return performance.now() - start;
      };
      return [Math.min(turn(), turn()), name];
    })
    .sort(([a], [b]) => b - a);
}

function benchHostile() {
  const texts = hostileTexts(1_000_000);
  const options = { choices: ["1", "x", "and", "12"] };
  const shown = ([ms, name]) => `${ms.toFixed(0).padStart(6)} ms   ${name}`;
  const extractions = ruleNames.flatMap((rule) =>
    texts.map(([name, text]) => [`${rule} on ${name}`, () => extract(text, rule, options)]),
  );
  console.log(`hostile: ${texts.length} texts of 1 MB through all ${ruleNames.length} rules, the slowest`);
  for (const row of slowest(extractions).slice(0, 5)) console.log(`  ${shown(row)}`);
  const answers = [...texts, ...hostileAnswers.map((answer) => [answer.slice(0, 40), answer])];
  const works = {
    parse: (answer) => parseAnswer(answer),
    key: (answer) => answerKey(answer),
    grade: (answer) => grade(answer, `${answer}+1`),
    "grade against 1": (answer) => grade("1", answer),
  };
  for (const [work, call] of Object.entries(works)) {
    const rows = slowest(answers.map(([name, answer]) => [`${work} ${name}`, () => call(answer)]));
    for (const row of rows.slice(0, 2)) console.log(`  ${shown(row)}`);
  }
}

/** Prints every figure of grading. */
export function benchGrading() {
  benchPairs();
  benchKeys();
  benchHostile();
}
