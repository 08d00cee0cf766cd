import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { AT_EDGE_OF_EXTRACT, openGraph, type RoadGraph } from '../../geo/roads/road-graph.js';
import type { StreetTiles } from '../../geo/streets/tiles.js';
import type { RoadsToStore } from '../../store/roads.js';
import { type LoadProgress, loadRoads } from './load-roads.js';
import { loadTiles } from './load-tiles.js';

/** Metadata of a road file to store, the packed graph, and the tiles. */
export interface ReadRoads extends RoadsToStore {
  readonly packed: Uint8Array;
  readonly tiles: StreetTiles;
}

/**
 * Reads an OpenStreetMap file on all cores, ready to be stored under a name.
 * @throws Error that says in one line what is wrong with the file
 */
export async function readRoads(
  path: string,
  name: string,
  onProgress?: (progress: LoadProgress) => void,
): Promise<ReadRoads> {
  const { graph, header, fileBytes } = await loadRoads(path, availableParallelism(), onProgress);
  const tiles = await loadTiles(path, availableParallelism(), (bytes) =>
    onProgress?.({ phase: 'tiles', bytes, totalBytes: fileBytes }),
  );
  const packed = new Uint8Array(graph);
  const { bounds, vertices, arcs, vertexFlags } = openGraph(graph);
  const { timestampSeconds } = header;
  return {
    packed,
    tiles,
    name,
    version: versionOf(packed),
    fileName: basename(path),
    fileBytes,
    osmTimestamp: timestampSeconds === null ? null : new Date(timestampSeconds * 1000),
    bounds,
    vertices,
    arcs,
    edgeVertices: edgeVerticesOf(vertexFlags),
  };
}

/** Hashes refuse shared memory, so it is copied in pieces. */
function versionOf(packed: Uint8Array): string {
  const PIECE_BYTES = 1024 * 1024;
  const hash = createHash('sha256');
  for (let at = 0; at < packed.length; at += PIECE_BYTES)
    hash.update(Buffer.from(packed.subarray(at, at + PIECE_BYTES)));
  return hash.digest('hex');
}

function edgeVerticesOf(vertexFlags: RoadGraph['vertexFlags']): number {
  let count = 0;
  for (const flags of vertexFlags) if ((flags & AT_EDGE_OF_EXTRACT) !== 0) count++;
  return count;
}
