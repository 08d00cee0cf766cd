import { badRequest } from '../../errors.js';
import type { ColumnMapping } from '../../schema/job.js';
import { ADDRESS_MEMBERS, MAX_TEXT } from '../../schema/marker-terms.js';
import { CsvRowReader, clip } from './csv-row.js';
import { ALL_TYPES, narrowTypes } from './field-types.js';
import { emptyRow, type IncomingRow, RowDefect } from './incoming-row.js';
import { jsonString } from './json-string.js';

/**
 * Custom fields of a block whose types are followed, as many as a spreadsheet can have columns; with one more it is known that there
 * were more. A map defines 1,000.
 */
export const MAX_BLOCK_FIELDS = 5000;

/** One type, colour and radius applies to the whole batch (decision 34). */
const REFUSED_MEMBERS = ['type', 'color', 'radius', 'radius_unit'] as const;

/** @throws AppError BAD_REQUEST for the whole upload, naming the member and the record */
export function refuseBatchMembers(marker: unknown, index: number): void {
  if (typeof marker !== 'object' || marker === null) return;
  for (const member of REFUSED_MEMBERS) {
    if (Object.hasOwn(marker, member)) {
      throw badRequest(
        `markers[${index}].${member} is not supported in a bulk import; use marker_type and its options`,
      );
    }
  }
}

/** Reads elements of `markers` into an IncomingRow, and follows which types the custom fields' values fit. */
export class JsonRowReader {
  readonly fieldTypes = new Map<string, number>();
  /** Custom fields that are read as something else (`auto_map=true`), and how: as the cells of a spreadsheet are. */
  readonly #mapped: { names: ReadonlySet<string>; reader: CsvRowReader; row: IncomingRow } | null;

  readonly #watched: readonly string[];

  /** @param watched custom fields whose texts go to `row.watched`, too */
  constructor(mapping: readonly ColumnMapping[] = [], watched: readonly string[] = []) {
    this.#watched = watched;
    const columns = mapping.filter(({ field }) => field !== null);
    const reader = new CsvRowReader(
      columns.map((column, index) => ({ ...column, index })),
      1,
    );
    const names = new Set(columns.map(({ header }) => header));
    this.#mapped = names.size === 0 ? null : { names, reader, row: emptyRow() };
  }

  /** @throws RowDefect */
  read(element: unknown, row: IncomingRow): void {
    const marker = asObject(element, 'a marker', null);
    row.name = readText(marker, 'name');
    row.category = readText(marker, 'category');
    const address =
      marker.address === undefined || marker.address === null
        ? {}
        : asObject(marker.address, 'address', 'address');
    for (const member of ADDRESS_MEMBERS) row[member] = readText(address, member);
    const lat = readDegrees(marker, 'lat', 90);
    const lng = readDegrees(marker, 'lng', 180);
    const both = !Number.isNaN(lat) && !Number.isNaN(lng);
    row.lat = both ? lat : Number.NaN;
    row.lng = both ? lng : Number.NaN;
    row.latText = String(lat);
    row.lngText = String(lng);
    const given = marker.custom_fields ?? null;
    const customFields = given === null ? {} : asObject(given, 'custom_fields', 'custom_fields');
    row.customFields = this.#readCustomFields(customFields);
    for (let i = 0; i < this.#watched.length; i++) {
      row.watched[i] = readText(customFields, this.#watched[i]!);
    }
    if (this.#mapped) this.#readMapped(customFields, row);
  }

  /** What the marker says itself counts before its custom fields. */
  #readMapped(customFields: Record<string, unknown>, row: IncomingRow): void {
    const { names, reader, row: mapped } = this.#mapped!;
    reader.read(
      Array.from(names, (name) => readText(customFields, name)),
      mapped,
    );
    for (const member of [...ADDRESS_MEMBERS, 'category'] as const) {
      if (row[member] === '') row[member] = mapped[member];
    }
    if (Number.isNaN(row.lat)) {
      row.lat = mapped.lat;
      row.lng = mapped.lng;
      row.latText = mapped.latText;
      row.lngText = mapped.lngText;
    }
    row.county = mapped.county;
    row.expire = mapped.expire;
    row.driveTime = mapped.driveTime;
    row.extras = mapped.extras;
  }

  #readCustomFields(customFields: Record<string, unknown>): string {
    let json = '';
    for (const [key, entry] of Object.entries(customFields)) {
      if (this.#mapped?.names.has(key)) continue;
      if (key.includes('\0'))
        throw new RowDefect('nul_character', 'a custom field has a NUL character in its name', key);
      const text = textOf(entry, `custom field ${JSON.stringify(clip(key))}`, key);
      if (text === '') continue;
      json += `${json === '' ? '{' : ','}${jsonString(key)}:${jsonString(text)}`;
      const known = this.fieldTypes.get(key);
      if (known === undefined && this.fieldTypes.size > MAX_BLOCK_FIELDS) continue;
      if (known !== 0) this.fieldTypes.set(key, narrowTypes(known ?? ALL_TYPES, text));
    }
    return json === '' ? '' : `${json}}`;
  }
}

function asObject(value: unknown, what: string, column: string | null): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RowDefect('value_invalid', `${what} must be an object`, column);
  }
  return value as Record<string, unknown>;
}

const readText = (from: Record<string, unknown>, member: string): string =>
  Object.hasOwn(from, member) ? textOf(from[member], member, member) : '';

function textOf(value: unknown, what: string, column: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new RowDefect('value_invalid', `${what} must be a string`, column);
  if (value.length > MAX_TEXT)
    throw new RowDefect('cell_too_long', `${what} has over ${MAX_TEXT} characters`, column);
  if (value.includes('\0')) throw new RowDefect('nul_character', `${what} holds a NUL character`, column);
  return value.trim();
}

function readDegrees(marker: Record<string, unknown>, member: 'lat' | 'lng', limit: number): number {
  const value = marker[member];
  if (value === undefined || value === null) return Number.NaN;
  if (typeof value !== 'number' || !(Math.abs(value) <= limit)) {
    const shown = clip(JSON.stringify(value) ?? String(value));
    throw new RowDefect(
      'coordinate_invalid',
      `${member} ${shown} is not a number within -${limit} and ${limit}`,
      member,
    );
  }
  return value;
}
