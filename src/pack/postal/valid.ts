import { type Geom, union } from 'polyclip-ts';

type Position = readonly number[];
type Edge = readonly [from: Position, to: Position];

/** Positive when `c` is to the left of the way from `a` to `b`. */
const side = (a: Position, b: Position, c: Position): number =>
  Math.sign((b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!));

const isSame = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

/** For edges whose boxes meet: whether they share a point other than a common end. */
function meet([p, q]: Edge, [r, s]: Edge): boolean {
  const shared = [p, q].find((end) => isSame(end, r) || isSame(end, s));
  if (shared !== undefined) {
    const [a, b] = [isSame(p, shared) ? q : p, isSame(r, shared) ? s : r];
    const ahead = (a[0]! - shared[0]!) * (b[0]! - shared[0]!) + (a[1]! - shared[1]!) * (b[1]! - shared[1]!);
    return side(shared, a, b) === 0 && ahead > 0;
  }
  const [r1, s1, p1, q1] = [side(p, q, r), side(p, q, s), side(r, s, p), side(r, s, q)];
  if (r1 === 0 && s1 === 0) return true;
  return r1 * s1 <= 0 && p1 * q1 <= 0;
}

/**
 * Tells whether no edge of a polygon crosses, touches or overlaps another except at common ends.
 * @param polygon whole numbers of the grid
 */
export function isSimple(polygon: readonly (readonly Position[])[]): boolean {
  const edges = polygon.flatMap((ring) => ring.slice(1).map((to, k): Edge => [ring[k]!, to]));
  const boxed = edges.map((edge) => {
    const [[x1, y1], [x2, y2]] = edge as [[number, number], [number, number]];
    return {
      edge,
      minX: Math.min(x1, x2),
      maxX: Math.max(x1, x2),
      minY: Math.min(y1, y2),
      maxY: Math.max(y1, y2),
    };
  });
  boxed.sort((a, b) => a.minX - b.minX);
  for (let k = 0; k < boxed.length; k++) {
    const one = boxed[k]!;
    for (let n = k + 1; n < boxed.length && boxed[n]!.minX <= one.maxX; n++) {
      const other = boxed[n]!;
      if (other.minY <= one.maxY && one.minY <= other.maxY && meet(one.edge, other.edge)) return false;
    }
  }
  return true;
}

/**
 * Splits polygons where they cross themselves: rounding by the makers of the maps did that to a few coasts
 * and borders, a dozen parts in all. The new corners are rounded to the grid again.
 */
export function simplePolygons(polygon: number[][][]): number[][][][] {
  let polygons = [polygon];
  for (let attempt = 0; attempt < 4 && !polygons.every(isSimple); attempt++)
    polygons = polygons.flatMap((one) => (isSimple(one) ? [one] : takenApart(one)));
  return polygons;
}

const takenApart = (polygon: number[][][]): number[][][][] =>
  union([polygon] as Geom).flatMap((rings) => {
    const [outer, ...holes] = rings.map(rounded);
    return outer!.length < 4 ? [] : [[outer!, ...holes.filter(({ length }) => length >= 4)]];
  });

function rounded(ring: readonly Position[]): number[][] {
  const whole = ring.map(([x, y]) => [Math.round(x!), Math.round(y!)]);
  return whole.filter((position, k) => k === 0 || !isSame(position, whole[k - 1]!));
}
