import type { MultiPolygon, Polygon } from 'geojson';

/** GeoJSON MultiPolygon coordinates of an area. */
export const polygonsOf = (geometry: Polygon | MultiPolygon): number[][][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
