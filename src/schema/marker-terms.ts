/*
 * What a marker is made of, in names and numbers, without schemas: the builder of those takes 0.13 s to load, which each thread would
 * spend that only wants a name.
 */

export const MARKER_TYPES = [
  'pin',
  'us_zip',
  'us_county',
  'country',
  'au_state',
  'us_state',
  'circle',
  'ca_fsa',
  'uk_postcode',
  'pinned_circle',
  'au_postcode',
  'de_postcode',
  'drive_time',
  'pinned_drive_time',
] as const;
export type MarkerType = (typeof MARKER_TYPES)[number];

/** JSON that the custom fields of a marker may be, in bytes: as a record of an upload. Patches and imports add to a marker again and again. */
export const MAX_CUSTOM_FIELDS_BYTES = 8 << 20;
/** As many as a spreadsheet may have columns. What a marker costs to read, type and merge grows with them. */
export const MAX_CUSTOM_FIELDS = 5000;

export const isCircle = (type: string): boolean => type === 'circle' || type === 'pinned_circle';
export const isDriveTime = (type: string): boolean => type === 'drive_time' || type === 'pinned_drive_time';
/** Areas without a pin are what region_count counts (docs/decisions.md#counts). */
export const isArea = (type: string): boolean =>
  type !== 'pin' && type !== 'pinned_circle' && type !== 'pinned_drive_time';

export const ADDRESS_MEMBERS = ['street', 'street2', 'city', 'state', 'country', 'zip'] as const;

/** Recognised import columns without a field of their own; kept with the marker and returned when set (docs/decisions.md#members-of-imports). */
export const EXTRA_MEMBERS = [
  'county',
  'photo_url',
  'photo_width',
  'photo_height',
  'videosite_id',
  'video_width',
  'video_height',
  'expire',
  'location_code',
  'drive_time',
] as const;

export const MAX_RADIUS_MILES = 12_500;
export const MILES_PER_KM = 1 / 1.609344;
/** Characters of a cell, a custom field value and every other text of a marker (docs/decisions.md#texts). */
export const MAX_TEXT = 32_000;
