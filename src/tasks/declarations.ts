// What the Python project's tasks declare about their reports: kind, denominator, score key and headline, by name.
import type { DenominatorPolicy, Headline, TaskDeclaration, TaskKind } from "../draw/run.ts";

function sampled(names: readonly string[], declared: Omit<TaskDeclaration, "name">): TaskDeclaration[] {
  return names.map((name) => ({ name, ...declared }));
}

function firstRollout(
  name: string,
  kind: TaskKind,
  denominator_policy: DenominatorPolicy,
  score_key: string,
): TaskDeclaration {
  return { name, kind, denominator_policy, score_key, headline: "first_rollout" };
}

const PASS_AT_1: { denominator_policy: DenominatorPolicy; score_key: string; headline: Headline } = {
  denominator_policy: "requested",
  score_key: "pass@1",
  headline: "pass@1",
};

const RULER = ["cwe", "fwe", "niah", "qa", "vt"].flatMap((part) => [
  `ruler_${part}_0shot_gen`,
  `ruler_${part}_0shot_base_gen`,
]);

/** The tasks whose declarations are known: the RFC's three waves, the code tasks, and the tasks it leaves out. */
const taskDeclarations: readonly TaskDeclaration[] = [
  ...sampled(
    [
      "aime_2024_0shot_gen",
      "aime_2025_0shot_gen",
      "aime_2026_0shot_gen",
      "hmmt_feb_2025_0shot_gen",
      "hmmt_feb_2026_0shot_gen",
      "hmmt_nov_2025_0shot_gen",
      "math_500_0shot_gen",
      "imo_answer_bench_0shot_gen",
    ],
    { kind: "math", ...PASS_AT_1 },
  ),
  firstRollout("gsm8k_0shot_gen", "math", "requested", "accuracy"),
  firstRollout("gsm8k_kshot_base_gen", "math", "judged", "exact_match"),
  firstRollout("hendrycks_math_kshot_base_gen", "math", "requested", "accuracy"),
  firstRollout("theoremqa_kshot_base_gen", "math", "judged", "accuracy"),
  firstRollout("gpqa_diamond_0shot_gen", "mcq", "judged", "score"),
  firstRollout("mmlu_0shot_gen", "mcq", "judged", "score"),
  firstRollout("mmlu_pro_0shot_gen", "mcq", "judged", "score"),
  firstRollout("openbookqa_kshot_gen", "mcq", "judged", "accuracy"),
  ...sampled(
    [
      "human_eval_0shot_gen",
      "human_eval_0shot_base_gen",
      "mbpp_kshot_base_gen",
      "livecodebench_code_generation_0shot_gen",
      "livecodebench_code_generation_kshot_base_gen",
    ],
    { kind: "code", ...PASS_AT_1 },
  ),
  // Scored by steps and sub-problems, without n and k.
  { name: "scicode_0shot_gen", kind: "code", sampled: false },
  // Deterministic scoring of candidates: every draw would repeat the first.
  ...sampled(["mmlu_kshot_clp", "cmmlu_kshot_clp", "c_eval_kshot_clp", "hellaswag_kshot_ppl"], {
    kind: "mcq",
    sampled: false,
  }),
  { name: "mmmlu_kshot_clp", kind: "mcq", denominator_policy: "judged", sampled: false },
  // A rate per instruction, or partial credit: not a yes or no per rollout.
  ...sampled(["ifeval_0shot_gen", "ifbench_0shot_gen", ...RULER], { kind: "text", sampled: false }),
  { name: "drop_kshot_gen", kind: "text", denominator_policy: "judged", sampled: false },
  // Judged free text: a verdict per rollout, but nothing to vote on.
  ...sampled(["hle_0shot_gen", "simpleqa_verified_0shot_gen", "browsecomp_0shot_gen", "aa_lcr_0shot_gen"], {
    kind: "text",
  }),
];

/** The Python project's class names, by which its configurations name a task. */
const CLASS_NAMES: ReadonlyMap<string, string> = new Map([
  ["AALCRZeroShotGenTask", "aa_lcr_0shot_gen"],
  ["AIME2024ZeroShotGenTask", "aime_2024_0shot_gen"],
  ["AIME2025ZeroShotGenTask", "aime_2025_0shot_gen"],
  ["AIME2026ZeroShotGenTask", "aime_2026_0shot_gen"],
  ["BrowseCompZeroShotGenTask", "browsecomp_0shot_gen"],
  ["CEvalFewShotCLPTask", "c_eval_kshot_clp"],
  ["CMMLUFewShotClpTask", "cmmlu_kshot_clp"],
  ["DROPFewShotGenTask", "drop_kshot_gen"],
  ["GPQADiamondZeroShotGenTask", "gpqa_diamond_0shot_gen"],
  ["GSM8KZeroShotGenTask", "gsm8k_0shot_gen"],
  ["GSM8KFewShotBaseGenTask", "gsm8k_kshot_base_gen"],
  ["HellaSwagFewShotPPLTask", "hellaswag_kshot_ppl"],
  ["HendrycksMathFewShotBaseGenTask", "hendrycks_math_kshot_base_gen"],
  ["HLEZeroShotGenTask", "hle_0shot_gen"],
  ["HMMTFeb2025ZeroShotGenTask", "hmmt_feb_2025_0shot_gen"],
  ["HMMTFeb2026ZeroShotGenTask", "hmmt_feb_2026_0shot_gen"],
  ["HMMTNov2025ZeroShotGenTask", "hmmt_nov_2025_0shot_gen"],
  ["HumanEvalZeroShotBaseGenTask", "human_eval_0shot_base_gen"],
  ["HumanEvalZeroShotGenTask", "human_eval_0shot_gen"],
  ["IFBenchZeroShotGenTask", "ifbench_0shot_gen"],
  ["IFEvalZeroShotGenTask", "ifeval_0shot_gen"],
  ["IMOAnswerBenchZeroShotGenTask", "imo_answer_bench_0shot_gen"],
  ["LiveCodeBenchCodeGenerationZeroShotGenTask", "livecodebench_code_generation_0shot_gen"],
  ["LiveCodeBenchCodeGenerationFewShotBaseGenTask", "livecodebench_code_generation_kshot_base_gen"],
  ["MATH500ZeroShotGenTask", "math_500_0shot_gen"],
  ["MBPPFewShotBaseGenTask", "mbpp_kshot_base_gen"],
  ["MMLUZeroShotGenTask", "mmlu_0shot_gen"],
  ["MMLUFewShotCLPTask", "mmlu_kshot_clp"],
  ["MMLUProZeroShotGenTask", "mmlu_pro_0shot_gen"],
  ["MMMLUKShotClpTask", "mmmlu_kshot_clp"],
  ["OpenBookQAFewShotGenTask", "openbookqa_kshot_gen"],
  ["SciCodeZeroShotGenTask", "scicode_0shot_gen"],
  ["SimpleQAVerifiedZeroShotGenTask", "simpleqa_verified_0shot_gen"],
  ["TheoremQAKShotBaseGenTask", "theoremqa_kshot_base_gen"],
]);

const byName: ReadonlyMap<string, TaskDeclaration> = new Map(taskDeclarations.map((task) => [task.name, task]));

/** Returns what the task of this registered name declares, or undefined when the name is not known. */
export function declarationOf(name: string): TaskDeclaration | undefined {
  return byName.get(name);
}

/**
 * Returns what the task of this Python class declares, or undefined when it is not known. A full dotted path counts by its
 * class, else by its module, which the Python project names after the task (`sieval.tasks.mmlu_0shot_gen.SomeClass`).
 */
export function declarationOfClass(className: string): TaskDeclaration | undefined {
  const parts = className.split(".");
  const name = CLASS_NAMES.get(parts.at(-1) ?? "") ?? parts.at(-2);
  return name === undefined ? undefined : byName.get(name);
}
