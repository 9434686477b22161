// Sets of real numbers as sorted, disjoint intervals: what single-variable inequalities and unions are compared as.
import { add, mayBeZero, negate, type Real, signOf } from "./real.ts";

/** An end is a number, or minus or plus infinity. A point is an interval closed at two equal ends. */
export type End = Real | "-inf" | "inf";
export type Interval = { low: End; high: End; openLow: boolean; openHigh: boolean };
export type RealSet = Interval[];

export const EVERYTHING: RealSet = [{ low: "-inf", high: "inf", openLow: true, openHigh: true }];

/** The set holding one number. */
export function pointSet(value: Real): RealSet {
  return [{ low: value, high: value, openLow: false, openHigh: false }];
}

/** The order of two ends. */
export function compareEnds(left: End, right: End): number {
  if (left === right) return 0;
  if (left === "-inf" || right === "inf") return -1;
  if (left === "inf" || right === "-inf") return 1;
  const difference = add(left, negate(right), 1_400);
  return mayBeZero(difference) ? 0 : signOf(difference);
}

function isEmpty(interval: Interval): boolean {
  const order = compareEnds(interval.low, interval.high);
  return order > 0 || (order === 0 && (interval.openLow || interval.openHigh));
}

/** The same set in sorted, disjoint, merged intervals. */
export function merged(set: RealSet): RealSet {
  const sorted = set
    .filter((interval) => !isEmpty(interval))
    .sort((a, b) => compareEnds(a.low, b.low) || Number(a.openLow) - Number(b.openLow));
  const out: RealSet = [];
  for (const interval of sorted) {
    const last = out[out.length - 1];
    if (last && touches(last, interval)) out[out.length - 1] = joined(last, interval);
    else out.push({ ...interval });
  }
  return out;
}

function touches(left: Interval, right: Interval): boolean {
  const order = compareEnds(right.low, left.high);
  return order < 0 || (order === 0 && !(right.openLow && left.openHigh));
}

function joined(left: Interval, right: Interval): Interval {
  const order = compareEnds(left.high, right.high);
  const openHigh = order === 0 ? left.openHigh && right.openHigh : order > 0 ? left.openHigh : right.openHigh;
  return { ...left, high: order >= 0 ? left.high : right.high, openHigh };
}

/** The numbers in both sets. */
export function intersection(left: RealSet, right: RealSet): RealSet {
  const out: RealSet = [];
  for (const a of left) for (const b of right) out.push(overlap(a, b));
  return merged(out);
}

function overlap(a: Interval, b: Interval): Interval {
  const low = compareEnds(a.low, b.low);
  const high = compareEnds(a.high, b.high);
  return {
    low: low >= 0 ? a.low : b.low,
    openLow: low === 0 ? a.openLow || b.openLow : low > 0 ? a.openLow : b.openLow,
    high: high <= 0 ? a.high : b.high,
    openHigh: high === 0 ? a.openHigh || b.openHigh : high < 0 ? a.openHigh : b.openHigh,
  };
}

/** The real numbers not in the set. */
export function complement(set: RealSet): RealSet {
  let rest = EVERYTHING;
  for (const { low, high, openLow, openHigh } of set) {
    const below: Interval = { low: "-inf", high: low, openLow: true, openHigh: !openLow };
    const above: Interval = { low: high, high: "inf", openLow: !openHigh, openHigh: true };
    rest = intersection(
      rest,
      [low === "-inf" ? null : below, high === "inf" ? null : above].filter((part) => part !== null),
    );
  }
  return rest;
}

/** The set under x -> change(x), which must be strictly monotonic; `falls` says that it reverses the order. */
export function mapped(set: RealSet, change: (value: Real) => Real, falls: boolean): RealSet {
  const move = (end: End): End => {
    if (end !== "inf" && end !== "-inf") return change(end);
    return (end === "inf") === falls ? "-inf" : "inf";
  };
  return merged(
    set.map((part) =>
      falls
        ? { low: move(part.high), high: move(part.low), openLow: part.openHigh, openHigh: part.openLow }
        : { ...part, low: move(part.low), high: move(part.high) },
    ),
  );
}
