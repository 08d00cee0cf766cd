import { quote } from '../../../base/cut.js';
import { MarkVotes, readMeasure } from '../../../format/cells/measure.js';
import { packColumn } from '../../../geo/demographics/column.js';
import type { DemographicLevel } from '../../../geo/demographics/level.js';
import type { NewColumn } from '../../../store/demographics.js';
import type { SourcedField } from '../catalog.js';
import { EMBEDDED_FIELDS } from '../embedded-fields.js';
import { DEMOGRAPHIC_TYPES, type DemographicType, fieldKeyOf } from '../field.js';
import { type Table, type TableColumn, TableDefect } from './read-table.js';

/** Texts for "no value", annotations of the Census Bureau among them. */
const MISSING: ReadonlySet<string> = new Set([
  '',
  '-',
  '–',
  '.',
  '..',
  '*',
  '**',
  '***',
  '(x)',
  'n',
  'n/a',
  'na',
  'nan',
  'null',
  'none',
]);
/** Numbers of the Census Bureau for "no estimate". */
const CENSUS_SENTINELS: ReadonlySet<string> = new Set([
  '-222222222',
  '-333333333',
  '-555555555',
  '-666666666',
  '-888888888',
  '-999999999',
]);

const TYPE_SUFFIX = new RegExp(`(?<!\\s)\\s*\\((${DEMOGRAPHIC_TYPES.join('|')})\\)$`, 'i');

/**
 * Turns the columns of a table into fields of the catalog. A header may name its column's type:
 * `Median income (currency)`.
 * @param types by header; they override types in headers
 * @throws TableDefect for two headers with one key, a cell that is no number in a column of numbers, a type
 * that differs from the field's at other levels, or a header in `types` that the table lacks
 */
export function fieldsOfTable(
  { codes, lines, columns }: Table,
  level: DemographicLevel,
  types: ReadonlyMap<string, DemographicType>,
  catalog: readonly SourcedField[],
): NewColumn[] {
  for (const header of types.keys()) {
    if (!columns.some((column) => column.header === header)) {
      throw new TableDefect(`the file has no column ${JSON.stringify(header)} to give a type`);
    }
  }
  const headerOf = new Map<string, string>();
  return columns.map((column) => {
    const suffix = TYPE_SUFFIX.exec(column.header);
    const label = suffix ? column.header.slice(0, suffix.index) : column.header;
    const key = fieldKeyOf(label);
    if (key === '') throw new TableDefect(`${JSON.stringify(column.header)} is a type without a name`);
    const other = headerOf.get(key);
    if (other !== undefined) {
      throw new TableDefect(
        `the columns ${JSON.stringify(other)} and ${JSON.stringify(column.header)} would both be the field ${key}`,
      );
    }
    headerOf.set(key, column.header);
    const told = types.get(column.header) ?? (suffix?.[1]?.toLowerCase() as DemographicType | undefined);
    const { type, texts } = readColumn(column, lines, told);
    refuseOtherType(key, type, level, catalog);
    const values = codes.flatMap((code, row) => (texts[row] === '' ? [] : [[code, texts[row]!] as const]));
    const embedded = EMBEDDED_FIELDS.find((field) => field.key === key);
    return { id: embedded?.id ?? null, key, label, type, rows: values.length, packed: packColumn(values) };
  });
}

/**
 * Type of a column and its values as markers get them: numbers without currency, percent sign and thousands
 * separators.
 */
function readColumn(
  { header, cells }: TableColumn,
  lines: readonly number[],
  told: DemographicType | undefined,
): { type: DemographicType; texts: string[] } {
  const isMissing = (cell: string): boolean => MISSING.has(cell.toLowerCase()) || CENSUS_SENTINELS.has(cell);
  const asText = (): string[] => cells.map((cell) => (cell === '' ? '' : cell.toWellFormed()));
  if (told === 'text') return { type: 'text', texts: asText() };
  const votes = new MarkVotes();
  for (const cell of cells) votes.see(cell);
  const numbers = cells.map((cell) => (isMissing(cell) ? null : readMeasure(cell, votes.mark)));
  const wrong = numbers.findIndex((number) => number !== null && Number.isNaN(number));
  if (wrong !== -1 && told === undefined) return { type: 'text', texts: asText() };
  if (wrong !== -1) {
    throw new TableDefect(
      `line ${lines[wrong]}: ${quote(cells[wrong]!, 40)} in ${JSON.stringify(header)} is not a number, as the column is of type ${told}`,
    );
  }
  const filled = cells.filter((cell) => !isMissing(cell));
  const texts = numbers.map((number) => (number === null ? '' : String(number + 0)));
  return { type: told ?? numericType(filled), texts };
}

/** Type by the signs around the numbers. */
function numericType(cells: readonly string[]): DemographicType {
  if (cells.length > 0 && cells.every((cell) => cell.endsWith('%'))) return 'percent';
  if (cells.length > 0 && cells.every((cell) => /\p{Sc}/u.test(cell))) return 'currency';
  // A column without values is text.
  return cells.length === 0 ? 'text' : 'number';
}

function refuseOtherType(
  key: string,
  type: DemographicType,
  level: DemographicLevel,
  catalog: readonly SourcedField[],
): void {
  const there = catalog.find((field) => field.key === key);
  const elsewhere = there?.levels.filter((other) => other !== level) ?? [];
  if (there && there.type !== type && elsewhere.length > 0) {
    throw new TableDefect(
      `the field ${key} is of type ${there.type} at the level ${elsewhere.join(', ')}, and of type ${type} in this file; say so with --types, or call it another name`,
    );
  }
}
