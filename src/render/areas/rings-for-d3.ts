import type { MultiPolygon, Position } from 'geojson';
import type { AreaGeometry } from '../../geo/circle-polygon.js';

/** Edges are straight in longitude and latitude (RFC 7946), and arcs of great circles for d3: longer ones get vertices between. */
const LONGEST_EDGE_DEGREES = 4;

/**
 * A geometry of RFC 7946 as d3 wants it: outer rings clockwise, closed, whichever way they came, without vertices that are nearer to the one
 * before than `leastStepDegrees`. Rings that vanish so are left out, and holes with their outer ring.
 */
export function ringsForD3({ type, coordinates }: AreaGeometry, leastStepDegrees: number): MultiPolygon {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return {
    type: 'MultiPolygon',
    coordinates: polygons.flatMap((rings) => {
      const [outer, ...holes] = rings.map((ring) => thinned(ring, leastStepDegrees));
      if (outer === undefined || outer.length < 4) return [];
      return [
        [
          wound(outer, 'clockwise'),
          ...holes.filter(({ length }) => length >= 4).map((hole) => wound(hole, 'counterclockwise')),
        ],
      ];
    }),
  };
}

/** Whether a ring touches the antimeridian, where geometries of RFC 7946 are cut. */
export const touchesCut = ({ coordinates }: MultiPolygon): boolean =>
  coordinates.some(([outer]) => outer!.some(([lon]) => Math.abs(lon!) >= 180));

function thinned(ring: readonly Position[], leastStep: number): Position[] {
  const kept: Position[] = [];
  let last: Position | undefined;
  const end = ring.length - 1;
  for (let i = 0; i < end; i++) {
    const place = ring[i]!;
    const isAtCut = Math.abs(place[0]!) >= 180 || Math.abs(place[1]!) >= 90;
    const isNear =
      last !== undefined &&
      Math.abs(place[0]! - last[0]!) < leastStep &&
      Math.abs(place[1]! - last[1]!) < leastStep;
    if (isNear && !isAtCut) continue;
    if (last !== undefined) pushBetween(kept, last, place);
    kept.push(place);
    last = place;
  }
  if (last === undefined) return [];
  pushBetween(kept, last, kept[0]!);
  kept.push(kept[0]!);
  return kept;
}

function pushBetween(into: Position[], from: Position, to: Position): void {
  const [lon, lat] = [to[0]! - from[0]!, to[1]! - from[1]!];
  const pieces = Math.ceil(Math.max(Math.abs(lon), Math.abs(lat)) / LONGEST_EDGE_DEGREES);
  for (let i = 1; i < pieces; i++) into.push([from[0]! + (lon * i) / pieces, from[1]! + (lat * i) / pieces]);
}

function wound(ring: Position[], way: 'clockwise' | 'counterclockwise'): Position[] {
  let double = 0;
  for (let i = 1; i < ring.length; i++)
    double += ring[i - 1]![0]! * ring[i]![1]! - ring[i]![0]! * ring[i - 1]![1]!;
  return double < 0 === (way === 'clockwise') ? ring : ring.reverse();
}
