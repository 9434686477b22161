// Plain-text building blocks: cleaning hostile text, measuring and wrapping it, and writing numbers.
// Whatever a model, a file name or a stored report says ends up on a terminal only through `clean`.

// Control, bidirectional, zero-width and tag characters, and halves of surrogate pairs: none of them is ever printed.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
const BREAKS = /[\s\u2028\u2029]+/gu;
const COMBINING = /\p{M}/u;
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}\u2e80-\u303e\u3200-\u33ff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f1e6}-\u{1f1ff}]/u;
const ELLIPSIS = "...";

/** The text without anything that could move a cursor, reorder a line or hide in it; white space becomes one blank. */
export function clean(text: string): string {
  return text.replace(BREAKS, " ").replace(UNSAFE, "").trim();
}

/** One line of text that keeps its runs of blanks, with everything taken out that a terminal would act on. */
export function printable(text: string): string {
  return text.replace(/[\t\r\n\v\f\u0085\u2028\u2029]+/gu, " ").replace(UNSAFE, "");
}

const widthOfCharacter = (character: string): number => {
  if (character.length === 1 && character <= "~") return 1;
  if (COMBINING.test(character)) return 0;
  // A narrow guess would break a table or the line limit; a wide one only costs a blank.
  return WIDE.test(character) || character.length > 1 ? 2 : 1;
};

/** How many terminal columns the text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

const takeWidth = (characters: readonly string[], width: number): string => {
  let taken = "";
  let used = 0;
  let marks = 0;
  for (const character of characters) {
    const step = widthOfCharacter(character);
    // Marks have no width, so stacks of them are bounded by their number.
    marks = step === 0 ? marks + 1 : 0;
    if (marks > 3) continue;
    if (used + step > width) break;
    taken += character;
    used += step;
  }
  return taken;
};

/** Cleaned and at most `width` columns wide; what is too long loses its middle, so that both ends can still be told apart. */
export function clip(text: string, width: number): string {
  const safe = takeWidth([...clean(text.slice(0, 10_000))], Number.POSITIVE_INFINITY);
  if (widthOf(safe) <= width) return safe;
  if (width <= ELLIPSIS.length) return takeWidth([...safe], width);
  const tail = Math.floor((width - ELLIPSIS.length) / 2);
  const head = width - ELLIPSIS.length - tail;
  const backwards = takeWidth([...safe].reverse(), tail);
  return takeWidth([...safe], head) + ELLIPSIS + [...backwards].reverse().join("");
}

/** The text filled up with blanks on the right to `width` columns. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** The text filled up with blanks on the left to `width` columns. */
function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}

const splitLongWord = (word: string, width: number): string[] => {
  const pieces: string[] = [];
  let rest = [...word];
  while (rest.length > 0) {
    const piece = takeWidth(rest, width) || (rest[0] ?? "");
    pieces.push(piece);
    rest = rest.slice([...piece].length);
  }
  return pieces;
};

// A number and its percent sign stay together.
const GAP = / (?!%)/;

/**
 * Breaks a text into lines of at most `width` columns. Runs of several blanks inside the text are kept, so that columns
 * made by the caller survive on a line that fits.
 */
export function wrap(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(GAP).flatMap((word) => (widthOf(word) > width ? splitLongWord(word, width) : [word]))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    lines.push(line.trimEnd());
    line = word;
  }
  return [...lines, line.trimEnd()].filter((each) => each !== "");
}

const NARROW = 28;

/**
 * Lines of `text` behind a lead (`"  health   ! "`); the lines after the first are indented to the lead's width. A lead
 * that leaves too little room gets a line of its own.
 */
export function hanging(lead: string, text: string, columns: number): string[] {
  const room = columns - widthOf(lead);
  if (room < NARROW && widthOf(text) > room) return [lead.trimEnd(), ...hanging("      ", text, columns)];
  const indent = " ".repeat(widthOf(lead));
  return wrap(text, room).map((line, i) => (i === 0 ? lead : indent) + line);
}

const HUGE = 1e15;

/** `56.3`: one decimal, never "-0.0". */
export function oneDecimal(value: number): string {
  if (!Number.isFinite(value)) return "-";
  if (Math.abs(value) >= HUGE) return value.toExponential(1);
  const text = value.toFixed(1);
  return text === "-0.0" ? "0.0" : text;
}

/** `12.9 %`, or nothing to divide by: `-`. */
export function share(part: number, whole: number): string {
  return whole > 0 ? `${oneDecimal((100 * part) / whole)} %` : "-";
}

/** `1,234,567`. */
export function count(value: number): string {
  if (!Number.isFinite(value)) return "-";
  return Math.abs(value) >= HUGE ? value.toExponential(1) : value.toLocaleString("en-US");
}

/** `1 problem`, `2 problems`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** A table with left-aligned columns (`<`) and right-aligned ones (`>`), two blanks between them, no trailing blanks. */
export function table(rows: readonly (readonly string[])[], align: string): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
    });
  return rows.map((row) =>
    row
      .map((cell, i) => (align[i] === ">" ? padStart(cell, widths[i] ?? 0) : padEnd(cell, widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
