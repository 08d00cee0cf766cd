import { createHash } from 'node:crypto';
import { packRegionLayer } from '../../src/geo/regions/pack-region-layer.js';
import type { RegionType } from '../../src/geo/regions/region-type.js';
import { square } from './boundary-files.js';

/** A layer of squares with its metadata and bytes. */
export function testLayer(
  type: RegionType,
  codes: readonly string[],
  at: readonly [number, number] = [-77, 39],
) {
  const features = codes.map((code, i) => ({ code, polygons: [[square(at[0] + i, at[1])]] }));
  const packed = packRegionLayer({ type, dataset: 'census' }, features);
  const version = createHash('sha256').update(packed).digest('hex');
  const credit = { credit: 'Somebody', licence: 'CC0-1.0', url: '' };
  return {
    packed,
    layer: { type, version, dataset: 'census', ...credit, features: codes.length, vertices: 5 },
  };
}
