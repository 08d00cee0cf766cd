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

/** "D-80331", "F-75001"; not "DE 19801", which is in Delaware. */
const PREFIXED = /^(?:(d|f|e)[- ]?|(de|fr|es|us|au|ca)-)(?=\d)/;
const PREFIXES: Readonly<Record<string, string>> = { d: 'DE', f: 'FR', e: 'ES' };

/** A postal code as read from a cell. */
export interface PostalText {
  /** Lower case, without blanks; hyphens only between digits. */
  readonly text: string;
  /** ISO code of the only country that writes codes so; null: several do. */
  readonly country: string | null;
}

/** @returns null when the text cannot be a postal code */
export function readPostalCode(cell: string): PostalText | null {
  if (cell.length > LONGEST) return null;
  // A number out of a spreadsheet: "43004.0", "43,004" is not read.
  let text = cell.toLowerCase().trim().replace(/\.0+$/, '');
  let country: string | null = null;
  const prefix = PREFIXED.exec(text);
  // E1 and EC1 are of London, F and D are no areas there.
  if (prefix && /^\d{4,5}$/.test(text.slice(prefix[0].length))) {
    country = prefix[1] ? PREFIXES[prefix[1]]! : prefix[2]!.toUpperCase();
    text = text.slice(prefix[0].length);
  }
  const isZipPlus4 = /^\d{5}\s*[-–]\s*\d{4}$/.test(text);
  text = text.replace(/[\s.–-]+/g, '');
  if (!/^(?=.*\d)[a-z0-9]+$/.test(text)) return null;
  if (isZipPlus4) return { text: text.slice(0, 5), country: 'US' };
  if (!country)
    country = FORMATS.find((format) => format.isUnmistakable && format.codeOf(text))?.country ?? null;
  return { text, country };
}

/** Countries whose codes look like this. */
export const countriesOf = ({ text }: PostalText): string[] =>
  FORMATS.filter((format) => format.codeOf(text) !== null).map((format) => format.country);

/** The gazetteer's key of a code in a country; null: it is none of that country, or none are known. */
export function postalKey({ text }: PostalText, country: string): string | null {
  const code = BY_COUNTRY.get(country)?.codeOf(text);
  return code ? country.toLowerCase() + code : null;
}

/** Keys of the region that a code begins with, the longest first. */
export function prefixKeys({ text }: PostalText, country: string): string[] {
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

/** Areas of 100 km and more: British ones (SW, EH), and rural ones of Canada (K0K). A town that is known is more exact. */
export const isCoarse = (key: string): boolean => key.startsWith('gb') || /^ca[a-z]0/.test(key);

/** Post offices of the armed forces: they have no place. */
export const isMilitary = (key: string): boolean => /^us(?:09\d|340|96[2-6])/.test(key);
