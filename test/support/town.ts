import { buildGraph } from '../../src/geo/roads/build-graph.js';
import { createNodeTable, findNodes } from '../../src/geo/roads/node-table.js';
import { openBlob, readBlobHeader } from '../../src/geo/roads/osm/blob.js';
import { readHeaderBlock } from '../../src/geo/roads/osm/header-block.js';
import { placeNodes, waysOfBlobs } from '../../src/geo/roads/read-graph.js';
import { openGraph, type RoadGraph } from '../../src/geo/roads/road-graph.js';
import type { OsmNode, OsmWay } from './osm-pbf.js';

/** Blobs of a file, the header's first. */
export function blobsOf(file: Uint8Array): { type: string; blob: Uint8Array }[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const blobs = [];
  for (let at = 0; at < file.length; ) {
    const headerBytes = view.getUint32(at);
    const { type, dataBytes } = readBlobHeader(file.subarray(at + 4, at + 4 + headerBytes));
    at += 4 + headerBytes;
    blobs.push({ type, blob: file.subarray(at, at + dataBytes) });
    at += dataBytes;
  }
  return blobs;
}

/** The packed graph of a file, as threads make it blob by blob (src/world/roads). */
export function packedGraphOf(file: Uint8Array): SharedArrayBuffer {
  const [header, ...blobs] = blobsOf(file).map(({ blob }) => blob);
  const { bounds } = readHeaderBlock(openBlob(header!));
  const { ways, withNodes } = waysOfBlobs(blobs);
  const table = createNodeTable(ways);
  const nodeBlobs = blobs.filter((_, i) => withNodes[i]);
  placeNodes(nodeBlobs, table);
  const found = ways.map((chunk) => ({ ...chunk, nodes: findNodes(chunk, table) }));
  return buildGraph(found, table, bounds);
}

export const graphOf = (file: Uint8Array): RoadGraph => openGraph(packedGraphOf(file));

/** Metres on the sphere per degree of latitude, and of longitude at the equator. */
export const METERS_OF_DEGREE = (6_371_008.8 * Math.PI) / 180;

/** A node some metres east and north of 0, 0, where degrees are equally long in both directions. */
export const at = (id: number, east: number, north: number): OsmNode => ({
  id,
  lon: east / METERS_OF_DEGREE,
  lat: north / METERS_OF_DEGREE,
});

/**
 * A grid of columns × rows junctions around 0, 0; each street is one way. Node ids: 1 + row * columns +
 * column.
 * @param spacing metres between junctions
 */
export function gridTown(columns: number, rows: number, spacing: number, tags: Record<string, string>) {
  const nodes: OsmNode[] = [];
  const ways: OsmWay[] = [];
  const idOf = (column: number, row: number): number => 1 + row * columns + column;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      nodes.push(
        at(idOf(column, row), (column - (columns - 1) / 2) * spacing, (row - (rows - 1) / 2) * spacing),
      );
    }
  }
  for (let row = 0; row < rows; row++)
    ways.push({ refs: Array.from({ length: columns }, (_, column) => idOf(column, row)), tags });
  for (let column = 0; column < columns; column++)
    ways.push({ refs: Array.from({ length: rows }, (_, row) => idOf(column, row)), tags });
  return { nodes, ways, idOf };
}
