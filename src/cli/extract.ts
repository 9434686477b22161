// sieval extract --batch FILE: the answers that a rule finds in what a model wrote.

import { z } from "zod";
import { extract, type RuleName, ruleNames } from "../grading/index.ts";
import { hanging } from "../render/text.ts";
import { batchPath, idSchema, runBatch } from "./batch.ts";
import type { CommonOptions, Outcome } from "./outcome.ts";
import type { AddVerb } from "./program.ts";
import { extractionSchema, ruleName, ruleOfLine } from "./rule-option.ts";

const HELP = `
Reads lines such as   {"id": 1, "text": "So the answer is \\\\boxed{7}."}
and writes as many    {"id": 1, "extracted": "7"}
A line may name its rule and say more of its question: {"id", "text", "rule"?, "options"?:
{"choices"?, "letters"?, "list"?, "question"?, "keepThinking"?}}. Nothing found is null. A line that
cannot be used is answered by {id?, line, error}; the exit code is then 1. A gzip or zstd file is
read as it is.

${hanging("Rules: ", ruleNames.join(", "), 100).join("\n")}

Examples:
  sieval extract --batch texts.jsonl
  sieval extract --batch - --rule gsm8k_strict < texts.jsonl
`;

const rowSchema = z.object({
  id: idSchema,
  text: z.string(),
  rule: z.string().optional(),
  options: extractionSchema.optional(),
});

type ExtractFlags = CommonOptions & { readonly batch?: string; readonly rule?: RuleName };

const extractAll = (_operands: readonly string[], { batch, rule }: ExtractFlags): Promise<Outcome> =>
  runBatch(batchPath("extract", batch), rowSchema, ({ id, text, rule: own, options }) => {
    const { prediction } = extract(text, ruleOfLine(own, rule), options);
    return { ...(id === undefined ? {} : { id }), extracted: prediction };
  });

/** Adds the verb to the program. */
export const addExtract: AddVerb = (verbOf) => {
  verbOf("extract", "the final answers in what a model wrote, for a file of texts", extractAll)
    .option("--batch <file>", "JSON lines to read; - is standard input")
    .option("--rule <name>", "how the answer is found; general unless given", ruleName)
    .addHelpText("after", HELP);
};
