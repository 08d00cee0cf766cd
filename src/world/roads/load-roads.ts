import { open } from 'node:fs/promises';
import { Piscina } from 'piscina';
import { THREAD_ARGUMENTS } from '../../base/threads/arguments.js';
import { createNodeTable, type NodeTable, type WayNodes } from '../../geo/roads/node-table.js';
import { openBlob } from '../../geo/roads/osm/blob.js';
import { type OsmHeader, readHeaderBlock } from '../../geo/roads/osm/header-block.js';
import type { CarWays } from '../../geo/roads/osm/primitive-block.js';
import type { WaysOfBlobs } from '../../geo/roads/read-graph.js';
import { type BlobPlace, readBlobs, scanBlobs } from './scan-blobs.js';

/** Progress in bytes of the file, counted twice: once for streets, once for positions; the rest is building. */
export interface LoadProgress {
  phase: 'streets' | 'places' | 'graph';
  bytes: number;
  totalBytes: number;
}

export interface LoadedRoads {
  /** Packed (see RoadGraph). */
  graph: SharedArrayBuffer;
  header: OsmHeader;
  fileBytes: number;
}

/** Bytes per task: large enough that handing it over costs little, small enough that threads end together. */
const TASK_BYTES = 4 * 1024 * 1024;

/**
 * Reads an OpenStreetMap file on its own pool of threads. Two passes, as files need not be sorted: streets with their node ids, then the positions of
 * these nodes. Memory: 17 bytes per street node, and the streets.
 * @throws OsmFormatError, NoStreets; errors of reading the file
 */
export async function loadRoads(
  path: string,
  threads: number,
  onProgress: (progress: LoadProgress) => void = () => {},
): Promise<LoadedRoads> {
  const file = await open(path, 'r');
  const pool = new Piscina({
    filename: new URL('../../../workers/roads.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    execArgv: [...THREAD_ARGUMENTS],
  });
  try {
    const { size: totalBytes } = await file.stat();
    const blobs = await scanBlobs(file);
    const header = readHeaderBlock(openBlob((await readBlobs(file, [blobs.header]))[0]!));
    const pass = async <T>(
      phase: LoadProgress['phase'],
      name: string,
      places: readonly BlobPlace[],
      extra: object,
    ) => {
      let bytes = totalBytes - places.reduce((sum, place) => sum + place.bytes, 0);
      return Promise.all(
        inTasks(places).map(async (task) => {
          const result = await pool.run({ path, places: task, ...extra }, { name });
          bytes += task.reduce((sum, place) => sum + place.bytes, 0);
          onProgress({ phase, bytes, totalBytes });
          return result as T;
        }),
      );
    };
    const found = await pass<WaysOfBlobs>('streets', 'waysOf', blobs.data, {});
    const hasNodes = found.flatMap((task) => task.withNodes);
    const table: NodeTable = createNodeTable(found.flatMap((task) => task.ways));
    // Ids become indices beside the second pass: it takes as long again where files are full of streets.
    const [ways] = await Promise.all([
      Promise.all(found.map(({ ways }) => withNodes(pool, ways, table))),
      pass(
        'places',
        'placeNodesOf',
        blobs.data.filter((_, i) => hasNodes[i]),
        { table },
      ),
    ]);
    onProgress({ phase: 'graph', bytes: totalBytes, totalBytes });
    const task = { ways: ways.flat(), table, bounds: header.bounds };
    const transferList = task.ways.flatMap((chunk) =>
      Object.values(chunk).map(({ buffer }) => buffer as ArrayBuffer),
    );
    const graph: SharedArrayBuffer = await pool.run(task, { name: 'build', transferList });
    return { graph, header, fileBytes: totalBytes };
  } finally {
    await pool.destroy();
    await file.close();
  }
}

/** Replaces node ids by indices. The ids are not needed afterwards: they are transferred to the thread. */
async function withNodes(pool: Piscina, ways: readonly CarWays[], table: NodeTable): Promise<WayNodes[]> {
  const refs = ways.map(({ refs }) => refs);
  const transferList = refs.map(({ buffer }) => buffer as ArrayBuffer);
  const nodes: Uint32Array[] = await pool.run({ refs, table }, { name: 'findNodesOf', transferList });
  return ways.map(({ refs: _, ...way }, i) => ({ ...way, nodes: nodes[i]! }));
}

/** Groups consecutive blobs, separated by their headers alone, into tasks of some MB. */
function inTasks(places: readonly BlobPlace[]): BlobPlace[][] {
  const tasks: BlobPlace[][] = [];
  for (const place of places) {
    const last = tasks.at(-1);
    const reach = last === undefined ? 0 : place.position + place.bytes - last[0]!.position;
    if (last === undefined || reach > TASK_BYTES) tasks.push([place]);
    else last.push(place);
  }
  return tasks;
}
