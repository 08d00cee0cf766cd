import type { DemographicLevel } from '../../geo/demographics/level.js';
import { postalCodes } from '../../geo/regions/postal-code.js';
import type { RegionFinder } from '../../geo/regions/region-finder.js';
import type { IncomingRow } from '../rows/incoming-row.js';

/** Finder of the regions around a point. */
export type Regions = Pick<RegionFinder, 'codeOf' | 'isAbroad'>;

type PlacedRow = Pick<IncomingRow, 'lat' | 'lng' | 'zip' | 'country' | 'type' | 'regionSource'>;

/**
 * In which region of a level a placed row lies: that of its ZIP for `us_zip`, that around its point for the
 * others. A code that the row calls no ZIP is none where the point is abroad: 10115 is in Berlin, and in New
 * York.
 * @returns its code (`94103`, `06075`, `06`, `DE`), '' for none
 */
export function regionCodeOf(row: PlacedRow, level: DemographicLevel, regions: Regions): string {
  // Its area was found just now: `census/us_county/06075` (docs/decisions.md#places).
  if (row.type === level && row.regionSource !== '') {
    return row.regionSource.slice(row.regionSource.lastIndexOf('/') + 1);
  }
  if (level === 'us_zip') {
    const [zip = ''] = postalCodes(level, row.zip, row.country);
    return zip !== '' && regions.isAbroad(level, row.lat, row.lng) ? '' : zip;
  }
  return regions.codeOf(level, row.lat, row.lng) ?? '';
}
