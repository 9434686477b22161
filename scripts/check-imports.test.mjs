import { describe, expect, it } from "vitest";
import { violationsOf } from "./check-imports.mjs";

const importing = (specifier) => `// A file.\nimport { x } from "${specifier}";\nexport const y = x;\n`;

describe("check-imports", () => {
  it.each([
    ["draw imports no room", "src/draw/a.ts", "../metrics/b.ts"],
    ["no import up the house", "src/metrics/a.ts", "../compare/b.ts"],
    ["none within a level", "src/metrics/a.ts", "../grading/b.ts"],
    ["none within a level, sources", "src/sources/a.ts", "../scale/b.ts"],
    ["render stands beside sources", "src/render/a.ts", "../sources/b.ts"],
    ["nobody imports cli", "src/run/a.ts", "../cli/b.ts"],
    ["nobody imports the public API", "src/cli/a.ts", "../index.ts"],
    ["the public API does not import cli", "src/index.ts", "./cli/b.ts"],
    ["a pure room has no node: module", "src/compare/a.ts", "node:fs"],
    ["nor one without the prefix", "src/grading/a.ts", "fs/promises"],
    ["nothing leaves src", "src/cli/a.ts", "../../scripts/build.mjs"],
  ])("finds: %s", (_, path, specifier) => {
    expect(violationsOf(path, importing(specifier))).toEqual([
      expect.stringMatching(new RegExp(`^${path}:2 {2}.+\\. Fix: .+\\.$`)),
    ]);
  });

  it.each([
    ["src/cli/a.ts", "../run/b.ts"],
    ["src/scale/a.ts", "../sources/b.ts"],
    ["src/run/a.ts", "../sources/b.ts"],
    ["src/compare/a.ts", "../metrics/b.ts"],
    ["src/tasks/a.ts", "../grading/b.ts"],
    ["src/sources/a.ts", "node:fs"],
    ["src/draw/a.ts", "zod"],
    ["src/index.ts", "./metrics/index.ts"],
    ["src/cli/a.ts", "../../package.json"],
    ["src/metrics/a.test.ts", "node:fs"],
  ])("allows %s to import %s", (path, specifier) => {
    expect(violationsOf(path, importing(specifier))).toEqual([]);
  });

  it("sees every way to import", () => {
    const text = `export * from "../cli/a.ts";
const later = import("../cli/b.ts");
type T = import("../cli/c.ts").T;
import type { D } from "../cli/d.ts";
`;
    const lines = violationsOf("src/draw/a.ts", text).map((violation) => violation.split(":")[1]?.split(" ")[0]);
    expect(lines.sort()).toEqual(["1", "2", "3", "4"]);
  });

  it("sees Node's globals in a pure room, and nothing else by the same name", () => {
    const bad = 'const a = Buffer.from("a");\nconst b = { key: process.env };\nconst c = globalThis.process;\n';
    expect(violationsOf("src/metrics/a.ts", bad)).toHaveLength(3);
    expect(violationsOf("src/sources/a.ts", bad)).toEqual([]);
    const good =
      "// Buffer\nexport function run(process: () => void, x: { module: string }) { process(); return x.module; }\n";
    expect(violationsOf("src/metrics/a.ts", good)).toEqual([]);
  });

  it("asks where a new room stands", () => {
    expect(violationsOf("src/attic/a.ts", "export const a = 1;\n")[0]).toContain("src/attic is no room");
    expect(violationsOf("src/util.ts", "export const a = 1;\n")[0]).toContain("belongs to no room");
  });
});
