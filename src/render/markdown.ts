// Markdown building blocks for tickets and job summaries. Text from models and files can neither add markup nor mention anyone.
import { clip } from "./text.ts";

const MARKUP = /[\\`*_[\]|<>~$&]|^[#+-]|^\d+(?=[.)])/g;

/** A sentence as markdown text: every character that could be markup is escaped, an @ mentions nobody, and no address becomes a link. */
export function markdownText(sentence: string): string {
  return clip(sentence, 600).replace(MARKUP, "\\$&").replaceAll("@", "&#64;").replaceAll("://", ":&#47;/");
}

/** A name as a code span; usable inside a table. */
export function markdownCode(name: string, width = 80): string {
  const safe = clip(name, width).replaceAll("`", "'").replaceAll("|", "\u00a6");
  return safe === "" ? "" : `\`${safe}\``;
}

/** A table; `align` holds one `<` or `>` per column. Cells must be markdown already. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[], align: string): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = header.map((_, i) => (align[i] === ">" ? "--:" : ":--"));
  return [line(header), line(rule), ...rows.map(line)].join("\n");
}
