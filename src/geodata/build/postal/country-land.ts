import { TopologyFile } from '../regions/read-topology.js';
import { type Land, landOf, type Segments } from './land.js';

/** Land of countries by their ISO 3166-1 numeric codes, each on its own, from Natural Earth at 1:10m. */
export function landsOfCountries(codes: readonly string[], segments: Segments): Land[] {
  const file = new TopologyFile('world-atlas/countries-10m.json', 'countries');
  return codes.map((code) => landOf(file.polygonsOf(file.areas.filter(({ id }) => id === code)), segments));
}
