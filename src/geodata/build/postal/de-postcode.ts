import { createRequire } from 'node:module';
import type { Area } from './areas.js';
import { landsOfCountries } from './country-land.js';
import { Segments } from './land.js';
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
  const [land] = landsOfCountries(['276'], segments);
  return areasOfDistricts([{ land: land!, sites }], segments, true);
}
