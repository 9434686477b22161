// The build: every source file becomes one file of dist at the same place (a worker is found by its URL beside the
// module that starts it), and the entries that package.json publishes get declarations.
import { existsSync, readFileSync } from "node:fs";
import { defineConfig, type UserConfig } from "tsdown";

type PublishedEntry = string | { readonly types?: string };

const manifest: { exports: Record<string, PublishedEntry> } = JSON.parse(
  readFileSync(new URL("./package.json", import.meta.url), "utf8"),
);

/**
 * The sources behind `exports`: "./dist/metrics/index.d.ts" is built from "src/metrics/index.ts".
 * One that is missing is not this file's error to report: scripts/check-package.mjs fails on it, with its name.
 */
const publicEntries = Object.values(manifest.exports)
  .map((entry) => (typeof entry === "string" ? undefined : entry.types))
  .filter((types) => types !== undefined)
  .map((types) => types.replace(/^\.\/dist\//, "src/").replace(/\.d\.ts$/, ".ts"))
  .filter((path) => existsSync(new URL(path, import.meta.url)));

const shared: UserConfig = {
  root: "src",
  outDir: "dist",
  format: "esm",
  platform: "node",
  target: "node20",
  unbundle: true,
  fixedExtension: false,
  logLevel: "warn",
};

// Every file is an entry, so that nothing which a worker or a script loads by its path is shaken away.
const code: UserConfig = {
  ...shared,
  entry: ["src/**/*.ts", "!src/**/*.test.ts", "!src/**/testing/**"],
  dts: false,
  clean: true,
};
const declarations: UserConfig = { ...shared, entry: publicEntries, dts: { emitDtsOnly: true }, clean: false };

export default defineConfig(publicEntries.length === 0 ? [code] : [code, declarations]);
