import { readDeRows } from '../gazetteer/de-postcodes.js';
import type { Area } from './areas.js';
import { polygonsOfCountry } from './country-land.js';
import { landOf, Segments } from './land.js';
import { areasOfDistricts } from './layer.js';
import { toPlane } from './plane.js';

export function dePostcodeAreas(): Area[] {
  const sites = readDeRows().map(({ zip, lng, lat }) => ({ at: toPlane(lng, lat), codes: [zip] }));
  const segments = new Segments();
  const land = landOf(polygonsOfCountry('276'), segments);
  return areasOfDistricts([{ land, sites }], segments, true);
}
