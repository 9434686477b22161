import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { InputError } from "../draw/input-error.ts";
import { peekBytes, readBytes } from "./bytes.ts";
import { zstdStored } from "./rows/testing/cases.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sieval-bytes-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readBack(bytes: Buffer): Promise<Buffer> {
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  const pieces: Buffer[] = [];
  for await (const piece of readBytes(path)) pieces.push(piece);
  return Buffer.concat(pieces);
}

// Compressed by the zstd tool (level 19, with checksum): "abcabcabc..." 3000 bytes.
const COMPRESSED = Buffer.from("KLUv/QRoVQAAGGFiYwEAstN3Q8YDSYQ=", "base64");

test("several members or frames of any size are read as one file", async () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(parts, async (pieces) => {
      const whole = Buffer.concat(pieces);
      const gzip = Buffer.concat(pieces.map((piece) => gzipSync(piece)));
      const zstd = Buffer.concat(pieces.map((piece) => zstdStored(Buffer.from(piece))));
      expect((await readBack(gzip)).equals(whole)).toBe(true);
      expect((await readBack(zstd)).equals(whole)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("thousands of tiny frames do not exhaust the stack", async () => {
  const frame = zstdStored(Buffer.from("ab"));
  expect((await readBack(Buffer.concat(Array(20_000).fill(frame)))).length).toBe(40_000);
});

test("compressed blocks, a checksum and a skippable frame are understood", async () => {
  const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
  const text = "abc".repeat(1000);
  expect((await readBack(Buffer.concat([skippable, COMPRESSED, COMPRESSED]))).toString()).toBe(text + text);
});

test("an archive cut anywhere is an error that names the file", async () => {
  const text = Buffer.from("some text, long enough to be worth it. ".repeat(40));
  for (const whole of [gzipSync(text), zstdStored(text), COMPRESSED]) {
    for (let length = 8; length < whole.length; length += whole.length > 200 ? 37 : 1) {
      await expect(readBack(whole.subarray(0, length))).rejects.toThrow(/truncated or corrupt/);
    }
  }
});

test("an archive with a flipped byte is an error, not other data", async () => {
  const whole = gzipSync(Buffer.from("some text"));
  whole[whole.length - 6] = (whole.at(-6) ?? 0) ^ 1;
  await expect(readBack(whole)).rejects.toThrow(InputError);
});

test("plain, empty and missing files", async () => {
  expect((await readBack(Buffer.from("{}"))).toString()).toBe("{}");
  expect(await readBack(Buffer.alloc(0))).toHaveLength(0);
  const path = join(folder, "file");
  writeFileSync(path, gzipSync("hello"));
  expect((await peekBytes(path, 3)).toString()).toBe("hel");
  await expect(peekBytes(join(folder, "missing"), 3)).rejects.toThrow("there is no such file or folder");
  await expect(peekBytes(folder, 3)).rejects.toThrow("is a folder, not a file");
});
