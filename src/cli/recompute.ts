// sieval recompute DIR...: report.json of SiEval result dirs again from their shards, without a model call.
import { UsageError } from "../draw/input-error.ts";
import { type RewriteRow, renderRewriteMarkdown, renderRewriteText } from "../render/rewrite-text.ts";
import { previewRewrite, type Rewrite, rewriteReport } from "../run/rewrite-report.ts";
import type { Measurement } from "../scale/measure.ts";
import { addMeasuringOptions, type MeasuringFlags, measureAll, reportRow } from "./measuring.ts";
import type { Outcome } from "./outcome.ts";
import type { AddVerb } from "./program.ts";

const HELP = `
Without --write nothing is written: it shows what would change. With --write, report.json gains the
new keys; a stored value that changes is kept under "previous", score never moves, and the old file
is kept beside it.

Examples:
  sieval recompute runs/2026-08-01
  sieval recompute runs/* --write
  sieval recompute runs/aime --output json
`;

type RecomputeFlags = MeasuringFlags & { readonly write?: boolean };

const rewrite = ({ run, report }: Measurement, write: boolean): Rewrite | undefined => {
  if (run.format !== "sieval") {
    if (!write) return undefined;
    const remedy = "Use sieval report for other formats, or leave out --write.";
    throw new UsageError(`--write needs a SiEval result dir; this is ${run.format}`, { file: run.source }, remedy);
  }
  if (run.directory === undefined) return undefined;
  return write ? rewriteReport(run.directory, report) : previewRewrite(run.directory, report);
};

const withoutReport = ({ report: _, ...facts }: Rewrite): Omit<Rewrite, "report"> => facts;

const recompute = async (paths: readonly string[], flags: RecomputeFlags): Promise<Outcome> => {
  const write = flags.write === true;
  const { measurements, errors } = await measureAll(paths, flags);
  const reports: RewriteRow[] = [];
  for (const measurement of measurements) {
    try {
      const facts = rewrite(measurement, write);
      reports.push({ ...reportRow(measurement), ...(facts === undefined ? {} : { rewrite: withoutReport(facts) }) });
    } catch (error) {
      errors.push(error);
    }
  }
  return {
    data: { reports },
    errors,
    text: (style) => (reports.length === 0 ? "" : renderRewriteText({ reports, write }, style)),
    markdown: (style) => (reports.length === 0 ? "" : renderRewriteMarkdown({ reports, write }, style)),
  };
};

/** Adds the verb to the program. */
export const addRecompute: AddVerb = (verbOf) => {
  const verb = verbOf("recompute", "report.json of SiEval result dirs again, from their shards", recompute);
  addMeasuringOptions(verb.argument("<dir...>", "SiEval result dirs"))
    .option("--write", "rewrite report.json additively; the old one is kept")
    .addHelpText("after", HELP);
};
