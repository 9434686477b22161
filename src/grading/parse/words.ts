// The vocabulary of the parser: functions, names, units, and the words that mark prose.

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** Functions by their canonical name. */
export const FUNCTIONS = new Set(
  words(`sin cos tan cot sec csc sinh cosh tanh coth sech csch asin acos atan acot asec acsc asinh acosh atanh log
    ln lg exp sqrt cbrt abs floor ceil round gcd lcm min max sgn det binom Re Im arg tr factorial norm conj`),
);

const WORD_ALIASES: Record<string, string> = {
  arcsin: "asin",
  arccos: "acos",
  arctan: "atan",
  arccot: "acot",
  arcsec: "asec",
  arccsc: "acsc",
  arcsinh: "asinh",
  arccosh: "acosh",
  arctanh: "atanh",
  tg: "tan",
  ctg: "cot",
  arctg: "atan",
  cosec: "csc",
  ceiling: "ceil",
  sign: "sgn",
  Pi: "pi",
  PI: "pi",
  infinity: "infty",
  inf: "infty",
  Infinity: "infty",
  oo: "infty",
  Abs: "abs",
};

const SAME_NAMES = words("alpha beta gamma delta theta lambda sigma omega rho phi tau mu infty pi");

const COMMAND_ALIASES: Record<string, string> = {
  ...WORD_ALIASES,
  dfrac: "frac",
  tfrac: "frac",
  cfrac: "frac",
  sfrac: "frac",
  nicefrac: "frac",
  dbinom: "binom",
  tbinom: "binom",
  leq: "le",
  geq: "ge",
  leqslant: "le",
  geqslant: "ge",
  leqq: "le",
  geqq: "ge",
  neq: "ne",
  lt: "<",
  gt: ">",
  thickapprox: "approx",
  simeq: "approx",
  lbrace: "{",
  rbrace: "}",
  lvert: "|",
  rvert: "|",
  vert: "|",
  lVert: "norm|",
  rVert: "norm|",
  Vert: "norm|",
  "|": "norm|",
  lbrack: "[",
  rbrack: "]",
  lparen: "(",
  rparen: ")",
  varnothing: "emptyset",
  land: "and",
  wedge: "and",
  lor: "or",
  vee: "or",
  cdots: "ldots",
  dots: "ldots",
  dotsc: "ldots",
  dotsb: "ldots",
  vdots: "ldots",
  bmod: "mod",
  ast: "times",
  star: "times",
  cdot: "times",
  rightarrow: "to",
  longrightarrow: "to",
  dollar: "$",
  degree: "circ",
  degrees: "circ",
  bigcup: "cup",
  bigcap: "cap",
  smallsetminus: "setminus",
  backslash: "setminus",
  colon: ":",
  iff: "Rightarrow",
  implies: "Rightarrow",
  prime: "'",
  epsilon: "varepsilon",
  vartheta: "theta",
  Arcsin: "asin",
  Arccos: "acos",
  Arctan: "atan",
};

/** Other spellings of a bare word, to its canonical command. */
export const WORD_NAMES = new Map([
  ...Object.entries(WORD_ALIASES),
  ...SAME_NAMES.map((name): [string, string] => [name, name]),
]);

/** Other spellings of a LaTeX command, to its canonical spelling. */
export const COMMAND_NAMES = new Map(Object.entries(COMMAND_ALIASES));

/** Words between the items of a list. */
export const SEPARATOR_WORDS = new Set(["and", "or"]);

/** Words that mean a hundredth. */
export const PERCENT_WORDS = new Set(["percent", "percentage", "pct", "percents"]);

/** Units that models write as bare words after a number. */
export const UNIT_WORDS = new Set(
  words(`cm mm km dm nm kg mg lb lbs oz ft yd mi mph kph km/h hr hrs min mins sec secs ms mL ml inch inches foot
    feet yard yards mile miles meter meters metre metres centimeter centimeters centimetres kilometer
    kilometers gram grams kilogram kilograms pound pounds ounce ounces liter liters litre litres gallon
    gallons second seconds minute minutes hour hours day days week weeks month months year years degree
    degrees radian radians rad dollar dollars cent cents usd euro euros unit units sq square cubic per deg
    joules joule newton newtons watt watts volts volt ohms hz yuan rupees`),
);

/** Short words that are never a product of letters. */
export const STOP_WORDS = new Set(
  words(`is are of in to by if no yes at as it the for all odd even any not was its has one two six ten red new
    man day days we be on an so my up do he she they them you our us then than that this true false none with
    where when such there both only each every some total step way ways sum gives get got let has had can may
    per set use east west north south undefined dne cat dog pen box big boy girl map old out own put run see
    top try who why his her him hat hot ice`),
);

/** Words that open a trailing condition on an answer. */
export const QUALIFIER_WORDS = new Set(
  words("for where with such if when whenever provided assuming given otherwise is except excluding"),
);

/** LaTeX commands whose argument is text. */
export const TEXT_COMMANDS = new Set(
  words("text textbf textit textrm textsf texttt textnormal mbox hbox textup emph textsc"),
);

/** LaTeX commands that only make space. */
export const SPACING = new Set(
  words("quad qquad enspace thinspace medspace thickspace negthinspace hfill hfil noindent newline space"),
);

/** LaTeX commands that change nothing in what is read. */
export const IGNORED_COMMANDS = new Set(
  words(`left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle displaystyle textstyle
    scriptstyle limits nolimits hline bf it phantom nonumber notag mathstrut strut ensuremath angle triangle
    measuredangle relax`),
);

/** LaTeX commands around a letter, a name or an expression that only change its looks. */
export const FONT_COMMANDS = new Set(
  words(`mathrm mathbf mathit mathsf boldsymbol bm mathcal mathscr mathfrak rm boxed fbox operatorname underline
    pmb mathop mathbin mathrel`),
);
