import type { KnownNames } from '../geo/gazetteer/known-names.js';
import { profileColumn } from './column.js';
import { lexicon } from './lexicon.js';
import { isBlankHeader } from './read-table.js';
import { readWords, splitHeader } from './tokens.js';

/** Columns of a wide table that are looked at. */
const MAX_COLUMNS = 200;
/** Cells that a header cell is compared with. */
const MAX_ROWS = 40;
const YEAR = /^(?:1[5-9]|20|21)\d\d$/;
/** Digits from which a shape says something: `Q1` and `2. Ebene` are headers. */
const LEAST_DIGITS = 3;
/** Characters from which a postal code with letters is none of `Q1`, `A4`. */
const LEAST_LETTERED = 5;

/**
 * Tells whether a header row looks like a row of the table below it: more of its cells are of the kind that
 * stands below them than are words that headers are made of.
 * @param names null: towns are not known
 */
export function isRowOfData(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  names: KnownNames | null,
): boolean {
  let data = 0;
  let named = 0;
  for (const [index, header] of headers.slice(0, MAX_COLUMNS).entries()) {
    const cell = header.trim();
    if (isBlankHeader(header, index)) continue;
    const isName = isMadeOfHeaderWords(cell);
    if (isLikeBelow(cell, isName, rows, index, names)) data++;
    else if (isName) named++;
  }
  return data > named;
}

/** `Address 2` is a header, too; `Hauptstr. 5` is a street. */
function isMadeOfHeaderWords(cell: string): boolean {
  const text = cell.replace(/(?<=[\p{L}_] ?)\d{1,2}$/u, '');
  return !/\d/.test(text) && readWords(text).every(({ senses }) => senses !== undefined);
}

function isLikeBelow(
  cell: string,
  isName: boolean,
  rows: readonly (readonly string[])[],
  index: number,
  names: KnownNames | null,
): boolean {
  const own = profileColumn([[cell]], 0, names);
  const below = profileColumn(rows, index, names);
  if (below.count === 0) return false;
  // Codes of countries and states are words of headers, too: `ID`, `IT`, `DE`.
  if (cell.length > 3 && own.country === 1 && below.country >= 0.5) return true;
  if (own.fullAddress === 1 && below.fullAddress >= 0.5) return true;
  // Towns resemble words of headers, as Munich does `municipality`; some are called by one, as `Paese`,
  // `Long`, `City`.
  if (own.knownTown === 1 && below.knownTown >= 0.5 && !lexicon().has(splitHeader(cell).join(' ')))
    return true;
  if (isName) return false;
  if (cell.length > 3 && own.state === 1 && below.state >= 0.5) return true;
  if (own.street === 1 && own.streetNumber === 1 && below.street >= 0.5 && below.streetNumber >= 0.5)
    return true;
  const isPostal = own.knownPostalCode === 1 || (own.text === 1 && cell.length >= LEAST_LETTERED);
  if (isPostal && own.postal === 1 && below.postal >= 0.8 && !YEAR.test(cell)) return true;
  return isShapedLike(cell, rows, index);
}

/** Tells whether all cells below have letters, digits and signs where this one has them. */
function isShapedLike(cell: string, rows: readonly (readonly string[])[], index: number): boolean {
  const digits = cell.match(/\d/g)?.length ?? 0;
  if (digits < LEAST_DIGITS || YEAR.test(cell)) return false;
  const cells = rows.slice(0, MAX_ROWS).flatMap((row) => row[index]?.trim() || []);
  const shape = shapeOf(cell);
  return cells.length > 0 && cells.every((each) => shapeOf(each) === shape);
}

const shapeOf = (cell: string): string =>
  cell
    .slice(0, 100)
    .replaceAll(/\d/g, '0')
    .replaceAll(/\p{L}+/gu, 'a');
