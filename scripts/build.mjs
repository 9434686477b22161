// Builds dist, quietly. `--when-stale` does nothing when dist is newer than everything it is built from; vitest calls
// `setup` before the first test, for the same reason.
import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const lock = join(root, "node_modules", ".sieval-build-lock");
const longestBuild = 120_000;

/** The files below a folder of this project, as paths relative to that folder. */
function filesBelow(folder) {
  const start = join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true }).filter((path) => statSync(join(start, path)).isFile());
}

const changed = (path) => statSync(join(root, path)).mtimeMs;

/** Whether a source has no output, or was changed after the oldest output. */
export function isStale() {
  const sources = filesBelow("src").filter((path) => /(?<!\.test)\.ts$/.test(path) && !/(?:^|\/)testing\//.test(path));
  const outputs = filesBelow("dist");
  const built = new Set(outputs);
  if (sources.some((path) => !built.has(path.replace(/\.ts$/, ".js")))) return true;
  const newest = Math.max(
    ...sources.map((path) => changed(join("src", path))),
    ...["package.json", "tsconfig.json", "tsdown.config.ts"].map(changed),
  );
  return newest > Math.min(...outputs.map((path) => changed(join("dist", path))));
}

/** Takes the lock, so that two builds never clean and write the same dist; a lock that was left behind is broken. */
async function takeLock() {
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > longestBuild) rmdirSync(lock);
      else await sleep(50);
    }
  }
}

/** Builds dist; with `whenStale` only if it must be. */
export async function build({ whenStale = false } = {}) {
  if (whenStale && !isStale()) return;
  await takeLock();
  try {
    if (whenStale && !isStale()) return;
    const { build: tsdown } = await import("tsdown");
    await tsdown({ cwd: root, logLevel: "warn" });
  } finally {
    rmdirSync(lock);
  }
}

/**
 * What vitest's globalSetup calls. A whole run fails when the build does. A run of some files goes on without dist, since
 * most tests do not need it and the broken file may be another room's.
 */
export async function setup(project) {
  try {
    await build({ whenStale: true });
  } catch (error) {
    if ((project.vitest.filenamePattern ?? []).length === 0) throw error;
    console.error(`dist could not be built, so tests that start it will fail. ${error.message}`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await build({ whenStale: process.argv.includes("--when-stale") });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
