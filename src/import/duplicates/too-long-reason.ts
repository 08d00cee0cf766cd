import { MAX_CUSTOM_FIELDS, MAX_CUSTOM_FIELDS_BYTES } from '../../schema/marker-terms.js';
import type { Reason } from '../../schema/rejection-runs.js';

/** Reason to reject a row that would overwrite a marker and make it longer than markers may be. */
export const TOO_LONG: Reason = [
  'fields_too_long',
  null,
  `with those of the marker that it overwrites, its custom fields are over ${MAX_CUSTOM_FIELDS}, or over ${MAX_CUSTOM_FIELDS_BYTES} bytes of JSON`,
];
