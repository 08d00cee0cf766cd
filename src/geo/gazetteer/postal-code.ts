/** How a country writes its postal codes: lower case, without blanks and hyphens. */
interface Format {
  readonly country: string;
  /** Key of a code in the gazetteer; null: not a code of this country. */
  codeOf(text: string): string | null;
  /** Number of leading characters that determine the region; 0: all. */
  readonly prefixLength: number;
  /** Tells whether no other country writes its codes so. */
  readonly isUnmistakable: boolean;
  /**
   * Tells whether the gazetteer has all codes, so that an unknown one does not exist; else it has prefixes
   * only.
   */
  readonly isComplete: boolean;
}

const LONGEST = 16;
const US = /^(\d{3,5})$/;
const CA = /^([abceghj-nprstvxy]\d[a-z])(?:\d[a-z]\d)?$/;
const GB = /^([a-z]{1,2})\d[a-z\d]?(?:\d[a-z]{2})?$/;
const DIGITS_4_OR_5 = /^\d{4,5}$/;
const DIGITS_3_OR_4 = /^\d{3,4}$/;

const padded = (text: string, digits: number): string => text.padStart(digits, '0');

/** Restores leading zeros that spreadsheets drop: "2134" is 02134, "21341234" 02134-1234. */
function usCode(text: string): string | null {
  if (/^\d{8,9}$/.test(text)) return padded(text, 9).slice(0, 5);
  // "OH 43004", "NY10001".
  const digits = US.exec(text.replace(/^[a-z]{2}(?=\d{5}$)/, ''))?.[1];
  return digits ? padded(digits, 5) : null;
}

/** Codes of which only the first digits are known. */
const byPrefix = (country: string, codeOf: (text: string) => string | false): Format => ({
  country,
  codeOf: (text) => codeOf(text) || null,
  prefixLength: 2,
  isUnmistakable: false,
  isComplete: false,
});

const FORMATS: readonly Format[] = [
  { country: 'US', codeOf: usCode, prefixLength: 3, isUnmistakable: false, isComplete: true },
  {
    country: 'CA',
    codeOf: (text) => CA.exec(text)?.[1] ?? null,
    prefixLength: 1,
    isUnmistakable: true,
    isComplete: true,
  },
  {
    country: 'GB',
    codeOf: (text) => GB.exec(text)?.[1] ?? null,
    prefixLength: 0,
    isUnmistakable: true,
    isComplete: true,
  },
  {
    country: 'AU',
    codeOf: (text) => (DIGITS_3_OR_4.test(text) ? padded(text, 4) : null),
    prefixLength: 2,
    isUnmistakable: false,
    isComplete: true,
  },
  {
    country: 'DE',
    codeOf: (text) => (DIGITS_4_OR_5.test(text) ? padded(text, 5) : null),
    prefixLength: 2,
    isUnmistakable: false,
    isComplete: true,
  },
  ...['FR', 'ES', 'PL'].map((country) =>
    byPrefix(country, (text) => DIGITS_4_OR_5.test(text) && padded(text, 5)),
  ),
  byPrefix('IT', (text) => /^\d{3,5}$/.test(text) && padded(text, 5)),
  ...['AT', 'BE', 'CH'].map((country) => byPrefix(country, (text) => /^\d{4}$/.test(text) && text)),
  byPrefix('NL', (text) => /^\d{4}(?:[a-z]{2})?$/.test(text) && text),
  byPrefix('PT', (text) => /^\d{4}(?:\d{3})?$/.test(text) && text),
];
const BY_COUNTRY: ReadonlyMap<string, Format> = new Map(FORMATS.map((format) => [format.country, format]));

/**
 * Codes with a country prefix: "D-80331", "F-75001", "A-1010", "CH-8001"; not "DE 19801", which is in
 * Delaware. None of these prefixes but `DE` is the code of a US state.
 */
const PREFIXED =
  /^(?:(d|f|e)[- ]?|(de|fr|es|us|au|ca|at|be|ch|cz|dk|fi|gr|hr|hu|it|lt|lu|lv|nl|no|pl|pt|ro|se|sk)-|(a|b|i|l|n|s|fin)-)(?=\d)/;
/** Countries by the signs of their cars, which stand before postal codes. */
export const COUNTRY_SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    d: 'DE',
    f: 'FR',
    e: 'ES',
    a: 'AT',
    b: 'BE',
    h: 'HU',
    i: 'IT',
    l: 'LU',
    n: 'NO',
    p: 'PT',
    s: 'SE',
    fin: 'FI',
  }),
);
const AFTER_PREFIX = /^(?:\d{4,5}|\d{3} \d{2}|\d{2}-\d{3})$/;

/** Countries that group digits so, the most usual first. */
const GROUPED: readonly [RegExp, readonly string[]][] = [
  [/^\d{5}\s*[-–]\s*\d{4}$/, ['US', 'SA']],
  [/^\d{5}-\d{3}$/, ['BR']],
  [/^\d{2}-\d{3}$/, ['PL']],
  [/^\d{3}-\d{4}$/, ['JP']],
  [/^\d{4}-\d{3}$/, ['PT']],
  [/^\d{4} ?[a-z]{2}$/, ['NL']],
  [/^\d{3} \d{2}$/, ['SE', 'CZ', 'GR', 'SK']],
];

/** A postal code read from a cell. */
export interface PostalText {
  /** Lower case, without blanks and hyphens. */
  readonly text: string;
  /** ISO code of the only country with codes of this form; null: several. */
  readonly country: string | null;
  /** ISO codes of the countries that group the characters so, the most usual first; null: any country. */
  readonly among: readonly string[] | null;
}

/** Shops write an apostrophe before a code, so that spreadsheet programs keep its leading zeros. */
export const withoutApostrophe = (code: string): string => (code.startsWith("'") ? code.slice(1) : code);

/** @returns null when the text cannot be a postal code */
export function readPostalCode(cell: string): PostalText | null {
  if (cell.length > LONGEST) return null;
  // "43004.0" is a number from a spreadsheet; "43,004" is not read.
  let text = withoutApostrophe(cell.toLowerCase().trim()).replace(/\.0+$/, '');
  let country: string | null = null;
  const prefix = PREFIXED.exec(text);
  // E1 and EC1 are in London; F and D are no British areas.
  if (prefix && AFTER_PREFIX.test(text.slice(prefix[0].length))) {
    const [, letter, code, other] = prefix;
    country = code ? code.toUpperCase() : COUNTRY_SIGNS.get(letter ?? other!)!;
    text = text.slice(prefix[0].length);
  }
  // Five digits are the usual form of most countries, so they exclude none.
  const among = country || text.length === 5 ? null : groupedBy(text);
  const isZipPlus4 = among?.[0] === 'US';
  text = text.replace(/[\s.–-]+/g, '');
  if (!/^(?=.*\d)[a-z0-9]+$/.test(text)) return null;
  if (isZipPlus4) return { text: text.slice(0, 5), country, among };
  if (among?.length === 1) country = among[0]!;
  if (!country)
    country = FORMATS.find((format) => format.isUnmistakable && format.codeOf(text))?.country ?? null;
  return { text, country, among };
}

const groupedBy = (text: string): readonly string[] | null =>
  GROUPED.find(([form]) => form.test(text))?.[1] ?? null;

/**
 * Number of digits of each country's codes, by the Universal Postal Union. Countries with letters in their
 * codes, or unknown ones, are left out.
 */
const COUNTRIES_OF_DIGITS: Readonly<Record<number, string>> = {
  3: 'FO IS LS MG PG',
  4: 'AL AM AF AT AU BD BE BG CH CV CY DK ET GE GL GW HU LI LR LU LV MK MZ NE NL NO NZ PH PY SI SV TN VE ZA',
  5: 'BA CR CU CZ DE DO DZ EE EG ES FI FR GR GT HN HR ID IQ IT JO KE KR KW LA LK LT MA MC ME MM MX MY NI NP PE PK PL RS SA SD SE SK SM SN TH TR TW UA US UY XK ZM',
  6: 'BY CN CO EC IN KG KZ MN NG RO RU SG TJ TM UZ VN',
  7: 'CL IL JP PT',
  8: 'BR',
  10: 'IR',
};
const DIGITS_OF: ReadonlyMap<string, number> = new Map(
  Object.entries(COUNTRIES_OF_DIGITS).flatMap(([digits, countries]) =>
    countries.split(' ').map((country) => [country, Number(digits)]),
  ),
);

/**
 * Tells whether a country may write its codes so.
 * @param isWhole whether no leading zero may be missing; spreadsheets drop them
 */
export function mayBeOf({ text, country, among }: PostalText, of: string, isWhole = false): boolean {
  if (country) return country === of;
  if (among) return among.includes(of);
  const format = BY_COUNTRY.get(of);
  if (format) return format.codeOf(text) !== null;
  const digits = DIGITS_OF.get(of);
  if (digits === undefined) return true;
  const missing = isWhole ? 0 : digits === 5 ? 2 : 1;
  return /^\d+$/.test(text) && text.length <= digits && text.length >= digits - missing;
}

/** Tells whether the gazetteer has codes of a country, complete or as prefixes. */
export const hasCodes = (country: string): boolean => BY_COUNTRY.has(country);

/** Countries whose codes have this form. */
export const countriesOf = (postal: PostalText): string[] =>
  FORMATS.map((format) => format.country).filter((country) => mayBeOf(postal, country));

/** The gazetteer's key of a code in a country; null: not a code of that country, or its codes are unknown. */
export function postalKey({ text, country: only }: PostalText, country: string): string | null {
  // "40020-000" is Brazilian, not ZIP 04002.
  if (only !== null && only !== country) return null;
  const code = BY_COUNTRY.get(country)?.codeOf(text);
  return code ? country.toLowerCase() + code : null;
}

/** Keys of the region that a code begins with, the longest prefix first. */
export function prefixKeys({ text, country: only }: PostalText, country: string): string[] {
  if (only !== null && only !== country) return [];
  const format = BY_COUNTRY.get(country);
  const code = format?.codeOf(text);
  if (!format || !code) return [];
  const lengths = format.isComplete ? [format.prefixLength] : [4, 3, 2];
  return lengths
    .filter((length) => length > 0)
    .map((length) => `${country.toLowerCase()}${code.slice(0, length)}*`);
}

/** Tells whether the gazetteer has all codes of a country, so that any other does not exist. */
export const isComplete = (country: string): boolean => BY_COUNTRY.get(country)?.isComplete ?? false;

/**
 * Tells whether a ZIP belongs to post offices of the armed forces, which have no place.
 * @param zip without a country prefix
 */
export const isMilitary = (zip: string): boolean => /^(?:09\d|340|96[2-6])\d\d$/.test(zip);
