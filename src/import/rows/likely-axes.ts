import { quote } from '../../base/cut.js';
import { readDegrees } from '../../format/cells/degrees.js';
import type { ColumnMapping } from '../../schema/job.js';
import { RowDefect } from './incoming-row.js';

/** Indexes of two custom fields that look like coordinates. */
type LikelyAxes = readonly [lat: number, lng: number];

const isDegrees = (text: string): boolean => Math.abs(readDegrees(text.trim()).degrees) <= 180;

const look = (headers: readonly string[]): string =>
  `columns ${headers.map((header) => quote(header, 40)).join(' and ')} look like coordinates`;

/**
 * Reason for a row without a place; null: it has no numbers in both columns.
 * @param textOf the cell of a column
 */
export function likelyAxesDefect(
  textOf: (column: ColumnMapping) => string,
  axes: LikelyAxes,
  mapping: readonly ColumnMapping[],
): RowDefect | null {
  const columns = axes.map((index) => mapping[index]!);
  if (!columns.every((column) => isDegrees(textOf(column)))) return null;
  const headers = columns.map(({ header }) => header);
  return new RowDefect('location_missing', `${look(headers)}: map them with column_mapping`, headers[0]);
}

/**
 * Note on two such columns where they are all that says where a row of the sample is.
 * @param fields that say where a row is
 */
export function likelyAxesNotes(
  mapping: readonly ColumnMapping[],
  axes: LikelyAxes,
  rows: readonly (readonly string[])[],
  fields: ReadonlySet<string | null>,
): string[] {
  const places = mapping.filter(({ field }) => fields.has(field)).map(({ index }) => index);
  const isAll = (row: readonly string[]): boolean =>
    axes.every((index) => isDegrees(row[index] ?? '')) &&
    places.every((index) => (row[index] ?? '').trim() === '');
  if (!rows.some(isAll)) return [];
  const [lat, lng] = axes.map((index) => quote(mapping[index]!.header, 40));
  const told = look(axes.map((index) => mapping[index]!.header));
  return [
    `${told[0]!.toUpperCase()}${told.slice(1)}, which nothing proves, and are custom fields: if they are, map them with column_mapping, as {"lat": ${lat}, "lng": ${lng}}.`,
  ];
}
