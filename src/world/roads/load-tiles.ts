import { lowerBound } from '../../base/lower-bound.js';
import { buffersOf } from '../../base/threads/buffers-of.js';
import { createNodeTable } from '../../geo/roads/node-table.js';
import type { Bounds } from '../../geo/roads/osm/header-block.js';
import type { FeaturesOfFile } from '../../geo/streets/build-tiles.js';
import type { DrawnWays, Features, MemberWays } from '../../geo/streets/read-features.js';
import type { StreetTiles } from '../../geo/streets/tiles.js';
import { BlobPool } from './blob-pool.js';

/** Features of some blobs, and which blobs have nodes. */
export interface FeaturesOfBlobs {
  features: Features[];
  withNodes: boolean[];
}

/**
 * Reads what pictures of towns show from an OpenStreetMap file: after the network and not beside it, so that
 * both together take no more memory than the larger one. Three passes: streets and areas, the ways of areas
 * with several rings, the positions of all their nodes.
 * @param onBytes called with the bytes of the file read so far, of the last pass
 * @throws OsmFormatError; errors of reading the file
 */
export async function loadTiles(
  path: string,
  threads: number,
  onBytes: (bytes: number) => void = () => {},
): Promise<StreetTiles> {
  const file = await BlobPool.open(path, threads);
  try {
    const { pool, blobs, header } = file;
    const nothing = (): void => {};
    const found = await file.pass<FeaturesOfBlobs>('featuresOf', blobs, {}, nothing);
    const features = found.flatMap((task) => task.features);
    const hasNodes = found.flatMap((task) => task.withNodes);
    const wanted = wantedWays(features);
    const members = await file.pass<MemberWays[]>(
      'memberWaysOf',
      blobs.filter((_, i) => hasAnyOf(features[i]!.wayIds, wanted)),
      { wanted },
      nothing,
    );
    const lines = [...features.map(({ ways }) => ways), ...members.flat()];
    const table = createNodeTable(lines);
    await file.pass(
      'placeNodesOf',
      blobs.filter((_, i) => hasNodes[i]),
      { table },
      onBytes,
    );
    const task: FeaturesToCut = {
      ways: features.map(({ ways }) => ways),
      multipolygons: features.map(({ multipolygons }) => multipolygons),
      members: members.flat(),
      table,
      bounds: header.bounds,
    };
    const transferList = buffersOf([task.ways, task.multipolygons, task.members]);
    return await pool.run(task, { name: 'tilesOf', transferList });
  } finally {
    await file.close();
  }
}

/** Same as FeaturesOfFile, with ids of nodes. */
export interface FeaturesToCut extends Pick<FeaturesOfFile, 'multipolygons' | 'table'> {
  ways: readonly DrawnWays[];
  members: readonly MemberWays[];
  bounds: Bounds | null;
}

/** Ids of the ways that multipolygons need, ascending, in memory that threads share. */
function wantedWays(features: readonly Features[]): Float64Array {
  const count = features.reduce((sum, { multipolygons }) => sum + multipolygons.members.length, 0);
  const ids = new Float64Array(new SharedArrayBuffer(8 * count));
  let at = 0;
  for (const { multipolygons } of features) {
    ids.set(multipolygons.members, at);
    at += multipolygons.members.length;
  }
  return ids.sort();
}

function hasAnyOf(range: Features['wayIds'], ids: Float64Array): boolean {
  if (range === null) return false;
  const next = ids[lowerBound(ids, range[0])];
  return next !== undefined && next <= range[1];
}
