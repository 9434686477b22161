// The README shows what the program prints. When this fails after a wanted change, paste the new output.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the README shows the demo's real output", () => {
  const argv = ["dist/cli/main.js", "report", "examples/sums.jsonl"];
  const printed = execFileSync(process.execPath, argv, { cwd: root, encoding: "utf8" });
  expect(readFileSync(`${root}README.md`, "utf8")).toContain(`\`\`\`\n${printed.trimEnd()}\n\`\`\``);
});
