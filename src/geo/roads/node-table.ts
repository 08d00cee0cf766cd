import type { CarWays } from './osm/primitive-block.js';

/** Ways with the indices in the table of their nodes in place of the ids. */
export type WayNodes = Omit<CarWays, 'refs'> & { nodes: Uint32Array };

/** Of a node that no block of the file has: extracts cut ways. */
export const MISSING = -0x8000_0000;

/** The nodes of streets by ascending id, and where they lie, in shared memory: threads fill it block by block. */
export interface NodeTable {
  ids: Float64Array<SharedArrayBuffer>;
  /** Degrees times 10^7, or MISSING. */
  latE7: Int32Array<SharedArrayBuffer>;
  lonE7: Int32Array<SharedArrayBuffer>;
  /** Passage of each. */
  passage: Uint8Array<SharedArrayBuffer>;
}

/** All nodes of the ways, nowhere yet. */
export function createNodeTable(ways: readonly CarWays[]): NodeTable {
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

/** The nodes of ways by their index in the table. */
export function findNodes({ refs }: Pick<CarWays, 'refs'>, table: Pick<NodeTable, 'ids'>): Uint32Array {
  const finder = new NodeFinder(table);
  const nodes = new Uint32Array(refs.length);
  for (let i = 0; i < refs.length; i++) nodes[i] = finder.find(refs[i]!);
  return nodes;
}

/**
 * Finds nodes of the table. Files are mostly sorted: the next is looked for from the last one onwards, in growing steps, and only then
 * in the whole table.
 */
export class NodeFinder {
  readonly #ids: Float64Array;
  #last = 0;

  constructor({ ids }: Pick<NodeTable, 'ids'>) {
    this.#ids = ids;
  }

  /** @returns its index, or -1 */
  find(id: number): number {
    const ids = this.#ids;
    const last = this.#last;
    // Most nodes of a file are those of houses: many between two of streets.
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
    // The first that is not smaller.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    this.#last = low;
    return ids[low] === id ? low : -1;
  }
}
