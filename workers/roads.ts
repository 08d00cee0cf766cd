import { open } from 'node:fs/promises';
import { buildGraph } from '../src/geo/roads/build-graph.js';
import type { NodeTable } from '../src/geo/roads/node-table.js';
import type { Bounds } from '../src/geo/roads/osm/header-block.js';
import type { CarWays } from '../src/geo/roads/osm/primitive-block.js';
import { placeNodes, type WaysOfBlobs, waysOfBlobs } from '../src/geo/roads/read-graph.js';
import { type BlobPlace, readBlobs } from '../src/roads/scan-blobs.js';
import { giveWay } from '../src/threads/priority.js';

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

export const waysOf = async (task: BlobTask): Promise<WaysOfBlobs> => waysOfBlobs(await blobsOf(task));

export async function placeNodesOf({ table, ...task }: BlobTask & { table: NodeTable }): Promise<void> {
  placeNodes(await blobsOf(task), table);
}

export const build = ({
  ways,
  table,
  bounds,
}: {
  ways: CarWays[];
  table: NodeTable;
  bounds: Bounds | null;
}) => buildGraph(ways, table, bounds);
