import { LAST_COLUMN } from '../../schema/import-fields.js';
import { ADDRESS_MEMBERS, EXTRA_MEMBERS, MARKER_TYPES, TEXT_MEMBERS } from '../../schema/marker-terms.js';
import { LEADING_COLUMNS } from '../exported-file.js';

/**
 * Properties of exported features that are not custom fields. The last paint an area or a pin
 * (simplestyle-spec 1.1.0).
 */
const RESERVED: ReadonlySet<string> = new Set([
  'id',
  'name',
  'lat',
  'lng',
  'radius',
  'type',
  ...TEXT_MEMBERS,
  'color',
  ...ADDRESS_MEMBERS,
  'region_source',
  'created_at',
  'updated_at',
  'extras',
  'custom_fields',
  ...EXTRA_MEMBERS,
  'radius_unit',
  'area_omitted',
  'marker-color',
  'fill',
  'fill-opacity',
  'stroke',
]);
const BEHIND = ' (2)';

/** Tells whether a name is a reserved one, whatever number of ` (2)` stands behind it. */
function isReserved(name: string): boolean {
  let end = name.length;
  while (name.startsWith(BEHIND, end - BEHIND.length)) end -= BEHIND.length;
  return RESERVED.has(name.slice(0, end));
}

/**
 * Property of a custom field: its name, with ` (2)` behind it where it is taken for another property
 * otherwise.
 */
export const propertyOf = (customField: string): string =>
  isReserved(customField) ? customField + BEHIND : customField;

/** Custom field of a property; null: it is none. */
export function customFieldOf(property: string): string | null {
  if (!isReserved(property)) return property;
  return property.endsWith(BEHIND) ? property.slice(0, -BEHIND.length) : null;
}

/**
 * Columns of an export as CSV, as which exported features are read, with the last one before Expire, where
 * columns of other versions stand: how many custom fields there are is known at the end of the file.
 */
export const EXPORTED_COLUMNS = LEADING_COLUMNS.toSpliced(-1, 0, LAST_COLUMN);
/** Ends the custom fields, and is empty. */
export const [LAST_HEADER] = LAST_COLUMN;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/;
const TYPES: ReadonlySet<unknown> = new Set(MARKER_TYPES);

type Properties = Readonly<Record<string, unknown>>;

/** Tells whether a feature has the properties that an export gives to every marker. */
export const isExported = ({ name, type, lat, lng, created_at }: Properties): boolean =>
  typeof name === 'string' &&
  TYPES.has(type) &&
  isNumber(lat) &&
  isNumber(lng) &&
  typeof created_at === 'string' &&
  TIME.test(created_at);

/** JSON numbers that are not exact arrive as texts. */
const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && Number.isFinite(Number.parseFloat(value)));

/** Minutes of an area of a drive time whose import has them as an option, as an export as CSV has them. */
export function driveTimeOf({ type, drive_time, region_source }: Properties): unknown {
  if (drive_time !== undefined || type !== 'drive_time' || typeof region_source !== 'string')
    return drive_time;
  return region_source.split('/')[2];
}
