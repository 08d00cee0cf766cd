import { badRequest } from '../../base/errors.js';
import { jsonString } from '../../format/cells/json-string.js';
import { CsvCells } from '../../format/csv-cells.js';
import type { ColumnMapping } from '../../schema/job.js';
import { ADDRESS_MEMBERS, EXTRA_MEMBERS, MAX_CUSTOM_FIELDS, MAX_TEXT } from '../../schema/marker-terms.js';
import type { RemovedMembers } from '../../schema/removed-members.js';
import { CsvRowReader, clip } from './csv-row.js';
import { FollowedTypes } from './followed-types.js';
import { emptyRow, type IncomingRow, RowDefect } from './incoming-row.js';

/**
 * Custom fields of a block whose types are followed, as many as a spreadsheet can have columns; with one more it is known that there
 * were more. A map defines 1,000.
 */
export const MAX_BLOCK_FIELDS = 5000;

/** One type, colour and radius applies to the whole batch (docs/decisions.md#json-batches). */
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

const MARKER_MEMBERS: ReadonlySet<string> = new Set([
  ...['name', 'lat', 'lng', 'address', 'region_code', 'category', 'custom_fields'],
  ...EXTRA_MEMBERS,
]);
const ADDRESS: ReadonlySet<string> = new Set(ADDRESS_MEMBERS);

/** Tells the names of members of an element that the import does not read. */
export function tellUnknownMembers(marker: unknown, tell: (name: string) => unknown): void {
  if (typeof marker !== 'object' || marker === null) return;
  for (const name of Object.keys(marker)) if (!MARKER_MEMBERS.has(name)) tell(`markers[].${name}`);
  const { address } = marker as { address?: unknown };
  if (typeof address !== 'object' || address === null) return;
  for (const name of Object.keys(address)) if (!ADDRESS.has(name)) tell(`markers[].address.${name}`);
}

/** Reads elements of `markers` into an IncomingRow, and follows which types the custom fields' values fit. */
export class JsonRowReader {
  readonly #types = new FollowedTypes();
  readonly fieldTypes: ReadonlyMap<string, number> = this.#types.types;
  /** Custom fields that are read as something else (`auto_map=true`), and how: as the cells of a spreadsheet are. */
  readonly #mapped: { names: ReadonlySet<string>; reader: CsvRowReader; row: IncomingRow } | null;

  readonly #watched: readonly string[];

  /** Custom fields that are read as something else and stay custom fields all the same. */
  readonly #displaced: ReadonlySet<string>;
  readonly #keepsCategory: boolean;
  readonly #keepsCode: boolean;

  /**
   * @param watched custom fields whose texts go to `row.watched`, too
   * @param displaced fields that are kept as custom fields, too: by their own name where the marker has them itself
   */
  constructor(
    mapping: readonly ColumnMapping[] = [],
    watched: readonly string[] = [],
    displaced: readonly string[] = [],
  ) {
    this.#watched = watched;
    this.#keepsCategory = displaced.includes('category');
    this.#keepsCode = displaced.includes('region_code');
    this.#displaced = new Set(
      mapping.flatMap(({ field, header }) => (field !== null && displaced.includes(field) ? [header] : [])),
    );
    const columns = mapping.filter(({ field }) => field !== null);
    const reader = new CsvRowReader(
      columns.map((column, index) => ({ ...column, index })),
      1,
    );
    const names = new Set(columns.map(({ header }) => header));
    this.#mapped = names.size === 0 ? null : { names, reader, row: emptyRow() };
  }

  /**
   * @param row cleared, then filled
   * @throws RowDefect
   */
  read(element: unknown, row: IncomingRow): void {
    this.#types.beginRow();
    row.clear();
    const marker = asObject(element, 'a marker', null);
    row.name = readText(marker, 'name');
    row.category = readText(marker, 'category');
    row.regionCode = readCode(marker, 'region_code');
    const address =
      marker.address === undefined || marker.address === null
        ? {}
        : asObject(marker.address, 'address', 'address');
    for (const member of ADDRESS_MEMBERS) row[member] = readText(address, member);
    const lat = readDegrees(marker, 'lat');
    const lng = readDegrees(marker, 'lng');
    const both = !Number.isNaN(lat) && !Number.isNaN(lng);
    row.lat = both ? lat : Number.NaN;
    row.lng = both ? lng : Number.NaN;
    row.latText = String(lat);
    row.lngText = String(lng);
    const given = marker.custom_fields ?? null;
    const customFields = given === null ? {} : asObject(given, 'custom_fields', 'custom_fields');
    const kept: Record<string, string> = {};
    if (this.#keepsCategory && row.category !== '') kept.category = row.category;
    if (this.#keepsCode && row.regionCode !== '') kept.region_code = row.regionCode;
    row.customFields = this.#readCustomFields(
      Object.keys(kept).length === 0 ? customFields : { ...kept, ...customFields },
    );
    for (let i = 0; i < this.#watched.length; i++) {
      row.watched[i] = readText(customFields, this.#watched[i]!);
    }
    readExtras(marker, row);
    row.removed = this.#readRemoved(marker, address, customFields);
    if (this.#mapped) this.#readMapped(customFields, row);
    // As an empty cell; a marker without the member is named by its area, as a file without the column is.
    if (row.name === '' && typeof marker.name === 'string')
      throw new RowDefect('name_missing', 'the name is empty');
  }

  /** The marker that was read last is rejected: its values say nothing of the types. */
  takeBackTypes(): void {
    this.#types.takeBackRow();
  }

  /** Fills members that the marker itself leaves empty from its custom fields. */
  #readMapped(customFields: Record<string, unknown>, row: IncomingRow): void {
    const { names, reader, row: mapped } = this.#mapped!;
    reader.read(CsvCells.of(Array.from(names, (name) => readText(customFields, name))), mapped);
    for (const member of [...ADDRESS_MEMBERS, 'category'] as const) {
      if (row[member] === '') row[member] = mapped[member];
    }
    if (Number.isNaN(row.lat)) {
      row.lat = mapped.lat;
      row.lng = mapped.lng;
      row.latText = mapped.latText;
      row.lngText = mapped.lngText;
    }
    for (const member of ['regionCode', 'county', 'expire', 'driveTime'] as const)
      if (row[member] === '') row[member] = mapped[member];
    if (mapped.extras !== '')
      row.extras =
        row.extras === ''
          ? mapped.extras
          : JSON.stringify({ ...JSON.parse(mapped.extras), ...JSON.parse(row.extras) });
  }

  /** null removes (docs/decisions.md#json). */
  #readRemoved(
    marker: Record<string, unknown>,
    address: Record<string, unknown>,
    customFields: Record<string, unknown>,
  ): RemovedMembers | null {
    const isNull = (from: Record<string, unknown>, member: string): boolean =>
      Object.hasOwn(from, member) && from[member] === null;
    const columns: string[] = ADDRESS_MEMBERS.filter((member) => isNull(address, member));
    const extras = EXTRA_MEMBERS.filter((member) => isNull(marker, member));
    if (extras.includes('expire')) columns.push('expires_at');
    const fields = Object.keys(customFields).filter(
      (key) => customFields[key] === null && !this.#mapped?.names.has(key),
    );
    if (fields.length > MAX_CUSTOM_FIELDS)
      throw new RowDefect(
        'value_invalid',
        `custom_fields removes over ${MAX_CUSTOM_FIELDS} members, which is as many as a marker may have`,
        'custom_fields',
      );
    if (columns.length + extras.length + fields.length === 0) return null;
    return { columns, custom_fields: fields.map((key) => key.toWellFormed()), extras };
  }

  #readCustomFields(customFields: Record<string, unknown>): string {
    let json = '';
    let count = 0;
    for (const [key, entry] of Object.entries(customFields)) {
      if (this.#mapped?.names.has(key) && !this.#displaced.has(key)) continue;
      if (key.includes('\0'))
        throw new RowDefect('nul_character', 'a custom field has a NUL character in its name', key);
      if (key.length > MAX_TEXT)
        throw new RowDefect(
          'cell_too_long',
          `a custom field has a name of over ${MAX_TEXT} characters`,
          clip(key),
        );
      const text = textOf(entry, `custom field ${JSON.stringify(clip(key))}`, key);
      if (text === '') continue;
      if (++count > MAX_CUSTOM_FIELDS)
        throw new RowDefect(
          'value_invalid',
          `custom_fields has over ${MAX_CUSTOM_FIELDS} members, which is as many as a marker may have`,
          'custom_fields',
        );
      json += `${json === '' ? '{' : ','}${jsonString(key)}:${jsonString(text)}`;
      const known = this.fieldTypes.get(key);
      if (known === undefined && this.fieldTypes.size > MAX_BLOCK_FIELDS) continue;
      this.#types.see(key, text);
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

function readExtras(marker: Record<string, unknown>, row: IncomingRow): void {
  let json = '';
  for (const member of EXTRA_MEMBERS) {
    const text = readText(marker, member);
    if (text !== '') json += `${json === '' ? '{' : ','}"${member}":${jsonString(text)}`;
  }
  if (json === '') return;
  row.extras = `${json}}`;
  row.county = readText(marker, 'county');
  row.expire = readText(marker, 'expire');
  row.driveTime = readText(marker, 'drive_time');
}

const readText = (from: Record<string, unknown>, member: string): string =>
  Object.hasOwn(from, member) ? textOf(from[member], member, member) : '';

/** Reads a code as text; a code of digits may be a number in JSON. */
const readCode = (from: Record<string, unknown>, member: string): string =>
  Number.isSafeInteger(from[member]) ? String(from[member]) : readText(from, member);

function textOf(value: unknown, what: string, column: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new RowDefect('value_invalid', `${what} must be a string`, column);
  if (value.length > MAX_TEXT)
    throw new RowDefect('cell_too_long', `${what} has over ${MAX_TEXT} characters`, column);
  if (value.includes('\0')) throw new RowDefect('nul_character', `${what} holds a NUL character`, column);
  return value.trim();
}

function readDegrees(marker: Record<string, unknown>, member: 'lat' | 'lng'): number {
  const value = marker[member];
  if (value === undefined || value === null) return Number.NaN;
  if (fits(value, member)) return value;
  const shown = clip(JSON.stringify(value) ?? String(value));
  const what = typeof value === 'number' ? 'is not' : 'is not a number';
  const message = `${member} ${shown} ${what} within -${LIMITS[member]} and ${LIMITS[member]}`;
  const isExchanged = fits(marker.lat, 'lng') && fits(marker.lng, 'lat');
  throw new RowDefect(
    'coordinate_invalid',
    isExchanged ? `${message}; lat and lng look exchanged` : message,
    member,
    isExchanged,
  );
}

/** Degrees. */
const LIMITS = { lat: 90, lng: 180 } as const;

const fits = (value: unknown, axis: 'lat' | 'lng'): value is number =>
  typeof value === 'number' && Math.abs(value) <= LIMITS[axis];
