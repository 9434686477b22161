// Reads verdicts and predictions out of stage results, whichever version of the Python project wrote them.
import type { Json } from "../../draw/draw.ts";
import { add, asInteger, asList, asObject, asText, type Counts, type JsonObject, plainJson, unbox } from "./values.ts";

/** The facts a feedback result gives about one rollout. */
export type Verdict = {
  readonly index: number;
  /** null when it is there but cannot be read. */
  readonly correct: boolean | null;
  readonly metrics: Metrics | undefined;
};

type Metrics = Record<string, number | boolean>;

/** How a feedback result was stored: one record for all rollouts (0.8+), a list, or a single verdict (0.5 to 0.7). */
export type VerdictShape = "protocol" | "list" | "single" | "none";

export type Verdicts = {
  readonly shape: VerdictShape;
  readonly items: readonly Verdict[];
  readonly gold?: Json;
  readonly category?: string;
  /** What a legacy feedback repeats of the prediction, where there is no postprocess result. */
  readonly prediction?: Json;
  /** Whether an evaluator of programs wrote messages. */
  readonly program: boolean;
};

const NONE: Verdicts = { shape: "none", items: [], program: false };

/** Reads a feedback result. Never throws; an unreadable verdict is null and counted `unreadable_verdicts`. */
export function readVerdicts(feedback: unknown, counts: Counts): Verdicts {
  const value = unbox(feedback);
  const list = asList(value);
  if (list !== undefined) return legacyList(list, counts);
  const object = asObject(value);
  if (object === undefined) return NONE;
  const rollouts = asList(object.rollouts);
  if (rollouts !== undefined) return protocol(object, rollouts, counts);
  return "correct" in object ? legacySingle(object, counts) : NONE;
}

function correctness(element: JsonObject | undefined, counts: Counts): boolean | null {
  const { correct } = element ?? {};
  if (typeof correct === "boolean") return correct;
  if (correct === 0 || correct === 1) return correct === 1;
  add(counts, "unreadable_verdicts");
  return null;
}

function protocol(record: JsonObject, rollouts: readonly unknown[], counts: Counts): Verdicts {
  const elements = rollouts.map(asObject);
  const indices = indicesOf(elements);
  const items = elements.map((element, position) => ({
    index: indices?.[position] ?? position,
    correct: correctness(element, counts),
    metrics: metricsOf(element, anySaysTimeout(asObject(element?.extra))),
  }));
  return {
    shape: "protocol",
    items,
    program: elements.some((element) => typeof asObject(element?.extra)?.msg === "string"),
    ...("reference" in record ? { gold: plainJson(record.reference) } : {}),
    ...categoryOf(asObject(record.extra)),
  };
}

function legacyList(list: readonly unknown[], counts: Counts): Verdicts {
  const elements = list.map(asObject);
  const [first] = elements;
  const items = elements.map((element, index) => ({
    index,
    correct: correctness(element, counts),
    metrics: metricsOf(element, saysTimeout(element?.msg)),
  }));
  return {
    shape: "list",
    items,
    program: elements.some((element) => typeof element?.msg === "string"),
    ...(first !== undefined && "answer" in first ? { gold: plainJson(first.answer) } : {}),
    ...categoryOf(first),
  };
}

function legacySingle(object: JsonObject, counts: Counts): Verdicts {
  const prediction = object.prediction ?? object.pred;
  return {
    shape: "single",
    items: [{ index: 0, correct: correctness(object, counts), metrics: metricsOf(object, saysTimeout(object.msg)) }],
    program: typeof object.msg === "string",
    ...("answer" in object ? { gold: plainJson(object.answer) } : {}),
    ...(prediction === undefined ? {} : { prediction: legacy(prediction) }),
    ...categoryOf(object),
  };
}

function categoryOf(object: JsonObject | undefined): { category?: string } {
  const category = asText(object?.category);
  return category === undefined ? {} : { category };
}

/** Secondary verdicts, and whether the evaluator of a program ran out of time. */
function metricsOf(element: JsonObject | undefined, isTimeout: boolean): Metrics | undefined {
  let metrics: Metrics | undefined;
  const stored = asObject(element?.metrics);
  for (const key in stored) {
    const value = stored[key];
    if (typeof value !== "boolean" && !Number.isFinite(value)) continue;
    metrics ??= {};
    metrics[key] = value as number | boolean;
  }
  const flexible = element?.flexible_correct;
  if (typeof flexible === "boolean") metrics = { ...metrics, flexible_exact_match: flexible };
  if (isTimeout) metrics = { ...metrics, timeout: true };
  return metrics;
}

function saysTimeout(message: unknown): boolean {
  return typeof message === "string" && message.includes("timeout");
}

function anySaysTimeout(messages: JsonObject | undefined): boolean {
  for (const key in messages) if (saysTimeout(messages[key])) return true;
  return false;
}

/** Stored rollout indices, where all are there, different and not merely the positions. */
function indicesOf(elements: readonly (JsonObject | undefined)[]): readonly number[] | undefined {
  if (elements.every((element, position) => element?.index === position)) return undefined;
  const stored = elements.map((element) => asInteger(element?.index) ?? -1);
  return stored.every((index) => index >= 0) && new Set(stored).size === stored.length ? stored : undefined;
}

/** Predictions by rollout index: null where nothing was extracted, undefined where there is no such rollout. */
export type Predictions = { readonly size: number; readonly at: (index: number) => Json | undefined };

/**
 * Reads a postprocess result beside the verdicts it belongs to. Returns undefined when the predictions are not known:
 * another shape, or another number than there are verdicts (counted `unpaired_predictions`).
 */
export function readPredictions(postprocess: unknown, verdicts: Verdicts, counts: Counts): Predictions | undefined {
  const predictions = predictionsOf(unbox(postprocess), verdicts);
  if (predictions === undefined) return undefined;
  if (verdicts.shape === "none" || predictions.size === verdicts.items.length) return predictions;
  add(counts, "unpaired_predictions");
  return undefined;
}

function predictionsOf(value: unknown, verdicts: Verdicts): Predictions | undefined {
  const isSingle = verdicts.shape === "single";
  // An absent key is a stored None: the single-answer tasks of 0.5 to 0.7 extracted nothing.
  if (value === undefined || value === null) return isSingle ? byPosition([verdicts.prediction ?? null]) : undefined;
  const list = asList(value);
  if (list !== undefined) return byPosition(isSingle ? [list.length === 0 ? null : plainJson(list)] : list.map(legacy));
  const object = asObject(value);
  if (object === undefined) return byPosition([legacy(value)]);
  const rollouts = asList(object.rollouts);
  if (rollouts !== undefined && !("n_rollouts" in object)) return protocolPredictions(rollouts);
  if ("answer" in object || "extraction_method" in object) return byPosition([legacy(object.answer ?? null)]);
  return undefined;
}

function protocolPredictions(rollouts: readonly unknown[]): Predictions {
  const elements = rollouts.map(asObject);
  const indices = indicesOf(elements);
  const predictions = elements.map((element) => {
    const isExtracted = element?.extracted !== false && element?.prediction !== undefined;
    return isExtracted ? plainJson(element?.prediction) : null;
  });
  if (indices === undefined) return byPosition(predictions);
  const byIndex = new Map(indices.map((index, position) => [index, predictions[position] ?? null]));
  return { size: byIndex.size, at: (index) => byIndex.get(index) };
}

function byPosition(predictions: readonly Json[]): Predictions {
  return { size: predictions.length, at: (index) => predictions[index] };
}

/** Up to 0.7 the empty string says that nothing was extracted. */
function legacy(prediction: unknown): Json {
  return prediction === "" ? null : plainJson(prediction);
}
