// Fails when a tracked file names a place that exists on one machine only, a registry other than the public one, or a key.
import { execFileSync } from "node:child_process";
import { lstatSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

// A path starts where no word, dot or slash stands before it, so that an address like https://example.org/work/ is none.
const path = (rest) => new RegExp(String.raw`(?<![\w.\-/}])\/${rest}`);
const RULES = [
  {
    rule: "a path of one machine",
    pattern: path(String.raw`(?:work\/|ro{2}t\b|home\/\w|Users\/\w)`),
    fix: "use a relative path",
  },
  {
    rule: "a path in the folder for temporary files",
    pattern: path(String.raw`tmp\/[\w.]`),
    fix: "use mkdtemp and os.tmpdir()",
  },
  {
    rule: "an API key",
    pattern: /\b(?:sk-(?:proj-)?[A-Za-z0-9]{32,}|npm_[A-Za-z0-9]{36}|gh[pousr]_[A-Za-z0-9]{36}|hf_[A-Za-z0-9]{34})\b/,
    fix: "remove it and revoke it",
  },
];
const REGISTRY = "https://registry.npmjs.org/";

/** The violations in one tracked file, as "path:line  rule: what was found. Fix: ...". */
export function violationsOf(name, text) {
  const isLock = /(?:^|\/)package-lock\.json$/.test(name);
  return text.split("\n").flatMap((line, index) => {
    const place = `${name}:${index + 1}`;
    const found = RULES.flatMap(({ rule, pattern, fix }) => {
      const match = pattern.exec(line);
      return match === null
        ? []
        : [`${place}  ${rule}: ${line.slice(match.index, match.index + 40).trim()}. Fix: ${fix}.`];
    });
    const resolved = isLock ? /"resolved":\s*"([^"]*)"/.exec(line)?.[1] : undefined;
    if (resolved !== undefined && !resolved.startsWith(REGISTRY)) {
      found.push(`${place}  a package from elsewhere: ${resolved}. Fix: install it from ${REGISTRY}.`);
    }
    return found;
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const names = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
  const violations = names.flatMap((name) => {
    // A tracked file that was just deleted, or a link, has no text of its own.
    if (!lstatSync(root + name, { throwIfNoEntry: false })?.isFile()) return [];
    const bytes = readFileSync(root + name);
    return bytes.includes(0) ? [] : violationsOf(name, bytes.toString("utf8"));
  });
  for (const violation of violations) console.error(violation);
  console.log(`leaks: ${names.length} tracked files, ${violations.length} violations`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
