import type { Piscina } from 'piscina';
import { buffersOf } from '../../base/threads/buffers-of.js';
import { createNodeTable, type NodeTable, type WayNodes } from '../../geo/roads/node-table.js';
import type { OsmHeader } from '../../geo/roads/osm/header-block.js';
import type { CarWays } from '../../geo/roads/osm/primitive-block.js';
import type { WaysOfBlobs } from '../../geo/roads/read-graph.js';
import { BlobPool } from './blob-pool.js';
import type { BlobPlace } from './scan-blobs.js';

/**
 * Progress in bytes of the file, counted for each phase: streets, positions, building, and then tiles for
 * pictures.
 */
export interface LoadProgress {
  phase: 'streets' | 'places' | 'graph' | 'tiles';
  bytes: number;
  totalBytes: number;
}

export interface FileRoads {
  /** Packed (see RoadGraph). */
  graph: SharedArrayBuffer;
  header: OsmHeader;
  fileBytes: number;
}

/**
 * Reads an OpenStreetMap file on its own pool of threads. Two passes, as files need not be sorted: streets
 * with their node ids, then the positions of these nodes. Memory: 17 bytes per street node, and the streets.
 * @throws OsmFormatError, NoStreets; errors of reading the file
 */
export async function loadRoads(
  path: string,
  threads: number,
  onProgress: (progress: LoadProgress) => void = () => {},
): Promise<FileRoads> {
  const file = await BlobPool.open(path, threads);
  try {
    const { pool, header, blobs, bytes: totalBytes } = file;
    const pass = <T>(
      phase: LoadProgress['phase'],
      name: string,
      places: readonly BlobPlace[],
      extra: object,
    ) => file.pass<T>(name, places, extra, (bytes) => onProgress({ phase, bytes, totalBytes }));
    const found = await pass<WaysOfBlobs>('streets', 'waysOf', blobs, {});
    const hasNodes = found.flatMap((task) => task.withNodes);
    const table: NodeTable = createNodeTable(found.flatMap((task) => task.ways));
    // Ids become indices beside the second pass: it takes as long again where files are full of streets.
    const [ways] = await Promise.all([
      Promise.all(found.map(({ ways }) => withNodes(pool, ways, table))),
      pass(
        'places',
        'placeNodesOf',
        blobs.filter((_, i) => hasNodes[i]),
        { table },
      ),
    ]);
    onProgress({ phase: 'graph', bytes: totalBytes, totalBytes });
    const task = { ways: ways.flat(), table, bounds: header.bounds };
    const transferList = buffersOf(task.ways);
    const graph: SharedArrayBuffer = await pool.run(task, { name: 'build', transferList });
    return { graph, header, fileBytes: totalBytes };
  } finally {
    await file.close();
  }
}

/** Replaces node ids by indices. The ids are not needed afterwards: they are transferred to the thread. */
async function withNodes(pool: Piscina, ways: readonly CarWays[], table: NodeTable): Promise<WayNodes[]> {
  const refs = ways.map(({ refs }) => refs);
  const transferList = buffersOf(refs);
  const nodes: Uint32Array[] = await pool.run({ refs, table }, { name: 'findNodesOf', transferList });
  return ways.map(({ refs: _, ...way }, i) => ({ ...way, nodes: nodes[i]! }));
}
