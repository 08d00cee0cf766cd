import { NodeFinder, type NodeTable } from './node-table.js';
import { openBlob } from './osm/blob.js';
import {
  type CarWays,
  forEachNode,
  hasNodes,
  readCarWays,
  readPrimitiveBlock,
} from './osm/primitive-block.js';

/** Streets of some blobs, and which blobs have nodes. */
export interface WaysOfBlobs {
  ways: CarWays[];
  withNodes: boolean[];
}

/**
 * First pass over the file.
 * @param blobs blobs without their headers
 * @throws OsmFormatError
 */
export function waysOfBlobs(blobs: readonly Uint8Array[]): WaysOfBlobs {
  const blocks = blobs.map((blob) => readPrimitiveBlock(openBlob(blob)));
  return { ways: blocks.map(readCarWays), withNodes: blocks.map(hasNodes) };
}

/** Second pass: stores the positions of street nodes. @throws OsmFormatError */
export function placeNodes(blobs: readonly Uint8Array[], table: NodeTable): void {
  const finder = new NodeFinder(table);
  const { latE7, lonE7, passage } = table;
  for (const blob of blobs) {
    forEachNode(readPrimitiveBlock(openBlob(blob)), (id, lat, lon, passes) => {
      const node = finder.find(id);
      if (node < 0) return;
      latE7[node] = lat;
      lonE7[node] = lon;
      passage[node] = passes;
    });
  }
}
