// What a vote does to every rollout alike before keys are compared: label, unit and percent mark are dropped.

import { withoutUnit } from "./leniency.ts";
import { parseAnswer } from "./parse/parser.ts";
import { type Node, readable } from "./parse/tree.ts";
import { assigned, prepare } from "./prepare.ts";

/**
 * `x = 5` becomes `5`, `f(x) = 2x` becomes `2*x`, `x \in S` becomes S, also in every item of a list.
 * @returns the answer without its labels, in readable plain text; the answer as it is where there is none
 */
export function dropAssignmentLabel(answer: string): string {
  return rewritten(answer, withoutLabel);
}

/**
 * What a vote compares: the assignment label, the unit and the percent mark dropped.
 * @returns the answer that is left, in readable plain text; the answer as it is where nothing was to be dropped
 */
export function voteNormal(answer: string): string {
  return rewritten(answer, (tree) => bare(withoutLabel(tree)));
}

function rewritten(answer: string, change: (tree: Node) => Node): string {
  if (/^-?\d{1,15}$/.test(answer)) return answer;
  const parsed = parseAnswer(answer);
  if (!parsed.ok) return answer;
  const tree = prepare(parsed.tree);
  const next = change(tree);
  return next === tree ? answer : readable(next);
}

function eachItem(node: Node, change: (item: Node) => Node): Node {
  if (node.kind !== "list" && node.kind !== "set") return change(node);
  const items = node.items.map((item) => change(item));
  return items.some((item, at) => item !== node.items[at]) ? { ...node, items } : node;
}

function withoutLabel(tree: Node): Node {
  return eachItem(tree, (item) => assigned(item) ?? item);
}

function bare(tree: Node): Node {
  return eachItem(tree, (item) => {
    if (item.kind === "percent") return item.value;
    const found = withoutUnit(item);
    return found ? bare(found.value) : item;
  });
}
