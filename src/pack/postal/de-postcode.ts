import { createRequire } from 'node:module';
import type { Area } from './areas.js';
import { polygonsOfCountry } from './country-land.js';
import { landOf, Segments } from './land.js';
import { areasOfDistricts } from './layer.js';
import { toPlane } from './plane.js';

const require = createRequire(import.meta.url);

interface Row {
  readonly zip: string;
  readonly lon: string;
  readonly lat: string;
}

export function dePostcodeAreas(): Area[] {
  const rows = Object.values(require('zip-to-city/germany.json') as Record<string, Row>);
  const sites = rows.map(({ zip, lon, lat }) => ({ at: toPlane(Number(lon), Number(lat)), codes: [zip] }));
  const segments = new Segments();
  const land = landOf(polygonsOfCountry('276'), segments);
  return areasOfDistricts([{ land, sites }], segments, true);
}
