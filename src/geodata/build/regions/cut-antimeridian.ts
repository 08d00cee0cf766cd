import { type GeoStream, geoEquirectangular, geoStream } from 'd3-geo';

const DEGREES = 180 / Math.PI;

/** Longitude and latitude as they are, cut at the antimeridian and closed around the poles; the axis of screens points down. */
const cut = geoEquirectangular().scale(DEGREES).translate([0, 0]).precision(0);

/**
 * world-atlas has polygons stitched over the antimeridian and around the South Pole; they come back cut, as areas of the plane. All others
 * are left as they are, as d3-geo takes polygons that are thinner than its own rounding for the rest of the sphere.
 * @param polygons GeoJSON MultiPolygon coordinates
 */
export function cutAntimeridian(polygons: readonly number[][][][]): number[][][][] {
  return polygons.flatMap((polygon) => (polygon.some(isStitched) ? cutPolygon(polygon) : [polygon]));
}

const isStitched = (ring: readonly number[][]): boolean =>
  ring.some(([lng], at) => at > 0 && Math.abs(lng! - ring[at - 1]![0]!) > 180);

function cutPolygon(coordinates: number[][][]): number[][][][] {
  const rings: number[][][] = [];
  const sink: GeoStream = {
    polygonStart() {},
    polygonEnd() {},
    lineStart() {
      rings.push([]);
    },
    lineEnd() {},
    point(x, y) {
      rings.at(-1)!.push([x, -y]);
    },
  };
  geoStream({ type: 'Polygon', coordinates }, cut.stream(sink));
  const outer = rings.filter((ring) => signedArea(ring) < 0);
  // None of the few polygons that this is for has a hole; a wrong guess of its owner would go unseen.
  if (rings.some((ring) => signedArea(ring) > 0)) throw new Error('a hole in a polygon that is to be cut');
  return outer.map((ring) => [[...ring, ring[0]!]]);
}

/** Twice the area; outer rings of d3-geo run clockwise. */
function signedArea(ring: readonly number[][]): number {
  let area = 0;
  for (const [at, [x, y]] of ring.entries()) {
    const [x0, y0] = ring.at(at - 1)!;
    area += x0! * y! - x! * y0!;
  }
  return area;
}
