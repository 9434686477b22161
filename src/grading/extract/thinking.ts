// Takes a model's visible thinking out of its answer.
import { lowerInPlace } from "./characters.ts";

const TAGS = [
  { tag: "<think>", opens: true },
  { tag: "</think>", opens: false },
  { tag: "<thinking>", opens: true },
  { tag: "</thinking>", opens: false },
] as const;

/** The answer without its thinking; `unclosed` when the text ends while the model still thinks. */
export type Thinking = { text: string; unclosed: boolean };

/**
 * Drops every `<think>` block. A closing tag without an opening one drops all that came before it, because chat
 * templates put the opening tag into the prompt.
 */
export function stripThinking(text: string): Thinking {
  const lower = lowerInPlace(text);
  let kept: string[] = [];
  let from = 0;
  let inside = false;
  for (let at = lower.indexOf("<"); at >= 0; at = lower.indexOf("<", at + 1)) {
    const tag = TAGS.find((candidate) => lower.startsWith(candidate.tag, at));
    if (tag === undefined) continue;
    if (tag.opens && !inside) kept.push(text.slice(from, at));
    if (!tag.opens && !inside) kept = [];
    inside = tag.opens;
    from = at + tag.tag.length;
  }
  if (!inside) kept.push(text.slice(from));
  return { text: kept.join(""), unclosed: inside };
}
