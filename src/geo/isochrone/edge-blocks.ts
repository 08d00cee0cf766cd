import type { RoadGraph } from '../roads/road-graph.js';

/** Edges per block: edges that follow each other in memory lie beside each other on the ground. */
const EDGES = 128;

/** Bounding boxes of blocks of edges, which find the edges of a frame in the order of memory. */
export class EdgeBlocks {
  readonly #graph: RoadGraph;
  /** West, south, east, north of each block, in degrees times 10^7. */
  readonly #boxes: Int32Array;

  constructor(graph: RoadGraph) {
    this.#graph = graph;
    const { edges, edgeFrom, edgeTo, firstPoint, vertexLonE7, vertexLatE7, pointLonE7, pointLatE7 } = graph;
    const blocks = Math.ceil(edges / EDGES);
    this.#boxes = new Int32Array(4 * blocks);
    for (let block = 0; block < blocks; block++) {
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
      const add = (lon: number, lat: number): void => {
        if (lon < west) west = lon;
        if (lon > east) east = lon;
        if (lat < south) south = lat;
        if (lat > north) north = lat;
      };
      const [first, end] = [block * EDGES, Math.min(edges, (block + 1) * EDGES)];
      for (let edge = first; edge < end; edge++) {
        add(vertexLonE7[edgeFrom[edge]!]!, vertexLatE7[edgeFrom[edge]!]!);
        add(vertexLonE7[edgeTo[edge]!]!, vertexLatE7[edgeTo[edge]!]!);
      }
      for (let point = firstPoint[first]!; point < firstPoint[end]!; point++)
        add(pointLonE7[point]!, pointLatE7[point]!);
      this.#boxes.set([west, south, east, north], 4 * block);
    }
  }

  /**
   * Writes the blocks that meet a box, each as its first edge and the edge behind its last.
   * @returns how many numbers were written
   */
  within(west: number, south: number, east: number, north: number, into: number[]): number {
    const boxes = this.#boxes;
    const { edges } = this.#graph;
    let count = 0;
    for (let at = 0; at < boxes.length; at += 4) {
      if (boxes[at]! > east || boxes[at + 1]! > north || boxes[at + 2]! < west || boxes[at + 3]! < south)
        continue;
      const first = (at / 4) * EDGES;
      into[count++] = first;
      into[count++] = Math.min(edges, first + EDGES);
    }
    return count;
  }
}
