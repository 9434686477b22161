import { describe, expect, it } from "vitest";
import { violationsOf } from "./check-leaks.mjs";

// Written in two parts, so that this file passes the check it tests.
const path = (...parts) => `/${parts.join("/")}`;

describe("check-leaks", () => {
  it.each([
    ["a work tree", path("work", "main")],
    ["the home of the administrator", `cd ${path("root")}`],
    ["a person's home", `"${path("home", "ada", "x")}"`],
    ["a temporary file", `open("${path("tmp", "draws.jsonl")}")`],
    ["a key", `key: sk-${"a1".repeat(20)}`],
  ])("finds %s", (_, text) => {
    expect(violationsOf("docs/a.md", `fine\n${text}\n`)).toEqual([expect.stringMatching(/^docs\/a\.md:2 {2}.+ Fix: /)]);
  });

  it("finds a foreign registry in a lock file only", () => {
    const line = '"resolved": "https://mirror.example/zod.tgz"';
    expect(violationsOf("package-lock.json", line)).toHaveLength(1);
    expect(violationsOf("docs/a.md", line)).toEqual([]);
    expect(violationsOf("package-lock.json", '"resolved": "https://registry.npmjs.org/zod/-/zod.tgz"')).toEqual([]);
  });

  it("leaves addresses, relative paths and mathematics alone", () => {
    expect(violationsOf("a.md", "https://example.org/work/x src/root /rootless a/tmp/b ../work/ 3/work\n")).toEqual([]);
  });
});
