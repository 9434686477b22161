// The data model that every source produces and every room reads: one problem and the answers sampled for it.
import { z } from "zod";

/** Any JSON value: what a prediction may be (a string, a list of answers, ...). */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const jsonSchema: z.ZodType<Json> = z.json();

/**
 * One sampled answer. An absent field means that the source does not say; null means that there is none
 * (`prediction: null` is an unextracted answer, `verdict: null` an answer that was never graded).
 */
export const rolloutSchema = z
  .strictObject({
    index: z.int().nonnegative().describe("Position among the answers to this copy of the question, from 0"),
    copy: z.int().nonnegative().optional().describe("Which copy of the question, where it was repeated, from 0"),
    text: z.string().optional().describe("What the model wrote, reasoning excluded"),
    prediction: jsonSchema.optional().describe("The extracted answer; null when nothing could be extracted"),
    choice: z
      .union([z.string(), z.int()])
      .optional()
      .describe("Which option was chosen, whatever its letter, where options were permuted between copies"),
    verdict: z.boolean().nullable().optional().describe("Correct or not; null when it was never graded"),
    ungradable: z.string().optional().describe("Why the grader could not decide; the verdict is then false"),
    finish: z.string().optional().describe("The server's finish reason, in its own spelling"),
    seed: z.int().optional(),
    cached: z.boolean().optional().describe("The answer came from a cache, so it is not a new sample"),
    usage: z
      .strictObject({ input_tokens: z.int().optional(), output_tokens: z.int().optional() })
      .optional()
      .describe("Tokens of this rollout alone"),
    latency_ms: z.number().nonnegative().optional(),
    metrics: z
      .record(z.string(), z.union([z.number(), z.boolean()]))
      .optional()
      .describe("Secondary verdicts of the task, for example flexible_exact_match"),
  })
  .describe("One sampled answer");
export type Rollout = z.infer<typeof rolloutSchema>;

const failureSchema = z.strictObject({ reason: z.string() });

/** One problem and the answers sampled for it, ordered by (copy, index). */
export const drawSchema = z
  .strictObject({
    task: z.string(),
    problem: z.union([z.string(), z.int()]),
    question: z.string().optional(),
    gold: jsonSchema.optional(),
    category: z.string().optional(),
    requested: z.int().positive().optional().describe("Rollouts asked for, over all copies of the question"),
    copies: z.int().positive().optional().describe("Stored copies of the question, failed ones included; absent = 1"),
    failed: failureSchema.optional().describe("Why the whole problem has no verdict"),
    failed_copies: z
      .array(z.strictObject({ copy: z.int().nonnegative(), reason: z.string() }))
      .optional()
      .describe("Copies of the question that failed while others did not"),
    rollouts: z.array(rolloutSchema),
  })
  .describe("One problem and the n answers sampled for it");
export type Draw = z.infer<typeof drawSchema>;
