// sieval cluster --batch FILE: which answers of a problem are the same answer.
import { InvalidArgumentError } from "commander";
import { z } from "zod";
import type { TaskKind } from "../draw/run.ts";
import { clusterKey } from "../grading/index.ts";
import { batchPath, idSchema, runBatch } from "./batch.ts";
import type { CommonOptions, Outcome } from "./outcome.ts";
import type { AddVerb } from "./program.ts";

const HELP = `
Reads lines such as   {"id": 1, "answers": ["1/2", "0.5", null, "x = 3"]}
and writes as many    {"id": 1, "clusters": [[0, 1], [3]]}
Clusters are in the order of their first member; null is an answer that could not be extracted and
is in none. A line that cannot be used is answered by {id?, line, error}; the exit code is then 1.
A gzip or zstd file is read as it is.

Examples:
  sieval cluster --batch answers.jsonl
  sieval cluster --batch - --kind mcq < answers.jsonl
`;

const rowSchema = z.object({ id: idSchema, answers: z.array(z.union([z.string(), z.number(), z.null()])) });
type Row = z.infer<typeof rowSchema>;

const KINDS: readonly TaskKind[] = ["math", "mcq", "text"];

const taskKind = (text: string): TaskKind => {
  const kind = KINDS.find((known) => known === text);
  if (kind === undefined) throw new InvalidArgumentError(`It must be one of ${KINDS.join(", ")}.`);
  return kind;
};

type ClusterFlags = CommonOptions & { readonly batch?: string; readonly kind: TaskKind };

const clusters = ({ id, answers }: Row, keyOf: (answer: string | number | null) => string | null): object => {
  const members = new Map<string, number[]>();
  answers.forEach((answer, index) => {
    const key = keyOf(answer);
    if (key === null) return;
    const cluster = members.get(key);
    if (cluster === undefined) members.set(key, [index]);
    else cluster.push(index);
  });
  return { ...(id === undefined ? {} : { id }), clusters: [...members.values()] };
};

const cluster = (_operands: readonly string[], { batch, kind }: ClusterFlags): Promise<Outcome> => {
  const keyOf = clusterKey(kind);
  return runBatch(batchPath("cluster", batch), rowSchema, (row) => clusters(row, keyOf));
};

/** Adds the verb to the program. */
export const addCluster: AddVerb = (verbOf) => {
  verbOf("cluster", "which answers to a problem are the same answer, for a file of problems", cluster)
    .option("--batch <file>", "JSON lines to read; - is standard input")
    .option("--kind <kind>", "how answers are compared: math, mcq or text", taskKind, "math")
    .addHelpText("after", HELP);
};
