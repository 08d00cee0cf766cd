import type { DemographicLevel } from '../../geo/demographics/level.js';
import type { Placer } from '../../geo/placer.js';
import type { IncomingRow } from '../rows/incoming-row.js';

type PlacedRow = Pick<IncomingRow, 'lat' | 'lng' | 'zip' | 'country' | 'type' | 'regionSource'>;

const UNITED_STATES = /^(?:us|usa|u\.s\.|u\.s\.a\.|(?:the )?united states(?: of america)?)$/i;
const ZIP = /^(\d{5})(?:-?\d{4})?$/;

/**
 * In which region of a level a placed row lies: that of its ZIP for `us_zip`, that around its point for the others.
 * @returns its code (`94103`, `06075`, `06`, `DE`), '' for none
 */
export function regionCodeOf(row: PlacedRow, level: DemographicLevel, placer: Placer): string {
  if (level === 'us_zip') {
    if (row.country !== '' && !UNITED_STATES.test(row.country)) return '';
    return ZIP.exec(row.zip)?.[1] ?? '';
  }
  const source =
    row.type === level && row.regionSource !== ''
      ? row.regionSource
      : placer.regions.find(level, { lat: row.lat, lng: row.lng, zip: '', country: '' });
  // `census/us_county/06075` (decision 24).
  return source === null ? '' : source.slice(source.lastIndexOf('/') + 1);
}
