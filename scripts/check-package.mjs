// Packs the package as npm would publish it, lints the tarball, and uses it from an empty folder as a stranger would.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inTemporaryFolder, run } from "./in-temporary-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const step = (text) => console.log(`package: ${text}`);

/** The files that package.json promises. */
const promised = [
  ...Object.values(manifest.bin),
  ...Object.values(manifest.exports).flatMap((entry) => (typeof entry === "string" ? [entry] : Object.values(entry))),
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "schemas/draw.json",
].map((path) => path.replace(/^\.\//, ""));

await inTemporaryFolder((folder) => {
  const [packed] = JSON.parse(run(["npm", "pack", "--json", "--silent", "--pack-destination", folder], { cwd: root }));
  const tarball = join(folder, packed.filename);
  const files = new Set(packed.files.map(({ path }) => path));
  const missing = promised.filter((path) => !files.has(path));
  if (missing.length > 0) throw new Error(`package: the tarball lacks ${missing.join(", ")}`);
  const tests = [...files].filter((path) => /\.test\.|^src\/|^scripts\//.test(path));
  if (tests.length > 0) throw new Error(`package: the tarball holds ${tests.join(", ")}`);
  step(`${files.size} files, ${Math.round(packed.size / 1024)} kB packed`);

  const tool = (name) => join(root, "node_modules", ".bin", name);
  run([tool("publint"), "run", tarball, "--strict"], { cwd: root });
  step("publint has nothing to say");
  run([tool("attw"), tarball, "--profile", "esm-only", "--no-emoji"], { cwd: root });
  step("types resolve for every public entry");

  const home = join(folder, "stranger");
  const stranger = { cwd: home };
  run(["mkdir", home]);
  writeFileSync(join(home, "package.json"), '{ "private": true, "type": "module" }\n');
  run(["npm", "install", "--no-audit", "--no-fund", "--prefer-offline", tarball], stranger);
  const version = run(["npx", "--no-install", "sieval", "--version"], stranger).trim();
  if (version !== manifest.version)
    throw new Error(`package: sieval --version says ${version}, not ${manifest.version}`);
  const metrics = run(
    ["npx", "--no-install", "sieval", "metrics", ..."--n 4 --c 2 --k 2 --output json".split(" ")],
    stranger,
  );
  const { ok, data } = JSON.parse(metrics);
  // pass@2 of 2 correct among 4 is 1 - C(2,2)/C(4,2) = 5/6.
  if (ok !== true || !JSON.stringify(data).includes("0.8333333")) throw new Error(`package: metrics says ${metrics}`);
  step("the installed command line answers");

  const entries = Object.keys(manifest.exports).filter((name) => !name.endsWith(".json"));
  const names = entries.map((name) => `sieval${name.slice(1)}`);
  const script = names.map(
    (name) => `if (Object.keys(await import("${name}")).length === 0) throw "${name} is empty";`,
  );
  writeFileSync(join(home, "use.js"), script.join("\n"));
  run([process.execPath, "use.js"], stranger);
  step(`${names.join(" and ")} can be imported`);
  if (existsSync(join(home, "node_modules", "typescript"))) throw new Error("package: a build tool was installed");
});
