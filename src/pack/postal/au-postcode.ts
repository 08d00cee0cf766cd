import { readAuRows } from '../gazetteer/au-postcodes.js';
import type { Area } from './areas.js';
import { polygonsOfCountry } from './country-land.js';
import { landOf, Segments } from './land.js';
import { areasOfDistricts } from './layer.js';
import { toPlane } from './plane.js';

type Row = ReturnType<typeof readAuRows>[number];

/**
 * Localities with post delivery; for postcodes without any, those of unknown kind and of large receivers: 40
 * codes with areas of their own.
 */
function localities(): Row[] {
  const rows = readAuRows();
  const delivered = rows.filter(({ type }) => type === 'Delivery Area');
  const codes = new Set(delivered.map(({ postcode }) => postcode));
  const others = rows.filter(({ postcode, type }) => !codes.has(postcode) && (type === '' || type === 'LVR'));
  return [...delivered, ...others];
}

export function auPostcodeAreas(): Area[] {
  const rows = localities();
  const sites = rows.map((row) => ({
    at: toPlane(row.lng, row.lat),
    codes: [row.postcode],
  }));
  const segments = new Segments();
  const land = landOf(polygonsOfCountry('036'), segments);
  return areasOfDistricts([{ land, sites }], segments, false);
}
