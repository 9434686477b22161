// sieval grade GOLD PREDICTION: one verdict and what decided it, or the same for a file of pairs.
import { z } from "zod";
import { UsageError } from "../draw/input-error.ts";
import {
  type ExtractOptions,
  type GradeOptions,
  grade,
  gradeText,
  parseAnswer,
  type RuleName,
  readable,
  type TextGrade,
  unextracted,
} from "../grading/index.ts";
import { type GradeDocument, renderGradeMarkdown, renderGradeText } from "../render/grade-text.ts";
import { idSchema, runBatch } from "./batch.ts";
import { positiveInteger } from "./option-values.ts";
import { type CommonOptions, EXIT, type Outcome } from "./outcome.ts";
import type { AddVerb } from "./program.ts";
import { extractionSchema, leniencyList, ruleName, ruleOfLine } from "./rule-option.ts";

const HELP = `
The verdict is equal, different or unknown (counted as wrong); docs/grading.md says what is equal
to what.
--batch reads lines such as   {"id": 1, "gold": "1/2", "pred": "So \\\\boxed{0.5}.", "mode": "text"}
and writes as many            {"id": 1, "verdict": "equal", "rung": "rational", "extracted": "0.5",
                               "gold_key": "q:1/2", "pred_key": "q:1/2"}
mode is "bare" (pred is an answer) unless given, or "text" (pred is what a model wrote). A line may
name its own rule and options, see sieval extract --help. One that cannot be used is answered by
{id?, line, error}; the exit code is then 1.

Examples:
  sieval grade '\\frac{1}{2}' 0.5 --explain
  sieval grade 28 '28\\%' --without percent --check
  sieval grade 7 'So the answer is \\boxed{7}.' --text
  sieval grade --batch pairs.jsonl > verdicts.jsonl
`;

type GradeFlags = CommonOptions & {
  readonly batch?: string;
  readonly text?: boolean;
  readonly rule?: RuleName;
  readonly without?: readonly string[];
  readonly decimalPlaces?: number;
  readonly explain?: boolean;
  readonly check?: boolean;
};

const textValue = z.union([z.string(), z.number()]).transform(String);
const rowSchema = z.object({
  id: idSchema,
  gold: textValue,
  pred: textValue.nullable(),
  mode: z.enum(["bare", "text"]).optional(),
  rule: z.string().optional(),
  options: extractionSchema.optional(),
});

type Question = { gold: string; pred: string | null; isText: boolean; rule?: RuleName; extraction?: ExtractOptions };

function verdictOn({ gold, pred, isText, rule, extraction }: Question, options: GradeOptions): TextGrade {
  if (pred === null) return unextracted(gold);
  if (!isText) return { ...grade(gold, pred, options), extracted: pred };
  const found = { ...(rule === undefined ? {} : { rule }), ...(extraction === undefined ? {} : { extraction }) };
  return gradeText(gold, pred, { ...options, ...found });
}

const lineOf = ({ verdict, rung, leniency, reason, extracted, gold_key, prediction_key }: TextGrade): object => ({
  verdict,
  rung,
  ...(leniency === undefined ? {} : { leniency }),
  ...(reason === undefined ? {} : { reason }),
  extracted,
  gold_key,
  pred_key: prediction_key,
});

const optionsOf = ({ without, decimalPlaces, explain }: GradeFlags): GradeOptions => ({
  ...(without === undefined ? {} : { without }),
  ...(decimalPlaces === undefined ? {} : { decimalPlaces }),
  ...(explain === undefined ? {} : { explain }),
});

const gradeFile = (path: string, flags: GradeFlags): Promise<Outcome> => {
  if (flags.explain === true || flags.check === true)
    throw new UsageError("--explain and --check are for one pair, not for --batch");
  const options = optionsOf(flags);
  const isText = flags.text === true || flags.rule !== undefined;
  return runBatch(path, rowSchema, ({ id, gold, pred, mode, rule: named, options: extraction }) => {
    const rule = ruleOfLine(named, flags.rule);
    const question = {
      gold,
      pred,
      isText: mode === undefined ? isText : mode === "text",
      ...(rule === undefined ? {} : { rule }),
      ...(extraction === undefined ? {} : { extraction }),
    };
    return { ...(id === undefined ? {} : { id }), ...lineOf(verdictOn(question, options)) };
  });
};

const formOf = (answer: string | null): string | null => {
  if (answer === null) return null;
  const parsed = parseAnswer(answer);
  return parsed.ok ? readable(parsed.tree) : null;
};

const gradePair = (gold: string, pred: string, flags: GradeFlags): Outcome => {
  const isText = flags.text === true || flags.rule !== undefined;
  const question = { gold, pred, isText, ...(flags.rule === undefined ? {} : { rule: flags.rule }) };
  const verdict = verdictOn(question, optionsOf(flags));
  const document: GradeDocument = {
    ...verdict,
    gold,
    gold_form: formOf(gold),
    prediction_form: formOf(verdict.extracted),
  };
  const { gold_form, prediction_form: pred_form } = document;
  const steps = verdict.steps === undefined ? {} : { steps: verdict.steps };
  return {
    data: { ...lineOf(verdict), gold_form, pred_form, ...steps },
    exitCode: flags.check === true && verdict.verdict !== "equal" ? EXIT.failure : EXIT.fine,
    text: (style) => renderGradeText(document, style),
    markdown: (style) => renderGradeMarkdown(document, style),
  };
};

const gradeVerb = async (operands: readonly string[], flags: GradeFlags): Promise<Outcome> => {
  const [gold, prediction] = operands;
  if (flags.batch !== undefined) {
    if (gold !== undefined) throw new UsageError("--batch takes its pairs from the file, not from the command line");
    return gradeFile(flags.batch, flags);
  }
  if (gold !== undefined && prediction !== undefined) return gradePair(gold, prediction, flags);
  throw new UsageError(
    `${gold === undefined ? "GOLD and PREDICTION are" : "PREDICTION is"} missing`,
    {},
    "Give two answers, or --batch FILE.jsonl. Quote them for the shell: '\\frac{1}{2}'.",
  );
};

/** Adds the verb to the program. */
export const addGrade: AddVerb = (verbOf) => {
  verbOf("grade", "is a prediction the gold answer, and what decided it", gradeVerb)
    .argument("[gold]", "the reference answer")
    .argument("[prediction]", "the answer to grade")
    .option("--batch <file>", "grade the pairs of a JSON-lines file; - is standard input")
    .option("--text", "the prediction is all that a model wrote: extract its answer first")
    .option("--rule <name>", "how the answer is extracted; means --text", ruleName)
    .option("--without <names>", "leniencies to switch off, e.g. percent,unit,rounded-gold", leniencyList)
    .option("--decimal-places <count>", "places a decimal needs against an exact gold (default: 6)", positiveInteger)
    .option("--explain", "show every step")
    .option("--check", "exit with 1 unless the verdict is equal")
    .addHelpText("after", HELP);
};
