// The shapes of extraction: what a rule takes, what it gives back.

/** What a rule found in an answer. `rule` names the pattern that fired; `reason` says why nothing was found. */
export type Extraction = { prediction: string | string[] | null; rule: string; reason?: string };

/** What is known about the question an answer belongs to. */
export type ExtractOptions = {
  /** Texts of the options in the order of their letters. Given without a rule, the answer is a multiple choice. */
  choices?: readonly string[];
  /** Letters that may be chosen; by default as many as there are choices, otherwise A to J. */
  letters?: string;
  /** The gold is a list: adjacent boxes are one answer and the prediction is an array. */
  list?: boolean;
  /** The question, where a published rule looks at it. */
  question?: string;
  /** Leave `<think>` blocks in the text, for numbers that were published that way. */
  keepThinking?: boolean;
};

/** One way of finding the answer in what a model wrote. */
export type Rule = (text: string, options: ExtractOptions) => Extraction;

/** An extraction that succeeded. */
export const found = (prediction: string | string[], rule: string): Extraction => ({ prediction, rule });

/** An extraction that failed, and why. */
export const missing = (rule: string, reason: string): Extraction => ({ prediction: null, rule, reason });
