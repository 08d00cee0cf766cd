import { CAN_BEGIN, type RoadGraph } from '../roads/road-graph.js';
import type { Reached } from './bounded-search.js';
import { EdgeBlocks } from './edge-blocks.js';
import type { OpenEnds } from './open-ends.js';
import { Plane } from './plane.js';

/** Cells of the longest side: finer cells cost time and show bends invisible on a map. */
const CELLS_OF_LONGEST_SIDE = 320;
/** Smallest cell in metres: no street with its houses is narrower. */
const SMALLEST_CELL_M = 30;
/**
 * Units of the chamfer distance in a cell: 3 to a neighbour at a side, 4 to one at a corner
 * (Borgefors, 1986).
 */
export const UNITS_PER_CELL = 3;
const DIAGONAL_UNITS = 4;

/** Units per cell as stored: cells hold twice the distance, plus 1 where the nearest street is unreached. */
const SIDE = 2 * UNITS_PER_CELL;
const CORNER = 2 * DIAGONAL_UNITS;
const REACHED = 0;
const UNREACHED_STREET = 1;
const FAR = 0xffff;
/** Cells of the coarse grid along each axis. */
const SURROUNDING_CELLS = 64;

/**
 * Distance from a reached street that counts as reached, unless an unreached street is nearer. It spans at
 * least as many cells, so that rings stay whole.
 */
const REACH_METERS = 250;
const REACH_CELLS = 1.6;
export const reachMeters = (cellMeters: number): number => Math.max(REACH_METERS, REACH_CELLS * cellMeters);
const cellMetersOf = (longestSideMeters: number): number =>
  Math.max(SMALLEST_CELL_M, longestSideMeters / CELLS_OF_LONGEST_SIDE);

/**
 * A grid over the reached area, row by row from the south: for each cell the distance and kind of the nearest
 * street.
 */
export interface Raster {
  /** Twice the chamfer distance, plus 1 where the street is unreached. */
  nearest: Uint16Array;
  width: number;
  height: number;
  cellMeters: number;
  /** Centre of the first cell and step to the next, in degrees. */
  lon: number;
  lat: number;
  lonStep: number;
  latStep: number;
}

/**
 * Paints streets into a grid and spreads the distance from them in two passes. Its arrays are reused from one
 * raster to the next.
 */
export class StreetRaster {
  readonly #graph: RoadGraph;
  #cells = new Uint16Array(0);
  /** Wholly reached edges longer than a cell. */
  readonly #reached = new EdgeList();
  /** Unreached edges. */
  readonly #unreached = new EdgeList();
  readonly #surroundings = new Surroundings();
  readonly #blocks: EdgeBlocks;
  readonly #within: number[] = [];
  #west = 0;
  #south = 0;
  #east = 0;
  #north = 0;
  #width = 0;
  #height = 0;
  #perLonE7 = 0;
  #perLatE7 = 0;
  #originX = 0;
  #originY = 0;

  constructor(graph: RoadGraph) {
    this.#graph = graph;
    this.#blocks = new EdgeBlocks(graph);
  }

  draw(
    reached: Reached,
    openEnds: OpenEnds,
    budgetDeciseconds: number,
    place: { lon: number; lat: number },
  ): Raster {
    this.#frameOpenEnds(openEnds);
    this.#frameVertices(reached);
    this.#gatherStreets(reached, budgetDeciseconds);
    const { metersOfLon, metersOfLat } = new Plane((this.#south + this.#north) / 2 / 1e7);
    const wide = ((this.#east - this.#west) / 1e7) * metersOfLon;
    const high = ((this.#north - this.#south) / 1e7) * metersOfLat;
    const cellMeters = cellMetersOf(Math.max(wide, high));
    const lonStep = cellMeters / metersOfLon;
    const latStep = cellMeters / metersOfLat;
    // One more cell, which no contour reaches.
    const margin = Math.ceil(reachMeters(cellMeters) / cellMeters) + 2;
    this.#width = Math.floor(wide / cellMeters) + 1 + 2 * margin;
    this.#height = Math.floor(high / cellMeters) + 1 + 2 * margin;
    const lon = this.#west / 1e7 - (margin - 0.5) * lonStep;
    const lat = this.#south / 1e7 - (margin - 0.5) * latStep;
    this.#perLonE7 = 1 / (lonStep * 1e7);
    this.#perLatE7 = 1 / (latStep * 1e7);
    this.#originX = 0.5 - lon / lonStep;
    this.#originY = 0.5 - lat / latStep;
    const size = this.#width * this.#height;
    if (this.#cells.length < size) this.#cells = new Uint16Array(size);
    this.#cells.fill(FAR, 0, size);
    this.#paintEdges(this.#unreached, UNREACHED_STREET);
    this.#paintEdges(this.#reached, REACHED);
    this.#paintVertices(reached);
    this.#paintOpenEnds(openEnds);
    this.#paintAround(
      place.lon * 1e7 * this.#perLonE7 + this.#originX,
      place.lat * 1e7 * this.#perLatE7 + this.#originY,
    );
    spread(this.#cells, this.#width, this.#height);
    const nearest = this.#cells.subarray(0, size);
    return { nearest, width: this.#width, height: this.#height, cellMeters, lon, lat, lonStep, latStep };
  }

  #frameOpenEnds({ points, count }: OpenEnds): void {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < count; i += 2) {
      const lon = points[i]!;
      const lat = points[i + 1]!;
      if (lon < west) west = lon;
      if (lon > east) east = lon;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
    }
    this.#west = west;
    this.#south = south;
    this.#east = east;
    this.#north = north;
  }

  #frameVertices({ vertices, count }: Reached): void {
    const { vertexLonE7, vertexLatE7 } = this.#graph;
    let [west, south, east, north] = [this.#west, this.#south, this.#east, this.#north];
    for (let i = 0; i < count; i++) {
      const lon = vertexLonE7[vertices[i]!]!;
      const lat = vertexLatE7[vertices[i]!]!;
      if (lon < west) west = lon;
      if (lon > east) east = lon;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
    }
    this.#west = west;
    this.#south = south;
    this.#east = east;
    this.#north = north;
  }

  /**
   * Sorts the streets of the frame into wholly reached and others. For reached streets shorter than a cell
   * the ends suffice, which are painted as vertices. The frame grows with the bends of the longer ones.
   */
  #gatherStreets({ deciseconds, vertices, count }: Reached, budgetDeciseconds: number): void {
    const { edgeFrom, edgeTo, edgeForwardDeciseconds, edgeBackwardDeciseconds, firstPoint, vertexFlags } =
      this.#graph;
    const { vertexLonE7, vertexLatE7 } = this.#graph;
    const { metersOfLon, metersOfLat } = new Plane((this.#south + this.#north) / 2 / 1e7);
    const metersOfLonE7 = metersOfLon / 1e7;
    const metersOfLatE7 = metersOfLat / 1e7;
    const cellMeters = cellMetersOf(
      Math.max((this.#east - this.#west) * metersOfLonE7, (this.#north - this.#south) * metersOfLatE7),
    );
    const shortLon = cellMeters / metersOfLonE7;
    const shortLat = cellMeters / metersOfLatE7;
    const margin = reachMeters(cellMeters);
    const lonMargin = margin / metersOfLonE7;
    const latMargin = margin / metersOfLatE7;
    const west = this.#west - lonMargin;
    const south = this.#south - latMargin;
    const east = this.#east + lonMargin;
    const north = this.#north + latMargin;
    const around = this.#surroundings;
    around.frame({ west, south, east, north }, metersOfLonE7, metersOfLatE7, margin);
    around.addVertices(this.#graph, vertices, count);
    const reached = this.#reached;
    const unreached = this.#unreached;
    reached.count = unreached.count = 0;
    const blocks = this.#blocks.within(west, south, east, north, this.#within);
    for (let block = 0; block < blocks; block += 2) {
      for (let edge = this.#within[block]!, end = this.#within[block + 1]!; edge < end; edge++) {
        const from = edgeFrom[edge]!;
        const to = edgeTo[edge]!;
        const forward = edgeForwardDeciseconds[edge]!;
        const backward = edgeBackwardDeciseconds[edge]!;
        const isReached =
          (forward !== 0 && deciseconds[from]! + forward <= budgetDeciseconds) ||
          (backward !== 0 && deciseconds[to]! + backward <= budgetDeciseconds);
        const isStraight = firstPoint[edge] === firstPoint[edge + 1];
        const dx = Math.abs(vertexLonE7[from]! - vertexLonE7[to]!);
        const dy = Math.abs(vertexLatE7[from]! - vertexLatE7[to]!);
        if (isReached) {
          if (isStraight && dx < shortLon && dy < shortLat) continue;
          if (!isStraight) this.#frameBends(edge);
          reached.add(edge, 0);
          around.addLine(vertexLonE7[from]!, vertexLatE7[from]!, vertexLonE7[to]!, vertexLatE7[to]!);
        } else if (((vertexFlags[from]! | vertexFlags[to]!) & CAN_BEGIN) !== 0) {
          const place = around.isLong(dx, dy) ? 0 : around.at(vertexLonE7[from]!, vertexLatE7[from]!);
          unreached.add(edge, place);
        }
      }
    }
    around.grow();
  }

  #frameBends(edge: number): void {
    const { firstPoint, pointLonE7, pointLatE7 } = this.#graph;
    for (let i = firstPoint[edge]!, end = firstPoint[edge + 1]!; i < end; i++) {
      const lon = pointLonE7[i]!;
      const lat = pointLatE7[i]!;
      if (lon < this.#west) this.#west = lon;
      else if (lon > this.#east) this.#east = lon;
      if (lat < this.#south) this.#south = lat;
      else if (lat > this.#north) this.#north = lat;
    }
  }

  #paintVertices({ vertices, count }: Reached): void {
    const { vertexLonE7, vertexLatE7 } = this.#graph;
    const cells = this.#cells;
    for (let i = 0; i < count; i++) {
      const vertex = vertices[i]!;
      const column = (vertexLonE7[vertex]! * this.#perLonE7 + this.#originX) | 0;
      const row = (vertexLatE7[vertex]! * this.#perLatE7 + this.#originY) | 0;
      cells[row * this.#width + column] = REACHED;
    }
  }

  /** Paints the cells that streets cross, except some at corners. */
  #paintEdges({ edges, places, count }: EdgeList, label: number): void {
    const { vertexLonE7, vertexLatE7, pointLonE7, pointLatE7, firstPoint, edgeFrom, edgeTo } = this.#graph;
    const perLon = this.#perLonE7;
    const perLat = this.#perLatE7;
    const originX = this.#originX;
    const originY = this.#originY;
    const cells = this.#cells;
    const width = this.#width;
    const near = this.#surroundings.isNear;
    // The outermost cells stay free: points a little outside of the grid are rounded into them.
    const columns = width - 2;
    const rows = this.#height - 2;
    for (let n = 0; n < count; n++) {
      if (near[places[n]!] === 0) continue;
      const edge = edges[n]!;
      const from = edgeFrom[edge]!;
      const end = firstPoint[edge + 1]!;
      let x = vertexLonE7[from]! * perLon + originX;
      let y = vertexLatE7[from]! * perLat + originY;
      const column = x | 0;
      const row = y | 0;
      if ((column - 1) >>> 0 < columns && (row - 1) >>> 0 < rows) {
        const at = row * width + column;
        if (label < cells[at]!) cells[at] = label;
      }
      for (let i = firstPoint[edge]!; i <= end; i++) {
        let nextX: number;
        let nextY: number;
        if (i < end) {
          nextX = pointLonE7[i]! * perLon + originX;
          nextY = pointLatE7[i]! * perLat + originY;
        } else {
          const to = edgeTo[edge]!;
          nextX = vertexLonE7[to]! * perLon + originX;
          nextY = vertexLatE7[to]! * perLat + originY;
        }
        const wide = Math.abs(nextX - x);
        const high = Math.abs(nextY - y);
        const steps = Math.max(wide, high) | 0;
        if (steps > 0) {
          const stepX = (nextX - x) / (steps + 1);
          const stepY = (nextY - y) / (steps + 1);
          for (let step = 0; step < steps; step++) {
            x += stepX;
            y += stepY;
            const column = x | 0;
            const row = y | 0;
            if ((column - 1) >>> 0 < columns && (row - 1) >>> 0 < rows) {
              const at = row * width + column;
              if (label < cells[at]!) cells[at] = label;
            }
          }
        }
        const column = nextX | 0;
        const row = nextY | 0;
        if ((column - 1) >>> 0 < columns && (row - 1) >>> 0 < rows) {
          const at = row * width + column;
          if (label < cells[at]!) cells[at] = label;
        }
        x = nextX;
        y = nextY;
      }
    }
  }

  #paintOpenEnds({ points, count }: OpenEnds): void {
    let x = Number.NaN;
    let y = Number.NaN;
    for (let i = 0; i < count; i += 2) {
      const nextX = points[i]! * this.#perLonE7 + this.#originX;
      const nextY = points[i + 1]! * this.#perLatE7 + this.#originY;
      // NaN ends a line; the next one begins behind it.
      if (Number.isNaN(x)) this.#mark(nextX, nextY, REACHED);
      else if (!Number.isNaN(nextX)) this.#markTo(x, y, nextX, nextY, REACHED);
      x = nextX;
      y = nextY;
    }
  }

  /** Paints the cells around the place, which belongs to its own area whatever streets are beside it. */
  #paintAround(x: number, y: number): void {
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) this.#mark(x + dx, y + dy, REACHED);
  }

  /** Paints a line from a marked cell. */
  #markTo(x: number, y: number, nextX: number, nextY: number, label: number): void {
    const steps = Math.max(Math.abs(nextX - x), Math.abs(nextY - y));
    if (steps > 1) {
      const whole = Math.ceil(steps);
      const dx = (nextX - x) / whole;
      const dy = (nextY - y) / whole;
      for (let step = 1; step < whole; step++) this.#mark(x + step * dx, y + step * dy, label);
    }
    this.#mark(nextX, nextY, label);
  }

  /** Unreached streets outside of the grid are skipped. */
  #mark(x: number, y: number, label: number): void {
    if (!(x >= 0 && y >= 0 && x < this.#width && y < this.#height)) return;
    const at = (y | 0) * this.#width + (x | 0);
    if (label < this.#cells[at]!) this.#cells[at] = label;
  }
}

/** Edges with their position in the surroundings. */
class EdgeList {
  edges = new Uint32Array(4096);
  places = new Uint16Array(4096);
  count = 0;

  add(edge: number, place: number): void {
    if (this.count === this.edges.length) {
      const [edges, places] = [new Uint32Array(2 * this.count), new Uint16Array(2 * this.count)];
      edges.set(this.edges);
      places.set(this.places);
      this.edges = edges;
      this.places = places;
    }
    this.edges[this.count] = edge;
    this.places[this.count++] = place;
  }
}

/** A coarse grid that tells which streets are near reached ones; the others need no painting. */
class Surroundings {
  /**
   * For each cell whether it is near; number 0 stands for streets longer than a cell, which count as near.
   */
  readonly isNear = new Uint8Array(1 + SURROUNDING_CELLS ** 2);
  readonly #marked = new Uint8Array(1 + SURROUNDING_CELLS ** 2);
  #originX = 0;
  #originY = 0;
  #perLon = 0;
  #perLat = 0;

  /** Fits the grid to a frame in degrees times 10^7. @param margin smallest width of a cell in metres */
  frame(
    { west, south, east, north }: { west: number; south: number; east: number; north: number },
    metersOfLonE7: number,
    metersOfLatE7: number,
    margin: number,
  ): void {
    const longest = Math.max((east - west) * metersOfLonE7, (north - south) * metersOfLatE7);
    // One more cell on each side, so that each cell of the frame has neighbours.
    const cellMeters = Math.max(2 * margin, longest / (SURROUNDING_CELLS - 3));
    this.#perLon = metersOfLonE7 / cellMeters;
    this.#perLat = metersOfLatE7 / cellMeters;
    this.#originX = 1 - west * this.#perLon;
    this.#originY = 1 - south * this.#perLat;
    this.#marked.fill(0);
  }

  /** Number of the cell of a place; a place outside of the grid counts as at its edge. */
  at(lonE7: number, latE7: number): number {
    const column = (lonE7 * this.#perLon + this.#originX) | 0;
    const row = (latE7 * this.#perLat + this.#originY) | 0;
    const last = SURROUNDING_CELLS - 1;
    return 1 + Math.min(last, Math.max(0, row)) * SURROUNDING_CELLS + Math.min(last, Math.max(0, column));
  }

  isLong(lonE7: number, latE7: number): boolean {
    return lonE7 * this.#perLon > 1 || latE7 * this.#perLat > 1;
  }

  addVertices({ vertexLonE7, vertexLatE7 }: RoadGraph, vertices: Uint32Array, count: number): void {
    for (let i = 0; i < count; i++)
      this.#marked[this.at(vertexLonE7[vertices[i]!]!, vertexLatE7[vertices[i]!]!)] = 1;
  }

  /** Marks all cells of the box around a line. */
  addLine(lonA: number, latA: number, lonB: number, latB: number): void {
    if (!this.isLong(Math.abs(lonB - lonA), Math.abs(latB - latA))) return;
    const first = this.at(Math.min(lonA, lonB), Math.min(latA, latB));
    const last = this.at(Math.max(lonA, lonB), Math.max(latA, latB));
    const wide = (last - first) % SURROUNDING_CELLS;
    for (let row = first; row <= last; row += SURROUNDING_CELLS) this.#marked.fill(1, row, row + wide + 1);
  }

  /** Marks the neighbours of marked cells. */
  grow(): void {
    const marked = this.#marked;
    this.isNear.fill(0);
    this.isNear[0] = 1;
    for (let row = 1; row < SURROUNDING_CELLS - 1; row++) {
      for (let at = row * SURROUNDING_CELLS + 2, end = at + SURROUNDING_CELLS - 2; at < end; at++) {
        if (marked[at] === 0) continue;
        for (let line = at - SURROUNDING_CELLS; line <= at + SURROUNDING_CELLS; line += SURROUNDING_CELLS)
          this.isNear[line - 1] = this.isNear[line] = this.isNear[line + 1] = 1;
      }
    }
  }
}

/**
 * Two-pass chamfer distance. The cells behind the walk are kept in variables, so that each cell is read once
 * as itself and once as the one above or below. Between equally near streets the reached one counts.
 */
function spread(cells: Uint16Array, width: number, height: number): void {
  for (let y = 1; y < height - 1; y++) spreadRow(cells, y * width, y * width + width - 1, 1, -width);
  for (let y = height - 2; y > 0; y--) spreadRow(cells, y * width + width - 1, y * width, -1, width);
}

/**
 * Walks from the cell behind `first` to the one before `end`, looking at the cell before each and three cells
 * of the previous row.
 */
function spreadRow(cells: Uint16Array, first: number, end: number, step: number, toRow: number): void {
  let before = cells[first]!;
  let beside = cells[first + toRow + step]!;
  let besideBefore = cells[first + toRow]!;
  for (let at = first + step; at !== end; at += step) {
    const besideNext = cells[at + toRow + step]!;
    let least = cells[at]!;
    if (least > UNREACHED_STREET) {
      const side = Math.min(before, beside) + SIDE;
      const corner = Math.min(besideBefore, besideNext) + CORNER;
      const nearest = Math.min(side, corner);
      if (nearest < least) cells[at] = least = nearest;
    }
    before = least;
    besideBefore = beside;
    beside = besideNext;
  }
}
