// Parses JSON as harnesses write it: strict, but Python's NaN and Infinity are read as null and counted.
import type { Json } from "../draw/draw.ts";

/** A parsed value and how many non-finite literals it held, or why it is not JSON. */
export type Parsed =
  | { readonly ok: true; readonly value: Json; readonly nonFinite: number }
  | { readonly ok: false; readonly reason: string };

/** Returns the value in a text, or why it has none. Never throws. */
export function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as Json, nonFinite: 0 };
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    if (!text.includes("NaN") && !text.includes("Infinity")) return { ok: false, reason };
    return parseReplaced(text, reason);
  }
}

function parseReplaced(text: string, reason: string): Parsed {
  const replaced = withoutNonFinite(text);
  try {
    return { ok: true, value: JSON.parse(replaced.text) as Json, nonFinite: replaced.count };
  } catch {
    return { ok: false, reason };
  }
}

/** Returns the text with NaN, Infinity and -Infinity outside strings replaced by null, and how many there were. */
function withoutNonFinite(text: string): { readonly text: string; readonly count: number } {
  const pieces: string[] = [];
  let count = 0;
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const outside = text.slice(at, quote === -1 ? text.length : quote);
    pieces.push(
      outside.replace(/-?\bInfinity\b|\bNaN\b/g, () => {
        count += 1;
        return "null";
      }),
    );
    if (quote === -1) break;
    at = endOfString(text, quote);
    pieces.push(text.slice(quote, at));
  }
  return { text: pieces.join(""), count };
}

/** Returns the index after the string that starts at `quote`. */
function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === 34) return at + 1;
  }
  return text.length;
}
