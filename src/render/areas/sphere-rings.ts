import { geoStitch } from 'd3-geo-projection';
import type { AreaGeometry } from '../../geo/circle-polygon.js';
import { EARTH_RADIUS_M, METERS_PER_DEGREE } from '../earth.js';

type Position = number[];
type Ring = Position[];

/** An area as d3-geo reads it. */
export interface SphereArea {
  /**
   * Rings of each polygon: edges are great circles, and a ring goes clockwise around its inside. null: the
   * whole earth.
   */
  polygons: Ring[][] | null;
  /**
   * Tells whether it lies on both sides of the antimeridian or around a pole: a map may cut it where it has
   * no border.
   */
  isWrapped: boolean;
}

const EARTH_DEGREES2 = 360 * 180;
/** Least distance between points that are added to an edge along a parallel. */
const FINEST_STEP_DEGREES = 0.02;
const COARSEST_STEP_DEGREES = 5;
/** Largest number of points that are added to one area. */
const MOST_POINTS = 200_000;
/** Vertices nearer to each other on the page are one. */
const SAME_PT = 0.1;
/** Largest distance of an edge from its parallel on the page. */
const ERROR_PT = 0.15;

/**
 * RFC 7946 has straight edges in degrees, on a plane that is cut at the antimeridian; d3-geo has great
 * circles on a sphere, and takes a ring that is wound the other way for all of the earth outside of it. Rings
 * that cross the antimeridian without being cut there, and those that go round a pole, as other software
 * writes them, are read as they are meant, too.
 */
export function sphereArea(geometry: AreaGeometry, metersPerPt: number): SphereArea {
  const given = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const leastStep = (SAME_PT * metersPerPt) / METERS_PER_DEGREE;
  const parts = given.map((rings) =>
    rings.map((ring) => thinned(unwrapped(ring), leastStep)).filter((ring) => ring.length >= 4),
  );
  const step = stepDegrees(parts, metersPerPt);
  const polygons: Ring[][] = [];
  for (const rings of parts) {
    const outer = rings[0];
    if (outer === undefined) continue;
    const wound = rings
      .filter((ring) => !isWholeEarth(ring))
      .map((ring) => (isClockwise(ring) === (ring === outer) ? ring : ring.toReversed()));
    if (wound.length === 0) return { polygons: null, isWrapped: true };
    polygons.push(wound.map((ring) => densified(ring, step)));
  }
  const rings = polygons.flat();
  if (!rings.some(hasCut)) {
    return { polygons, isWrapped: rings.some((ring) => ring.some(([lon]) => Math.abs(lon!) > 180)) };
  }
  // Cuts are removed: a map whose edge crosses a cut cannot tell its sides apart. Rings of different polygons
  // become one, and so do their holes: d3-geo finds the inside of a ring by its winding.
  const goesOver = ([lon]: Position): boolean => Math.abs(lon!) > 180;
  const stitched = geoStitch({ type: 'Polygon', coordinates: rings.filter((ring) => !ring.some(goesOver)) });
  return {
    polygons: [[...stitched.coordinates, ...rings.filter((ring) => ring.some(goesOver))]],
    isWrapped: true,
  };
}

const isPole = ([, lat]: Position): boolean => Math.abs(lat!) === 90;

/** An edge along the antimeridian or at a pole. */
const hasCut = (ring: Ring): boolean =>
  ring.some((to, i) => {
    const from = ring[i - 1];
    return (
      from !== undefined &&
      ((isPole(from) && isPole(to)) || (from[0] === to[0] && Math.abs(from[0]!) === 180))
    );
  });

/**
 * A closed ring whose longitudes go on where they jumped to the other side of the antimeridian: one round a
 * pole ends a turn from its beginning.
 */
function unwrapped(ring: readonly Position[]): Ring {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined) return [];
  const isClosed = first[0] === last![0] && first[1] === last![1];
  let turns = 0;
  return (isClosed ? ring : [...ring, first]).map((here, i, all) => {
    if (i > 0) turns += jump(all[i - 1]!, here);
    return [here[0]! + turns, here[1]!];
  });
}

/** Removes vertices near to the one before, except the last and those that may belong to a cut. */
function thinned(ring: Ring, leastStep: number): Ring {
  let last = ring[0];
  return ring.filter((here, i) => {
    const isNear =
      i > 0 && Math.abs(here[0]! - last![0]!) < leastStep && Math.abs(here[1]! - last![1]!) < leastStep;
    if (isNear && i < ring.length - 1 && !isPole(here) && Math.abs(here[0]!) !== 180) return false;
    last = here;
    return true;
  });
}

/**
 * 360 or -360 where an edge is meant to cross the antimeridian; an edge of 360 degrees, or along a pole, is
 * meant to go round.
 */
function jump(from: Position, to: Position): number {
  const across = to[0]! - from[0]!;
  if (Math.abs(across) <= 180 || Math.abs(across) >= 360 || (isPole(from) && isPole(to))) return 0;
  return across > 0 ? -360 : 360;
}

/** Degrees that the ring goes round to the east, negative to the west; not 0 for a ring round a pole. */
const turnOf = (ring: Ring): number => ring.at(-1)![0]! - ring[0]![0]!;

/** Twice the ring's area on the plane of degrees, negative where clockwise. */
const planeArea = (ring: Ring): number =>
  ring.reduce((sum, [x, y], i) => {
    if (i === 0) return 0;
    const [bx, by] = ring[i - 1]! as [number, number];
    return sum + bx * y! - x! * by;
  }, 0);

function isClockwise(ring: Ring): boolean {
  const turn = turnOf(ring);
  if (turn === 0) return planeArea(ring) < 0;
  // A way eastwards has the south to its right. A ring round a pole holds the nearer pole.
  const isNorth = ring.reduce((sum, [, lat]) => sum + lat!, 0) > 0;
  return turn > 0 !== isNorth;
}

/** A ring along the edges of the plane has nothing in it on a sphere. */
const isWholeEarth = (ring: Ring): boolean =>
  Math.abs(planeArea(ring)) / 2 > EARTH_DEGREES2 - 1 &&
  ring.every((position) => isPole(position) || Math.abs(position[0]!) === 180);

/** A great circle leaves a parallel by Δλ²/16 radians at most: as far apart points have to be on edges. */
function stepDegrees(parts: readonly Ring[][], metersPerPt: number): number {
  const finest = (Math.sqrt((16 * ERROR_PT * metersPerPt) / EARTH_RADIUS_M) * 180) / Math.PI;
  let across = 0;
  for (const rings of parts) {
    for (const ring of rings) {
      ring.forEach(([lon], i) => {
        if (i > 0) across += Math.abs(lon! - ring[i - 1]![0]!);
      });
    }
  }
  const affordable = across / MOST_POINTS;
  return Math.max(Math.min(Math.max(finest, FINEST_STEP_DEGREES), COARSEST_STEP_DEGREES), affordable);
}

/** Adds points to long edges that do not follow a meridian. */
function densified(ring: Ring, step: number): Ring {
  return ring.flatMap((to, i) => {
    const from = ring[i - 1];
    if (from === undefined) return [to];
    const across = to[0]! - from[0]!;
    const count = isPole(from) && isPole(to) ? 1 : Math.max(1, Math.ceil(Math.abs(across) / step));
    return Array.from({ length: count }, (_, k): Position => {
      if (k === count - 1) return to;
      const share = (k + 1) / count;
      return [from[0]! + share * across, from[1]! + share * (to[1]! - from[1]!)];
    });
  });
}
