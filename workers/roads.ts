import { open } from 'node:fs/promises';
import { moved } from '../src/base/threads/moved.js';
import { giveWay } from '../src/base/threads/priority.js';
import { buildGraph } from '../src/geo/roads/build-graph.js';
import { findNodes, type NodeTable, type WayNodes } from '../src/geo/roads/node-table.js';
import type { Bounds } from '../src/geo/roads/osm/header-block.js';
import { placeNodes, type WaysOfBlobs, waysOfBlobs } from '../src/geo/roads/read-graph.js';
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
