import { readNumber } from '../../../format/cells/number.js';
import type { Concept } from '../../../recognise/concepts.js';
import { fold } from '../../../recognise/fold.js';
import { lexicon, wordKey } from '../../../recognise/lexicon.js';
import type { SkipReason } from '../../../schema/skipped-row.js';
import { isFooterText, isTotalLabel } from './footer-words.js';
import {
  countFilled,
  filledCells,
  isEmptyRow,
  isValue,
  isYear,
  median,
  numbersOf,
  type TableRow,
} from './table-row.js';

/** Characters of a text that are read. */
const MAX_LABEL = 300;
/** Rows at the end of a file that are looked at. */
export const FOOT_ROWS = 30;
/**
 * Words of a text in one cell that is no data, though it begins like none: below an empty row, and right
 * below the table.
 */
const WORDS_APART = 6;
const WORDS_OF_SENTENCE = 9;

/** Share of a sum that adding fractions may cost. */
const ROUNDING = 1e-9;

/** Table that a footer stands under. */
export interface TableAbove {
  readonly header: readonly string[];
  /** Cells that most rows have; 0 when there are no rows. */
  readonly usual: number;
  /** All rows below the header; null: there are more than are looked at. */
  readonly all: readonly TableRow[] | null;
}

/** Meanings of headers under which totals and footers have nothing, or a number where places have words. */
const PLACES_IN_WORDS: readonly Concept[] = ['settlement', 'municipality', 'level1', 'street', 'address'];
const PLACES_IN_NUMBERS: readonly Concept[] = ['lat', 'lng', 'coordinates', 'zip'];

interface PlaceColumn {
  readonly column: number;
  readonly hasNumbers: boolean;
}

/**
 * Reason of each row from the first footer to the last row, in order; empty: the table goes on to the end.
 */
export function findFooter(rows: readonly TableRow[], { header, usual, all }: TableAbove): SkipReason[] {
  const columns = header.filter((name) => name !== '').length;
  const cells = usual || columns;
  const places = placeColumnsOf(header);
  const reasons: SkipReason[] = [];
  /**
   * Rows at the end that are certainly no data, with empty rows above them; empty rows alone are rejected one
   * by one.
   */
  let certain = 0;
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]!;
    const isApart = at > 0 && (row.row - rows[at - 1]!.row > 1 || isEmptyRow(rows[at - 1]!));
    const above = all?.filter((other) => other.row < row.row) ?? null;
    const reason = reasonOf(row, { columns, cells, places, isApart, above, before: rows.slice(0, at) });
    if (reason === null) break;
    const isGap = reason.reason === 'empty' && certain > 0 && certain === reasons.length;
    reasons.unshift(reason.reason);
    if (reason.isCertain || isGap) certain = reasons.length;
  }
  return reasons.slice(reasons.length - certain);
}

interface FootContext {
  columns: number;
  cells: number;
  places: readonly PlaceColumn[];
  isApart: boolean;
  /** All rows above it; null: there are more than are looked at. */
  above: readonly TableRow[] | null;
  /** Rows right above it, whether these are all or not. */
  before: readonly TableRow[];
}

function reasonOf(
  row: TableRow,
  { columns, cells, places, isApart, above, before }: FootContext,
): { reason: SkipReason; isCertain: boolean } | null {
  const filled = filledCells(row);
  if (filled.length === 0) return { reason: 'empty', isCertain: false };
  const [label = '', ...others] = filled;
  const folded = fold(label.slice(0, MAX_LABEL)).trim();
  const isPlaced = places.some(({ column, hasNumbers }) => {
    const cell = row.cells[column] ?? '';
    return cell !== '' && cell !== label && (hasNumbers || !isFigure(cell));
  });
  const isShort = filled.length <= 2 || filled.length * 3 <= cells;
  const isLess = filled.length < (filled.length === 1 ? columns : Math.min(cells, columns)) || isApart;
  // A shop called Legend has a city; `Source:` may have its text in that column.
  if (isShort && isLess && (!isPlaced || /[:：]$/.test(label)) && isFooterText(folded))
    return { reason: 'footer', isCertain: true };
  const isTotal = isTotalLabel(folded) && others.every(isFigure) && !isPlaced && !liesAmong(row, before);
  const isFull = filled.length >= cells;
  if (isSumAlone(row, filled, { cells, places, above, before })) return { reason: 'total', isCertain: true };
  if (isTotal && (!isFull || isSum(row, label, above ?? []))) return { reason: 'total', isCertain: true };
  if (isFull) return null;
  if (filled.length > 1 || cells < 3 || row.cells[0] === '') return null;
  if (places.some(({ column }) => column === 0) && !isApart) return null;
  return { reason: 'footer', isCertain: isSentence(label, isApart) };
}

/**
 * Tells whether a row has nothing but sums of few columns, as spreadsheets write them without a label. Of a
 * longer table the rows that are looked at must not exceed them: coordinates and codes are no such sums.
 */
function isSumAlone(
  row: TableRow,
  filled: readonly string[],
  { cells, places, above, before }: Pick<FootContext, 'cells' | 'places' | 'above' | 'before'>,
): boolean {
  if (row.cells[0] !== '' || filled.length * 2 > cells || !filled.every(isFigure)) return false;
  if (places.some(({ column }) => (row.cells[column] ?? '') !== '')) return false;
  return above === null ? isSum(row, '', before, 'at least') : isSum(row, '', above);
}

/** Coordinates have so many decimals, and prices have fewer. */
const COORDINATE = /^-?\d{1,3}[.,]\d{3,}$/;

/**
 * Tells whether two cells are coordinates near those of the rows above, whatever their columns are called:
 * sums of these would lie elsewhere. A petrol station may be called Total.
 */
function liesAmong(row: TableRow, before: readonly TableRow[]): boolean {
  const near = row.cells.filter((cell, column) => {
    const others = before.map(({ cells }) => cells[column] ?? '').filter((other) => other !== '');
    if (others.length < 2 || ![cell, ...others].every((text) => COORDINATE.test(text))) return false;
    const numbers = others.map(readNumber);
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    const margin = Math.max(1, most - least);
    return readNumber(cell) >= least - margin && readNumber(cell) <= most + margin;
  });
  return near.length >= 2;
}

/** A sum may be 2020; only in a header that is a year. */
const isFigure = (cell: string): boolean => isValue(cell) || isYear(cell);

/**
 * Tells whether each cell beside the label is the sum of its column, of two numbers at least: a row with as
 * many cells as others may be a place.
 * @param how `at least`: rows further up may have more
 */
function isSum(
  row: TableRow,
  label: string,
  above: readonly TableRow[],
  how: 'all' | 'at least' = 'all',
): boolean {
  const told = [...row.cells.keys()].filter((column) => !['', label].includes(row.cells[column]!));
  const [sums, ...parts] = [row, ...above].map(numbersOf);
  return told.length > 0 && told.every((column) => isSumOf(sums![column]!, parts, column, how));
}

function isSumOf(
  given: number,
  rows: readonly Float64Array[],
  column: number,
  how: 'all' | 'at least',
): boolean {
  let sum = 0;
  let positive = 0;
  for (const numbers of rows) {
    const value = numbers[column] ?? 0;
    sum += value;
    if (value > 0) positive++;
  }
  const more = given - sum;
  return positive >= 2 && (Math.abs(more) <= ROUNDING * Math.abs(sum) || (how === 'at least' && more > 0));
}

function isSentence(text: string, isApart: boolean): boolean {
  const words = text.split(/\s+/).length;
  const isEnded = /[.!:]$/.test(text);
  return isApart
    ? (words >= WORDS_APART && !/\d/.test(text)) || (isEnded && words >= 3)
    : isEnded && words >= WORDS_OF_SENTENCE;
}

function placeColumnsOf(header: readonly string[]): PlaceColumn[] {
  const concepts = header.map((name) => lexicon().get(wordKey(name))?.any ?? []);
  return concepts.flatMap((any, column) => {
    const hasNumbers = any.some((concept) => PLACES_IN_NUMBERS.includes(concept));
    const isPlace = hasNumbers || any.some((concept) => PLACES_IN_WORDS.includes(concept));
    return isPlace ? [{ column, hasNumbers }] : [];
  });
}

/** Cells that most of some rows have. */
export const usualCells = (rows: readonly TableRow[]): number =>
  median(rows.map(countFilled).filter((count) => count > 0));
