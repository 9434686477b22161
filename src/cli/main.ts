#!/usr/bin/env node
// The executable: signals, closed pipes, and the exit code. Everything else is in program.ts.
import { EXIT } from "./outcome.ts";
import { run } from "./program.ts";

process.once("SIGINT", () => process.exit(EXIT.interrupted));

// A reader that has seen enough (`| head`) closes the pipe: that is no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(process.exitCode ?? EXIT.fine);
  });
}

process.exitCode = await run(process.argv.slice(2));
