import { geometryIn, isPointGeometry } from '../format/cells/coordinate-pair.js';
import { type Degrees, readDegrees } from '../format/cells/degrees.js';
import { isEmptyWord } from '../format/cells/empty-words.js';
import type { KnownNames } from '../geo/gazetteer/known-names.js';
import { Cell } from './values/cell.js';
import { isEmail, isImage, isPhone, isUrl, isVideo } from './values/contact.js';
import { isFullAddress, lastSegment } from './values/full-address.js';
import { namesOrganisation } from './values/organisation.js';
import { isCoordinatePair, isPrecisePair } from './values/pair.js';
import { isCodeWithTown } from './values/postal.js';
import { countryOf, isSubdivision, isSubdivisionCode } from './values/regions.js';
import { isCode, isColor, isDate, isNumber, isYesNo } from './values/simple.js';
import { hasStreetType, isHouseNumber, looksLikeStreet } from './values/street.js';

/**
 * Characters of a cell that are tested: its beginning suffices, and every test takes time linear in this
 * length.
 */
const MAX_CELL = 300;
/** More rows and values cost time: 80 rows instead of 40 a tenth of it. */
const MAX_ROWS = 40;
const MAX_VALUES = 6;

/**
 * The cells of a column, the distinct values among them that are tested, and those of them that are degrees.
 */
interface Column {
  readonly cells: readonly string[];
  /** Numbers of cells that are not empty, and of distinct ones among these. */
  readonly filled: number;
  readonly distinct: number;
  readonly values: readonly Cell[];
  readonly degrees: readonly Degrees[];
}

/** Measures of a column. Shares are 0..1 of its distinct values; all are 0 when the column is empty. */
export type Profile = Readonly<ReturnType<typeof profileColumn>>;

/**
 * The profile of a column of the sample rows, as one literal: objects that are built name by name are several
 * times slower.
 * @param names null: no value is known
 */
export function profileColumn(
  rows: readonly (readonly string[])[],
  index: number,
  names: KnownNames | null = null,
) {
  const { cells, filled, distinct, values, degrees } = readColumn(rows, index);
  const count = values.length;
  const part = (passed: number): number => (count === 0 ? 0 : passed / count);
  const share = (test: (cell: Cell) => boolean): number => {
    let passed = 0;
    for (const value of values) if (test(value)) passed++;
    return part(passed);
  };
  const shareOfDegrees = (test: (found: Degrees) => boolean): number => part(degrees.filter(test).length);
  const known = countKnown(values, names);
  return {
    /** Distinct values that were tested. */
    count,
    /** Cells that are not empty, as a share of the rows. */
    filled: cells.length === 0 ? 0 : filled / cells.length,
    /** Distinct values as a share of the filled cells. */
    distinct: filled === 0 ? 0 : distinct / filled,
    averageLength: part(values.reduce((sum, { text }) => sum + text.length, 0)),
    text: share(({ hasLetter }) => hasLetter),
    number: share(({ text, hasDigit }) => hasDigit && isNumber(text)),
    digits: share(({ text, hasDigit }) => hasDigit && /^\d+$/.test(text)),
    code: share(({ text }) => isCode(text)),
    pair: part(countPairs(values, isCoordinatePair)),
    precisePair: part(countPairs(values, isPrecisePair)),
    pointGeometry: part(countPairs(values, isPointGeometry)),
    postal: share(({ isPostal }) => isPostal),
    codeWithTown: share(({ text, hasDigit }) => hasDigit && isCodeWithTown(text)),
    houseNumber: share(({ text }) => isHouseNumber(text)),
    street: share((cell) => cell.hasLetter && looksLikeStreet(cell)),
    streetType: share((cell) => cell.hasLetter && hasStreetType(cell)),
    /** Streets that end or begin with a house number. */
    streetNumber: share(({ text, hasLetter }) => hasLetter && /^\d+\S{0,9}[ ,]|\d\s?[a-z]?$/i.test(text)),
    organisation: share((cell) => cell.hasLetter && namesOrganisation(cell)),
    country: share(({ key, hasLetter }) => hasLetter && countryOf(key) !== undefined),
    state: share(({ key, hasLetter }) => hasLetter && isSubdivision(key)),
    stateCode: share(({ text, hasLetter }) => hasLetter && isSubdivisionCode(text)),
    email: share(({ text }) => text.includes('@') && isEmail(text)),
    phone: share(({ text, hasDigit }) => hasDigit && isPhone(text)),
    url: share(({ text, hasLetter }) => hasLetter && text.includes('.') && isUrl(text)),
    image: share(
      ({ text, hasLetter }) => hasLetter && (text.includes('.') || text.includes('/')) && isImage(text),
    ),
    video: share(({ text }) => isVideo(text)),
    date: share(({ folded, hasDigit }) => hasDigit && isDate(folded)),
    yesNo: share(({ folded }) => isYesNo(folded)),
    color: share(isColor),
    fullAddress: part(countFullAddresses(values)),
    /** Values that the gazetteer knows. */
    knownTown: part(known.towns),
    knownState: part(known.states),
    knownCounty: part(known.counties),
    knownPostalCode: part(known.postalCodes),
    /** Degrees within -90 and 90; within -180 and 180. */
    latitude: shareOfDegrees(({ degrees }) => Math.abs(degrees) <= 90),
    longitude: part(degrees.length),
    degreesWithDecimals: shareOfDegrees(({ decimals }) => decimals >= 2),
    /** Degrees with N or S; with E or W. */
    latLetter: shareOfDegrees(({ axis }) => axis === 'lat'),
    lngLetter: shareOfDegrees(({ axis }) => axis === 'lng'),
    /** NaN without degrees. */
    medianDegrees:
      degrees.map((found) => found.degrees).sort((a, b) => a - b)[degrees.length >> 1] ?? Number.NaN,
    /** 1 when the cells are 0, 1, 2 … or 1, 2, 3 … down the rows, else 0. */
    ordinal: isOrdinal(cells) ? 1 : 0,
    /** 1 when the cells are whole numbers that rise down the rows, else 0. */
    rising: isRising(cells) ? 1 : 0,
  };
}

/** Other geometries among points belong to the same column, and their rows are told so. */
function countPairs(values: readonly Cell[], isPair: (text: string) => boolean): number {
  const others = values.filter(({ text, hasDigit }) => !hasDigit || !isPair(text));
  const pairs = values.length - others.length;
  return pairs === 0 ? 0 : pairs + others.filter(({ text }) => geometryIn(text) !== null).length;
}

/** Only what may be a postal code, or has no digits, is looked up: towns are called by letters. */
function countKnown(values: readonly Cell[], names: KnownNames | null) {
  const known = { towns: 0, states: 0, counties: 0, postalCodes: 0 };
  if (names === null) return known;
  for (const { text, hasDigit, isPostal } of values) {
    if (isPostal && names.isPostalCode(text)) known.postalCodes++;
    if (hasDigit) continue;
    const { town, state, county } = names.kindsOf(text);
    if (town) known.towns++;
    if (state) known.states++;
    if (county) known.counties++;
  }
  return known;
}

function readColumn(rows: readonly (readonly string[])[], index: number): Column {
  let cells = rows.slice(0, MAX_ROWS).map((row) => cut(row[index] ?? ''));
  // A column that begins to be filled later on is judged by all rows of the sample.
  if (rows.length > MAX_ROWS && cells.every((cell) => cell === ''))
    cells = rows.map((row) => cut(row[index] ?? ''));
  const filled = cells.filter((cell) => cell !== '');
  const distinct = new Set(filled);
  const values: Cell[] = [];
  for (const cell of distinct) {
    if (!isEmptyWord(cell)) values.push(new Cell(cell));
    if (values.length === MAX_VALUES) break;
  }
  const degrees = values
    .filter(({ text, hasDigit }) => hasDigit || /[０-９]/.test(text))
    .map(({ text }) => readDegrees(text))
    .filter((found) => Math.abs(found.degrees) <= 180);
  return { cells, filled: filled.length, distinct: distinct.size, values, degrees };
}

const cut = (cell: string): string => unprotect(cell.slice(0, MAX_CELL).trim());

/** Removes the marks by which spreadsheets keep leading zeros: `'01234` and `="01234"`. */
function unprotect(cell: string): string {
  if (cell.startsWith('="') && cell.endsWith('"')) return cell.slice(2, -1);
  return /^'[\d+-]/.test(cell) ? cell.slice(1) : cell;
}

/** A last part that several addresses share is their town, whatever it is called. */
function countFullAddresses(values: readonly Cell[]): number {
  let sum = 0;
  const towns = new Map<string, number>();
  for (const { text, hasLetter, hasDigit } of values) {
    if (!hasLetter) continue;
    if (isFullAddress(text)) sum++;
    else if (hasDigit) {
      const town = lastSegment(text);
      if (town !== '') towns.set(town, (towns.get(town) ?? 0) + 1);
    }
  }
  for (const times of towns.values()) if (times > 1) sum += times;
  return sum;
}

function isOrdinal(cells: readonly string[]): boolean {
  if (cells[0] !== '0' && cells[0] !== '1') return false;
  const first = Number(cells[0]);
  return cells.every((cell, at) => cell === String(first + at));
}

const isRising = (cells: readonly string[]): boolean =>
  cells.length > 1 &&
  cells.every((cell, at) => /^\d{1,15}$/.test(cell) && (at === 0 || Number(cell) > Number(cells[at - 1])));
