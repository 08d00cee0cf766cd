import { metersBetween } from './meters-between.js';
import { MISSING, type NodeTable, type WayNodes } from './node-table.js';

/** Density from which streets are those of a town, on a scale up to MOST_DENSITY. */
export const TOWN_DENSITY = 8;
const MOST_DENSITY = 15;
/**
 * Density per km of streets in a km²: Valhalla's scale (src/mjolnir/graphenhancer.cc), which looks at 2 km
 * around.
 */
const DENSITY_OF_KM_PER_KM2 = 0.7;
/** Three cells each way cover as much as a circle of 2 km. */
const CELL_DEGREES_OF_LAT = 1180 / 111_195;
/** Bound on cells: for the network of a continent cells become larger. */
const MOST_CELLS = 1 << 24;
const E7 = 1e7;

/** Street density around nodes: towns are driven more slowly. */
export class StreetDensity {
  readonly #table: NodeTable;
  readonly #meters: Float32Array;
  readonly #density: Uint8Array;
  #west = Infinity;
  #south = Infinity;
  #perLon = 0;
  #perLat = 0;
  #columns = 0;

  constructor(ways: readonly WayNodes[], table: NodeTable) {
    this.#table = table;
    const { latE7, lonE7 } = table;
    let [east, north] = [-Infinity, -Infinity];
    for (let node = 0; node < latE7.length; node++) {
      if (latE7[node] === MISSING) continue;
      this.#west = Math.min(this.#west, lonE7[node]!);
      east = Math.max(east, lonE7[node]!);
      this.#south = Math.min(this.#south, latE7[node]!);
      north = Math.max(north, latE7[node]!);
    }
    if (east === -Infinity) this.#west = this.#south = east = north = 0;
    const narrowing = Math.max(0.1, Math.cos(((this.#south + north) / 2 / E7) * (Math.PI / 180)));
    const lonCells = ((east - this.#west) * narrowing) / (CELL_DEGREES_OF_LAT * E7);
    const latCells = (north - this.#south) / (CELL_DEGREES_OF_LAT * E7);
    const coarser = Math.max(1, Math.sqrt((lonCells * latCells) / MOST_CELLS));
    this.#perLat = 1 / (CELL_DEGREES_OF_LAT * E7 * coarser);
    this.#perLon = this.#perLat * narrowing;
    // One more cell on each side, so that each has eight neighbours.
    this.#columns = Math.floor(lonCells / coarser) + 3;
    const rows = Math.floor(latCells / coarser) + 3;
    this.#meters = new Float32Array(this.#columns * rows);
    this.#addLengths(ways);
    this.#density = this.#densityOfCells(rows, (CELL_DEGREES_OF_LAT * 111_195 * coarser * 3) ** 2);
  }

  /** Density of a node, 0 to MOST_DENSITY. */
  at(node: number): number {
    return this.#density[this.#cellOf(node)]!;
  }

  #cellOf(node: number): number {
    const { latE7, lonE7 } = this.#table;
    const column = 1 + Math.floor((lonE7[node]! - this.#west) * this.#perLon);
    const row = 1 + Math.floor((latE7[node]! - this.#south) * this.#perLat);
    return row * this.#columns + column;
  }

  #addLengths(ways: readonly WayNodes[]): void {
    const { latE7, lonE7 } = this.#table;
    for (const { firstRef, nodes } of ways) {
      for (let way = 0; way + 1 < firstRef.length; way++) {
        for (let i = firstRef[way]! + 1; i < firstRef[way + 1]!; i++) {
          const [a, b] = [nodes[i - 1]!, nodes[i]!];
          if (latE7[a] === MISSING || latE7[b] === MISSING) continue;
          const cell = this.#cellOf(b);
          this.#meters[cell]! += metersBetween(lonE7[a]!, latE7[a]!, lonE7[b]!, latE7[b]!);
        }
      }
    }
  }

  #densityOfCells(rows: number, squareMeters: number): Uint8Array {
    const columns = this.#columns;
    const meters = this.#meters;
    const density = new Uint8Array(meters.length);
    for (let row = 1; row < rows - 1; row++) {
      for (let at = row * columns + 1, end = (row + 1) * columns - 1; at < end; at++) {
        let sum = 0;
        for (const line of [at - columns, at, at + columns])
          sum += meters[line - 1]! + meters[line]! + meters[line + 1]!;
        const kmPerKm2 = (1000 * sum) / squareMeters;
        density[at] = Math.min(MOST_DENSITY, Math.round(DENSITY_OF_KM_PER_KM2 * kmPerKm2));
      }
    }
    return density;
  }
}
