// Reads what the model gave: texts, finish reasons, usage, the number asked for, the model's name.
import { asInteger, asList, asObject, asText, type JsonObject, unbox } from "./values.ts";

export type Answers = {
  /** By rollout index, as stored: whatever is not a string says nothing. */
  readonly texts: readonly unknown[];
  /** By rollout index, as stored: whatever is not a string, or empty, says nothing. */
  readonly finishes: readonly unknown[];
  readonly usages: readonly (Usage | undefined)[];
  readonly seeds: readonly (number | undefined)[];
  /** Rollouts asked for; undefined where the record does not say. */
  readonly requested?: number;
  readonly model?: string;
};

type Usage = { input_tokens?: number; output_tokens?: number };

const TRUNCATED = new Set(["length", "max_tokens", "content_filter"]);

/** Reads an infer result and the metadata of its calls. Never throws. */
export function readAnswers(infer: unknown, stageMeta: unknown): Answers {
  const outputs = outputsOf(infer);
  const calls = lastCalls(stageMeta);
  const texts = joinTexts(outputs);
  const perRollout = outputs.length === 1 && isCallPerRollout(calls, texts.length) ? calls : undefined;
  const requested = requestedOf(outputs);
  const model = outputs.map((output) => asText(asObject(output.model)?.model)).find((name) => name !== undefined);
  return {
    texts,
    finishes: finishesOf(outputs, calls, perRollout),
    usages: perRollout?.map((call) => usageOf(call.usage)) ?? singleUsage(outputs, texts.length),
    seeds: perRollout?.map((call) => asInteger(asObject(call.request_params)?.seed)) ?? [],
    ...(requested === undefined ? {} : { requested }),
    ...(model === undefined ? {} : { model }),
  };
}

function outputsOf(infer: unknown): JsonObject[] {
  const value = unbox(infer);
  const list = asList(value) ?? [value];
  return list.map((item) => asObject(unbox(item))).filter((output) => output !== undefined);
}

function lastCalls(stageMeta: unknown): JsonObject[] {
  const executions = asList(asObject(stageMeta)?.inferred);
  const calls = asList(asObject(executions?.at(-1))?.model_calls) ?? [];
  return calls.map(asObject).filter((call) => call !== undefined);
}

/** A task of several calls gives its rollout the texts of all of them. */
function joinTexts(outputs: readonly JsonObject[]): readonly unknown[] {
  const lists = outputs.map((output) => asList(output.texts) ?? []);
  const [only] = lists;
  if (lists.length === 1 && only !== undefined)
    return only.map((text) => (typeof text === "string" ? text : undefined));
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, index) => {
    const texts = lists.map((list) => list[index]).filter((text) => typeof text === "string");
    return texts.length === 0 ? undefined : texts.join("\n\n");
  });
}

/** Whether each rollout was a request of its own, so that what a call reports is about one rollout. */
function isCallPerRollout(calls: readonly JsonObject[], rollouts: number): boolean {
  if (rollouts < 2 || calls.length !== rollouts) return false;
  return calls.every((call) => {
    const { n } = asObject(call.request_params) ?? {};
    return (n === undefined || n === 1) && (asList(call.finish_reasons)?.length ?? 1) === 1;
  });
}

function finishesOf(
  outputs: readonly JsonObject[],
  calls: readonly JsonObject[],
  perRollout: readonly JsonObject[] | undefined,
): readonly unknown[] {
  const stored = outputs.map((output) => asList(output.finish_reasons)).filter((list) => list !== undefined);
  if (stored.length > 0) return mergeFinishes(stored);
  if (perRollout !== undefined) return perRollout.map((call) => asText(asList(call.finish_reasons)?.[0]));
  return mergeFinishes(calls.map((call) => asList(call.finish_reasons) ?? []));
}

/** A rollout of several calls was cut off when any of them was. */
function mergeFinishes(lists: readonly (readonly unknown[])[]): readonly unknown[] {
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return only;
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, index) => {
    const reasons = lists.map((list) => asText(list[index])).filter((reason) => reason !== undefined);
    return reasons.find((reason) => TRUNCATED.has(reason)) ?? reasons.at(-1);
  });
}

/** Usage is stored per call: it is a rollout's own only where the call had one. */
function singleUsage(outputs: readonly JsonObject[], rollouts: number): (Usage | undefined)[] {
  return outputs.length === 1 && rollouts === 1 ? [usageOf(outputs[0]?.usage)] : [];
}

function usageOf(value: unknown): Usage | undefined {
  const usage = asObject(value);
  const input = asInteger(usage?.input_tokens);
  const output = asInteger(usage?.output_tokens);
  if (input === undefined && output === undefined) return undefined;
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  };
}

/** The parameters that were sent: `n` is left out when it is 1. */
function requestedOf(outputs: readonly JsonObject[]): number | undefined {
  const asked = outputs.map((output) => asObject(output.request_params)).filter((params) => params !== undefined);
  if (asked.length === 0) return undefined;
  return asked.reduce((most, params) => Math.max(most, asInteger(params.n) ?? 1), 1);
}
