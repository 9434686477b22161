// Bundles sieval/grading as a web page would load it and fails when it has grown beyond its budget.
import { statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";
import { inTemporaryFolder } from "./in-temporary-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** 120 KB, minified and not compressed. */
const BUDGET = 120 * 1024;

await inTemporaryFolder(async (folder) => {
  await build({
    config: false,
    cwd: root,
    entry: { grading: "src/grading/index.ts" },
    outDir: folder,
    platform: "neutral",
    format: "esm",
    fixedExtension: false,
    minify: true,
    dts: false,
    clean: false,
    logLevel: "silent",
  });
  const bytes = statSync(join(folder, "grading.js")).size;
  console.log(`bundle: sieval/grading is ${bytes} bytes minified, of ${BUDGET}`);
  if (bytes > BUDGET) process.exitCode = 1;
});
