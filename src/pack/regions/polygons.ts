import type { MultiPolygon, Polygon } from 'geojson';

/** GeoJSON MultiPolygon coordinates of a geometry. */
export const polygonsOf = (geometry: Polygon | MultiPolygon): number[][][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
