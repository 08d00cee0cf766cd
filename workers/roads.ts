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
import { type MemberWays, readFeatures, readMemberWays } from '../src/geo/streets/read-features.js';
import type { StreetTiles } from '../src/geo/streets/tiles.js';
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

export async function waysOf(task: BlobTask): Promise<WaysOfBlobs> {
  return moved(waysOfBlobs(await blobsOf(task)));
}

export async function placeNodesOf({ table, ...task }: BlobTask & { table: NodeTable }): Promise<void> {
  placeNodes(await blobsOf(task), table);
}

/** @returns the nodes of each chunk */
export const findNodesOf = ({ refs, table }: { refs: Float64Array[]; table: NodeTable }): Uint32Array[] =>
  moved(refs.map((refs) => findNodes({ refs }, table)));

export const build = ({
  ways,
  table,
  bounds,
}: {
  ways: WayNodes[];
  table: NodeTable;
  bounds: Bounds | null;
}) => buildGraph(ways, table, bounds);

export async function featuresOf(task: BlobTask): Promise<FeaturesOfBlobs> {
  const blocks = (await blobsOf(task)).map((blob) => readPrimitiveBlock(openBlob(blob)));
  return moved({ features: blocks.map(readFeatures), withNodes: blocks.map(hasNodes) });
}

export async function memberWaysOf({
  wanted,
  ...task
}: BlobTask & { wanted: Float64Array }): Promise<MemberWays[]> {
  const blobs = await blobsOf(task);
  return moved(blobs.map((blob) => readMemberWays(readPrimitiveBlock(openBlob(blob)), wanted)));
}

export function tilesOf({ ways, members, ...features }: FeaturesToCut): StreetTiles {
  const { table } = features;
  return moved(
    buildTiles({
      ...features,
      ways: ways.map(({ refs, ...way }) => ({ ...way, nodes: findNodes({ refs }, table) })),
      members: members.map(({ refs, ...way }) => ({ ...way, nodes: findNodes({ refs }, table) })),
    }),
  );
}
