// Finds where a text announces its answer: "Answer: ...", "the final answer is ...", "#### ...", other languages.
import { type AnswerWord, asciiAnswerWords, otherAnswerWords } from "./answer-words.ts";
import { isLetterAt, isSpaceAt, isWordAt, lowerInPlace, skipAny, skipBlanks } from "./characters.ts";

/** One announcement: where it starts and where the answer it announces starts. */
export type Statement = { start: number; answer: number; name: "answer-line" | "answer-is" | "hashes" | "tag" };

/** More announcements than this at the end of a text are a loop; earlier ones are not read. */
const MOST_STATEMENTS = 64;

const MARKDOWN = "*_`#";

function skipMarkdown(text: string, at: number): number {
  let end = skipBlanks(text, at);
  while (MARKDOWN.includes(text[end] ?? " ")) end = skipBlanks(text, end + 1);
  return end;
}

function linkEnd(lower: string, at: number, links: readonly string[]): number {
  for (const link of links) {
    if (link !== "" && !lower.startsWith(link, at)) continue;
    const end = at + link.length;
    if (link === "" || !isLetterAt(link, link.length - 1) || !isWordAt(lower, end)) return end;
  }
  return -1;
}

function colonEnd(text: string, at: number): number {
  const sign = text[at];
  if (sign === ":" || sign === "：" || sign === "ঃ" || sign === "=") return at + 1;
  return -1;
}

// "Answer", then markdown, a colon or a verb; a verb may itself be followed by a colon.
function announce(lower: string, start: number, entry: AnswerWord): Statement | null {
  const after = skipMarkdown(lower, start + entry.word.length);
  const colon = colonEnd(lower, after);
  if (colon >= 0) return { start, answer: colon, name: "answer-line" };
  const linked = linkEnd(lower, after, entry.links);
  if (linked < 0) return null;
  const second = colonEnd(lower, skipMarkdown(lower, linked));
  return { start, answer: second >= 0 ? second : linked, name: "answer-is" };
}

function isWholeWord(lower: string, start: number, entry: AnswerWord): boolean {
  return !isLetterAt(entry.word, 0) || !isLetterAt(lower, start - 1);
}

function lastOf(lower: string, entry: AnswerWord, into: Statement[]): void {
  let tries = 0;
  for (let at = lower.lastIndexOf(entry.word); at >= 0; at = at === 0 ? -1 : lower.lastIndexOf(entry.word, at - 1)) {
    if (++tries > MOST_STATEMENTS) return;
    const statement = isWholeWord(lower, at, entry) ? announce(lower, at, entry) : null;
    if (statement !== null) into.push(statement);
  }
}

function headings(lower: string, into: Statement[]): void {
  for (const title of ["final answer", "answer"]) {
    const at = lower.lastIndexOf(title);
    if (at < 0) continue;
    const end = skipMarkdown(lower, at + title.length);
    const alone = end >= lower.length || lower[end] === "\n" || lower[end] === "\r";
    const boxed = lower.startsWith("\\boxed", end) || lower.startsWith("$", end) || lower.startsWith("\\", end);
    if (alone || boxed) into.push({ start: at, answer: end, name: "answer-line" });
  }
}

function marks(lower: string, into: Statement[]): void {
  const hashes = lower.lastIndexOf("####");
  if (hashes >= 0 && isNumeric(lower, skipBlanks(lower, hashes + 4))) {
    into.push({ start: hashes, answer: hashes + 4, name: "hashes" });
  }
  const tag = lower.lastIndexOf("<answer>");
  if (tag >= 0) into.push({ start: tag, answer: tag + 8, name: "tag" });
}

function isNumeric(text: string, at: number): boolean {
  return "-+$.0123456789".includes(text[at] ?? " ");
}

/** The announcements of a text, the last first, at most 64 of them. The text has its look-alikes folded. */
export function lastStatements(text: string): Statement[] {
  const lower = lowerInPlace(text);
  const statements: Statement[] = [];
  const other = /[^\0-\x7f]/.test(text) ? otherAnswerWords : [];
  for (const entry of [...asciiAnswerWords, ...other]) lastOf(lower, entry, statements);
  headings(lower, statements);
  marks(lower, statements);
  // Of two readings of one announcement the later answer is the longer match.
  statements.sort((one, two) => two.answer - one.answer || two.start - one.start);
  return statements.slice(0, MOST_STATEMENTS);
}

/** First place after an announcement that can belong to the answer: past line ends, markdown and quotes. */
export function answerStart(text: string, from: number): number {
  let at = from;
  for (;;) {
    const next = skipAny(text, at, " \t\n\r*_`>:\"'“”‘’");
    const quoted = text[next] === "\\" && text[next + 1] === '"' ? next + 2 : next;
    if (quoted === at) return at;
    at = quoted;
  }
}

/** The end of the line that holds this place. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** The start of the line that holds this place. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** True when nothing but white space follows. */
export function isBlankFrom(text: string, at: number): boolean {
  let index = at;
  while (isSpaceAt(text, index)) index++;
  return index >= text.length;
}
