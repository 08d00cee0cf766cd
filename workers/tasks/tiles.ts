import { moved } from '../../src/base/threads/moved.js';
import type { TaskFunctions } from '../../src/base/threads/thread-pool.js';
import { placerOf } from '../../src/import/place/placer-of.js';
import { finishTile } from '../../src/tiles/drawn-tile.js';
import { lookups } from './connections.js';

/* The libraries of tiles are loaded on first use: a service that nobody asks for tiles does without. */

export const readMapSource: TaskFunctions['readMapSource'] = async ({ geodata, mapId, filter }) => {
  const { readMapSource: read } = await import('../../src/tiles/map-source.js');
  return read(lookups, placerOf(geodata).regions, mapId, filter);
};

export const drawBaseTile: TaskFunctions['drawBaseTile'] = async ({ files, place }) => {
  const { drawBaseTile: draw } = await import('../../src/tiles/draw-base-tile.js');
  return moved(finishTile(await draw(lookups, files, place)));
};

export const drawMapTiles: TaskFunctions['drawMapTiles'] = async ({ geodata, source, places }) => {
  const { drawMapTiles: draw } = await import('../../src/tiles/draw-map-tile.js');
  return moved((await draw(lookups, placerOf(geodata).regions, source, places)).map(finishTile));
};
