/*
 * Names and limits of markers, without schemas: threads need the names only, and loading the schema builder
 * takes 0.13 s each.
 */

import { columnsWith } from './marker-columns.js';

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

/**
 * Bytes of the custom fields of a marker as JSON, the same as of a record of an upload. The bound is needed
 * because patches and imports add to a marker again and again.
 */
export const MAX_CUSTOM_FIELDS_BYTES = 8 << 20;
/**
 * Number of the columns of an upload, too. The cost of reading, typing and merging a marker grows with them.
 */
export const MAX_CUSTOM_FIELDS = 5000;

export const isCircle = (type: string): boolean => type === 'circle' || type === 'pinned_circle';
export const isDriveTime = (type: string): boolean => type === 'drive_time' || type === 'pinned_drive_time';
/** Areas without a pin, which region_count counts (docs/decisions.md#counts). */
export const isArea = (type: string): boolean =>
  type !== 'pin' && type !== 'pinned_circle' && type !== 'pinned_drive_time';

/** Texts of a marker with columns of their own: parts of its address, and others. */
export const ADDRESS_MEMBERS = columnsWith('text', 'address');
export const TEXT_MEMBERS = columnsWith('text', 'own');
/** Parts of an address in which duplicates must agree. */
export const BRANCH_MEMBERS = ['street', 'street2', 'city', 'state', 'zip'] as const;

/**
 * Additional members: recognised import columns that are kept with the marker and returned when set
 * (docs/decisions.md#members-of-imports).
 */
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
/**
 * Most characters of a cell, a custom field value and every other text of a marker (docs/decisions.md#texts).
 */
export const MAX_TEXT = 32_000;
