// `npm run fuzz -- --minutes 5 --seed 1`: random hostile texts and answers through extraction, keys and grading. Nothing may
// throw or take longer than the limit; the worst input is printed, so that it can become a test.
import { parseArgs } from "node:util";
import { answerKey, extract, grade, ruleNames } from "../dist/grading/index.js";
import { hostileAnswers, hostileTexts } from "./hostile.mjs";
import { random } from "./rollouts.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    limit: { type: "string", default: "1000" },
  },
});
const next = random(Number(values.seed));
const pick = (list) => list[Math.floor(next() * list.length)];

const PIECES = (
  "\\boxed{ \\frac{ \\sqrt{ \\sqrt[ } { ( ) [ ] | $ $$ \\( \\) \\[ \\] ^ ^{ _ _{ + - * / = < > \\le \\ne \\in \\cup \\pm ! % , ; : . " +
  "\\binom{ \\text{ \\begin{pmatrix} \\end{pmatrix} & \\\\ \\sin \\log \\ln \\pi e i x y f(x) 0 1 2 9 10^9 0.5 1,000 \\infty " +
  "answer Answer: is the #### A B (c) ** ` <think> </think> 答案是 الإجابة: ب ３ − \u202e \u0000 \ud800 __proto__ and or \n"
).split(" ");

const texts = hostileTexts(20_000).map(([, text]) => text);

function randomText() {
  const length = Math.floor(10 ** (next() * 3.3));
  const vocabulary = Array.from({ length: 1 + Math.floor(next() * 12) }, () => pick(PIECES));
  const made = Array.from({ length }, () => pick(vocabulary) + (next() < 0.3 ? " " : "")).join("");
  if (next() < 0.15) return made.repeat(1 + Math.floor(next() * 200)).slice(0, 1_000_000);
  if (next() < 0.1) return made + pick(texts);
  return next() < 0.1 ? pick(hostileAnswers) + made : made;
}

const worst = { ms: 0, work: "", input: "" };
const failures = [];

function run(work, input, call) {
  const start = performance.now();
  try {
    call();
  } catch (error) {
    failures.push({ work, input, reason: `threw ${error.stack}` });
  }
  const ms = performance.now() - start;
  if (ms > worst.ms) Object.assign(worst, { ms, work, input });
  if (ms > Number(values.limit)) failures.push({ work, input, reason: `took ${ms.toFixed(0)} ms` });
}

const until = performance.now() + Number(values.minutes) * 60_000;
let rounds = 0;
while (performance.now() < until && failures.length < 20) {
  const text = randomText();
  const rule = pick(ruleNames);
  run(`extract ${rule}`, text, () => extract(text, rule, { list: next() < 0.5, choices: ["1", "x"] }));
  run("key", text, () => answerKey(text));
  const other = next() < 0.5 ? randomText() : `${text}+0`;
  run("grade", text, () => {
    const { verdict } = grade(other, text);
    if (grade(text, text).verdict === "different") throw new Error("an answer is different from itself");
    if (!["equal", "different", "unknown"].includes(verdict)) throw new Error(`verdict ${verdict}`);
  });
  rounds += 1;
}

const excerpt = (input) =>
  input.length > 300 ? `${JSON.stringify(input.slice(0, 300))}... (${input.length})` : JSON.stringify(input);
console.log(`fuzz: ${rounds} rounds, seed ${values.seed}, ${failures.length} failures`);
console.log(`  worst: ${worst.ms.toFixed(0)} ms, ${worst.work}, ${excerpt(worst.input)}`);
for (const { work, input, reason } of failures) console.log(`  ${work}: ${reason}\n    ${excerpt(input)}`);
if (failures.length > 0) process.exitCode = 1;
