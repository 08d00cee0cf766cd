import { type Geom, setPrecision, union } from 'polyclip-ts';
import { isInRing, twiceArea } from '../../../geo/flat-lines.js';
import { countMeetings } from '../../../geo/isochrone/do-rings-cross.js';
import { simplifyRing } from '../../../geo/isochrone/simplify.js';
import {
  addPoint,
  MICRO,
  type MicrodegreeRing,
  openRing,
  type Rings,
  UnusableArea,
  withoutNothing,
} from './read-rings.js';

/** Bound for simplification, which takes up to a nanosecond for each pair of points. */
const MAX_POINTS_TO_SIMPLIFY = 20_000;
/** Bound on vertices of stored areas; no engine's area of an hour has more. */
const MAX_VERTICES = 5000;
/** Bound for repair, which takes 0.1 ms a vertex and a millisecond a crossing. */
const MAX_VERTICES_TO_REPAIR = 1000;
const MAX_CROSSINGS = 100;
const MAX_PASSES = 3;
/** Millionths of a degree within which points are the same. */
const SAME_POINT = 1e-3;
/** Bound on compared pairs of lines: 50 ms. */
const MAX_TESTS = 3e6;
/** Tolerances of simplification, as shares of the longer side of the area. */
const TOLERANCES = [1 / 8000, 1 / 4000, 1 / 2000, 1 / 1000, 1 / 500, 1 / 250];

/**
 * The same area with few enough vertices and without rings that cross themselves or each other; the space
 * between crossing rings is inside. polyclip-ts handles areas that turf's `unkinkPolygon` refuses (repeated
 * points) or gets wrong (holes).
 * @throws UnusableArea where repair fails
 */
export function repair(polygons: readonly Rings[]): readonly Rings[] {
  const small = simplified(polygons, MAX_VERTICES);
  const crossings = crossingsOf(small);
  if (crossings === 0 && isNestedWell(small)) return small;
  // Simplification may have resolved the crossings.
  if (small !== polygons && verticesOf(polygons) <= MAX_VERTICES && crossingsOf(polygons) === 0)
    return polygons;
  if (crossings >= MAX_CROSSINGS) throw new UnusableArea('whose outline crosses itself all over');
  const repaired = united(simplified(small, MAX_VERTICES_TO_REPAIR));
  if (repaired.length === 0) throw new UnusableArea('that holds nothing');
  return repaired;
}

const crossingsOf = (polygons: readonly Rings[]): number =>
  countMeetings(polygons.flat(), MAX_CROSSINGS, MAX_TESTS);

const verticesOf = (polygons: readonly Rings[]): number =>
  polygons.reduce((sum, rings) => rings.reduce((points, ring) => points + ring.length / 2, sum), 0);

/** Simplifies polygons with too many vertices. */
function simplified(polygons: readonly Rings[], atMost: number): readonly Rings[] {
  if (verticesOf(polygons) <= atMost) return polygons;
  const side = longerSide(polygons);
  for (const share of TOLERANCES) {
    const thin = verticesOf(polygons) <= MAX_POINTS_TO_SIMPLIFY ? polygons : thinned(polygons, side * share);
    if (verticesOf(thin) > MAX_POINTS_TO_SIMPLIFY) continue;
    const simpler = thin.map((rings) => rings.map((ring) => simplifyRing(ring, side * share)));
    if (verticesOf(simpler) <= atMost) return simpler;
  }
  throw new UnusableArea(`that has more than ${atMost} vertices, however much it is simplified`);
}

/** Drops points nearer than the distance to the one before. */
function thinned(polygons: readonly Rings[], distance: number): Rings[] {
  const thin = (ring: MicrodegreeRing): MicrodegreeRing => {
    const kept = [ring[0]!, ring[1]!];
    for (let i = 2; i < ring.length; i += 2) {
      const [x, y] = [ring[i]!, ring[i + 1]!];
      if (Math.hypot(x - kept.at(-2)!, y - kept.at(-1)!) >= distance) kept.push(x, y);
    }
    return kept.length < 6 ? ring : Float64Array.from(kept);
  };
  return polygons.map((rings) => rings.map(thin));
}

function longerSide(polygons: readonly Rings[]): number {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [outer] of polygons) {
    for (let i = 0; i < outer!.length; i += 2) {
      west = Math.min(west, outer![i]!);
      east = Math.max(east, outer![i]!);
      south = Math.min(south, outer![i + 1]!);
      north = Math.max(north, outer![i + 1]!);
    }
  }
  return Math.max(east - west, north - south);
}

/**
 * For rings that do not meet: whether each hole is in its part and in no other hole, and no part is in
 * another.
 */
function isNestedWell(polygons: readonly Rings[]): boolean {
  return polygons.every(([outer, ...holes]) => {
    const isLoose = (ring: MicrodegreeRing): boolean => !isInRing(ring[0]!, ring[1]!, outer!);
    const isInHole = (ring: MicrodegreeRing): boolean =>
      holes.some((hole) => hole !== ring && isInRing(ring[0]!, ring[1]!, hole));
    const others = polygons.flatMap(([other]) => (other === outer ? [] : [other!]));
    return (
      holes.every((hole) => !isLoose(hole) && !isInHole(hole)) &&
      others.every((other) => isLoose(other) || isInHole(other))
    );
  });
}

/**
 * Union of the polygons. Rounded crossing points may fall onto lines beside them, so crossings that arise are
 * repaired in turn.
 */
function united(polygons: readonly Rings[]): readonly Rings[] {
  let whole = polygons;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    whole = unionOf(whole.map((rings) => rings.map(toPairs)))
      .map((rings) => withoutNothing(rings.map(toRounded)))
      .filter((rings) => rings.length > 0);
    if (whole.flat().every((ring) => countMeetings([ring], 1, MAX_TESTS) === 0)) return whole;
  }
  throw new UnusableArea('that cannot be repaired');
}

/**
 * Points nearer than SAME_POINT are one. With exact arithmetic the library fails for one tangle of 500, and
 * loses a part of an area where a point lies on another line.
 */
function unionOf(polygons: Geom): ReturnType<typeof union> {
  // The setting is the thread's, so others who use the library get their own back.
  setPrecision(SAME_POINT);
  try {
    return union(polygons);
  } catch (error) {
    throw new UnusableArea('that cannot be repaired', { cause: error });
  } finally {
    setPrecision();
  }
}

/** Rounds a ring of the union: closed, and with duplicate points where lines meet. */
function toRounded(pairs: readonly (readonly number[])[]): MicrodegreeRing {
  const ring: number[] = [];
  for (const [lon, lat] of pairs) addPoint(ring, lon!, lat!);
  return openRing(ring);
}

function toPairs(ring: MicrodegreeRing): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < ring.length; i += 2) pairs.push([ring[i]!, ring[i + 1]!]);
  return pairs;
}

/** GeoJSON of a ring: closed, in degrees. */
export function toClosed(ring: MicrodegreeRing, isOuter: boolean): number[][] {
  const [first, ...others] = toPairs(ring).map((point) => point.map((micro) => micro / MICRO));
  if (twiceArea(ring) > 0 !== isOuter) others.reverse();
  return [first!, ...others, [...first!]];
}
