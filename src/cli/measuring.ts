// What `report` and `recompute` share: the options of a measurement, and measuring several paths one after the other.
import { Option } from "commander";
import { InputError, UsageError } from "../draw/input-error.ts";
import { present } from "../draw/present.ts";
import type { ReportRow } from "../draw/report.ts";
import type { DenominatorPolicy } from "../draw/run.ts";
import { type Measurement, type MeasureOptions, measure } from "../scale/measure.ts";
import { type ColumnMap, DEFAULT_MAX_LINE } from "../sources/source.ts";
import { byteSize, positiveInteger, positiveIntegers, tauList } from "./option-values.ts";
import type { CommonOptions } from "./outcome.ts";
import type { Verb } from "./verb.ts";

export type MeasuringFlags = CommonOptions & {
  readonly k?: readonly number[];
  readonly tau?: readonly string[];
  readonly task?: string;
  readonly format?: string;
  readonly map?: ColumnMap;
  readonly maxLine?: number;
  readonly policy?: DenominatorPolicy;
  readonly threads?: number;
};

/** Adds the options that steer a measurement. */
export function addMeasuringOptions(verb: Verb): Verb {
  const policy = new Option("--policy <policy>", "what a failed problem is, where the task does not declare it");
  return verb
    .option("--k <list>", "the k of pass@k and pass^k, e.g. 1,2,4,8 (default: powers of two and n)", positiveIntegers)
    .option("--tau <list>", "the shares of G-Pass@k, e.g. 0.5,3/4 (default: 0.5,0.75)", tauList)
    .option("--task <name>", "the task, where the data does not name it")
    .addOption(policy.choices(["requested", "judged"]))
    .option("--max-line <bytes>", "skip longer lines, e.g. 10k or 1G (default: 64MB)", byteSize)
    .option("--threads <n>", "worker threads (default: chosen by the machine)", positiveInteger);
}

const measureOptions = ({ k, tau, task, format, map, maxLine, policy, threads }: MeasuringFlags): MeasureOptions => ({
  maxLine: maxLine ?? DEFAULT_MAX_LINE,
  ...present({ ks: k, taus: tau, task, format, map, policy, threads }),
});

/** The error with the path it is about, where it does not name a file itself. */
const located = (error: unknown, file: string): unknown => {
  if (!(error instanceof InputError) || error.place.file !== undefined) return error;
  const { message, remedy } = error;
  const place = { ...error.place, file };
  return error instanceof UsageError ? new UsageError(message, place, remedy) : new InputError(message, place, remedy);
};

/** Measures every path. One that fails does not stop the others; a single path that fails is the command's error. */
export async function measureAll(
  paths: readonly string[],
  flags: MeasuringFlags,
): Promise<{ measurements: Measurement[]; errors: unknown[] }> {
  const measurements: Measurement[] = [];
  const errors: unknown[] = [];
  for (const path of paths) {
    try {
      const onFailure = (error: InputError): void => void errors.push(located(error, path));
      measurements.push(...(await measure(path, { ...measureOptions(flags), onFailure })));
    } catch (error) {
      if (paths.length === 1) throw located(error, path);
      errors.push(located(error, path));
    }
  }
  return { measurements, errors };
}

/** A measurement as a row of the `reports` list. */
export function reportRow({ run, loss, report }: Measurement): ReportRow {
  return {
    source: run.source,
    ...present({ run: run.name }),
    format: run.format,
    task: run.task.name,
    ...present({ model: run.model }),
    report,
    loss: { unknown: [...loss.unknown], counts: { ...loss.counts }, notes: [...loss.notes] },
  };
}
