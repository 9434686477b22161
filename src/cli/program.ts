// The program: its verbs, and how the command line is read.
import { CommanderError, Option } from "commander";
import { UsageError } from "../draw/input-error.ts";
import { addCluster } from "./cluster.ts";
import { addExtract } from "./extract.ts";
import { addGrade } from "./grade.ts";
import { addLeaderboard } from "./leaderboard.ts";
import { addMetrics } from "./metrics.ts";
import { type CommonOptions, EXIT, OUTPUTS, type Outcome, type Output, perform, print } from "./outcome.ts";
import { addRecompute } from "./recompute.ts";
import { addRepair } from "./repair.ts";
import { addReport } from "./report.ts";
import { Verb } from "./verb.ts";
import { programVersion } from "./version.ts";

type Work<Flags extends CommonOptions> = (operands: readonly string[], flags: Flags) => Promise<Outcome>;

/** Makes a verb with the common options that does `work` and prints what came of it. */
export type VerbOf = <Flags extends CommonOptions>(name: string, description: string, work: Work<Flags>) => Verb;

/** Adds one verb to the program. */
export type AddVerb = (verbOf: VerbOf) => void;

const HELP = `
Examples:
  sieval report runs/qwen-int4            what the rollouts of a run say, whoever wrote them
  sieval recompute runs/old --write       new keys for old report.json files, without a model call
  sieval leaderboard runs                 models x tasks, each score with its n, k and denominator
  sieval grade '\\frac{1}{2}' 0.5          is this prediction the gold answer, and why
  sieval metrics --n 8 --c 5 --k 4        the estimators for one problem
  sieval repair runs/crashed --dry-run    what a crash left behind in a result dir

Exit codes: 0 fine, 1 failure, 2 usage, 130 interrupted. NO_COLOR is kept. Errors go to stderr.
`;

const verbs: readonly AddVerb[] = [
  addReport,
  addRecompute,
  addLeaderboard,
  addGrade,
  addCluster,
  addExtract,
  addMetrics,
  addRepair,
];

const isOutput = (text: string | undefined): text is Output => OUTPUTS.some((output) => output === text);

/** The output asked for, read without commander: a usage error must be printed in it too. */
const outputIn = (argv: readonly string[]): Output => {
  const values = argv.flatMap((argument, i) => {
    if (argument === "--output" || argument === "-o") return [argv[i + 1]];
    return [/^(?:--output=|-o)(.+)$/.exec(argument)?.[1]];
  });
  return values.filter(isOutput).at(-1) ?? "text";
};

const addCommonOptions = (verb: Verb): Verb =>
  verb
    .addOption(new Option("-o, --output <format>", "how to print the result").choices(OUTPUTS).default("text"))
    .option("-v, --verbose", "print stack traces of errors");

const createProgram = (done: (exitCode: number) => void): Verb => {
  const program = new Verb("sieval");
  program
    .description("Verifies that a served model is still the model that was shipped, from sampled answers on disk.")
    .version(programVersion(), "-V, --version")
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .configureHelp({ helpWidth: 100, showGlobalOptions: false })
    .addHelpText("after", HELP);
  const verbOf: VerbOf = (name, description, work) => {
    const verb = program.command(name) as Verb;
    addCommonOptions(verb.description(description)).action(async () => {
      const flags = verb.opts();
      done(await perform(name, flags as CommonOptions, () => work(verb.args, flags as never)));
    });
    return verb;
  };
  for (const addVerb of verbs) addVerb(verbOf);
  return program;
};

const commandIn = (program: Verb, argv: readonly string[]): string => {
  const first = argv.find((argument) => !argument.startsWith("-"));
  return program.commands.find((verb) => verb.name() === first)?.name() ?? "sieval";
};

const isVerbLike = (argument: string, i: number, argv: readonly string[]): boolean =>
  /^(?:-h|--help|-V|--version)$/.test(argument) ||
  (!argument.startsWith("-") && !/^(?:-o|--output)$/.test(argv[i - 1] ?? ""));

/** Common options in front of the verb, moved behind it, where commander looks for them. */
const withVerbFirst = (argv: readonly string[]): string[] => {
  const at = argv.findIndex(isVerbLike);
  const before = argv.slice(0, Math.max(0, at));
  const common = before.every(
    (argument) => isOutput(argument) || /^(?:-o|--output(?:=.*)?|-v|--verbose)$/.test(argument),
  );
  const verb = argv[at];
  if (verb === undefined || before.length === 0 || !common) return [...argv];
  return [verb, ...before, ...argv.slice(at + 1)];
};

/** Runs the command line and returns the exit code. */
export async function run(given: readonly string[]): Promise<number> {
  const argv = withVerbFirst(given);
  let exitCode: number = EXIT.fine;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    if (argv.length === 0) {
      process.stderr.write(program.helpInformation() + HELP);
      return EXIT.usage;
    }
    if (!argv.some(isVerbLike)) throw new UsageError("no verb given", {}, "See sieval --help.");
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    // Commander reports --help and --version this way too.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.fine;
    const options = { output: outputIn(argv), verbose: argv.includes("--verbose") };
    return print(commandIn(program, argv), options, undefined, [error]);
  }
}
