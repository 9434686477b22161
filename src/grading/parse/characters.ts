// Unicode spellings that models write, mapped to the ASCII or LaTeX spelling the tokeniser reads.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱ";
const SUPERSCRIPT_MEANING = "0123456789+-()ni";
const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₙᵢₖ";
const SUBSCRIPT_MEANING = "0123456789+-()nik";

const GREEK_LETTERS = "αβγδεζηθλμνξπρστφϕχψωΓΔΘΛΞΠΣΦΨΩ";
const GREEK_NAMES =
  `alpha beta gamma delta varepsilon zeta eta theta lambda mu nu xi pi rho sigma tau varphi phi chi psi
  omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega`.split(/\s+/);

const OTHERS: Record<string, string> = {
  "−": "-",
  "–": "-",
  "—": "-",
  "‐": "-",
  "‑": "-",
  "﹣": "-",
  "×": "\\times ",
  "÷": "\\div ",
  "·": "\\cdot ",
  "⋅": "\\cdot ",
  "∙": "\\cdot ",
  "•": "\\cdot ",
  "∗": "*",
  "⁄": "/",
  "∕": "/",
  "√": "\\sqrt ",
  "∛": "\\cbrt ",
  "∞": "\\infty ",
  "°": "^\\circ ",
  º: "^\\circ ",
  "±": "\\pm ",
  "∓": "\\mp ",
  "≤": "\\le ",
  "⩽": "\\le ",
  "≥": "\\ge ",
  "⩾": "\\ge ",
  "≠": "\\ne ",
  "≈": "\\approx ",
  "≡": "\\equiv ",
  "∈": "\\in ",
  "∪": "\\cup ",
  "∩": "\\cap ",
  "∖": "\\setminus ",
  "∅": "\\emptyset ",
  ℝ: "\\mathbb{R}",
  ℤ: "\\mathbb{Z}",
  ℕ: "\\mathbb{N}",
  ℚ: "\\mathbb{Q}",
  ℂ: "\\mathbb{C}",
  "⌊": "\\lfloor ",
  "⌋": "\\rfloor ",
  "⌈": "\\lceil ",
  "⌉": "\\rceil ",
  "½": "\\frac{1}{2}",
  "¼": "\\frac{1}{4}",
  "¾": "\\frac{3}{4}",
  "⅓": "\\frac{1}{3}",
  "⅔": "\\frac{2}{3}",
  "⅕": "\\frac{1}{5}",
  "⅛": "\\frac{1}{8}",
  "⟨": "\\langle ",
  "⟩": "\\rangle ",
  "→": "\\to ",
  "…": "\\ldots ",
  "∠": "\\angle ",
  "△": "\\triangle ",
  "∣": "|",
  "‖": "\\|",
  "′": "'",
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "¥": "\\yen ",
  "£": "\\pounds ",
  "€": "\\euro ",
  "、": ",",
  "，": ",",
  "；": ";",
  "。": ".",
  "：": ":",
  "¬": "\\neg ",
  "∀": "\\forall ",
  "∃": "\\exists ",
  "∑": "\\sum ",
  "∏": "\\prod ",
  "∫": "\\int ",
  "⇒": "\\Rightarrow ",
  "∧": "\\land ",
  "∨": "\\lor ",
  "∶": ":",
  ｰ: "-",
  ı: "i",
};

const NON_ASCII = /[^\x20-\x7e]/;

/**
 * The text in ASCII and LaTeX commands as far as a spelling is known: full-width forms, superscripts, Greek letters,
 * operators. Control, zero-width and bidirectional characters are dropped; white space becomes a space.
 */
export function asciiMath(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  let out = "";
  let script: "^" | "_" | "" = "";
  for (const char of text) {
    const up = SUPERSCRIPTS.indexOf(char);
    const down = up >= 0 ? -1 : SUBSCRIPTS.indexOf(char);
    const wanted = up >= 0 ? "^" : down >= 0 ? "_" : "";
    if (wanted !== script) {
      if (script !== "") out += "}";
      if (wanted !== "") out += `${wanted}{`;
      script = wanted;
    }
    if (up >= 0) out += SUPERSCRIPT_MEANING[up];
    else if (down >= 0) out += SUBSCRIPT_MEANING[down];
    else out += plainCharacter(char);
  }
  return script === "" ? out : `${out}}`;
}

function plainCharacter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0x20 && code <= 0x7e) return char;
  if (code === 9 || code === 10 || code === 13 || code === 0xa0 || (code >= 0x2000 && code <= 0x200a)) return " ";
  if (code === 0x202f || code === 0x205f || code === 0x3000 || code === 0x2028 || code === 0x2029) return " ";
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || isInvisible(code)) return "";
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  const greek = GREEK_LETTERS.indexOf(char);
  if (greek >= 0) return `\\${GREEK_NAMES[greek]} `;
  return Object.hasOwn(OTHERS, char) ? (OTHERS[char] ?? char) : digitOf(char, code);
}

function isInvisible(code: number): boolean {
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff ||
    code === 0xad ||
    (code >= 0xfe00 && code <= 0xfe0f)
  );
}

// Mathematical bold, double-struck, sans and monospace digits.
function digitOf(char: string, code: number): string {
  return code >= 0x1d7ce && code <= 0x1d7ff ? String((code - 0x1d7ce) % 10) : char;
}
