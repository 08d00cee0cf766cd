import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { VectorTile } from '@mapbox/vector-tile';

const require = createRequire(import.meta.url);
/** The one that the reader of tiles comes with: another package of the house has an older one. */
const pbf = createRequire(require.resolve('@mapbox/vector-tile')).resolve('pbf');
const { PbfReader } = await import(pathToFileURL(pbf).href);

export interface TileFeature {
  id?: number;
  properties: Record<string, string | number | boolean>;
  /** Points, or rings of points, in units of the tile. */
  geometry: [x: number, y: number][][];
}

/** Layers of a vector tile by name. */
export function readTile(bytes: Uint8Array): Record<string, TileFeature[]> {
  const { layers } = new VectorTile(new PbfReader(bytes));
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, at) => {
        const feature = layer.feature(at);
        return {
          ...(feature.id !== undefined && { id: feature.id }),
          properties: feature.properties,
          geometry: feature.loadGeometry().map((ring) => ring.map(({ x, y }): [number, number] => [x, y])),
        };
      }),
    ]),
  );
}
