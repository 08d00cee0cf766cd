import type { Reason } from '../../schema/rejection-runs.js';

/**
 * Reason to reject a row that an import with on_duplicate=error meets a second time, on the map or in the
 * upload.
 */
export const DUPLICATE: Reason = [
  'duplicate',
  null,
  'a marker with this name and these coordinates is there already',
];
