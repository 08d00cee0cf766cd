import { backwards, isInRing, twiceArea } from '../flat-lines.js';
import { sidesOf } from './close-at-box.js';
import type { Coordinates, E7Box } from './plane.js';

/** Largest gap of a shore that a straight line closes, as a share of the shore that is known. */
const MOST_GAP = 0.6;

/**
 * Rings of the part of a lake that lies within an extract, of the shores that the extract has. Within a box
 * the lake may be on either side of its shores: there, where streets are not. Elsewhere the ends of a shore
 * are joined, if they are near each other.
 * @param shores lines in any direction @param box of the extract; null: it is not known @param streets some
 * points of streets
 * @returns clockwise; none where the part is not known
 */
export function lakeWithin(
  shores: readonly Coordinates[],
  box: E7Box | null,
  streets: Coordinates,
): Coordinates[] {
  const sides = box && sidesOf(shores, box);
  if (!sides) return shores.flatMap(joined);
  const [one, other] = sides.map((rings) => ({
    rings,
    streets: pointsIn(rings, streets),
    area: areaOf(rings),
  }));
  const isOne = one!.streets === other!.streets ? one!.area <= other!.area : one!.streets < other!.streets;
  return (isOne ? one! : other!).rings;
}

function joined(shore: Coordinates): Coordinates[] {
  const distance = (a: number, b: number): number =>
    Math.hypot(shore[a]! - shore[b]!, shore[a + 1]! - shore[b + 1]!);
  let length = 0;
  for (let i = 2; i < shore.length; i += 2) length += distance(i - 2, i);
  if (shore.length < 6 || distance(0, shore.length - 2) > MOST_GAP * length) return [];
  return [twiceArea(shore) < 0 ? shore : backwards(shore)];
}

const areaOf = (rings: readonly Coordinates[]): number =>
  rings.reduce((sum, ring) => sum - twiceArea(ring), 0);

/** Number of points within rings, by the even-odd rule. */
function pointsIn(rings: readonly Coordinates[], points: Coordinates): number {
  let count = 0;
  for (let at = 0; at < points.length; at += 2) {
    let isIn = false;
    for (const ring of rings) if (isInRing(points[at]!, points[at + 1]!, ring)) isIn = !isIn;
    if (isIn) count++;
  }
  return count;
}
