import { type Degrees, readDegrees } from '../format/cells/degrees.js';
import { Cell } from './values/cell.js';
import { isEmail, isImage, isPhone, isUrl, isVideo } from './values/contact.js';
import { isFullAddress, lastSegment } from './values/full-address.js';
import { namesOrganisation } from './values/organisation.js';
import { isCoordinatePair, isPrecisePair } from './values/pair.js';
import { isCodeWithTown, isPostalCode } from './values/postal.js';
import { countryOf, isSubdivision, isSubdivisionCode } from './values/regions.js';
import { isCode, isColor, isDate, isNumber, isYesNo } from './values/simple.js';
import { hasStreetType, isHouseNumber, looksLikeStreet } from './values/street.js';

/** Characters of a cell that are tested: its beginning suffices, and every test takes time linear in this length. */
const MAX_CELL = 300;
/** More rows and values change no decision on the evaluation sets, and cost time. */
const MAX_ROWS = 80;
const MAX_VALUES = 6;

/** Texts that programs and people write for no value. */
const NOTHING = /^(?:null|nan|n\/a|na|none|-+|nd|s\/d|k\.a\.|unknown)$/i;

/** Tests of a single value. The profile of a column has the share of its values that pass each. */
const TESTS = {
  text: ({ hasLetter }) => hasLetter,
  number: ({ text, hasDigit }) => hasDigit && isNumber(text),
  digits: ({ text, hasDigit }) => hasDigit && /^\d+$/.test(text),
  code: ({ text }) => isCode(text),
  pair: ({ text, hasDigit }) => hasDigit && isCoordinatePair(text),
  precisePair: ({ text, hasDigit }) => hasDigit && isPrecisePair(text),
  postal: ({ text, hasDigit }) => hasDigit && isPostalCode(text),
  codeWithTown: ({ text, hasDigit }) => hasDigit && isCodeWithTown(text),
  houseNumber: ({ text }) => isHouseNumber(text),
  street: (cell) => cell.hasLetter && looksLikeStreet(cell),
  streetType: (cell) => cell.hasLetter && hasStreetType(cell),
  /** Streets that end or begin with a house number. */
  streetNumber: ({ text, hasLetter }) => hasLetter && /^\d+\S{0,9}[ ,]|\d\s?[a-z]?$/i.test(text),
  organisation: (cell) => cell.hasLetter && namesOrganisation(cell),
  country: ({ key, hasLetter }) => hasLetter && countryOf(key) !== undefined,
  state: ({ key, hasLetter }) => hasLetter && isSubdivision(key),
  stateCode: ({ text, hasLetter }) => hasLetter && isSubdivisionCode(text),
  email: ({ text }) => text.includes('@') && isEmail(text),
  phone: ({ text, hasDigit }) => hasDigit && isPhone(text),
  url: ({ text, hasLetter }) => hasLetter && text.includes('.') && isUrl(text),
  image: ({ text, hasLetter }) => hasLetter && (text.includes('.') || text.includes('/')) && isImage(text),
  video: ({ text }) => isVideo(text),
  date: ({ folded, hasDigit }) => hasDigit && isDate(folded),
  yesNo: ({ folded }) => isYesNo(folded),
  color: (cell) => isColor(cell),
} satisfies Record<string, (cell: Cell) => boolean>;
type Test = keyof typeof TESTS;

/** Measures of a column as a whole. Degrees come from the same distinct values as the shares. */
const MEASURES = {
  /** Distinct values that were tested. */
  count: ({ values }) => values.length,
  /** Cells that are not empty, as a share of the rows. */
  filled: ({ cells }) => (cells.length === 0 ? 0 : cells.filter((cell) => cell !== '').length / cells.length),
  /** Distinct values as a share of the filled cells. */
  distinct: ({ cells }) => {
    const filled = cells.filter((cell) => cell !== '');
    return filled.length === 0 ? 0 : new Set(filled).size / filled.length;
  },
  averageLength: (column) => column.share((sum, { text }) => sum + text.length),
  /** Degrees within -90 and 90; within -180 and 180. */
  latitude: (column) => column.shareOfDegrees(({ degrees }) => Math.abs(degrees) <= 90),
  longitude: (column) => column.shareOfDegrees(() => true),
  degreesWithDecimals: (column) => column.shareOfDegrees(({ decimals }) => decimals >= 2),
  /** Degrees with N or S; with E or W. */
  latLetter: (column) => column.shareOfDegrees(({ axis }) => axis === 'lat'),
  lngLetter: (column) => column.shareOfDegrees(({ axis }) => axis === 'lng'),
  /** NaN without degrees. */
  medianDegrees: ({ degrees }) =>
    degrees.map((found) => found.degrees).sort((a, b) => a - b)[degrees.length >> 1] ?? Number.NaN,
  fullAddress: ({ values }) => (values.length === 0 ? 0 : countFullAddresses(values) / values.length),
  /** 1 when the cells are 0, 1, 2 … or 1, 2, 3 … down the rows, else 0. */
  ordinal: ({ cells }) => (isOrdinal(cells) ? 1 : 0),
  /** 1 when the cells are whole numbers that rise down the rows, else 0. */
  rising: ({ cells }) => (isRising(cells) ? 1 : 0),
} satisfies Record<string, (column: Column) => number>;

/** Shares are 0..1 of a column's distinct values; all 0 when the column is empty. */
export type Profile = Readonly<Record<Test | keyof typeof MEASURES, number>>;

/** The cells of a column, read when first asked for: most columns are recognised, or ruled out, by few tests. */
class Column {
  readonly #rows: readonly (readonly string[])[];
  readonly #index: number;
  readonly #known = new Map<string, number>();
  #cells: readonly string[] | undefined;
  #values: readonly Cell[] | undefined;
  #degrees: readonly Degrees[] | undefined;

  constructor(rows: readonly (readonly string[])[], index: number) {
    this.#rows = rows;
    this.#index = index;
  }

  get cells(): readonly string[] {
    this.#cells ??= this.#rows.slice(0, MAX_ROWS).map((row) => cut(row[this.#index] ?? ''));
    return this.#cells;
  }

  get values(): readonly Cell[] {
    if (this.#values) return this.#values;
    const seen = new Set<string>();
    const values: Cell[] = [];
    for (const cell of this.cells) {
      if (cell === '' || seen.has(cell)) continue;
      seen.add(cell);
      if (!NOTHING.test(cell)) values.push(new Cell(cell));
      if (values.length === MAX_VALUES) break;
    }
    this.#values = values;
    return values;
  }

  get degrees(): readonly Degrees[] {
    this.#degrees ??= this.values
      .filter(({ hasDigit }) => hasDigit)
      .map(({ text }) => readDegrees(text))
      .filter(({ degrees }) => Math.abs(degrees) <= 180);
    return this.#degrees;
  }

  share(add: (sum: number, value: Cell) => number): number {
    return this.values.length === 0 ? 0 : this.values.reduce(add, 0) / this.values.length;
  }

  shareOfDegrees(test: (found: Degrees) => boolean): number {
    return this.values.length === 0 ? 0 : this.degrees.filter(test).length / this.values.length;
  }

  once(name: string, compute: () => number): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const value = compute();
    this.#known.set(name, value);
    return value;
  }
}

/** Profiles inherit one getter for each name from here. */
const PROFILE = Object.defineProperties(
  {},
  Object.fromEntries([
    ...Object.entries(TESTS).map(([name, test]) =>
      getter(name, (column) => column.share((sum, value) => sum + (test(value) ? 1 : 0))),
    ),
    ...Object.entries(MEASURES).map(([name, measure]) => getter(name, measure)),
  ]),
);

function getter(name: string, compute: (column: Column) => number): [string, PropertyDescriptor] {
  return [
    name,
    {
      get(this: { column: Column }) {
        return this.column.once(name, () => compute(this.column));
      },
    },
  ];
}

/** The profile of a column of the sample rows; nothing is computed before it is asked for. */
export function profileColumn(rows: readonly (readonly string[])[], index: number): Profile {
  return Object.assign(Object.create(PROFILE), { column: new Column(rows, index) }) as Profile;
}

/** The same profile with another share of full addresses. */
export const withFullAddress = (profile: Profile, fullAddress: number): Profile =>
  Object.create(profile, { fullAddress: { value: fullAddress } }) as Profile;

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
