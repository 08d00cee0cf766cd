import { TopologyFile } from '../regions/read-topology.js';

/**
 * A country of Natural Earth at 1:10m, as GeoJSON MultiPolygon coordinates.
 * @param code ISO 3166-1 numeric
 */
export function polygonsOfCountry(code: string): number[][][][] {
  const file = new TopologyFile('world-atlas/countries-10m.json', 'countries');
  return file.polygonsOf(file.areas.filter(({ id }) => id === code));
}
