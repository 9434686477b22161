// Finds \boxed{} and \fbox{} with matched braces, in one pass whatever the nesting.
import { isLetterAt, isSpaceAt, skipSpaces } from "./characters.ts";

/** One box: where its command starts, where its content lies, where it ends. */
export type Box = { start: number; contentStart: number; contentEnd: number; end: number };

/** All boxes in order of their start (nested ones included) and the starts of those never closed. */
export type Boxes = { boxes: Box[]; unclosed: { start: number; contentStart: number }[] };

function commandStart(text: string, brace: number): number {
  let end = brace;
  while (isSpaceAt(text, end - 1) && brace - end < 4) end--;
  const boxed = text.startsWith("boxed", end - 5) && end >= 5;
  const framed = text.startsWith("fbox", end - 4) && end >= 4;
  if (!boxed && !framed) return -1;
  let start = end - (boxed ? 5 : 4);
  while (text[start - 1] === "\\") start--;
  return start;
}

/** Finds every box. `escapes`: a brace behind a backslash is a character of the answer, not a bracket of the box. */
export function findBoxes(text: string, escapes: boolean): Boxes {
  const boxes: Box[] = [];
  const open: number[] = [];
  if (!text.includes("box")) return { boxes, unclosed: [] };
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 92 && escapes) index++;
    else if (code === 123) open.push(index);
    else if (code === 125 && open.length > 0) close(text, open.pop() as number, index, boxes);
  }
  boxes.sort((one, other) => one.start - other.start);
  return { boxes, unclosed: unclosedBoxes(text, open) };
}

function close(text: string, brace: number, index: number, boxes: Box[]): void {
  const start = commandStart(text, brace);
  if (start >= 0) boxes.push({ start, contentStart: brace + 1, contentEnd: index, end: index + 1 });
}

function unclosedBoxes(text: string, open: readonly number[]): { start: number; contentStart: number }[] {
  const starts = open.map((brace) => ({ start: commandStart(text, brace), contentStart: brace + 1 }));
  return starts.filter((box) => box.start >= 0);
}

/** The boxes that lie in no other box. */
export function outermost(boxes: readonly Box[]): Box[] {
  const outer: Box[] = [];
  let end = 0;
  for (const box of boxes) {
    if (box.start < end) continue;
    outer.push(box);
    end = box.end;
  }
  return outer;
}

/** The content of a box, with the commands of boxes inside it taken off. */
export function unboxed(content: string, escapes = true): string {
  const { boxes } = findBoxes(content, escapes);
  if (boxes.length === 0) return content;
  const cuts = boxes.flatMap((box) => [[box.start, box.contentStart] as const, [box.contentEnd, box.end] as const]);
  cuts.sort((one, other) => one[0] - other[0]);
  const pieces: string[] = [];
  let from = 0;
  for (const [start, end] of cuts) {
    pieces.push(content.slice(from, start));
    from = end;
  }
  return pieces.join("") + content.slice(from);
}

/** The last box written without braces (`\boxed 5`), or null. */
export function bareBox(text: string): { content: string; start: number; end: number } | null {
  const start = text.lastIndexOf("\\boxed");
  if (start < 0) return null;
  const from = skipSpaces(text, start + 6);
  if (text[from] === "{" || (from === start + 6 && isLetterAt(text, from))) return null;
  let end = from;
  while (end < text.length && !isSpaceAt(text, end) && text[end] !== "$" && end - from < 200) end++;
  return end > from ? { content: text.slice(from, end), start, end } : null;
}
