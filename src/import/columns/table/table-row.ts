import { isEmptyWord } from '../../../format/cells/empty-words.js';
import { readNumber } from '../../../format/cells/number.js';
import { fold } from '../../../recognise/fold.js';
import { lexicon, wordKey } from '../../../recognise/lexicon.js';
import { splitHeader } from '../../../recognise/tokens.js';
import { isEmail, isUrl } from '../../../recognise/values/contact.js';
import { isDate, isNumber } from '../../../recognise/values/simple.js';
import { exactField } from '../../../schema/import-fields.js';

/** A row that is not blank, its cells trimmed. */
export interface TableRow {
  /** 1-based, as a spreadsheet program numbers rows. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** Characters of a label: headers are short. */
const MAX_LABEL = 60;
/** Words of a header that is made of known ones. */
const MAX_WORDS = 4;
/** Others of two letters are codes of countries and states more often than headers. */
const SHORT_WORDS = /^(?:id|no|nr|x|y)$/i;
/** Headers over codes of areas and countries. */
const CODE_HEADER = /^(?:iso|alpha|fips|geoid|nuts|lau|gss|ags)[-_ ]?\d*(?:[-_ ]?(?:code|id|\d))?$/i;
const YEAR = /^(?:19|20)\d\d$/;

export const filledCells = ({ cells }: TableRow): string[] => cells.filter((cell) => cell !== '');
export const countFilled = (row: TableRow): number => filledCells(row).length;
export const isEmptyRow = ({ cells }: TableRow): boolean => cells.every((cell) => cell === '');

/** A number, a date, an address of the web: what stands in rows and hardly ever in a header. */
export function isValue(cell: string): boolean {
  const digits = cell.replace(/\D/g, '').length;
  if (digits * 2 > cell.length) return !isYear(cell);
  return isNumber(cell) || (digits > 0 && isDate(fold(cell))) || isEmail(cell) || isUrl(cell);
}

export const isYear = (cell: string): boolean => YEAR.test(cell);

/**
 * Text as a column may be called; `#adm1` is a tag of the Humanitarian Exchange Language, which describes a
 * column.
 */
export const isLabel = (cell: string): boolean =>
  cell !== '' && !cell.startsWith('#') && cell.length <= MAX_LABEL && !isEmptyWord(cell) && !isValue(cell);

/** A phrase that the recogniser knows in headers, or made of such words alone. */
export function isHeaderWord(cell: string): boolean {
  if (cell.length > MAX_LABEL) return false;
  if (cell.length <= 2) return SHORT_WORDS.test(cell);
  if (lexicon().has(wordKey(cell)) || exactField(cell) !== undefined || CODE_HEADER.test(cell)) return true;
  const words = splitHeader(cell);
  const isPhrase = words.length > 1 && words.length <= MAX_WORDS && words.some(({ length }) => length > 2);
  return isPhrase && words.every((word) => lexicon().has(wordKey(word)));
}

/** Cells of each kind in a row: read once, however many rows are held against it. */
interface Kinds {
  readonly words: number;
  readonly isLabel: readonly boolean[];
  /** null: the cell is empty, or says that there is no value. */
  readonly isValue: readonly (boolean | null)[];
}
const kinds = new WeakMap<TableRow, Kinds>();

export function kindsOf(row: TableRow): Kinds {
  const known = kinds.get(row);
  if (known !== undefined) return known;
  const { cells } = row;
  const read = {
    words: filledCells(row).filter(isHeaderWord).length,
    isLabel: cells.map(isLabel),
    isValue: cells.map((cell) => (cell === '' || isEmptyWord(cell) ? null : isValue(cell))),
  };
  kinds.set(row, read);
  return read;
}

/**
 * Numbers of a row, 0 for an empty cell and NaN for a text: read once, however many rows below may be its
 * sum.
 */
const numbers = new WeakMap<TableRow, Float64Array>();

export function numbersOf(row: TableRow): Float64Array {
  const known = numbers.get(row);
  if (known !== undefined) return known;
  const read = Float64Array.from(row.cells, (cell) => (cell === '' ? 0 : readNumber(cell)));
  numbers.set(row, read);
  return read;
}

/** Middle one of some numbers; 0 when there are none. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
