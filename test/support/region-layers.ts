import type { RegionFeature } from '../../src/geo/regions/pack-region-layer.js';
import { packRegionLayer, RegionLayer } from '../../src/geo/regions/region-layer.js';
import type { RegionType } from '../../src/geo/regions/region-type.js';

/** Copies a packed layer into shared memory. */
export function share(packed: Uint8Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(packed.length);
  new Uint8Array(shared).set(packed);
  return shared;
}

export const layerOf = (features: readonly RegionFeature[], type: RegionType = 'us_county'): RegionLayer =>
  new RegionLayer(share(packRegionLayer({ type, dataset: 'test' }, features)));

/** The code at a point, or null. */
export function codeAt(layer: RegionLayer, lat: number, lng: number): string | null {
  const region = layer.regionAt(lat, lng);
  return region === -1 ? null : layer.codeOf(region);
}

/** The ring of a box, counterclockwise. */
export const box = (west: number, south: number, east: number, north: number): number[][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
