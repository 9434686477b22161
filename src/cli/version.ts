// The version of this program, from its package.json.
import { readFileSync } from "node:fs";
import { z } from "zod";

/** The version that package.json declares. */
export function programVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
