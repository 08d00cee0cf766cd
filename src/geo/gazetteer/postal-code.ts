/** How a country writes its postal codes, without blanks and hyphens, lower case. */
interface Format {
  readonly country: string;
  /** Key of a code in the gazetteer; null: the text is none of this country. */
  codeOf(text: string): string | null;
  /** How many characters tell the region; 0: all. */
  readonly prefixLength: number;
  /** No other country writes its codes so. */
  readonly isUnmistakable: boolean;
  /** All codes are known: one that is not does not exist. Else prefixes alone are. */
  readonly isComplete: boolean;
}

const LONGEST = 16;
const US = /^(\d{3,5})$/;
const CA = /^([abceghj-nprstvxy]\d[a-z])(?:\d[a-z]\d)?$/;
const GB = /^([a-z]{1,2})\d[a-z\d]?(?:\d[a-z]{2})?$/;
const DIGITS_4_OR_5 = /^\d{4,5}$/;
const DIGITS_3_OR_4 = /^\d{3,4}$/;

const padded = (text: string, digits: number): string => text.padStart(digits, '0');

/** Spreadsheets take the leading zeros of numbers: "2134" is 02134, "21341234" 02134-1234. */
function usCode(text: string): string | null {
  if (/^\d{8,9}$/.test(text)) return padded(text, 9).slice(0, 5);
  // "OH 43004", "NY10001".
  const digits = US.exec(text.replace(/^[a-z]{2}(?=\d{5}$)/, ''))?.[1];
  return digits ? padded(digits, 5) : null;
}

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
  {
    country: 'FR',
    codeOf: (text) => (DIGITS_4_OR_5.test(text) ? padded(text, 5) : null),
    prefixLength: 2,
    isUnmistakable: false,
    isComplete: false,
  },
  {
    country: 'ES',
    codeOf: (text) => (DIGITS_4_OR_5.test(text) ? padded(text, 5) : null),
    prefixLength: 2,
    isUnmistakable: false,
    isComplete: false,
  },
];
const BY_COUNTRY: ReadonlyMap<string, Format> = new Map(FORMATS.map((format) => [format.country, format]));

/** "D-80331", "F-75001", "A-1010", "CH-8001"; not "DE 19801", which is in Delaware. None of the codes is one of a US state, but for `DE`. */
const PREFIXED =
  /^(?:(d|f|e)[- ]?|(de|fr|es|us|au|ca|at|be|ch|cz|dk|fi|gr|hr|hu|it|lt|lu|lv|nl|no|pl|pt|ro|se|sk)-|(a|b|i|l|n|s|fin)-)(?=\d)/;
const PREFIXES: Readonly<Record<string, string>> = {
  d: 'DE',
  f: 'FR',
  e: 'ES',
  a: 'AT',
  b: 'BE',
  i: 'IT',
  l: 'LU',
  n: 'NO',
  s: 'SE',
  fin: 'FI',
};
const AFTER_PREFIX = /^(?:\d{4,5}|\d{3} \d{2}|\d{2}-\d{3})$/;

/** Who groups digits so, the most usual first. */
const GROUPED: readonly [RegExp, readonly string[]][] = [
  [/^\d{5}\s*[-–]\s*\d{4}$/, ['US', 'SA']],
  [/^\d{5}-\d{3}$/, ['BR']],
  [/^\d{2}-\d{3}$/, ['PL']],
  [/^\d{3}-\d{4}$/, ['JP']],
  [/^\d{4}-\d{3}$/, ['PT']],
  [/^\d{4} ?[a-z]{2}$/, ['NL']],
  [/^\d{3} \d{2}$/, ['SE', 'CZ', 'GR', 'SK']],
];

/** A postal code as read from a cell. */
export interface PostalText {
  /** Lower case, without blanks and hyphens. */
  readonly text: string;
  /** ISO code of the only country that writes codes so; null: several do. */
  readonly country: string | null;
  /** ISO codes of those that group its characters so, the most usual first; null: it is not grouped as only some do. */
  readonly among: readonly string[] | null;
}

/** @returns null when the text cannot be a postal code */
export function readPostalCode(cell: string): PostalText | null {
  if (cell.length > LONGEST) return null;
  // A number out of a spreadsheet: "43004.0", "43,004" is not read.
  let text = cell.toLowerCase().trim().replace(/\.0+$/, '');
  let country: string | null = null;
  const prefix = PREFIXED.exec(text);
  // E1 and EC1 are of London, F and D are no areas there.
  if (prefix && AFTER_PREFIX.test(text.slice(prefix[0].length))) {
    const [, letter, code, other] = prefix;
    country = code ? code.toUpperCase() : PREFIXES[letter ?? other!]!;
    text = text.slice(prefix[0].length);
  }
  // Five digits are most of all codes.
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

/** How many digits the codes of countries have, as the Universal Postal Union lists them; those of others are not known or have letters. */
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

/** Whether a country may write its codes so; spreadsheets take leading zeros. */
export function mayBeOf({ text, country, among }: PostalText, of: string): boolean {
  if (country) return country === of;
  if (among) return among.includes(of);
  const format = BY_COUNTRY.get(of);
  if (format) return format.codeOf(text) !== null;
  const digits = DIGITS_OF.get(of);
  if (digits === undefined) return true;
  return /^\d+$/.test(text) && text.length <= digits && text.length >= digits - (digits === 5 ? 2 : 1);
}

/** Whether codes of a country are known here, in whole or by their beginnings. */
export const hasCodes = (country: string): boolean => BY_COUNTRY.has(country);

/** Countries whose codes look like this. */
export const countriesOf = (postal: PostalText): string[] =>
  FORMATS.map((format) => format.country).filter((country) => mayBeOf(postal, country));

/** The gazetteer's key of a code in a country; null: it is none of that country, or none are known. */
export function postalKey({ text, country: only }: PostalText, country: string): string | null {
  // "40020-000" is Brazilian, not ZIP 04002.
  if (only !== null && only !== country) return null;
  const code = BY_COUNTRY.get(country)?.codeOf(text);
  return code ? country.toLowerCase() + code : null;
}

/** Keys of the region that a code begins with, the longest first. */
export function prefixKeys({ text, country: only }: PostalText, country: string): string[] {
  if (only !== null && only !== country) return [];
  const format = BY_COUNTRY.get(country);
  const code = format?.codeOf(text);
  if (!format || !code) return [];
  const lengths = format.isComplete ? [format.prefixLength] : [3, 2];
  return lengths
    .filter((length) => length > 0)
    .map((length) => `${country.toLowerCase()}${code.slice(0, length)}*`);
}

/** Whether all codes of a country are known, so that another one does not exist. */
export const isComplete = (country: string): boolean => BY_COUNTRY.get(country)?.isComplete ?? false;

/** Post offices of the armed forces: they have no place. @param key of a ZIP, without its country */
export const isMilitary = (zip: string): boolean => /^(?:09\d|340|96[2-6])\d\d$/.test(zip);
