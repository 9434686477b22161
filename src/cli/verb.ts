// A commander command with this program's habits: an operand may start with "-" and a digit or a bracket, and nothing exits by itself.
import { Command } from "commander";

// Hides a leading dash from commander. No argument of a process can hold a NUL.
const SHIELD = "\u0000";

const shielded = (argument: string): string => (/^-(?:\.?\d|[\\({[$])/.test(argument) ? SHIELD + argument : argument);
const bare = (argument: string): string => (argument.startsWith(SHIELD) ? argument.slice(SHIELD.length) : argument);

export class Verb extends Command {
  override createCommand(name?: string): Verb {
    return new Verb(name);
  }

  /** As commander does it, but `-1/2`, `-3 apples` and `-\frac{1}{2}` are operands too, not only `-3`. */
  override parseOptions(argv: string[]): { operands: string[]; unknown: string[] } {
    const takesValue = (flag: string | undefined): boolean =>
      flag !== undefined &&
      this.options.some((option) => option.required && (option.short === flag || option.long === flag));
    const parsed = super.parseOptions(
      argv.map((argument, i) => (takesValue(argv[i - 1]) ? argument : shielded(argument))),
    );
    return { operands: parsed.operands.map(bare), unknown: parsed.unknown.map(bare) };
  }
}
