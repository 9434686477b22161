// Machine output: one object per command, as JSON or YAML, with errors in the same place as data.
import { Document, isScalar, visit } from "yaml";

/** What went wrong and where, and what to do about it. */
export type ErrorDocument = {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly key?: string;
  readonly remedy?: string;
};

/** The one object that every command prints with `--output json` or `yaml`. */
export type Envelope = {
  readonly command: string;
  readonly ok: boolean;
  readonly data?: unknown;
  readonly error?: ErrorDocument & { readonly others?: readonly ErrorDocument[] };
  readonly warnings?: readonly string[];
};

// Valid inside a JSON string, but a terminal or an editor acts on them. Escaped, the value stays the same.
const ACTIVE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

// A tab or an escape character, which JSON escapes by itself and YAML may leave as it is outside double quotes.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be quoted
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/;

const hexadecimal = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");

const jsonEscape = (character: string): string =>
  Array.from({ length: character.length }, (_, i) => `\\u${hexadecimal(character.charCodeAt(i), 4)}`).join("");

const yamlEscape = (character: string): string => `\\U${hexadecimal(character.codePointAt(0) ?? 0, 8)}`;

/** The envelope as JSON with two-space indentation. */
export function renderJson(envelope: Envelope): string {
  return `${JSON.stringify(envelope, null, 2).replace(ACTIVE, jsonEscape)}\n`;
}

/** Any value as one line of JSON. */
export function renderJsonLine(value: unknown): string {
  return `${JSON.stringify(value).replace(ACTIVE, jsonEscape)}\n`;
}

/** The envelope as YAML. */
export function renderYaml(envelope: Envelope): string {
  // Through JSON first, so that both outputs hold the same: no undefined, no NaN.
  const document = new Document(JSON.parse(JSON.stringify(envelope)), {
    aliasDuplicateObjects: false,
    // Readers of YAML 1.1 take a bare yes or 010 for something else.
    compat: "yaml-1.1",
  });
  visit(document, {
    Scalar(_, node) {
      // Only a double-quoted scalar may hold escapes.
      if (!isScalar(node) || typeof node.value !== "string") return;
      if (CONTROL.test(node.value) || node.value.search(ACTIVE) >= 0) node.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 0 }).replace(ACTIVE, yamlEscape);
}
