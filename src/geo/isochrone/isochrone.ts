import { isInRing } from '../flat-lines.js';
import type { RoadGraph } from '../roads/road-graph.js';
import { BoundedSearch, type Seeds } from './bounded-search.js';
import { Contours, type GridRing } from './contour.js';
import { doRingsCross } from './do-rings-cross.js';
import { type NestedRings, nestRings } from './nest-rings.js';
import { OpenEnds } from './open-ends.js';
import { type Raster, reachMeters, StreetRaster, UNITS_PER_CELL } from './raster.js';
import { simplifyRing } from './simplify.js';
import { type Snap, snapToRoad } from './snap.js';

/** Version of the shape of areas, which tells areas drawn by other rules apart. */
export const SHAPE_VERSION = '2';
/** Longest drive. */
export const MAX_MINUTES = 99_999;
/** Places farther from any street have no drive time. */
export const MAX_SNAP_METERS = 2_000;
/** Parts and holes below this area are left out: a few houses, some blocks, a park. */
const SMALLEST_PART_M2 = 40_000;
const SMALLEST_HOLE_M2 = 250_000;
const SMALLEST_HOLE_CELLS = 24;
const SIMPLIFY_CELLS = 0.5;
/** Decimals of coordinates: 0.1 m. */
const DECIMALS = 1e6;

export interface Isochrone {
  /** Coordinates of a GeoJSON MultiPolygon: lon, lat; outer rings counter-clockwise, closed. */
  coordinates: number[][][][];
  /** Tells whether streets lead out of the extract within the time, so that the true area may be larger. */
  truncated: boolean;
  /** Distance from the place to the street where the drive begins. */
  snapMeters: number;
}

/**
 * Draws the areas that a car reaches within a time, over one road graph. Its arrays are reused, so each
 * thread has one for each graph.
 */
export class IsochroneEngine {
  readonly #search: BoundedSearch;
  readonly #openEnds: OpenEnds;
  readonly #raster: StreetRaster;
  readonly #contours = new Contours();

  constructor(readonly graph: RoadGraph) {
    this.#search = new BoundedSearch(graph);
    this.#openEnds = new OpenEnds(graph);
    this.#raster = new StreetRaster(graph);
  }

  /**
   * @param minutes 1 to MAX_MINUTES
   * @param deadline in terms of `performance.now()`
   * @returns null where no street is near
   * @throws SearchTookTooLong behind the deadline
   */
  isochrone(lon: number, lat: number, minutes: number, deadline = Infinity): Isochrone | null {
    const { graph } = this;
    const snap = snapToRoad(graph, lon, lat, MAX_SNAP_METERS);
    if (snap === null) return null;
    const budgetDeciseconds = minutes * 600;
    const reached = this.#search.run(seedsOf(graph, snap), budgetDeciseconds, deadline);
    this.#openEnds.collect(reached, { lon, lat, snap }, budgetDeciseconds);
    const raster = this.#raster.draw(reached, this.#openEnds, budgetDeciseconds, { lon, lat });
    return {
      coordinates: this.#outline(raster, lon, lat),
      truncated: reached.truncated,
      snapMeters: snap.meters,
    };
  }

  #outline(raster: Raster, lon: number, lat: number): number[][][][] {
    const { cellMeters } = raster;
    const units = (reachMeters(cellMeters) / cellMeters) * UNITS_PER_CELL;
    // Distances are whole numbers, and the contour runs between them.
    const level = units + (Number.isInteger(units) ? 0.01 : 0);
    const cellM2 = cellMeters * cellMeters;
    const smallestPart = SMALLEST_PART_M2 / cellM2;
    const smallestHole = Math.max(SMALLEST_HOLE_CELLS, SMALLEST_HOLE_M2 / cellM2);
    const x = (lon - raster.lon) / raster.lonStep;
    const y = (lat - raster.lat) / raster.latStep;
    const rings = this.#contours.around(raster, level, (twiceArea, points, count) =>
      twiceArea > 0
        ? twiceArea >= 2 * smallestPart || isInRing(x, y, points, 0, count)
        : -twiceArea >= 2 * smallestHole,
    );
    return simplifyParts(nestRings(rings), x, y).map(({ outer, holes }) =>
      [outer, ...holes].map((ring) => toDegrees(ring, raster)),
    );
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

/**
 * Simplifies rings as long as they stay valid and contain the place. Where two rings come too close to each
 * other, both stay as they are.
 */
function simplifyParts(parts: readonly NestedRings[], x: number, y: number): readonly NestedRings[] {
  for (const tolerance of [SIMPLIFY_CELLS, SIMPLIFY_CELLS / 2]) {
    const simple = parts.map((part) => ({
      ...part,
      outer: simplifyRing(part.outer, tolerance),
      holes: part.holes.map((hole) => simplifyRing(hole, tolerance)),
    }));
    const rings = simple.flatMap(({ outer, holes }) => [outer, ...holes]);
    const holdsPlace = rings.filter((ring) => isInRing(x, y, ring)).length % 2 === 1;
    if (holdsPlace && !doRingsCross(rings)) return simple;
  }
  return parts;
}

function toDegrees(ring: GridRing, { lon, lat, lonStep, latStep }: Raster): number[][] {
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
