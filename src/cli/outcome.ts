// Runs a verb and prints what came of it: data on stdout in the chosen format, errors on stderr, and the exit code.
import { CommanderError } from "commander";
import { describeError, InputError, UsageError } from "../draw/input-error.ts";
import { present } from "../draw/present.ts";
import { type Envelope, type ErrorDocument, renderJson, renderYaml } from "../render/envelope.ts";
import { type Style, styleOf } from "../render/renderer.ts";
import { printable } from "../render/text.ts";

export const OUTPUTS = ["text", "json", "yaml", "md"] as const;
export type Output = (typeof OUTPUTS)[number];

/** The options that every verb has. */
export type CommonOptions = { readonly output: Output; readonly verbose?: boolean };

/** What a verb hands back. `errors` did not stop it: what could be done is in `data`. */
export type Outcome = {
  readonly data: unknown;
  readonly warnings?: readonly string[];
  readonly errors?: readonly unknown[];
  /** The exit code where nothing failed; 0 unless a verb says otherwise. */
  readonly exitCode?: number;
  /** The result was written to stdout while the verb worked, as JSON lines; nothing else may follow there. */
  readonly streamed?: boolean;
  readonly text: (style: Style) => string;
  readonly markdown: (style: Style) => string;
};

export const EXIT = { fine: 0, failure: 1, usage: 2, interrupted: 130 } as const;

const codeOf = (error: unknown): number => {
  if (error instanceof UsageError || error instanceof CommanderError) return EXIT.usage;
  return EXIT.failure;
};

const exitCodeOf = (errors: readonly unknown[]): number => {
  if (errors.length === 0) return EXIT.fine;
  return errors.every((error) => codeOf(error) === EXIT.usage) ? EXIT.usage : EXIT.failure;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "code" in error && "syscall" in error;

/** Any error as one that a person can act on. */
const readable = (error: unknown): InputError => {
  if (error instanceof InputError) return error;
  if (error instanceof CommanderError)
    return new UsageError(error.message.replace(/^error: /, "").replaceAll("\n", " "));
  if (isSystemError(error)) return new InputError(messageOf(error), { file: error.path });
  return new InputError(
    `internal error: ${messageOf(error)}`,
    {},
    "Run it again with --verbose and report what it prints.",
  );
};

const errorDocument = (error: unknown): ErrorDocument => {
  const { message, place, remedy } = readable(error);
  const document = { message, ...place, remedy };
  return present(document) as ErrorDocument;
};

const envelopeOf = (command: string, outcome: Outcome | undefined, errors: readonly unknown[]): Envelope => {
  const [first, ...others] = errors.map(errorDocument);
  const warnings = outcome?.warnings ?? [];
  return {
    command,
    ok: first === undefined,
    ...(outcome === undefined ? {} : { data: outcome.data }),
    ...(first === undefined ? {} : { error: others.length > 0 ? { ...first, others } : first }),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
};

/** Waits until the text has left the process, so that an exit cannot cut it off. */
export const write = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  text === "" ? Promise.resolve() : new Promise((resolve) => stream.write(text, () => resolve()));

const usesColour = (stream: NodeJS.WriteStream): boolean => {
  const { NO_COLOR, TERM } = process.env;
  return stream.isTTY === true && (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb";
};

const errorLines = (errors: readonly unknown[], verbose: boolean): string =>
  errors
    .map((error) => {
      const line = `${styleOf(usesColour(process.stderr)).bad("error")}: ${printable(describeError(readable(error)))}\n`;
      const trace = verbose && error instanceof Error && error.stack !== undefined ? `${error.stack}\n` : "";
      return line + trace;
    })
    .join("");

/** Prints an outcome, or the errors that took its place, and returns the exit code. */
export async function print(
  command: string,
  options: CommonOptions,
  outcome: Outcome | undefined,
  errors: readonly unknown[],
): Promise<number> {
  const { verbose = false } = options;
  const output = outcome?.streamed === true ? "text" : options.output;
  if (output === "json") await write(process.stdout, renderJson(envelopeOf(command, outcome, errors)));
  else if (output === "yaml") await write(process.stdout, renderYaml(envelopeOf(command, outcome, errors)));
  else if (outcome !== undefined) {
    const style = styleOf(output === "text" && usesColour(process.stdout));
    await write(process.stdout, output === "md" ? outcome.markdown(style) : outcome.text(style));
  }
  const machine = output === "json" || output === "yaml";
  if (!machine || verbose) await write(process.stderr, errorLines(errors, verbose));
  return errors.length === 0 ? (outcome?.exitCode ?? EXIT.fine) : exitCodeOf(errors);
}

/** Does a verb's work and prints what came of it. Returns the exit code. */
export async function perform(command: string, options: CommonOptions, work: () => Promise<Outcome>): Promise<number> {
  let outcome: Outcome;
  try {
    outcome = await work();
  } catch (error) {
    return print(command, options, undefined, [error]);
  }
  return print(command, options, outcome, outcome.errors ?? []);
}
