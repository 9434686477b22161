// The facts that a stored run depends on: which population a score is over, and which key it equals.
import { expect, test } from "vitest";
import { declarationOf, declarationOfClass } from "./declarations.ts";

test("competition math and code count a failed problem as wrong and score pass@1", () => {
  for (const name of ["aime_2025_0shot_gen", "imo_answer_bench_0shot_gen", "mbpp_kshot_base_gen"])
    expect(declarationOf(name)).toMatchObject({
      denominator_policy: "requested",
      score_key: "pass@1",
      headline: "pass@1",
    });
});

test.each([
  ["gsm8k_0shot_gen", "requested", "accuracy"],
  ["gsm8k_kshot_base_gen", "judged", "exact_match"],
  ["hendrycks_math_kshot_base_gen", "requested", "accuracy"],
  ["theoremqa_kshot_base_gen", "judged", "accuracy"],
  ["gpqa_diamond_0shot_gen", "judged", "score"],
  ["mmlu_0shot_gen", "judged", "score"],
  ["mmlu_pro_0shot_gen", "judged", "score"],
  ["openbookqa_kshot_gen", "judged", "accuracy"],
])("%s scores the first rollout of the %s problems as %s", (name, denominator_policy, score_key) => {
  expect(declarationOf(name)).toMatchObject({ denominator_policy, score_key, headline: "first_rollout" });
});

test("deterministic and partial-credit tasks are not sampled", () => {
  for (const name of ["mmlu_kshot_clp", "hellaswag_kshot_ppl", "ifeval_0shot_gen", "drop_kshot_gen"])
    expect(declarationOf(name)?.sampled).toBe(false);
});

test("a class names its task, also by a dotted path, and an unknown one names none", () => {
  expect(declarationOfClass("AIME2025ZeroShotGenTask")?.name).toBe("aime_2025_0shot_gen");
  expect(declarationOfClass("sieval.tasks.aime_2025_0shot_gen.AIME2025ZeroShotGenTask")?.name).toBe(
    "aime_2025_0shot_gen",
  );
  expect(declarationOfClass("sieval.tasks.mmlu_0shot_gen.SomeTask")?.name).toBe("mmlu_0shot_gen");
  expect(declarationOfClass("SomeTask")).toBeUndefined();
  expect(declarationOf("toString")).toBeUndefined();
});
