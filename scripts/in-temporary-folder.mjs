// Runs commands in a folder that is gone afterwards, whatever happens.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs a command and returns what it wrote to stdout. Throws with all that it wrote when it fails. */
export function run(command, options = {}) {
  const [program, ...rest] = command;
  const result = spawnSync(program, rest, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options });
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) {
    throw new Error(
      `${command.join(" ")} ended with ${result.status ?? result.signal}\n${result.stdout}${result.stderr}`,
    );
  }
  return result.stdout;
}

/** Calls `work` with a new empty folder and removes it. A failure becomes one message and exit code 1. */
export async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "sieval-check-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const interrupted = () => process.exit(130);
  process.once("exit", remove).once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    await work(folder);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
