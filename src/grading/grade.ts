// Grades a prediction against a gold answer: equal keys, or a named leniency; "unknown" where the value cannot be held.
import { keyOf } from "./key.ts";
import { differenceOf, LENIENCIES, type Setting } from "./leniency.ts";
import { type Parsed, parseAnswer } from "./parse/parser.ts";
import { isScalar, type Node, shape } from "./parse/tree.ts";
import { prepare } from "./prepare.ts";
import { mayBeZero } from "./value/real.ts";
import { FUEL, isOpen, numberOf, type Tank, valuesAtPoints } from "./value/scalar.ts";

/** How a pair was decided, and every step that was taken on the way. */
export type Grade = {
  verdict: "equal" | "different" | "unknown";
  /** structural, rational, numeric, points, relation, set, text: what decided; "none" where nothing could. */
  rung: string;
  /** The leniencies that were needed, joined by " + ". */
  leniency?: string;
  reason?: string;
  gold_key: string | null;
  prediction_key: string | null;
  steps?: string[];
};

export type GradeOptions = {
  /** Names of leniencies (see LENIENCIES) that are switched off. */
  without?: readonly string[];
  /** Decimal places that a decimal prediction needs against an exact gold; six unless told. */
  decimalPlaces?: number;
  /** Record every step. */
  explain?: boolean;
};

type Outcome = { verdict: Grade["verdict"]; rung: string; leniencies: string[]; reason?: string };
type Session = Setting & { without: readonly string[]; steps: string[]; keys: Map<Node, string>; comparisons: number };

/**
 * Whether `prediction` is the answer `gold`.
 * @returns equal or different with the rung that decided; unknown, with a reason, where an answer is past a cap or its
 * value cannot be computed within the allowance of steps. Never throws; the same input gives the same result anywhere.
 */
export function grade(gold: string, prediction: string, options: GradeOptions = {}): Grade {
  const left = parseAnswer(gold);
  const right = parseAnswer(prediction);
  const session: Session = {
    decimalPlaces: options.decimalPlaces ?? 6,
    tank: { fuel: FUEL },
    without: options.without ?? [],
    steps: [],
    keys: new Map(),
    comparisons: 0,
  };
  if (!left.ok || !right.ok) return unreadable(left, right, session);
  const [a, b] = [prepare(left.tree), prepare(right.tree)];
  const outcome = compare(a, b, session, 0);
  if (left.note) session.steps.push(`gold: ${left.note}`);
  if (right.note) session.steps.push(`prediction: ${right.note}`);
  return {
    verdict: outcome.verdict,
    rung: outcome.rung,
    ...(outcome.leniencies.length > 0 ? { leniency: outcome.leniencies.join(" + ") } : {}),
    ...(outcome.reason ? { reason: outcome.reason } : {}),
    gold_key: cachedKey(a, session),
    prediction_key: cachedKey(b, session),
    ...(options.explain ? { steps: session.steps } : {}),
  };
}

function unreadable(left: Parsed, right: Parsed, session: Session): Grade {
  const reason = !left.ok ? `gold: ${left.reason}` : !right.ok ? `prediction: ${right.reason}` : "";
  const keyOfSide = (side: Parsed): string | null => (side.ok ? keyOf(prepare(side.tree), session.tank) : null);
  return { verdict: "unknown", rung: "none", reason, gold_key: keyOfSide(left), prediction_key: keyOfSide(right) };
}

function cachedKey(node: Node, session: Session): string {
  const known = session.keys.get(node);
  if (known !== undefined) return known;
  // Every key gets a full tank of its own, so that it does not depend on what was graded before it.
  const key = keyOf(node, { fuel: FUEL });
  session.keys.set(node, key);
  return key;
}

const EQUAL = (rung: string, leniencies: string[] = []): Outcome => ({ verdict: "equal", rung, leniencies });
const MAX_NESTING = 8;
const MAX_COMPARISONS = 400;

function compare(gold: Node, prediction: Node, session: Session, nesting: number): Outcome {
  session.comparisons += 1;
  if (session.comparisons > MAX_COMPARISONS)
    return { verdict: "unknown", rung: "none", leniencies: [], reason: "too many comparisons" };
  if (shape(gold) === shape(prediction))
    return noted(session, nesting, EQUAL(gold.kind === "text" ? "text" : "structural"));
  const goldKey = cachedKey(gold, session);
  const predictionKey = cachedKey(prediction, session);
  session.steps.push(`${"  ".repeat(nesting)}keys ${shorten(goldKey)} and ${shorten(predictionKey)}`);
  if (goldKey === predictionKey) return noted(session, nesting, EQUAL(rungOf(goldKey)));
  const isOne = goldKey === `{${predictionKey}}` || predictionKey === `{${goldKey}}`;
  if (isOne && !session.without.includes("single element")) {
    return noted(session, nesting, EQUAL(rungOf(goldKey), ["single element"]));
  }
  const exact = decideByDifference(gold, prediction, goldKey, predictionKey, session);
  if (exact?.verdict === "equal") return noted(session, nesting, exact);
  if (nesting < MAX_NESTING) {
    const lenient = byLeniency(gold, prediction, session, nesting) ?? byItems(gold, prediction, session, nesting);
    if (lenient) return lenient;
  }
  return noted(session, nesting, exact ?? { verdict: "different", rung: rungOf(goldKey), leniencies: [] });
}

function noted(session: Session, nesting: number, outcome: Outcome): Outcome {
  session.steps.push(`${"  ".repeat(nesting)}${outcome.verdict} (${outcome.rung})`);
  return outcome;
}

function shorten(key: string): string {
  return key.length > 80 ? `${key.slice(0, 77)}...` : key;
}

function rungOf(key: string): string {
  const tag = /^(?:u:[^:]*:)?([a-z]+):/.exec(key)?.[1] ?? "set";
  if (/^(?:eq|ne|gt|ge|in|e)$/.test(tag)) return "relation";
  const rungs: Record<string, string> = {
    q: "rational",
    ratio: "rational",
    c: "numeric",
    z: "numeric",
    s: "points",
    t: "text",
    written: "structural",
    m: "matrix",
  };
  return rungs[tag] ?? "set";
}

const isUnheld = (key: string): boolean => key.includes("written:");

// Keys differ, but one of them is only a written form, or digits against a fraction too tall to be recognised:
// the difference of the two is computed and must vanish at every precision.
function decideByDifference(
  gold: Node,
  prediction: Node,
  goldKey: string,
  predictionKey: string,
  session: Session,
): Outcome | null {
  const unread = [gold, prediction].some((node) => node.kind === "text" && node.unread);
  if (unread) return { verdict: "unknown", rung: "none", leniencies: [], reason: "an answer could not be read" };
  const unheld = isUnheld(goldKey) || isUnheld(predictionKey);
  const mixed = /^[cq]:/.test(goldKey) && /^[cq]:/.test(predictionKey) && goldKey[0] !== predictionKey[0];
  if (!unheld && !mixed) return null;
  const unknown: Outcome = {
    verdict: "unknown",
    rung: "none",
    leniencies: [],
    reason: "a value is too large or undefined",
  };
  if (!isScalar(gold) || !isScalar(prediction)) return unheld ? unknown : null;
  const vanishes = differenceVanishes(differenceOf(gold, prediction), session.tank);
  if (vanishes === null) return unheld ? unknown : null;
  return vanishes
    ? EQUAL(isOpen(gold) ? "points" : "numeric")
    : { verdict: "different", rung: "numeric", leniencies: [] };
}

function differenceVanishes(node: Node, tank: Tank): boolean | null {
  if (!isOpen(node)) {
    const found = numberOf(node, tank).value;
    return found ? mayBeZero(found.re) && mayBeZero(found.im) : null;
  }
  const defined = valuesAtPoints(node, tank).filter((value) => value !== null);
  if (defined.length < 2) return null;
  return defined.every((value) => mayBeZero(value.re) && mayBeZero(value.im));
}

function byLeniency(gold: Node, prediction: Node, session: Session, nesting: number): Outcome | null {
  for (const { name, apply } of LENIENCIES) {
    if (session.without.includes(name)) continue;
    const found = apply(gold, prediction, session);
    if (!found) continue;
    session.steps.push(`${"  ".repeat(nesting)}leniency: ${name}`);
    if (found === true) return noted(session, nesting, EQUAL(gold.kind === "text" ? "text" : "numeric", [name]));
    const inner = compare(prepare(found[0]), prepare(found[1]), session, nesting + 1);
    if (inner.verdict === "equal") return { ...inner, leniencies: [...new Set([name, ...inner.leniencies])] };
  }
  return null;
}

// --- element by element ---

type Group = Node & { kind: "set" | "list" | "tuple" };

const isGroup = (node: Node): node is Group => node.kind === "set" || node.kind === "list" || node.kind === "tuple";

function byItems(gold: Node, prediction: Node, session: Session, nesting: number): Outcome | null {
  if (gold.kind === "matrix" && prediction.kind === "matrix") return byCells(gold, prediction, session, nesting);
  if (gold.kind === "relation" && prediction.kind === "relation") return bySides(gold, prediction, session, nesting);
  if (gold.kind === "sets" && prediction.kind === "sets" && gold.operator === prediction.operator) {
    return inOrder(gold.parts, prediction.parts, session, nesting);
  }
  if (!isGroup(gold) || !isGroup(prediction)) return null;
  const isOrdered = gold.kind === "tuple";
  if (isOrdered && prediction.kind === "tuple" && !sameBrackets(gold, prediction)) return null;
  if (
    isOrdered &&
    prediction.kind !== "tuple" &&
    (session.without.includes("gold tuple, predicted set") || !isPlain(gold))
  )
    return null;
  if (
    !isOrdered &&
    prediction.kind === "tuple" &&
    (session.without.includes("gold tuple, predicted set") || !isPlain(prediction))
  )
    return null;
  const kinds = isOrdered !== (prediction.kind === "tuple") ? ["gold tuple, predicted set"] : [];
  const outcome = isOrdered
    ? inOrder(gold.items, prediction.items, session, nesting)
    : anyOrder(gold.items, prediction.items, session, nesting);
  return outcome ? { ...outcome, leniencies: [...new Set([...kinds, ...outcome.leniencies])] } : null;
}

function isPlain(node: Group): boolean {
  return node.kind !== "tuple" || (node.open === "(") === (node.close === ")");
}

// (1, 2) and [1, 2] are different intervals; vectors of three and more may be written either way.
function sameBrackets(gold: Group, prediction: Group): boolean {
  if (gold.kind !== "tuple" || prediction.kind !== "tuple") return true;
  return (
    (gold.open === prediction.open && gold.close === prediction.close) ||
    (gold.items.length > 2 && isPlain(gold) && isPlain(prediction))
  );
}

function inOrder(gold: Node[], prediction: Node[], session: Session, nesting: number): Outcome | null {
  if (gold.length !== prediction.length || gold.length > 100) return null;
  const leniencies: string[] = [];
  for (const [at, item] of gold.entries()) {
    const outcome = compare(item, prediction[at] as Node, session, nesting + 1);
    if (outcome.verdict !== "equal") return null;
    leniencies.push(...outcome.leniencies);
  }
  return EQUAL("set", [...new Set(leniencies)]);
}

// Each gold item takes the first prediction item, not yet taken, that is equal to it.
function anyOrder(goldItems: Node[], predictionItems: Node[], session: Session, nesting: number): Outcome | null {
  const gold = distinct(goldItems, session);
  const left = distinct(predictionItems, session);
  if (gold.length !== left.length || gold.length > 100) return null;
  const leniencies: string[] = [];
  for (const item of gold) {
    const same = left.findIndex((candidate) => cachedKey(candidate, session) === cachedKey(item, session));
    const at =
      same >= 0
        ? same
        : left.findIndex((candidate) => {
            const outcome = compare(item, candidate, session, nesting + 1);
            if (outcome.verdict === "equal") leniencies.push(...outcome.leniencies);
            return outcome.verdict === "equal";
          });
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return EQUAL("set", [...new Set(leniencies)]);
}

function distinct(items: Node[], session: Session): Node[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = cachedKey(item, session);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function byCells(
  gold: Node & { kind: "matrix" },
  prediction: Node & { kind: "matrix" },
  session: Session,
  nesting: number,
): Outcome | null {
  if (gold.rows.length !== prediction.rows.length) return null;
  const outcome = inOrder(gold.rows.flat(), prediction.rows.flat(), session, nesting);
  return outcome ? { ...outcome, rung: "matrix" } : null;
}

// x = 0.333333 against x = 1/3: the same label, and sides that a leniency makes equal.
function bySides(
  gold: Node & { kind: "relation" },
  prediction: Node & { kind: "relation" },
  session: Session,
  nesting: number,
): Outcome | null {
  if (gold.operators.join() !== prediction.operators.join()) return null;
  const outcome = inOrder(gold.operands, prediction.operands, session, nesting);
  return outcome ? { ...outcome, rung: "relation" } : null;
}
