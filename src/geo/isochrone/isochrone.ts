import type { RoadGraph } from '../roads/road-graph.js';
import { BoundedSearch, type Seeds } from './bounded-search.js';
import { contoursOf, type Ring } from './contour.js';
import { doRingsCross } from './do-rings-cross.js';
import { nestRings, type Part } from './nest-rings.js';
import { type Raster, rasterOf, UNITS_PER_CELL } from './raster.js';
import { LineCollector, ReachedStreets } from './reach.js';
import { simplifyRing } from './simplify.js';
import { type Snap, snapToRoad } from './snap.js';

/** Minutes that may be asked for (specification §8.8). */
export const MAX_MINUTES = 99_999;
/** A place farther from any street has no drive time. */
export const MAX_SNAP_METERS = 2_000;
/** From a street so far is reached, too: its houses, and the block between two streets. At least as many cells, or rings would break. */
const REACH_METERS = 90;
const REACH_CELLS = 1.6;
/** Parts and holes that nobody would miss: a part of a few houses, a hole of a large block or a park. */
const SMALLEST_PART_M2 = 40_000;
const SMALLEST_HOLE_M2 = 100_000;
const SMALLEST_HOLE_CELLS = 24;
const SIMPLIFY_CELLS = 0.5;
/** 0.1 m. */
const DECIMALS = 1e6;

export interface Isochrone {
  /** MultiPolygon of GeoJSON: lon, lat; outer rings counter-clockwise, closed. */
  coordinates: number[][][][];
  /** Streets lead out of the extract within the time: there may be more. */
  truncated: boolean;
  /** From the place to the street where the drive begins. */
  snapMeters: number;
}

/**
 * Areas that are reached by car, over one graph. Keeps its arrays from one to the next: one for each thread and graph.
 */
export class IsochroneEngine {
  readonly #search: BoundedSearch;
  readonly #streets: ReachedStreets;
  readonly #lines = new LineCollector();
  #scratch = new Uint16Array(0);

  constructor(readonly graph: RoadGraph) {
    this.#search = new BoundedSearch(graph);
    this.#streets = new ReachedStreets(graph);
  }

  /**
   * @param minutes 1 to MAX_MINUTES
   * @returns null where no street is near
   */
  isochrone(lon: number, lat: number, minutes: number): Isochrone | null {
    const { graph } = this;
    const snap = snapToRoad(graph, lon, lat, MAX_SNAP_METERS);
    if (snap === null) return null;
    const budgetDeciseconds = minutes * 600;
    const reached = this.#search.run(seedsOf(graph, snap), budgetDeciseconds);
    this.#lines.clear();
    this.#streets.collect(reached, snap, budgetDeciseconds, this.#lines);
    // The way from the place to its street belongs to it.
    this.#lines.add(lon, lat, snap.lon, snap.lat);
    const raster = rasterOf(this.#lines, reachMeters, this.#scratch);
    if (raster.distance.buffer !== this.#scratch.buffer)
      this.#scratch = raster.distance as Uint16Array<ArrayBuffer>;
    return { coordinates: outline(raster, lon, lat), truncated: reached.truncated, snapMeters: snap.meters };
  }
}

function seedsOf(
  { edgeFrom, edgeTo, edgeForwardDeciseconds, edgeBackwardDeciseconds }: RoadGraph,
  { edge, share }: Snap,
): Seeds {
  const forward = edgeForwardDeciseconds[edge]!;
  const backward = edgeBackwardDeciseconds[edge]!;
  return [
    ...(forward > 0 ? [{ vertex: edgeTo[edge]!, deciseconds: Math.round(forward * (1 - share)) }] : []),
    ...(backward > 0 ? [{ vertex: edgeFrom[edge]!, deciseconds: Math.round(backward * share) }] : []),
  ];
}

const reachMeters = (cellMeters: number): number => Math.max(REACH_METERS, REACH_CELLS * cellMeters);

function outline(raster: Raster, lon: number, lat: number): number[][][][] {
  const { cellMeters } = raster;
  const units = (reachMeters(cellMeters) / cellMeters) * UNITS_PER_CELL;
  // Distances are whole numbers: the contour runs between them.
  const level = units + (Number.isInteger(units) ? 0.01 : 0);
  const cellM2 = cellMeters * cellMeters;
  const place = { x: (lon - raster.lon) / raster.lonStep, y: (lat - raster.lat) / raster.latStep };
  const parts = nestRings(
    contoursOf(raster, level),
    { part: SMALLEST_PART_M2 / cellM2, hole: Math.max(SMALLEST_HOLE_CELLS, SMALLEST_HOLE_M2 / cellM2) },
    place,
  );
  return simplifyParts(parts).map(({ outer, holes }) =>
    [outer, ...holes].map((ring) => toDegrees(ring, raster)),
  );
}

/** Simplified, as long as they stay valid: of two that come too close to each other none is. */
function simplifyParts(parts: readonly Part[]): readonly Part[] {
  for (const tolerance of [SIMPLIFY_CELLS, SIMPLIFY_CELLS / 2]) {
    const simple = parts.map((part) => ({
      ...part,
      outer: simplifyRing(part.outer, tolerance),
      holes: part.holes.map((hole) => simplifyRing(hole, tolerance)),
    }));
    if (!doRingsCross(simple.flatMap(({ outer, holes }) => [outer, ...holes]))) return simple;
  }
  return parts;
}

function toDegrees(ring: Ring, { lon, lat, lonStep, latStep }: Raster): number[][] {
  const points: number[][] = [];
  for (let i = 0; i < ring.length; i += 2) {
    points.push([
      Math.round((lon + ring[i]! * lonStep) * DECIMALS) / DECIMALS,
      Math.round((lat + ring[i + 1]! * latStep) * DECIMALS) / DECIMALS,
    ]);
  }
  points.push([...points[0]!]);
  return points;
}
