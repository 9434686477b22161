// Lettered answer options inside a prompt: read them, and recognise the same question with its options in another order.
import { createHash } from "node:crypto";
import { asList, asObject, asText, unbox } from "./values.ts";

export type LetteredQuestion = {
  /** The text before the options. */
  readonly stem: string;
  /** Option texts by letter: index 0 is A. White space is folded. */
  readonly options: readonly string[];
};

const OPTION = /^\s*\(?([A-Z])[).:]\s+(.*)$/;
const TRAILER = /^\s*Answer:?\s*$/;

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Returns the last block of options A, B, ... of a prompt and the text before it, or undefined when there is none. */
export function letteredQuestion(prompt: string): LetteredQuestion | undefined {
  const lines = prompt.split("\n");
  let block: { start: number; options: string[][] } = { start: -1, options: [] };
  let last: typeof block | undefined;
  lines.forEach((line, index) => {
    const match = OPTION.exec(line);
    const letter = match?.[1] === undefined ? -1 : match[1].charCodeAt(0) - 65;
    const text = match?.[2] ?? "";
    if (letter === 0) block = { start: index, options: [[text]] };
    else if (block.start !== -1 && letter === block.options.length) block.options.push([text]);
    else if (!TRAILER.test(line)) block.options.at(-1)?.push(line);
    if (block.options.length >= 2) last = block;
  });
  if (last === undefined) return undefined;
  return {
    stem: lines.slice(0, last.start).join("\n"),
    options: last.options.map((option) => fold(option.join("\n"))),
  };
}

/** Returns the index of the option that a single letter names, or undefined. */
export function letterIndex(prediction: unknown): number | undefined {
  if (typeof prediction !== "string" || !/^[A-Za-z]$/.test(prediction)) return undefined;
  return prediction.toUpperCase().charCodeAt(0) - 65;
}

/** Returns the text of a stored prompt: the last user message of a message list, a string as it is. */
export function questionOf(preprocess: unknown): string | undefined {
  const value = unbox(preprocess);
  if (typeof value === "string") return asText(value);
  const messages = asList(value);
  if (messages !== undefined) return lastUserText(messages);
  const object = asObject(value);
  const prompt = object?.prompt ?? object?.msg ?? object?.messages;
  if (typeof prompt === "string") return asText(prompt);
  return lastUserText(asList(prompt) ?? []);
}

function lastUserText(messages: readonly unknown[]): string | undefined {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = asObject(messages[index]);
    if (message?.role === "user") return contentText(message.content);
  }
  return undefined;
}

function contentText(content: unknown): string | undefined {
  if (typeof content === "string") return asText(content);
  const parts = (asList(content) ?? [])
    .map((part) => asText(asObject(part)?.text))
    .filter((text) => text !== undefined);
  return parts.length === 0 ? undefined : parts.join("\n");
}

/** Returns a key that is equal for two prompts with the same question, whatever the order of the options. */
export function questionKey(question: string): string {
  const lettered = letteredQuestion(question);
  const parts = lettered === undefined ? [question] : [lettered.stem, ...[...lettered.options].sort()];
  return createHash("sha1").update(JSON.stringify(parts)).digest("base64");
}
