// Writes schemas/*.json from the zod schemas of the built package. `--check` writes nothing and fails when they differ.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { build } from "./build.mjs";

const PUBLISHED = [
  { name: "draw", module: "draw/draw.js", schema: "drawSchema" },
  { name: "report", module: "draw/report.js", schema: "reportSchema" },
  { name: "report-row", module: "draw/report.js", schema: "reportRowSchema" },
];

const read = (url) => {
  try {
    return readFileSync(url, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
};

await build({ whenStale: true });
const check = process.argv.includes("--check");
const folder = new URL("../schemas/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const { name, module, schema } of PUBLISHED) {
  const exported = (await import(new URL(`../dist/${module}`, import.meta.url)))[schema];
  if (exported === undefined) throw new Error(`src/${module.replace(/js$/, "ts")} does not export ${schema}`);
  const text = `${JSON.stringify(z.toJSONSchema(exported), null, 2)}\n`;
  const file = new URL(`${name}.json`, folder);
  const stored = read(file);
  if (stored === text) continue;
  if (!check) {
    writeFileSync(file, text);
    console.log(`schemas/${name}.json written`);
    continue;
  }
  const state = stored === undefined ? "is missing" : `differs from ${schema}`;
  console.error(`schemas/${name}.json ${state}. Fix: run "npm run schemas" and commit the result.`);
  process.exitCode = 1;
}
if (check && process.exitCode !== 1) console.log(`schemas: ${PUBLISHED.length} files up to date`);
