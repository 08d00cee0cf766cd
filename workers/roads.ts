import { open } from 'node:fs/promises';
import { moved } from '../src/base/threads/moved.js';
import { giveWay } from '../src/base/threads/priority.js';
import { buildGraph } from '../src/geo/roads/build-graph.js';
import { findNodes, type NodeTable, type WayNodes } from '../src/geo/roads/node-table.js';
import { openBlob } from '../src/geo/roads/osm/blob.js';
import type { Bounds } from '../src/geo/roads/osm/header-block.js';
import { hasNodes, readPrimitiveBlock } from '../src/geo/roads/osm/primitive-block.js';
import { placeNodes, type WaysOfBlobs, waysOfBlobs } from '../src/geo/roads/read-graph.js';
import { buildTiles } from '../src/geo/streets/build-tiles.js';
import { readFeatures, readMemberWays } from '../src/geo/streets/read-features.js';
import type { FeaturesOfBlobs, FeaturesToCut } from '../src/world/roads/load-tiles.js';
import { type BlobPlace, readBlobs } from '../src/world/roads/scan-blobs.js';

giveWay();

interface BlobTask {
  path: string;
  places: BlobPlace[];
}

async function blobsOf({ path, places }: BlobTask): Promise<Buffer[]> {
  const file = await open(path, 'r');
  try {
    return await readBlobs(file, places);
  } finally {
    await file.close();
  }
}

/** @returns WaysOfBlobs */
export async function waysOf(task: BlobTask): Promise<unknown> {
  const found: WaysOfBlobs = waysOfBlobs(await blobsOf(task));
  return moved(
    found,
    found.ways.flatMap((chunk) => Object.values(chunk)),
  );
}

export async function placeNodesOf({ table, ...task }: BlobTask & { table: NodeTable }): Promise<void> {
  placeNodes(await blobsOf(task), table);
}

/** @returns the nodes of each chunk, Uint32Array */
export function findNodesOf({ refs, table }: { refs: Float64Array[]; table: NodeTable }): unknown {
  const nodes = refs.map((refs) => findNodes({ refs }, table));
  return moved(nodes, nodes);
}

export const build = ({
  ways,
  table,
  bounds,
}: {
  ways: WayNodes[];
  table: NodeTable;
  bounds: Bounds | null;
}) => buildGraph(ways, table, bounds);

/** @returns FeaturesOfBlobs */
export async function featuresOf(task: BlobTask): Promise<unknown> {
  const blocks = (await blobsOf(task)).map((blob) => readPrimitiveBlock(openBlob(blob)));
  const found: FeaturesOfBlobs = { features: blocks.map(readFeatures), withNodes: blocks.map(hasNodes) };
  return moved(
    found,
    found.features.flatMap(({ ways, multipolygons }) => [
      ...Object.values(ways),
      ...Object.values(multipolygons),
    ]),
  );
}

/** @returns MemberWays[] */
export async function memberWaysOf({
  wanted,
  ...task
}: BlobTask & { wanted: Float64Array }): Promise<unknown> {
  const blobs = await blobsOf(task);
  const found = blobs.map((blob) => readMemberWays(readPrimitiveBlock(openBlob(blob)), wanted));
  return moved(
    found,
    found.flatMap((ways) => Object.values(ways)),
  );
}

/** @returns StreetTiles */
export function tilesOf({ ways, members, ...features }: FeaturesToCut): unknown {
  const { table } = features;
  const tiles = buildTiles({
    ...features,
    ways: ways.map(({ refs, ...way }) => ({ ...way, nodes: findNodes({ refs }, table) })),
    members: members.map(({ refs, ...way }) => ({ ...way, nodes: findNodes({ refs }, table) })),
  });
  return moved(tiles, Object.values(tiles));
}
