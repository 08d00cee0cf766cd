import { packRegionLayer } from '../../geo/regions/region-layer.js';
import type { GeodataPart } from '../part.js';
import { uncrossed } from './polygons.js';
import { TopologyFile } from './read-topology.js';

/** Codes are FIPS: two digits for a state, five for a county. */
function pack(type: 'us_county' | 'us_state', object: 'counties' | 'states'): Uint8Array {
  const file = new TopologyFile(`us-atlas/${object}-10m.json`, object);
  return packRegionLayer(
    { type, dataset: 'census' },
    file.areas.map((area) => ({ code: area.id!, polygons: uncrossed(file.polygonsOf([area])) })),
  );
}

export const usCounties: GeodataPart = {
  file: 'us_county.bin',
  module: import.meta.url,
  packages: ['us-atlas', 'polyclip-ts'],
  build: () => pack('us_county', 'counties'),
};

export const usStates: GeodataPart = {
  file: 'us_state.bin',
  module: import.meta.url,
  packages: ['us-atlas', 'polyclip-ts'],
  build: () => pack('us_state', 'states'),
};
