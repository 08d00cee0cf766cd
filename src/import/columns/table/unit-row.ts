import { isEmptyWord } from '../../../format/cells/empty-words.js';
import { fold } from '../../../recognise/fold.js';
import { anyOf, wordsOf } from '../../../recognise/languages/index.js';
import { filledCells, isLabel, type TableRow } from './table-row.js';

/** Anything short in brackets is a unit: `(m)`, `[1000 €]`. */
const IN_BRACKETS = /^(?:\([^()]{1,30}\)|\[[^[\]]{1,30}\])$/;
/** Degrees say of coordinates only what everybody takes them for. */
const DEGREES = [
  '°',
  'deg',
  '° n',
  '° e',
  '°n',
  '°e',
  'wgs84',
  'wgs 84',
  ...wordsOf(({ units }) => units.degrees),
];
/** Units as they stand alone, folded. */
const UNITS = new Set([
  ...DEGREES,
  ...'m|km|cm|mm|mi|ft|yd|m2|m²|km2|km²|m3|m³|ha|sqm|sqft|l|kg|g|t|kw|kwh|mw|mwh|kwp|v|%|‰'.split('|'),
  ...'€|eur|euro|$|usd|£|gbp|chf|1000 €|s|sec|min|h'.split('|'),
  ...'yyyy|yyyy-mm-dd|dd.mm.yyyy|mm/dd/yyyy|dd/mm/yyyy|hh:mm'.split('|'),
  ...wordsOf(({ units }) => units.others),
]);
/** Types as databases and dictionaries of data call them, folded. */
const TYPE = new RegExp(
  `^(?:text|string|char|varchar|nvarchar|character|integer|int|bigint|smallint|float|double|real|numeric|decimal|number|boolean|bool|date|datetime|timestamp|geometry|${anyOf(({ units }) => units.types)})(?: ?\\(\\d+(?:, ?\\d+)?\\))?$`,
);
/** Hashtag of the Humanitarian Exchange Language, with its attributes: `#adm1 +name`. */
const TAG = /^#[a-z][a-z0-9_]*(?: *\+[a-z][a-z0-9_]*)*$/i;
/**
 * Hashtags of its standard, https://hxlstandard.org/standard/1-1final/dictionary/: others may be names of
 * colours or of anything.
 */
const STANDARD_TAG =
  /^#(?:access|activity|adm[1-5]|affected|beneficiary|capacity|cause|channel|contact|country|crisis|currency|date|delivery|description|event|frequency|geo|group|impact|indicator|inneed|item|loc|meta|modality|need|operations|org|output|population|reached|region|respondee|sector|service|severity|status|subsector|targeted|value)\b/i;
const isUnit = (cell: string): boolean => IN_BRACKETS.test(cell) || UNITS.has(fold(cell));

/**
 * Tells whether a row below a header describes its columns: by their units, their types, their tags or their
 * numbers.
 * @param below rows under it, from which it must differ
 */
export function isUnitRow(row: TableRow, header: TableRow, below: readonly TableRow[]): boolean {
  const filled = filledCells(row);
  if (filled.length === 0 || row.cells.length > header.cells.length || row.row !== header.row + 1)
    return false;
  return (
    (filled.every(isUnit) && isPlainUnit(filled) && differs(row, below)) ||
    (filled.length >= 2 && filled.every((cell) => TYPE.test(fold(cell))) && differs(row, below)) ||
    isTagged(filled, row, below) ||
    isNumbering(row, below)
  );
}

const isTagged = (filled: readonly string[], row: TableRow, below: readonly TableRow[]): boolean =>
  filled.length >= 2 &&
  filled.every((cell) => TAG.test(cell)) &&
  filled.some((cell) => STANDARD_TAG.test(cell)) &&
  differs(row, below);

/** A letter in one cell may be a value. */
const isPlainUnit = (filled: readonly string[]): boolean =>
  filled.length >= 2 || filled.some((cell) => IN_BRACKETS.test(cell) || /^[°%€$£]$/.test(cell));

/** No row below has one of its texts in the same column. */
const differs = ({ cells }: TableRow, below: readonly TableRow[]): boolean =>
  below.every((other) => cells.every((cell, column) => cell === '' || other.cells[column] !== cell));

/** The columns by their numbers, `1 | 2 | 3 | 4` or `(1) | (2)`, above a column of words. */
function isNumbering({ cells }: TableRow, below: readonly TableRow[]): boolean {
  if (cells.length < 4) return false;
  const isCounted = cells.every((cell, column) => cell.replace(/^\((\d+)\)$/, '$1') === String(column + 1));
  return (
    isCounted &&
    cells.some((_, column) => below.length > 0 && below.every((row) => isLabel(row.cells[column] ?? '')))
  );
}

/** The unit that a cell adds to the name of its column; '' for what is none, or says nothing. */
export function unitOf(cell: string): string {
  const inner = cell.replace(/^[([]\s*|(?<!\s)\s*[)\]]$/g, '');
  const folded = fold(inner);
  if (inner === '' || isEmptyWord(inner) || DEGREES.includes(folded) || /^\d+$/.test(inner)) return '';
  return IN_BRACKETS.test(cell) || (UNITS.has(folded) && !TYPE.test(folded)) ? inner : '';
}
