import { EARTH_RADIUS_KM } from '../nearby/great-circle.js';
import {
  type CellGrid,
  FAR,
  GRID_COLUMNS,
  GRID_ROWS,
  MAX_SIDE_BITS,
  NEAR,
  SQUARE_BITS,
} from './cell-grid.js';
import { eachEdge, isInside } from './edge-bands.js';
import { type Borders, nearestPart } from './nearest-part.js';
import type { RegionPolygons } from './region-polygons.js';

const KM_PER_MICRODEGREE = (EARTH_RADIUS_KM * Math.PI) / 180e6;
/** Side, in bits, of cells without edges near a region: 7 km wide, about the reach. */
const COAST_SIDE_BITS = 4;

/** Row and column of a cell, counted from the south-west corner of the world. */
interface Cell {
  readonly column: number;
  readonly row: number;
  /** Side in bits of microdegrees. */
  readonly bits: number;
}

/**
 * Builds the grid.
 * @param owners region of each part
 * @param reachKm distance from a region within which a point without one may still belong to it
 */
export function growCellGrid(
  polygons: RegionPolygons,
  borders: Borders,
  owners: Uint32Array,
  reachKm: number,
): CellGrid {
  const edgesOfSquares = sortIntoSquares(polygons);
  const top = new Int32Array(GRID_COLUMNS * GRID_ROWS);
  const cells: number[] = [];
  const lists = new CandidateLists();
  for (let row = 0; row < GRID_ROWS; row++) {
    let westward = -1; // value of the square to the west, if it has no edges either
    for (let column = 0; column < GRID_COLUMNS; column++) {
      const square = { column, row, bits: SQUARE_BITS };
      const edges = edgesOfSquares.get(row * GRID_COLUMNS + column);
      if (!edges && westward < 0) westward = regionWithoutEdges(polygons, borders, owners, square);
      if (edges) westward = -1;
      const value = edges ? -1 : westward || emptiness(borders, square, reachKm);
      if (value >= 0 && value !== NEAR) {
        top[row * GRID_COLUMNS + column] = value;
        continue;
      }
      const sideBits = edges ? sideBitsFor(edges.length / 2) : COAST_SIDE_BITS;
      if (cells.length >= 2 ** 27) throw new RangeError('too many areas for one layer');
      top[row * GRID_COLUMNS + column] = ~(cells.length * 8 + sideBits);
      const partsOfCells = edges ? sortIntoCells(polygons, edges, square, sideBits) : new Map();
      fillSquare(polygons, borders, owners, square, sideBits, partsOfCells, reachKm, cells, lists);
    }
  }
  return { top, cells: Int32Array.from(cells), candidates: lists.packed() };
}

/** Chooses about two cells per edge. */
const sideBitsFor = (edges: number): number =>
  Math.min(MAX_SIDE_BITS, Math.max(2, Math.ceil(Math.log2(2 * edges) / 2)));

/** Edges that touch each square, as pairs of vertex and part. */
function sortIntoSquares(polygons: RegionPolygons): Map<number, number[]> {
  const squares = new Map<number, number[]>();
  eachEdge(polygons, (edge, part) => {
    eachCellOfEdge(polygons.points, edge, SQUARE_BITS, (column, row) => {
      if (column < 0 || column >= GRID_COLUMNS || row < 0 || row >= GRID_ROWS) return;
      const square = row * GRID_COLUMNS + column;
      const edges = squares.get(square);
      if (edges) edges.push(edge, part);
      else squares.set(square, [edge, part]);
    });
  });
  return squares;
}

/** Parts with edges in each cell of a square, ascending. */
function sortIntoCells(
  { points }: RegionPolygons,
  edges: readonly number[],
  { column, row }: Cell,
  sideBits: number,
): Map<number, number[]> {
  const side = 1 << sideBits;
  const cells = new Map<number, number[]>();
  for (let at = 0; at < edges.length; at += 2) {
    const part = edges[at + 1]!;
    eachCellOfEdge(points, edges[at]!, SQUARE_BITS - sideBits, (cellColumn, cellRow) => {
      const x = cellColumn - column * side;
      const y = cellRow - row * side;
      if (x < 0 || x >= side || y < 0 || y >= side) return;
      const parts = cells.get(y * side + x);
      if (!parts) cells.set(y * side + x, [part]);
      else if (parts.at(-1) !== part) parts.push(part);
    });
  }
  return cells;
}

/** Visits the cells that an edge touches, with a microdegree of slack. */
function eachCellOfEdge(
  points: Int32Array,
  edge: number,
  bits: number,
  visit: (column: number, row: number) => void,
): void {
  const isUpward = points[2 * edge + 1]! <= points[2 * edge + 3]!;
  const low = 2 * (isUpward ? edge : edge + 1);
  const high = 2 * (isUpward ? edge + 1 : edge);
  const [x1, y1] = [points[low]! + 180e6, points[low + 1]! + 90e6];
  const [x2, y2] = [points[high]! + 180e6, points[high + 1]! + 90e6];
  const size = 2 ** bits;
  const xAt = (y: number): number =>
    y1 === y2 ? x1 : x1 + (x2 - x1) * Math.min(1, Math.max(0, (y - y1) / (y2 - y1)));
  const lastRow = (y2 + 1) >> bits;
  for (let row = (y1 - 1) >> bits; row <= lastRow; row++) {
    const from = y1 === y2 ? x1 : xAt(row * size - 1);
    const to = y1 === y2 ? x2 : xAt((row + 1) * size + 1);
    const lastColumn = (Math.max(from, to) + 1) >> bits;
    for (let column = (Math.min(from, to) - 1) >> bits; column <= lastColumn; column++) visit(column, row);
  }
}

function fillSquare(
  polygons: RegionPolygons,
  borders: Borders,
  owners: Uint32Array,
  square: Cell,
  sideBits: number,
  partsOfCells: ReadonlyMap<number, readonly number[]>,
  reachKm: number,
  cells: number[],
  lists: CandidateLists,
): void {
  const side = 1 << sideBits;
  for (let y = 0; y < side; y++) {
    let westward = -1;
    for (let x = 0; x < side; x++) {
      const cell = {
        column: square.column * side + x,
        row: square.row * side + y,
        bits: SQUARE_BITS - sideBits,
      };
      const parts = partsOfCells.get(y * side + x);
      if (parts) {
        westward = -1;
        const covering = partsAtCentre(polygons, borders, cell).filter((part) => !parts.includes(part));
        cells.push(~lists.add([...parts, ...covering].sort((a, b) => a - b)));
      } else {
        if (westward < 0) westward = regionWithoutEdges(polygons, borders, owners, cell);
        cells.push(westward || emptiness(borders, cell, reachKm));
      }
    }
  }
}

function centreOf({ column, row, bits }: Cell): [number, number] {
  const half = 2 ** (bits - 1);
  return [column * 2 ** bits + half - 180e6, row * 2 ** bits + half - 90e6];
}

function partsAtCentre({ points }: RegionPolygons, { bands, tree }: Borders, cell: Cell): number[] {
  const [x, y] = centreOf(cell);
  return tree.search(x, y, x, y, (part) => isInside(points, bands, part, x, y)).sort((a, b) => a - b);
}

/** Region, counted from 1, of a cell that no edge touches, or 0. */
function regionWithoutEdges(
  polygons: RegionPolygons,
  borders: Borders,
  owners: Uint32Array,
  cell: Cell,
): number {
  const [part] = partsAtCentre(polygons, borders, cell);
  return part === undefined ? 0 : owners[part]! + 1;
}

/** FAR or NEAR, for a cell without a region. */
function emptiness(borders: Borders, cell: Cell, reachKm: number): number {
  const [x, y] = centreOf(cell);
  const halfDiagonalKm = 2 ** (cell.bits - 1) * Math.SQRT2 * KM_PER_MICRODEGREE;
  const reach = reachKm + 1.01 * halfDiagonalKm;
  return nearestPart(borders, Math.min(x, 180e6), Math.min(y, 90e6), reach) === -1 ? FAR : NEAR;
}

/** Stores lists of parts, each distinct list once: cells along a border mostly share one. */
class CandidateLists {
  readonly #numbers: number[] = [];
  readonly #known = new Map<string, number>();

  /** @returns the start of the list */
  add(parts: readonly number[]): number {
    const key = parts.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const start = this.#numbers.length;
    this.#numbers.push(parts.length, ...parts);
    this.#known.set(key, start);
    return start;
  }

  packed(): Uint32Array {
    return Uint32Array.from(this.#numbers);
  }
}
