// The screen of `sieval grade`: the verdict, what decided it, and how either answer was read.
import { markdownCode, markdownTable, markdownText } from "./markdown.ts";
import type { Renderer } from "./renderer.ts";
import { clip, hanging, padEnd } from "./text.ts";

/** One graded pair. A form is the answer as it was read, in plain text; null where it could not be read. */
export type GradeDocument = {
  readonly verdict: "equal" | "different" | "unknown";
  readonly rung: string;
  readonly leniency?: string;
  readonly reason?: string;
  readonly gold: string;
  readonly extracted: string | null;
  readonly gold_form: string | null;
  readonly prediction_form: string | null;
  readonly gold_key: string | null;
  readonly prediction_key: string | null;
  readonly steps?: readonly string[];
};

const LONGEST = 400;
const MOST_STEPS = 60;

const decidedBy = ({ rung, leniency }: GradeDocument): string =>
  rung === "none" ? "" : leniency === undefined ? `by ${rung}` : `by ${rung}, forgiving ${leniency}`;

type Row = readonly [name: string, answer: string, read: string, key: string];

const rowsOf = (document: GradeDocument): Row[] => {
  const row = (name: string, answer: string | null, form: string | null, key: string | null): Row => [
    name,
    answer ?? "(nothing extracted)",
    form ?? "(not read)",
    key ?? "(none)",
  ];
  return [
    row("gold", document.gold, document.gold_form, document.gold_key),
    row("prediction", document.extracted, document.prediction_form, document.prediction_key),
  ];
};

const stepsOf = ({ steps = [] }: GradeDocument): string[] => {
  const shown = steps.slice(0, MOST_STEPS);
  return steps.length > shown.length ? [...shown, `and ${steps.length - shown.length} more`] : [...shown];
};

/** The screen for one pair. */
export const renderGradeText: Renderer<GradeDocument> = (document, style) => {
  const { verdict, reason } = document;
  const paint = verdict === "equal" ? style.good : style.bad;
  const decided = decidedBy(document);
  const lines = hanging("  ", decided, style.columns - verdict.length);
  const title = `${paint(style.bold(verdict))}${decided === "" ? "" : lines.join("\n")}`;
  const line = (lead: string, text: string): string[] => hanging(lead, clip(text, LONGEST), style.columns);
  const answers = rowsOf(document).flatMap(([name, answer, read, key]) => [
    "",
    ...line(`  ${padEnd(name, 12)}`, answer),
    ...line(`  ${padEnd("  read as", 12)}`, read),
    ...line(`  ${padEnd("  key", 12)}`, key),
  ]);
  const steps = stepsOf(document).flatMap((step, at) =>
    line(`  ${padEnd(at === 0 ? "steps" : "", 12)}${/^ */.exec(step)?.[0] ?? ""}`, step),
  );
  const why = reason === undefined ? [] : ["", ...line(`  ${padEnd("reason", 12)}`, reason)];
  return `${[title, ...why, ...answers, ...(steps.length > 0 ? ["", ...steps] : [])].join("\n")}\n`;
};

/** The same as markdown. */
export const renderGradeMarkdown: Renderer<GradeDocument> = (document) => {
  const { verdict, reason } = document;
  const decided = decidedBy(document);
  const title = `**${verdict}**${decided === "" ? "" : ` ${markdownText(decided)}`}`;
  const rows = rowsOf(document).map(([name, answer, read, key]) => [
    name,
    markdownCode(answer),
    markdownCode(read),
    markdownCode(key),
  ]);
  const parts = [
    reason === undefined ? title : `${title}: ${markdownText(reason)}`,
    markdownTable(["", "answer", "read as", "key"], rows, "<<<<"),
    stepsOf(document)
      .map((step) => `- ${markdownText(step)}`)
      .join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
};
