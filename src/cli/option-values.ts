// Turns the text behind an option into its value, or says what is wrong with it. Commander adds the option's name.
import { InvalidArgumentError } from "commander";
import { parseTau } from "../metrics/index.ts";
import type { ColumnMap } from "../sources/source.ts";

const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

const parts = (text: string): string[] => text.split(",").map((part) => part.trim());

/** A whole number of at least 1. */
export function positiveInteger(text: string): number {
  const value = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(value >= 1)) throw new InvalidArgumentError("It must be a whole number of at least 1.");
  return value;
}

/** Any number, in range or not: the estimators say what is wrong with it. */
export function numeric(text: string): number {
  if (!/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text)) throw new InvalidArgumentError("It must be a number.");
  return Number(text);
}

/** `1,2,4`: any numbers. */
export function numericList(text: string): number[] {
  return parts(text).map(numeric);
}

/** `1,2,4,8`: whole numbers of at least 1. */
export function positiveIntegers(text: string): number[] {
  return parts(text).map(positiveInteger);
}

/** `0.5,3/4`: shares in (0, 1], kept as they were written, because they are read as exact fractions. */
export function tauList(text: string): string[] {
  const taus = parts(text);
  for (const tau of taus) {
    try {
      parseTau(tau);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
    }
  }
  return taus;
}

/** `64MB`, `10k`, `1048576`: bytes; k, M and G are powers of 1024. */
export function byteSize(text: string): number {
  const [, digits = "", unit = ""] = /^(\d{1,12}(?:\.\d{1,6})?)\s*([kmg]?)i?b?$/i.exec(text.trim()) ?? [];
  const bytes = digits === "" ? Number.NaN : Math.floor(Number(digits) * (UNITS[unit.toLowerCase()] ?? Number.NaN));
  if (!(bytes >= 1)) throw new InvalidArgumentError("It must be a size such as 64MB, 10k or 1048576.");
  return bytes;
}

/** Adds `field=column,...` to the pairs of earlier uses of the option. */
export function columnMap(text: string, earlier: ColumnMap | undefined): ColumnMap {
  const pairs = parts(text).map((part): [string, string] => {
    const at = part.indexOf("=");
    const [field, column] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at < 1 || field === "" || column === "") {
      throw new InvalidArgumentError("It must be pairs such as gold=answer,problem=question_id.");
    }
    return [field, column];
  });
  return Object.fromEntries([...Object.entries(earlier ?? {}), ...pairs]);
}
