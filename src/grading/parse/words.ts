// The vocabulary of the parser: functions, names, units, and the words that mark prose.

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** Functions by their canonical name. */
export const FUNCTIONS = new Set(
  words(`sin cos tan cot sec csc sinh cosh tanh coth sech csch asin acos atan acot asec acsc asinh acosh atanh log
    ln lg exp sqrt cbrt abs floor ceil round gcd lcm min max sgn det binom Re Im arg tr factorial norm conj`),
);

// Rows of a canonical name and its other spellings, as pairs from spelling to name.
const aliases = (table: string): [string, string][] =>
  table.split(";").flatMap((row) => {
    const [name = "", ...others] = words(row);
    return others.map((other): [string, string] => [other, name]);
  });

const WORD_ALIASES = aliases(
  `asin arcsin; acos arccos; atan arctan arctg; acot arccot; asec arcsec; acsc arccsc; asinh arcsinh;
    acosh arccosh; atanh arctanh; tan tg; cot ctg; csc cosec; ceil ceiling; sgn sign; pi Pi PI;
    infty infinity inf Infinity oo; abs Abs`,
);

/** Names of letters and constants that are written as words. */
export const LETTER_NAMES = words("alpha beta gamma delta theta lambda sigma omega rho phi tau mu infty pi");

const COMMAND_ALIASES = aliases(
  `frac dfrac tfrac cfrac sfrac nicefrac; binom dbinom tbinom; le leq leqslant leqq; ge geq geqslant geqq;
    ne neq; < lt; > gt; approx thickapprox simeq; { lbrace; } rbrace; | lvert rvert vert;
    norm| lVert rVert Vert |; [ lbrack; ] rbrack; ( lparen; ) rparen; emptyset varnothing; and land wedge;
    or lor vee; ldots cdots dots dotsc dotsb vdots; mod bmod; times ast star cdot;
    to rightarrow longrightarrow; $ dollar; circ degree degrees; cup bigcup; cap bigcap;
    setminus smallsetminus backslash; : colon; Rightarrow iff implies; ' prime; varepsilon epsilon;
    theta vartheta; asin Arcsin; acos Arccos; atan Arctan`,
);

/** Other spellings of a bare word, to its canonical command. */
export const WORD_NAMES = new Map([...WORD_ALIASES, ...LETTER_NAMES.map((name): [string, string] => [name, name])]);

/** Other spellings of a LaTeX command, to its canonical spelling. */
export const COMMAND_NAMES = new Map([...WORD_ALIASES, ...COMMAND_ALIASES]);

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
