import fc from "fast-check";
import { expect, test } from "vitest";
import { type LineCounts, lineSplitter } from "./lines.ts";

function split(chunks: Buffer[], maxLine: number): { lines: string[]; offsets: number[]; counts: LineCounts } {
  const lines: string[] = [];
  const offsets: number[] = [];
  const splitter = lineSplitter(maxLine, (bytes, start, end, offset) => {
    lines.push(bytes.toString("utf8", start, end));
    offsets.push(offset);
  });
  for (const chunk of chunks) splitter.push(chunk);
  return { lines, offsets, counts: splitter.end() };
}

test("any way of cutting the bytes into chunks gives the same lines at the same offsets", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom("a", "é", " ", "\n") })),
      fc.integer({ min: 1, max: 9 }),
      (parts, size) => {
        const bytes = Buffer.from(parts.join("\n"));
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        const { lines, offsets } = split(chunks, 1000);
        const expected = bytes.toString().split("\n");
        if (expected.at(-1) === "") expected.pop();
        expect(lines).toEqual(expected);
        for (const [i, line] of lines.entries()) {
          const at = offsets[i] ?? -1;
          expect(bytes.subarray(at, at + Buffer.byteLength(line)).toString()).toBe(line);
        }
      },
    ),
  );
});

test("a line over the cap is skipped and counted, wherever the chunks end", () => {
  const bytes = Buffer.from(`ab\n${"x".repeat(50)}\ncd\n${"y".repeat(50)}`);
  for (const size of [1, 7, 49, 200]) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    const { lines, counts } = split(chunks, 10);
    expect(lines).toEqual(["ab", "cd"]);
    expect(counts).toEqual({ too_long: 2, unterminated: true, bytes: bytes.length });
  }
});
