// sieval report PATH...: measures rollouts that are already on disk, whoever wrote them.
import { renderReportMarkdown } from "../render/report-markdown.ts";
import { renderReportText } from "../render/report-text.ts";
import { addMeasuringOptions, type MeasuringFlags, measureAll, reportRow } from "./measuring.ts";
import { columnMap } from "./option-values.ts";
import type { Outcome } from "./outcome.ts";
import type { AddVerb } from "./program.ts";

const HELP = `
A PATH is a file, a folder, or PATH#RUN where one path holds several runs. The format is detected.
No model is called and nothing is written.

Examples:
  sieval report runs/qwen-int4
  sieval report samples_aime25.jsonl --k 1,2,4,8 --tau 0.5,2/3
  sieval report rollouts.jsonl --map problem=question_id,gold=answer
  sieval report old-runs/* --output json | jq '.data.reports[] | [.task, .report.score]'
  sieval report runs/qwen-int4 --output md >> "$GITHUB_STEP_SUMMARY"
`;

const report = async (paths: readonly string[], flags: MeasuringFlags): Promise<Outcome> => {
  const { measurements, errors } = await measureAll(paths, flags);
  const document = { reports: measurements.map(reportRow) };
  return {
    data: document,
    errors,
    text: (style) => (document.reports.length === 0 ? "" : renderReportText(document, style)),
    markdown: (style) => (document.reports.length === 0 ? "" : renderReportMarkdown(document, style)),
  };
};

/** Adds the verb to the program. */
export const addReport: AddVerb = (verbOf) => {
  const verb = verbOf("report", "pass@k, pass^k, consistency and health from rollouts on disk", report);
  addMeasuringOptions(verb.argument("<path...>", "rollouts: files, folders, PATH#RUN"))
    .option("--format <name>", "the stored format (default: detected)")
    .option("--map <pairs>", "columns of a foreign file: field=column,...; can be repeated", columnMap)
    .addHelpText("after", HELP);
};
