import fc from "fast-check";
import { expect, test } from "vitest";
import { clean, clip, count, hanging, oneDecimal, printable, share, table, widthOf, wrap } from "./text.ts";

const hostile = fc.string({ unit: "binary", maxLength: 300 });
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const ACTIVE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

test("no cleaned text holds a character that a terminal acts on", () => {
  expect(clean("a\u001b[31mb\u202ec\u0000\r\nd\u{e0041}")).toBe("a[31mbc d");
  expect(printable("file:1\n  message")).toBe("file:1   message");
  fc.assert(
    fc.property(hostile, (text) => {
      expect(clean(text)).not.toMatch(ACTIVE);
      expect(printable(text)).not.toMatch(ACTIVE);
    }),
  );
});

test("a clipped text fits and keeps both ends", () => {
  expect(clip("aime_2025_0shot_gen_variant_seventeen", 20)).toBe("aime_2025...eventeen");
  expect(clip("\u6570\u5b66\u6d4b\u8bd5\u95ee\u9898", 9)).toBe("\u6570...\u9898");
  expect(clip(`e${"\u0301".repeat(500)}`, 10)).toHaveLength(4);
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, width) => {
      expect(widthOf(clip(text, width))).toBeLessThanOrEqual(width);
    }),
  );
});

test("wrapped lines fit and keep every word", () => {
  fc.assert(
    fc.property(hostile.map(clean), fc.integer({ min: 20, max: 80 }), (text, width) => {
      const lines = wrap(text, width);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }),
  );
});

test("a lead that leaves no room gets a line of its own", () => {
  expect(hanging("  health  ! ", "one two three", 40)).toEqual(["  health  ! one two three"]);
  expect(hanging("x".repeat(30), "some words that do not fit", 40)).toEqual([
    "x".repeat(30),
    "      some words that do not fit",
  ]);
});

test("numbers are written one way", () => {
  expect([oneDecimal(56.34), oneDecimal(-0.01), oneDecimal(Number.NaN), oneDecimal(1e300)]).toEqual([
    "56.3",
    "0.0",
    "-",
    "1.0e+300",
  ]);
  expect([share(31, 240), share(0, 0), count(1234567)]).toEqual(["12.9 %", "-", "1,234,567"]);
});

test("table columns line up with wide characters", () => {
  expect(
    table(
      [
        ["\u6570\u5b66", "1"],
        ["ab", "22"],
      ],
      "<>",
    ),
  ).toEqual(["\u6570\u5b66   1", "ab    22"]);
});
