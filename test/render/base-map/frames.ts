import {
  type GeoProjection,
  geoAlbersUsa,
  geoAzimuthalEqualArea,
  geoConicConformal,
  geoDistance,
  geoEqualEarth,
  geoMercator,
  geoPath,
} from 'd3-geo';
import type { FittedProjection, MapFrame } from '../../../src/render/map-frame.js';

const PAGE = { widthPt: 792, heightPt: 612 };
const BOX = { xPt: 36, yPt: 76, widthPt: 720, heightPt: 490 };
const EXTENT: [[number, number], [number, number]] = [
  [BOX.xPt, BOX.yPt],
  [BOX.xPt + BOX.widthPt, BOX.yPt + BOX.heightPt],
];
const EARTH_RADIUS_M = 6_371_009;

function frame(projection: GeoProjection, sphere = '', insetLines = ''): MapFrame {
  const [x, y] = [BOX.xPt + BOX.widthPt / 2, BOX.yPt + BOX.heightPt / 2];
  const metersPerPt =
    geoDistance(projection.invert!([x, y])!, projection.invert!([x + 1, y])!) * EARTH_RADIUS_M;
  const fitted = projection as unknown as FittedProjection;
  return {
    ...PAGE,
    map: BOX,
    projection: fitted,
    metersPerPt,
    hasOneScale: false,
    parts: [BOX],
    insetLines,
    sphere,
  };
}

/** Around a point, by Mercator near the equator and conformal beyond it. */
export function around(lon: number, lat: number, metersPerPt: number): MapFrame {
  const projection =
    Math.abs(lat) < 15
      ? geoMercator().rotate([-lon, 0])
      : geoConicConformal()
          .rotate([-lon, 0])
          .parallels([lat - 4, lat + 4]);
  projection.scale(EARTH_RADIUS_M / metersPerPt).translate([0, 0]);
  // Mercator's own scale is that of the equator, and a cone's that of its parallels.
  const [x, y] = projection([lon, lat])!;
  projection.translate([BOX.xPt + BOX.widthPt / 2 - x, BOX.yPt + BOX.heightPt / 2 - y]).clipExtent(EXTENT);
  return frame(projection);
}

export function world(): MapFrame {
  const projection = geoEqualEarth().fitExtent(EXTENT, { type: 'Sphere' });
  return frame(projection, geoPath(projection).digits(2)({ type: 'Sphere' })!);
}

export function antarctica(): MapFrame {
  const projection = geoAzimuthalEqualArea()
    .rotate([0, 90])
    .scale(600)
    .translate([BOX.xPt + BOX.widthPt / 2, BOX.yPt + BOX.heightPt / 2])
    .clipExtent(EXTENT);
  return frame(projection);
}

export function us(): MapFrame {
  const projection = geoAlbersUsa().fitExtent(EXTENT, {
    type: 'MultiPoint',
    coordinates: [
      [-124.7, 48.4],
      [-67, 47.4],
      [-80.2, 25.2],
      [-97.4, 25.9],
    ],
  });
  return frame(projection, '', 'M0,0');
}
