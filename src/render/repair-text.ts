// The screen of `sieval repair`: what was done to which file, or would be.
import { markdownText } from "./markdown.ts";
import type { Renderer } from "./renderer.ts";
import { clip, counted, hanging } from "./text.ts";

type Action =
  | { readonly did: "cut_torn"; readonly file: string; readonly records: number; readonly bytes: number }
  | { readonly did: "ended_line"; readonly file: string; readonly lines: number }
  | { readonly did: "rebuilt_index"; readonly file: string; readonly why: string }
  | { readonly did: "rebuilt_manifest"; readonly file: string; readonly why: string };

/** What a repair did, file by file, and what nobody can repair. */
export type RepairDocument = {
  readonly dry_run: boolean;
  /** Result dirs looked at. */
  readonly runs: number;
  readonly actions: readonly Action[];
  readonly unreadable: readonly { readonly file: string; readonly lines: number }[];
};

const REASONS: Readonly<Record<string, string>> = {
  missing: "it was missing",
  short: "records were missing in it",
  lying: "it did not match its shard",
  unreadable: "it could not be read",
  differs: "it did not match the shards",
};

const sentenceOf = (action: Action): string => {
  const file = clip(action.file, 70);
  switch (action.did) {
    case "cut_torn": {
      const torn = `${counted(action.records, "torn record")} (${counted(action.bytes, "byte")})`;
      return `${file}: ${torn} cut out and kept in ${file}.torn`;
    }
    case "ended_line":
      return `${file}: ${counted(action.lines, "line break")} added behind whole records`;
    default:
      return `${file}: rebuilt, because ${REASONS[action.why] ?? clip(action.why, 40)}`;
  }
};

/** Lines that stay as they are, one sentence for each file. */
export function unreadableSentences({ unreadable }: RepairDocument): string[] {
  return unreadable.map(({ file, lines }) => {
    const stay = lines === 1 ? "is no record and stays where it is" : "are no records and stay where they are";
    return `${clip(file, 70)}: ${counted(lines, "line")} ${stay}`;
  });
}

const headline = ({ dry_run: dryRun, runs, actions }: RepairDocument): string => {
  if (actions.length === 0) return `Nothing to repair in ${counted(runs, "result dir")}.`;
  const repairs = counted(actions.length, "repair");
  return dryRun ? `${repairs} needed. Nothing was changed; leave out --dry-run to do it:` : `${repairs} done:`;
};

/** The screen, one line for each repair. */
export const renderRepairText: Renderer<RepairDocument> = (document, style) => {
  const done = document.actions.flatMap((action) => hanging("  . ", sentenceOf(action), style.columns));
  const left = unreadableSentences(document).flatMap((line) => hanging("  ! ", line, style.columns));
  return `${[style.bold(headline(document)), ...done, ...left.map(style.bad)].join("\n")}\n`;
};

/** The same as a markdown list. */
export const renderRepairMarkdown: Renderer<RepairDocument> = (document) => {
  const done = document.actions.map((action) => `- ${markdownText(sentenceOf(action))}`);
  const left = unreadableSentences(document).map((line) => `- **Warning:** ${markdownText(line)}`);
  const list = [...done, ...left];
  return `${[headline(document), ...(list.length > 0 ? [list.join("\n")] : [])].join("\n\n")}\n`;
};
