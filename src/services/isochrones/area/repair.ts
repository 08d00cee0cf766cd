import { type Geom, setPrecision, union } from 'polyclip-ts';
import { countMeetings } from '../../../geo/isochrone/do-rings-cross.js';
import { isInRing, signedArea } from '../../../geo/isochrone/nest-rings.js';
import { simplifyRing } from '../../../geo/isochrone/simplify.js';
import {
  addPoint,
  MICRO,
  openRing,
  type Ring,
  type Rings,
  UnusableArea,
  withoutNothing,
} from './read-rings.js';

/** Simplifying takes up to a nanosecond for each pair of points. */
const MAX_POINTS_TO_SIMPLIFY = 20_000;
/** What an area is kept with: more than any engine's areas of an hour have. */
const MAX_VERTICES = 5000;
/** A repair takes 0.1 ms a vertex, and a millisecond a crossing. */
const MAX_VERTICES_TO_REPAIR = 1000;
const MAX_CROSSINGS = 100;
const MAX_PASSES = 3;
/** In millionths of degrees. */
const SAME_POINT = 1e-3;
/** Pairs of lines that are compared: 50 ms. */
const MAX_TESTS = 3e6;
/** Shares of the longer side of the area: how far simplified rings may be from what was answered. */
const TOLERANCES = [1 / 8000, 1 / 4000, 1 / 2000, 1 / 1000, 1 / 500, 1 / 250];

/**
 * The same area, with few enough vertices, and without rings that cross themselves or each other: what lies between them is in.
 * polyclip-ts mends what `unkinkPolygon` of turf refuses (points that come twice) or gets wrong (holes).
 * @throws UnusableArea where that is not possible
 */
export function repair(polygons: readonly Rings[]): readonly Rings[] {
  const small = simplified(polygons, MAX_VERTICES);
  const crossings = crossingsOf(small);
  if (crossings === 0 && isNestedWell(small)) return small;
  // Simplifying may have done it.
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

/** As it is where it has few enough vertices. */
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

/** Without points that are nearer to the one before than that. */
function thinned(polygons: readonly Rings[], distance: number): Rings[] {
  const thin = (ring: Ring): Ring => {
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

/** Of rings that do not meet, whether holes are in their part and in no other hole, and no part is in another. */
function isNestedWell(polygons: readonly Rings[]): boolean {
  return polygons.every(([outer, ...holes]) => {
    const isLoose = (ring: Ring): boolean => !isInRing(ring[0]!, ring[1]!, outer!);
    const isInHole = (ring: Ring): boolean =>
      holes.some((hole) => hole !== ring && isInRing(ring[0]!, ring[1]!, hole));
    const others = polygons.flatMap(([other]) => (other === outer ? [] : [other!]));
    return (
      holes.every((hole) => !isLoose(hole) && !isInHole(hole)) &&
      others.every((other) => isLoose(other) || isInHole(other))
    );
  });
}

/** Where lines cross is rounded, which may bring points onto lines that were beside them: those are mended in their turn. */
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
 * Points nearer than SAME_POINT are one. With exact arithmetic the library fails for one tangle of 500, and loses a part of an area where
 * a point lies on another line.
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

/** The union's rings are closed, and where lines meet it has points that differ by nothing. */
function toRounded(pairs: readonly (readonly number[])[]): Ring {
  const ring: number[] = [];
  for (const [lon, lat] of pairs) addPoint(ring, lon!, lat!);
  return openRing(ring);
}

function toPairs(ring: Ring): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < ring.length; i += 2) pairs.push([ring[i]!, ring[i + 1]!]);
  return pairs;
}

/** GeoJSON of a ring, in degrees, closed. */
export function toClosed(ring: Ring, isOuter: boolean): number[][] {
  const [first, ...others] = toPairs(ring).map((point) => point.map((micro) => micro / MICRO));
  if (signedArea(ring) > 0 !== isOuter) others.reverse();
  return [first!, ...others, [...first!]];
}
