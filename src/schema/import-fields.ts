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

/**
 * Headers of exported files, and how some write them, besides the field names themselves
 * (docs/decisions.md#recognition).
 */
const DISPLAY_NAMES: Readonly<Record<string, ExactField>> = {
  'marker type': 'marker_type',
  'marker-type': 'marker_type',
  markertype: 'marker_type',
  'region code': REGION_CODE,
  'street address': 'street',
  'street address 2': 'street2',
  'post code': 'zip',
  zipcode: 'zip',
  'category (color)': 'category',
  color: 'color',
  latitude: 'lat',
  longitude: 'lng',
  'photo url': 'photo_url',
  'photo width': 'photo_width',
  'photo height': 'photo_height',
  'videosite id': 'videosite_id',
  'video width': 'video_width',
  'video height': 'video_height',
  'drive time': 'drive_time',
  'location code': 'location_code',
};

const BY_HEADER = new Map<string, ExactField>([
  ...IMPORT_FIELDS.map((field): [string, ExactField] => [field, field]),
  ['marker_type', 'marker_type'],
  [REGION_CODE, REGION_CODE],
  ...Object.entries(DISPLAY_NAMES),
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
