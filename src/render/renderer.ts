// The one interface of every reporter: a document in, the text of a screen or a file out.
import { createColors } from "picocolors";

/** How a reporter may paint: colours only ever repeat what a word on the same line says. */
export type Paint = (text: string) => string;

export type Style = {
  /** No line is wider than this. */
  readonly columns: number;
  readonly bold: Paint;
  readonly dim: Paint;
  readonly bad: Paint;
  readonly good: Paint;
};

export type Renderer<Document> = (document: Document, style: Style) => string;

/** The widest line of any text output. */
const COLUMNS = 100;

/** A style for a terminal (`colour`) or for a pipe and a file (no colour). */
export function styleOf(colour: boolean): Style {
  const { bold, dim, red, green } = createColors(colour);
  return { columns: COLUMNS, bold, dim, bad: red, good: green };
}
