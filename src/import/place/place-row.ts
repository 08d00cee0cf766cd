import { isCircle } from '../../schema/marker.js';
import type { ImportOptions } from '../options.js';
import { type IncomingRow, RowDefect } from '../rows/incoming-row.js';

/**
 * Settles where a row lies and as what: between reading it and looking for its duplicates. A coordinate in the file is where the
 * row lies (decision 39); its country, type and radius are the upload's where it has none of its own.
 * @param row changed: `country`, `type` (never '' afterwards), `radiusMiles` (0 where the type has none)
 * @throws RowDefect location_missing
 */
export function placeRow(row: IncomingRow, options: ImportOptions): void {
  if (Number.isNaN(row.lat)) {
    throw new RowDefect('location_missing', 'neither coordinates nor an address that can be located');
  }
  if (row.country === '') row.country = options.defaultCountry ?? '';
  // Areas that no geodata is loaded for fall back to a pin (specification §2.2).
  const wanted = row.type === '' ? options.markerType : row.type;
  row.type = isCircle(wanted) ? wanted : 'pin';
  row.radiusMiles = isCircle(wanted) ? row.radiusMiles || options.defaultRadiusMiles : 0;
}
