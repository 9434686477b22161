// Parses a final or failed record, leaving its metadata, often half of the bytes, unparsed where only the version is needed.
import { indexOfKey, keyOf, lastIndexOfKey } from "./bytes.ts";
import { type Slice, textOf } from "./reader.ts";
import { add, asList, asObject, asText, type Counts, type JsonObject, parseLine, unbox } from "./values.ts";

export type StoredRecord = {
  readonly record: JsonObject;
  /** Versions that the record's metadata names. */
  readonly versions: readonly string[];
};

const STAGE_META = keyOf(',"stage_meta":');
const ERROR = keyOf(',"error_');
const VERSION = /\{"timestamp":[-+.\deE]+,"version":"([^"\\]+)"/g;
const BRACE = 125;

/**
 * Parses a record. Returns undefined and counts `unparsable_lines` when it is not JSON. `wholeMeta` keeps the metadata
 * in the record also where only its versions are needed.
 */
export function parseRecord(slice: Slice, wholeMeta: boolean, counts: Counts): StoredRecord | undefined {
  const quick = wholeMeta ? undefined : parseWithoutMeta(slice);
  if (quick !== undefined) return quick;
  const record = asObject(parseLine(textOf(slice.bytes, slice.start, slice.end), counts));
  if (record === undefined) add(counts, "unparsable_lines");
  return record === undefined ? undefined : { record, versions: versionsOf(record.stage_meta) };
}

/** `,"stage_meta":` cannot stand inside a JSON string; where it stands in an inner object, what is before it is not JSON. */
function parseWithoutMeta({ bytes, start, end }: Slice): StoredRecord | undefined {
  if (bytes[end - 1] !== BRACE) return undefined;
  const line = bytes.subarray(start, end);
  const meta = lastIndexOfKey(line, STAGE_META);
  if (meta === -1 || indexOfKey(line, ERROR, meta) !== -1) return undefined;
  const record = parseClosed(bytes, start, start + meta);
  if (record === undefined || record.stage !== "final" || !isComplete(record)) return undefined;
  return { record, versions: versionsIn(line.toString("latin1", meta)) };
}

/** Parses `bytes[start, end)` with a closing brace behind it, which is lent to the buffer: joining strings would copy them. */
function parseClosed(bytes: Buffer, start: number, end: number): JsonObject | undefined {
  const borrowed = bytes[end] ?? BRACE;
  bytes[end] = BRACE;
  try {
    return asObject(JSON.parse(textOf(bytes, start, end + 1)));
  } catch {
    return undefined;
  } finally {
    bytes[end] = borrowed;
  }
}

/**
 * Whether what comes before the metadata is all that a report needs: every stage's result, which another writer may have put
 * behind it, and the finish reasons beside the texts, which are else looked up in the metadata.
 */
function isComplete(record: JsonObject): boolean {
  if (!("feedback_result" in record && "postprocess_result" in record && "preprocess_result" in record)) return false;
  const output = asObject(unbox(record.infer_result));
  return asList(output?.finish_reasons) !== undefined;
}

function versionsIn(meta: string): string[] {
  const versions: string[] = [];
  for (const match of meta.matchAll(VERSION)) if (match[1] !== undefined) versions.push(match[1]);
  return versions;
}

function versionsOf(stageMeta: unknown): string[] {
  const versions: string[] = [];
  const stages = asObject(stageMeta);
  for (const stage in stages) {
    for (const execution of asList(stages[stage]) ?? []) {
      const version = asText(asObject(execution)?.version);
      if (version !== undefined) versions.push(version);
    }
  }
  return versions;
}
