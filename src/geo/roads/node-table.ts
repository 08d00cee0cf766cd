import type { CarWays } from './osm/primitive-block.js';

/** Ways whose node ids are replaced by indices in the node table. */
export type WayNodes = Omit<CarWays, 'refs'> & { nodes: Uint32Array };

/** Latitude of a node that no block of the file has: extracts cut ways. */
export const MISSING = -0x8000_0000;

/**
 * Nodes of streets by ascending id, with their positions, in shared memory that threads fill block by block.
 */
export interface NodeTable {
  ids: Float64Array<SharedArrayBuffer>;
  /** Degrees times 10^7, or MISSING. */
  latE7: Int32Array<SharedArrayBuffer>;
  lonE7: Int32Array<SharedArrayBuffer>;
  /** Passage of each node. */
  passage: Uint8Array<SharedArrayBuffer>;
}

/** Creates a table of all nodes of the ways, without positions. */
export function createNodeTable(ways: readonly Pick<CarWays, 'refs'>[]): NodeTable {
  const all = new Float64Array(ways.reduce((sum, { refs }) => sum + refs.length, 0));
  let at = 0;
  for (const { refs } of ways) {
    all.set(refs, at);
    at += refs.length;
  }
  all.sort();
  let count = 0;
  for (let i = 0; i < all.length; i++) {
    if (i === 0 || all[i] !== all[i - 1]) all[count++] = all[i]!;
  }
  const ids = new Float64Array(new SharedArrayBuffer(8 * count));
  ids.set(all.subarray(0, count));
  const places = () => new Int32Array(new SharedArrayBuffer(4 * count)).fill(MISSING);
  return { ids, latE7: places(), lonE7: places(), passage: new Uint8Array(new SharedArrayBuffer(count)) };
}

/** Indices in the table of the nodes of ways. */
export function findNodes({ refs }: Pick<CarWays, 'refs'>, table: Pick<NodeTable, 'ids'>): Uint32Array {
  const finder = new NodeFinder(table);
  const nodes = new Uint32Array(refs.length);
  for (let i = 0; i < refs.length; i++) nodes[i] = finder.find(refs[i]!);
  return nodes;
}

/**
 * Finds nodes of the table. Files are mostly sorted, so a search starts at the last hit with growing steps
 * before it covers the whole table.
 */
export class NodeFinder {
  readonly #ids: Float64Array;
  #last = 0;

  constructor({ ids }: Pick<NodeTable, 'ids'>) {
    this.#ids = ids;
  }

  /** @returns the index, or -1 */
  find(id: number): number {
    const ids = this.#ids;
    const last = this.#last;
    // Fast exit: many nodes of houses lie between two of streets.
    if (ids[last]! > id && (last === 0 || ids[last - 1]! < id)) return -1;
    let low = 0;
    let high = ids.length;
    if (last < high && ids[last]! <= id) {
      low = last;
      for (let step = 1; low + step < high; step *= 4) {
        if (ids[low + step]! > id) {
          high = low + step;
          break;
        }
        low += step;
      }
    }
    // Binary search for the first id that is not smaller.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    this.#last = low;
    return ids[low] === id ? low : -1;
  }
}
