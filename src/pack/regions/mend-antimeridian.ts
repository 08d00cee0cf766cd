type Ring = number[][];

/**
 * Moves all vertices of a ring to its own side of the antimeridian, and closes a ring around a pole along it.
 * world-atlas has polygons with vertices at -180 for 180, and Antarctica without the edge along the pole,
 * which on a sphere is the same.
 * @throws Error for a ring that crosses the antimeridian in another way
 */
export function mendAntimeridian(polygons: readonly Ring[][]): Ring[][] {
  return polygons.map((rings) => rings.map(mendRing));
}

const isJump = (from: readonly number[], to: readonly number[]): boolean => Math.abs(to[0]! - from[0]!) > 180;

function mendRing(ring: Ring): Ring {
  const jumps = ring.filter((point, at) => at > 0 && isJump(ring[at - 1]!, point));
  if (jumps.length === 0) return ring;
  const besides = ring.filter(([lng]) => Math.abs(lng!) < 180);
  for (const side of [180, -180])
    if (besides.every(([lng]) => lng! * side > 0))
      return ring.map(([lng, lat]) => [Math.abs(lng!) === 180 ? side : lng!, lat!]);
  const [jump] = jumps;
  if (jumps.length > 1 || Math.abs(jump![0]!) !== 180) throw new Error('a ring crosses the antimeridian');
  const pole = jump![1]! < 0 ? -90 : 90;
  const before = -jump![0]!;
  const along: Ring = [
    [before, jump![1]!],
    [before, pole],
    [-before, pole],
  ];
  return ring.flatMap((point) => (point === jump ? [...along, point] : [point]));
}
