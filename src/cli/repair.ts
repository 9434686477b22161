// sieval repair DIR: a SiEval result dir after a crash, readable again for every tool.
import { statSync } from "node:fs";
import { InputError } from "../draw/input-error.ts";
import { renderRepairMarkdown, renderRepairText, unreadableSentences } from "../render/repair-text.ts";
import { repair } from "../run/repair.ts";
import type { CommonOptions, Outcome } from "./outcome.ts";
import type { AddVerb } from "./program.ts";

const HELP = `
Cuts torn records out of shards (they are kept in SHARD.torn) and rebuilds index files and
manifests. No verdict and no report changes. Nobody may be writing to the folder meanwhile.

Examples:
  sieval repair runs/aime --dry-run
  sieval repair runs/aime
`;

type RepairFlags = CommonOptions & { readonly dryRun?: boolean };

const repairFolder = async ([folder = ""]: readonly string[], { dryRun = false }: RepairFlags): Promise<Outcome> => {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new InputError("there is no such folder", { file: folder }, "Give a SiEval result dir.");
  }
  const result = repair(folder, { dryRun });
  return {
    data: result,
    warnings: unreadableSentences(result),
    text: (style) => renderRepairText(result, style),
    markdown: (style) => renderRepairMarkdown(result, style),
  };
};

/** Adds the verb to the program. */
export const addRepair: AddVerb = (verbOf) => {
  verbOf("repair", "mend a SiEval result dir after a crash: torn records, index files, manifests", repairFolder)
    .argument("<dir>", "a SiEval result dir")
    .option("--dry-run", "say what would be done and change nothing")
    .addHelpText("after", HELP);
};
