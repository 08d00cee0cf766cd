import { MarkVotes, readMeasure } from '../../../format/cells/measure.js';
import { packColumn } from '../../../geo/demographics/column.js';
import type { DemographicLevel } from '../../../geo/demographics/level.js';
import type { NewColumn } from '../../../store/demographics.js';
import type { SourcedField } from '../catalog.js';
import { EMBEDDED_FIELDS } from '../embedded-fields.js';
import { DEMOGRAPHIC_TYPES, type DemographicType, keyOf } from '../field.js';
import { type Table, type TableColumn, TableDefect } from './read-table.js';

/** What tables write where they have no value, the annotations of the Census Bureau among it. */
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
/** Its numbers for "no estimate". */
const CENSUS_SENTINELS: ReadonlySet<string> = new Set([
  '-222222222',
  '-333333333',
  '-555555555',
  '-666666666',
  '-888888888',
  '-999999999',
]);

const TYPE_SUFFIX = new RegExp(`\\s*\\((${DEMOGRAPHIC_TYPES.join('|')})\\)$`, 'i');

/**
 * The columns of a table as fields of the catalog. A header may say the type of its column: `Median income (currency)`.
 * @param types by header, before what headers say
 * @throws TableDefect for two headers that make one key, a cell that is no number in a column of numbers, another type than the field has
 *   at other levels, a header in `types` that the table does not have
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
    const key = keyOf(label);
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

/** What a column holds, and its values as they will stand with markers: numbers without currency, percent sign and thousands marks. */
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
      `line ${lines[wrong]}: ${JSON.stringify(cells[wrong]!.slice(0, 40))} in ${JSON.stringify(header)} is not a number, as the column is of type ${told}`,
    );
  }
  const filled = cells.filter((cell) => !isMissing(cell));
  const texts = numbers.map((number) => (number === null ? '' : String(number + 0)));
  return { type: told ?? numericType(filled), texts };
}

/** By what stands around its numbers. */
function numericType(cells: readonly string[]): DemographicType {
  if (cells.length > 0 && cells.every((cell) => cell.endsWith('%'))) return 'percent';
  if (cells.length > 0 && cells.every((cell) => /\p{Sc}/u.test(cell))) return 'currency';
  // A column without a value holds nothing in particular.
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
