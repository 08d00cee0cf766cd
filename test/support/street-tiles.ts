import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LAYERS, type Layer } from '../../src/geo/streets/layers.js';
import { type StreetTiles, type TilePlace, tilePlaceOf } from '../../src/geo/streets/tiles.js';
import { loadTiles } from '../../src/world/roads/load-tiles.js';

/** Tiles of a file's contents. */
export async function tilesOf(contents: Uint8Array, threads = 1): Promise<StreetTiles> {
  const folder = await mkdtemp(join(tmpdir(), 'cartload-tiles-'));
  try {
    const path = join(folder, 'file.osm.pbf');
    await writeFile(path, contents);
    return await loadTiles(path, threads);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export interface OneTile extends TilePlace {
  name: Layer;
  points: number;
  bytes: Uint8Array;
}

/** The tiles of a level one by one. */
export const listOf = ({ keys, points, starts, bytes }: StreetTiles, level: number): OneTile[] =>
  Array.from(keys, (key, i) => {
    const place = tilePlaceOf(key);
    const tile = { points: points[i]!, bytes: bytes.subarray(starts[i]!, starts[i + 1]!) };
    return { ...place, ...tile, name: LAYERS[place.layer]! };
  }).filter((tile) => tile.level === level);
