import { ADDRESS_MEMBERS, EXTRA_MEMBERS, TEXT_MEMBERS } from './marker-terms.js';

/** Fields that a column of an upload can be read as, besides custom fields. */
export const IMPORT_FIELDS = [
  'name',
  ...ADDRESS_MEMBERS,
  'lat',
  'lng',
  ...TEXT_MEMBERS,
  'color',
  'radius',
  ...EXTRA_MEMBERS,
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/**
 * Field that names the area of a row. It is recognised by its exact name and, for types with an area, by
 * headers of codes; never inferred.
 */
export const REGION_CODE = 'region_code';

/** Parts of a coordinate that stand beside its degrees in columns of their own. */
export const AXIS_PARTS = [
  'lat_minutes',
  'lat_seconds',
  'lat_direction',
  'lng_minutes',
  'lng_seconds',
  'lng_direction',
] as const;
/** Zone, easting and northing in columns of their own. */
export const UTM_PARTS = ['utm_zone', 'utm_easting', 'utm_northing'] as const;
/** Readings of columns that hold several fields, or part of one. */
export const COMPOSITE_FIELDS = [
  'lat_lng',
  'geohash',
  ...UTM_PARTS,
  'full_address',
  'house_number',
  ...AXIS_PARTS,
] as const;
/**
 * `marker_type` is recognised by its name and never inferred: a column called `type` is about something else.
 */
export type ExactField = ImportField | 'marker_type' | typeof REGION_CODE;
export type MappedField = ExactField | (typeof COMPOSITE_FIELDS)[number];

/** Columns of exported maps before the custom fields, as the first release has them. */
export const FIRST_COLUMNS: readonly (readonly [header: string, field: ExactField])[] = [
  ['Name', 'name'],
  ['Marker Type', 'marker_type'],
  ['Street Address', 'street'],
  ['Street Address 2', 'street2'],
  ['City', 'city'],
  ['County', 'county'],
  ['State', 'state'],
  ['Post Code', 'zip'],
  ['Country', 'country'],
  ['Latitude', 'lat'],
  ['Longitude', 'lng'],
  ['Radius', 'radius'],
  ['Drive Time', 'drive_time'],
  ['Category (Color)', 'category'],
  ['Color', 'color'],
  ['Photo URL', 'photo_url'],
  ['Photo Width', 'photo_width'],
  ['Photo Height', 'photo_height'],
  ['Videosite ID', 'videosite_id'],
  ['Video Width', 'video_width'],
  ['Video Height', 'video_height'],
  ['Expire', 'expire'],
];
/** Ends the custom fields, so that none of them is taken for the `error` column of rejected rows. */
export const LAST_COLUMN: readonly [header: string, field: ExactField] = ['Location Code', 'location_code'];

/** Fields by their own names, headers of exports, and how some write these. */
const BY_HEADER = new Map<string, ExactField>([
  ...IMPORT_FIELDS.map((field): [string, ExactField] => [field, field]),
  ...[...FIRST_COLUMNS, LAST_COLUMN].map(([header, field]) => [header.toLowerCase(), field] as const),
  ['marker_type', 'marker_type'],
  ['marker-type', 'marker_type'],
  ['markertype', 'marker_type'],
  [REGION_CODE, REGION_CODE],
  ['region code', REGION_CODE],
  ['zipcode', 'zip'],
]);

/**
 * Field by its exact or display name; case and surrounding blanks do not matter
 * (docs/decisions.md#recognition).
 */
export function exactField(header: string): ExactField | undefined {
  return BY_HEADER.get(header.trim().toLowerCase());
}

/** All that a `column_mapping` may name. */
export const MAPPED_FIELDS: readonly MappedField[] = [
  ...IMPORT_FIELDS,
  'marker_type',
  REGION_CODE,
  ...COMPOSITE_FIELDS,
];
const MAPPED: ReadonlySet<string> = new Set(MAPPED_FIELDS);

/** Tells whether a `column_mapping` may name the field. */
export const isMappedField = (name: string): name is MappedField => MAPPED.has(name);

/** Notations of both coordinates in one cell. */
const NOTATIONS: ReadonlySet<string> = new Set(['utm', 'mgrs', 'plus_code']);

/** The field that a `column_mapping` means: display names and notations count, and case does not. */
export function mappedField(name: string): MappedField | undefined {
  const folded = name.trim().toLowerCase();
  if (NOTATIONS.has(folded)) return 'lat_lng';
  return exactField(name) ?? MAPPED_FIELDS.find((field) => field === folded);
}
