import { countryKey } from './name-key.js';
import { type Name, NO_NAME, parseName, withoutSide } from './request.js';

/** Word lists that the cutter asks. */
export interface Lexicon {
  isCountry(name: Name): boolean;
  isState(name: Name): boolean;
  isTown(name: Name): boolean;
}

/** Parts of an address; '' for a part that was not found. */
export interface CutAddress {
  /** Text before the city; '' where that is uncertain. */
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly zip: string;
  /**
   * Tells whether the city was the end of a street without a comma: "Rua de Paris, Porto" is not in Paris.
   */
  readonly isOfStreet?: boolean;
  /** Text before the part that the city was found in, and before that of a state where there is no city. */
  readonly earlier: string;
}

const MAX_LENGTH = 500;
const MAX_SEGMENTS = 12;
/** Words of a town at the end of a street. */
const MAX_TOWN_WORDS = 4;
/** Longer segments are no parts of an address and would make the patterns slow. */
const MAX_SEGMENT_LENGTH = 120;
/** Separators between parts of an address in one text. */
export const SEPARATOR = /[,;\n\r|\t]+|\s[-–—·•]\s|(?<=\p{L}\s{0,3})\/(?=\s{0,3}\p{L})/u;

const SEPARATOR_AT_END = /(?<![\s,;|/\-–—·•])[\s,;|/\-–—·•]+$/;

/** A postal code or the code of a state in brackets: "Brens (01300), France", "Milano (MI)". */
const BRACKETED = /\s{0,9}\((\d{4,6}|[A-Z]{2})\)(?=\s{0,9}(?:$|[,;\n\r|\t]))/g;

/**
 * Codes that are told from other numbers by their letters or hyphen: "00-549", "100-0001", "M5V 2T6", "SW1A
 * 1AA", "H91 E9T8", "1012 JS".
 */
const MARKED =
  '\\d{2}-\\d{3}|\\d{3}-\\d{4}|[A-Za-z]\\d[A-Za-z] ?\\d[A-Za-z]\\d|[A-Za-z]{1,2}\\d[A-Za-z\\d]? ?\\d[A-Za-z]{2}|[A-Z]\\d[\\dW] ?[A-Z\\d]{4}|\\d{4} ?(?!N[EW]|S[EW])[A-Z]{2}';
/**
 * A postal code at the start: "80331 München", "D-80331 München", "1011 AB Amsterdam", "114 55 Stockholm",
 * "M5H 3T4 Toronto".
 */
const ZIP_FIRST =
  /^((?:[A-Z]{1,3}-)?\d{4,6}(?:-\d{3,4})?(?: (?!N[EW]|S[EW])[A-Z]{2}(?= ))?|〒?\d{3}-\d{4}|\d{2}-\d{3}|\d{3} \d{2}(?!\d)|[A-Z]\d[A-Z] ?\d[A-Z]\d)\s+(\p{L}.*)$/u;
/**
 * A postal code at the end: "DC 20500", "London SW1A 1AA", "Toronto ON M5V 2T6", "Toronto ON M5V", "Sydney
 * NSW 2000".
 */
const ZIP_LAST = new RegExp(
  `^(|.*?[^\\s.])[\\s.]*(?<![\\p{L}\\d-])((?<=\\p{L}\\s{1,3})\\d{3} \\d{2}|\\d{5}(?:[- ]\\d{4}|-\\d{3})?|${MARKED}|\\d{4}-\\d{3}|\\d{4,6}|[A-Z]\\d[A-Z])$`,
  'u',
);
/**
 * A postal code between a street and its town, or before a country: "Hauptstraße 5 80331 München", "Seattle
 * WA 98101 USA".
 */
const ZIP_WITHIN =
  /^(.*?\S)\s+((?:[A-Z]{1,3}-)?\d{4,6}|\d{2}-\d{3}|\d{3}-\d{4}|\d{4}-\d{3}|\d{3} \d{2}|\d{4} [A-Z]{2}|\d{5}-\d{3,4}|[A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]\d[A-Z](?= Canada$)|[A-Z]\d[\dW] [A-Z\d]{4}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})\s+(\p{L}[^\d]*)$/u;
const zipWithin = (text: string): RegExpExecArray | null => {
  const found = ZIP_WITHIN.exec(text);
  return found !== null && /\p{L}/u.test(found[1]!) ? found : null;
};
const ONLY_ZIP = new RegExp(
  `^(?:(?:[A-Z]{1,3}-)?\\d{4,6}(?:-\\d{3,4})?|\\d{3} \\d{2,3}|${MARKED}|[A-Z]\\d[A-Z])$`,
);
const PO_BOX =
  /^(?:p\.? ?o\.? ?box|postfach|bo[iî]te postale|b\.? ?p\.?|apartado|casella postale|postbus|caixa postal)\b/i;

/**
 * Cuts an address in one text ("1600 Pennsylvania Ave NW, Washington, DC 20500", "Marienplatz 1, 80331
 * München, Germany") from its end: country, postal code, state, city, and the street before them. Without
 * commas only a state or country at the end is cut off ("Austin TX"). Linear time; texts above 500 characters
 * are not cut.
 */
export function cutAddress(written: string, lexicon: Lexicon): CutAddress {
  const cut = { street: '', city: '', state: '', country: '', zip: '', before: '' };
  if (written.length > MAX_LENGTH) return NOTHING;
  const text = plainOf(written);
  const all = text
    .split(SEPARATOR)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
  const segments = all
    .filter((segment) => segment.length <= MAX_SEGMENT_LENGTH && !PO_BOX.test(segment))
    .slice(-MAX_SEGMENTS);
  const isWhole = segments.length === 1;
  const left = all.length - segments.length;
  let end = text.length;
  while (segments.length > 0 && cut.city === '') {
    const segment = segments.pop()!;
    end = text.lastIndexOf(segment, end - segment.length);
    takeSegment(cut, segment, lexicon, segments.at(-1) ?? '', isWhole);
  }
  const { before, ...parts } = cut;
  const earlier = text.slice(0, end).replace(SEPARATOR_AT_END, '');
  const street = left === 0 ? (text.slice(0, end) + before).replace(SEPARATOR_AT_END, '') : '';
  return before === '' ? { ...parts, street, earlier } : { ...parts, street, earlier, isOfStreet: true };
}

/** Delivery to post boxes: "75009 Paris Cedex 09, France". */
const CEDEX = /(?<=\p{L}) cedex(?: \d{1,2})?(?![\p{L}\d])/iu;

const plainOf = (text: string): string =>
  (text.includes('(') ? withoutSide(text, false).replace(BRACKETED, ' $1') : text).replace(CEDEX, '');

const NOTHING: CutAddress = { street: '', city: '', state: '', country: '', zip: '', earlier: '' };

/**
 * Second reading of an address where a street was taken for the city: "350 5th Ave, New York, USA" has the
 * city that its state is named after, "5 Orchard Rd, Singapore" that of its country.
 * @returns null where there is no second reading
 */
export function otherReading(cut: CutAddress): CutAddress | null {
  if (!cut.isOfStreet && !/\d/.test(cut.city) && !isStreet(cut.city) && !STREET_ENDING.test(cut.city))
    return null;
  const street = '';
  if (cut.state !== '') return { ...cut, street, city: cut.state, state: '' };
  return cut.country === '' ? null : { ...cut, street, city: cut.country, country: '' };
}

/**
 * The same address with a town of fewer words at the end of its street: "801 Hwy 78 East Jasper" is not in
 * East Jasper. null: there are no fewer.
 */
export function shorterTown(cut: CutAddress): CutAddress | null {
  const blank = cut.isOfStreet ? cut.city.indexOf(' ') : -1;
  if (blank < 0) return null;
  return { ...cut, street: `${cut.street} ${cut.city.slice(0, blank)}`, city: cut.city.slice(blank).trim() };
}

const areaOrCountry = (text: string): Name => parseName(text, countryKey);

interface Cut {
  city: string;
  state: string;
  country: string;
  zip: string;
  /** Street before the town in its segment. */
  before: string;
}

/** @param before the previous segment; '': none */
function takeSegment(cut: Cut, segment: string, lexicon: Lexicon, before: string, isWhole: boolean): void {
  const hasLarger = cut.state !== '' || cut.country !== '' || cut.zip !== '';
  if (cut.zip === '' && ONLY_ZIP.test(segment)) {
    cut.zip = segment;
    return;
  }
  // "New York, New York" and "Singapore, Singapore": the first is the city.
  const larger = before === '' || cut.state !== '' ? NO_NAME : areaOrCountry(segment);
  if (cut.zip === '' && lexicon.isState(larger)) {
    cut.state = segment;
    return;
  }
  // "Berlin, Germany, 10115".
  if (cut.state === '' && cut.country === '' && lexicon.isCountry(larger)) {
    cut.country = segment;
    return;
  }
  if (lexicon.isState(larger)) {
    cut.state = segment;
    return;
  }
  let rest = segment;
  let isBeforeZip = false;
  const code = cut.zip === '' ? ZIP_FIRST.exec(rest) : null;
  // "1600 Pennsylvania Ave" begins with a house number, unless a larger part or another segment follows it.
  const isHouse =
    code !== null &&
    ((isStreet(code[2]!) && !lexicon.isTown(parseName(code[2]!))) ||
      ZIP_LAST.test(code[2]!) ||
      zipWithin(code[2]!) !== null ||
      (HOUSE.test(code[1]!) && endsInAmericanTown(code[2]!, lexicon)));
  const first = isHouse ? null : code;
  if (first) {
    cut.zip = first[1]!;
    rest = first[2]!;
  } else if (cut.zip === '') {
    const last = ZIP_LAST.exec(rest);
    const inside = last ? null : zipWithin(rest);
    // "6626 FM 1960 East Atascocita TX" lies at a road of that number.
    const isRoad = inside !== null && HOUSE.test(inside[2]!) && endsInAmericanTown(inside[3]!, lexicon);
    const within = isRoad ? null : inside;
    if (last && (last[1]! !== '' || isWhole)) {
      cut.zip = last[2]!;
      rest = last[1]!.trim();
      // "DC 20500" and "Washington, District of Columbia 20500" have a state before the code; "Calle Mayor 5,
      // Madrid 28013" a city.
      isBeforeZip = rest.length <= 3 || (before !== '' && !/\d/.test(before));
    } else if (within && !isStreet(within[3]!)) {
      cut.zip = within[2]!;
      const isCountry = cut.country === '' && lexicon.isCountry(areaOrCountry(within[3]!));
      if (isCountry) cut.country = within[3]!;
      else cut.before = within[1]!;
      rest = isCountry ? within[1]! : within[3]!;
    }
  }
  if (isBeforeZip && cut.state === '' && lexicon.isState(areaOrCountry(rest))) {
    cut.state = rest;
    return;
  }
  // "Berlin, Germany 10117".
  if (isBeforeZip && !hasLarger && lexicon.isCountry(areaOrCountry(rest))) {
    cut.country = rest;
    return;
  }
  rest = takeTail(cut, rest, lexicon, rest !== segment && !first);
  const town = cut.zip + cut.state === '' || first ? rest : townAtEnd(rest, lexicon);
  if (town !== rest) cut.before = rest.slice(0, -town.length).trim();
  if (town !== '') cut.city = town;
}

/**
 * Tells whether a known town and the code of its state end a longer text, as in "NORTH MAIN Rogers AR", so
 * that the text begins in no town.
 */
function endsInAmericanTown(text: string, lexicon: Lexicon): boolean {
  const town = AMERICAN_END.exec(text)?.[1];
  if (town === undefined || lexicon.isTown(parseName(town))) return false;
  return townOf(town, lexicon) !== null;
}

/** The longest known town of at most MAX_TOWN_WORDS words at the end of a longer text. */
function townOf(text: string, lexicon: Lexicon): string | null {
  const starts = [...text.matchAll(/\s+/g)]
    .map(({ index, 0: blank }) => index + blank.length)
    .slice(-MAX_TOWN_WORDS);
  for (const start of starts) {
    const town = text.slice(start);
    if (!/\d/.test(town) && town.length > 2 && lexicon.isTown(parseName(town))) return town;
  }
  return null;
}

/**
 * The town that ends a street without a comma, "12 Main St Seattle"; the text itself where it is no street,
 * or ends in no known town.
 */
function townAtEnd(text: string, lexicon: Lexicon): string {
  const isWhole = !/\d/.test(text) && (!isStreet(text) || lexicon.isTown(parseName(text)));
  if (isWhole) return text;
  return townOf(text, lexicon) ?? text;
}

/** Cuts a state, or a country, off the end: "Washington DC", "Sydney NSW", "Paris France". */
function takeTail(cut: Cut, text: string, lexicon: Lexicon, isBeforeZip: boolean): string {
  // "Main Street 12" does not end in Aveyron, whose code is 12.
  if (cut.state !== '' || ENDS_IN_DIGIT.test(text)) return text;
  const words = text.split(/\s+/);
  const last = words.at(-1)!;
  // "Durango CO 81301" is not in a county of that name, nor "Pueblo West CO", nor "Sugar Land TX" in a state.
  const isWord = isStreetWord(last, text) && (words.length < 4 || !endsInAmericanTown(text, lexicon));
  const isCode = CODE.test(last) && !isWord && lexicon.isState(areaOrCountry(last));
  if (words.length > 1 && (isCode || (isBeforeZip && AMERICAN.test(last)))) {
    cut.state = last;
    return words.slice(0, -1).join(' ');
  }
  // "Villarta de San Juan" is not in San Juan.
  const isTown = cut.zip + cut.country !== '' && lexicon.isTown(parseName(text));
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    // "Milano (MI)".
    const tail = words.slice(-count).join(' ').replace(/[()]/g, '');
    const head = words.slice(0, -count).join(' ');
    if (isStreetWord(tail, text)) continue;
    const name = areaOrCountry(tail);
    if (lexicon.isState(name) && !(isTown && tail.length > 3)) {
      cut.state = tail;
      return head;
    }
    if (cut.country === '' && lexicon.isCountry(name)) {
      cut.country = tail;
      return takeTail(cut, head, lexicon, isBeforeZip);
    }
  }
  return text;
}

const HOUSE = /^\d{4,5}(?: [A-Z]{2})?$/;
/**
 * States of the United States by their codes, where a postal code stands behind the state and has five
 * digits.
 */
const AMERICAN_END =
  /^(.+\S)\s(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$/;
const ENDS_IN_DIGIT = /\d$/;
/**
 * "1 Main St" does not end in Sachsen-Anhalt, nor "5 Elm Ct" in Connecticut; "Sydney nsw" ends in a state.
 */
const isStreetWord = (tail: string, text: string): boolean => /^\d/.test(text) && STREET_WORD.test(tail);
/** States before a ZIP rather than words of a street or a county: "Denver CO 80202". */
const AMERICAN = /^(?:AL|CO|CT|LA|NE)$/;
/** Codes of states in capitals. */
const CODE = /^[A-Z]{2}$/;
const STREET_WORD = /^(?:st|ct|dr|pl|la|al|no|so|ne|nw|se|sw|co)\.?$/i;

/** Whole words only: "Köln" does not end in the abbreviation of lane. */
const STREET =
  /(?<![\p{L}\d])(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|way|ct|court|pl|hwy|highway|pkwy|rue|place|calle|avenida|av|plaza|via|viale|piazza|corso|rua|praça|praca|largo|ulica|ul|aleja|caddesi|cd|sokak|prospekt|straat|laan|plein|straße|strasse|str|weg|platz|allee)(?![\p{L}\d])/iu;
const STREET_ENDING = /(?:straße|strasse|str\.|platz|allee|gasse|damm|ufer|straat|gatan|vägen|gade|vej)$/i;
export const isStreet = (text: string): boolean => STREET.test(text);
