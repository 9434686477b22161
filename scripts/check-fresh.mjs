// Does what the README tells a newcomer: clones HEAD into an empty folder and runs the first commands shown, nothing else.
// `--node 24` does it with another Node, from the npm package of that name.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inTemporaryFolder, run } from "./in-temporary-folder.mjs";

const { values } = parseArgs({ options: { node: { type: "string" } } });
const root = fileURLToPath(new URL("..", import.meta.url));

/** The commands of the README's first shell block, without prompts, comments, and the clone, which is done already. */
export function quickstartOf(readme) {
  const block = /^```(?:sh|bash|shell|console)\n([\s\S]*?)^```/m.exec(readme)?.[1];
  if (block === undefined) throw new Error("README.md has no ```sh block to follow");
  return block
    .split("\n")
    .map((line) =>
      line
        .replace(/^\$ /, "")
        .replace(/\s+#.*$/, "")
        .trim(),
    )
    .filter((line) => line !== "" && !/^(?:#|git clone\b|cd\b)/.test(line));
}

await inTemporaryFolder((folder) => {
  const clone = join(folder, "sieval");
  run(["git", "clone", "--quiet", "--no-local", root, clone]);
  const commands = quickstartOf(readFileSync(join(clone, "README.md"), "utf8"));
  if (commands.length !== 2) {
    throw new Error(
      `README.md promises two commands, its first shell block has ${commands.length}: ${commands.join("; ")}`,
    );
  }
  // A home of its own shows what needs a setting; npm's settings and cache are the machine's, since they are no part of ours.
  const npmConfig = (key) => run(["npm", "config", "get", key], { cwd: folder }).trim();
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, "home"),
    NO_COLOR: "1",
    npm_config_cache: npmConfig("cache"),
    npm_config_registry: npmConfig("registry"),
    ...(npmConfig("cafile") === "null" ? {} : { npm_config_cafile: npmConfig("cafile") }),
  };
  const shell = (command) =>
    values.node === undefined
      ? run(["sh", "-c", command], { cwd: clone, env })
      : run(["npx", "-y", "-p", `node@${values.node}`, "-c", command], { cwd: clone, env });
  console.log(`fresh: HEAD with Node ${shell("node --version").trim()}`);
  for (const command of commands) {
    const start = performance.now();
    const output = shell(command);
    console.log(`fresh: ${command} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    if (command === commands.at(-1)) {
      if (output.trim() === "") throw new Error(`${command} printed nothing`);
      console.log(output.trimEnd().replace(/^/gm, "  | "));
    }
  }
  const changed = run(["git", "status", "--porcelain"], { cwd: clone });
  if (changed !== "") throw new Error(`the two commands left changes in the clone:\n${changed}`);
});
