// The two errors a person can cause: input that cannot be read, and a command that makes no sense.

/** Where something is wrong: a file, and inside it a line (from 1), a column (from 1) or a key. */
export type Place = {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly key?: string | undefined;
};

/** Data that cannot be used. The message says what is wrong, `remedy` what to do about it. The command line exits with 1. */
export class InputError extends Error {
  override readonly name: string = "InputError";
  readonly exitCode: 1 | 2 = 1;
  constructor(
    message: string,
    readonly place: Place = {},
    readonly remedy?: string,
  ) {
    super(message);
  }
}

/** A command or an option that makes no sense for this data. The command line exits with 2. */
export class UsageError extends InputError {
  override readonly name = "UsageError";
  override readonly exitCode = 2 as const;
}

/** One line for a person: `file:line:column  message. Remedy.` */
export function describeError(error: InputError): string {
  const { file, line, column, key } = error.place;
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  const message = key === undefined || error.message.includes(key) ? error.message : `"${key}": ${error.message}`;
  const sentence = error.remedy === undefined ? message : `${message.replace(/\.?$/, ".")} ${error.remedy}`;
  return place === "" ? sentence : `${place}  ${sentence}`;
}

/** The code of a system's error, for example ENOSPC; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
