import { difference, type Geom, intersection, union } from 'polyclip-ts';

type Polygons = number[][][][];

/**
 * Parts of a country with its exact coast: coarse parts are cut off at the coast, and the remaining slivers
 * and small islands go to the nearest part.
 * @param coast GeoJSON MultiPolygon coordinates of the country
 */
export function followCoast(coarse: ReadonlyMap<string, Polygons>, coast: Polygons): Map<string, Polygons> {
  const country = coast as Geom;
  const left = difference(country, ...([...coarse.values()] as Geom[])) as Polygons;
  const shares = new Map([...coarse.keys()].map((code) => [code, [] as Polygons]));
  for (const piece of left) shares.get(nearestPart(coarse, piece))!.push(piece);
  return new Map(
    [...coarse].map(([code, polygons]) => {
      const inland = intersection(country, polygons as Geom);
      return [code, union(inland, ...shares.get(code)!.map((piece) => [piece] as Geom)) as Polygons];
    }),
  );
}

function nearestPart(parts: ReadonlyMap<string, Polygons>, [ring]: readonly number[][][]): string {
  let nearest = '';
  let least = Number.POSITIVE_INFINITY;
  const cosLat = Math.cos((ring![0]![1]! * Math.PI) / 180);
  for (const [code, polygons] of parts) {
    let away = 0;
    for (const point of ring!) away += squareToEdges(polygons, point, cosLat);
    if (away < least) [nearest, least] = [code, away];
  }
  return nearest;
}

/** Squared distance to the nearest edge, in square degrees of latitude. */
function squareToEdges(polygons: Polygons, [x, y]: readonly number[], cosLat: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const rings of polygons)
    for (const ring of rings)
      for (let at = 1; at < ring.length; at++) {
        const ax = (ring[at - 1]![0]! - x!) * cosLat;
        const ay = ring[at - 1]![1]! - y!;
        const dx = (ring[at]![0]! - x!) * cosLat - ax;
        const dy = ring[at]![1]! - y! - ay;
        const length = dx * dx + dy * dy;
        const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
        least = Math.min(least, (ax + t * dx) ** 2 + (ay + t * dy) ** 2);
      }
  return least;
}
