// The table of rules a task chooses from by name.
import { choice } from "../choice/choice.ts";
import { general } from "../extract/general.ts";
import type { Rule } from "../extract/types.ts";
import { deepseekMath, minervaMath } from "./deepseek-math.ts";
import { faithfulCotAqua, faithfulCotAquaChat } from "./faithful-cot-aqua.ts";
import { gsm8kAnswerLine, gsm8kFlexible, gsm8kStrict } from "./gsm8k.ts";
import { imoAnswerBench, matharena } from "./matharena.ts";
import { mmluMultilingual } from "./mmlu-multilingual.ts";
import { mmluPro, mmluProUpper } from "./mmlu-pro.ts";
import { opencompassFirstOption } from "./opencompass-first-option.ts";
import { simpleEvalsMath } from "./simple-evals-math.ts";
import { simpleEvalsMcq, simpleEvalsMcqUpper } from "./simple-evals-mcq.ts";
import { theoremqa } from "./theoremqa.ts";

/** Every rule by its name: two of this project, the others as benchmarks published them. */
export const rules = {
  general,
  choice,
  simple_evals_math: simpleEvalsMath,
  simple_evals_mcq: simpleEvalsMcq,
  simple_evals_mcq_upper: simpleEvalsMcqUpper,
  mmlu_multilingual: mmluMultilingual,
  mmlu_pro: mmluPro,
  mmlu_pro_upper: mmluProUpper,
  matharena,
  imo_answer_bench: imoAnswerBench,
  deepseek_math: deepseekMath,
  minerva_math: minervaMath,
  gsm8k_strict: gsm8kStrict,
  gsm8k_flexible: gsm8kFlexible,
  gsm8k_answer_line: gsm8kAnswerLine,
  theoremqa,
  opencompass_first_option: opencompassFirstOption,
  faithful_cot_aqua: faithfulCotAqua,
  faithful_cot_aqua_chat: faithfulCotAquaChat,
} satisfies Record<string, Rule>;

/** The name of a rule. */
export type RuleName = keyof typeof rules;

/** The names of all rules. */
export const ruleNames = Object.keys(rules) as RuleName[];

/** Tells whether a string is the name of a rule. */
export function isRuleName(name: string): name is RuleName {
  return Object.hasOwn(rules, name);
}
