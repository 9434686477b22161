// Enforces the direction of imports between the rooms of src, and that the pure rooms run without Node.
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { posix } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

/** What each room may import besides itself. A new room must be entered here. */
const base = ["draw"];
const readers = [...base, "metrics", "grading", "compare"];
const makers = [...readers, "tasks", "datasets"];
const MAY_IMPORT = new Map(
  Object.entries({
    draw: [],
    metrics: base,
    grading: base,
    compare: [...base, "metrics", "grading"],
    tasks: readers,
    datasets: readers,
    sources: makers,
    render: makers,
    run: [...makers, "sources"],
    scale: [...makers, "sources"],
    web: readers,
    cli: [...makers, "sources", "render", "run", "scale", "web"],
  }),
);
/** Rooms that also run in a browser. */
const PURE = new Set(["draw", "metrics", "grading", "compare"]);
/** Files at the top of src: the public API, which imports any room but cli and which no room imports. */
const TOP = new Set(["src/index.ts"]);
const NODE_GLOBALS = new Set([
  "Buffer",
  "process",
  "global",
  "require",
  "module",
  "__dirname",
  "__filename",
  "setImmediate",
]);

/** Tests, and the helpers that only tests import. */
const isTest = (path) => /\.test\.[cm]?tsx?$|\/testing\//.test(path);
const isNodeModule = (specifier) =>
  specifier.startsWith("node:") || builtinModules.includes(specifier.split("/")[0] ?? specifier);
/** The room of a path such as "src/metrics/tau.ts"; undefined for a file at the top of src or outside it. */
const roomOf = (path) => /^src\/([^/]+)\//.exec(path)?.[1];

/** The module specifiers of a file with their nodes: import, export from, import("x"), import type, require("x"). */
function specifiersOf(file) {
  const found = [];
  const visit = (node) => {
    const literal =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) &&
            (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText(file) === "require")
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? node.argument.literal
            : undefined;
    if (literal !== undefined && ts.isStringLiteralLike(literal))
      found.push({ specifier: literal.text, node: literal });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Uses of Node's globals: identifiers of those names that are no property, no key and not declared in the file. */
function nodeGlobalsOf(file) {
  const uses = [];
  const declared = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node) && NODE_GLOBALS.has(node.text)) {
      const { parent } = node;
      const isName =
        (ts.isPropertyAccessExpression(parent) &&
          parent.name === node &&
          parent.expression.getText(file) !== "globalThis") ||
        ts.isPropertyAssignment(parent) ||
        ts.isPropertySignature(parent) ||
        ts.isPropertyDeclaration(parent) ||
        ts.isMethodDeclaration(parent) ||
        ts.isMethodSignature(parent) ||
        (ts.isBindingElement(parent) && parent.propertyName === node);
      const isDeclaration =
        (ts.isVariableDeclaration(parent) ||
          ts.isParameter(parent) ||
          ts.isFunctionDeclaration(parent) ||
          ts.isBindingElement(parent) ||
          ts.isImportSpecifier(parent)) &&
        parent.name === node;
      const isKey = ts.isPropertyAssignment(parent) && parent.name !== node ? false : isName;
      if (isDeclaration) declared.add(node.text);
      else if (!isKey) uses.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses.filter((node) => !declared.has(node.text));
}

/** What is wrong with one import of a file, as { rule, fix }, or undefined. */
function judge(path, specifier) {
  const room = roomOf(path);
  if (isNodeModule(specifier)) {
    if (!PURE.has(room)) return undefined;
    return {
      rule: `src/${room} is a pure room and may not import "${specifier}": it runs in a browser`,
      fix: "pass the data in as an argument, or move the code that needs Node to sources, run, scale, render or cli",
    };
  }
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.normalize(posix.join(posix.dirname(path), specifier));
  if (target === "package.json") {
    if (!PURE.has(room)) return undefined;
    return { rule: `src/${room} is a pure room and may not read package.json`, fix: "take the version as an argument" };
  }
  if (!target.startsWith("src/")) {
    return { rule: `"${specifier}" leaves src`, fix: "dist holds only what is in src: move the file into a room" };
  }
  if (TOP.has(target)) {
    return {
      rule: `"${specifier}" is the public API, which no room may import`,
      fix: "import the file that defines it",
    };
  }
  const targetRoom = roomOf(target);
  if (targetRoom === room) return undefined;
  if (TOP.has(path)) {
    if (targetRoom !== "cli") return undefined;
    return { rule: "the public API may not import cli", fix: "move what it needs into a room" };
  }
  const allowed = MAY_IMPORT.get(room) ?? [];
  if (targetRoom !== undefined && allowed.includes(targetRoom)) return undefined;
  return {
    rule: `src/${room} may not import src/${targetRoom ?? posix.basename(target)}; it may import ${allowed.join(", ") || "no other room"}`,
    fix: "move what both need to a room below them, or pass it in as an argument",
  };
}

/**
 * The violations in one file, as "path:line  rule. Fix: ...". `path` is relative to the project, with forward slashes.
 * Test files are exempt: they may reach for whatever proves the point.
 */
export function violationsOf(path, text) {
  if (isTest(path)) return [];
  const room = roomOf(path);
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const report = (node, { rule, fix }) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return `${path}:${line + 1}  ${rule}. Fix: ${fix}.`;
  };
  if (!TOP.has(path) && !MAY_IMPORT.has(room)) {
    const rule =
      room === undefined ? "a file at the top of src belongs to no room" : `src/${room} is no room of the house`;
    return [report(file, { rule, fix: "move it into a room, or enter it in scripts/check-imports.mjs" })];
  }
  const violations = specifiersOf(file).flatMap(({ specifier, node }) => {
    const verdict = judge(path, specifier);
    return verdict === undefined ? [] : [report(node, verdict)];
  });
  if (!PURE.has(room)) return violations;
  const globals = nodeGlobalsOf(file).map((node) =>
    report(node, {
      rule: `src/${room} is a pure room and may not use Node's ${node.text}: it runs in a browser`,
      fix: "use what the language has (Uint8Array, TextEncoder), or pass the value in as an argument",
    }),
  );
  return [...violations, ...globals];
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const paths = readdirSync(`${root}src`, { recursive: true })
    .map((path) => `src/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.tsx?$/.test(path))
    .sort();
  const violations = paths.flatMap((path) => violationsOf(path, readFileSync(root + path, "utf8")));
  for (const violation of violations) console.error(violation);
  console.log(`imports: ${paths.length} files, ${violations.length} violations`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
