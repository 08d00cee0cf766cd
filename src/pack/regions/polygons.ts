import type { MultiPolygon, Polygon } from 'geojson';
import { simplePolygons } from '../postal/valid.js';

const MICRO = 1e6;

/** GeoJSON MultiPolygon coordinates of a geometry. */
export const polygonsOf = (geometry: Polygon | MultiPolygon): number[][][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

const scaled = (polygon: number[][][], toGrid: (degrees: number) => number): number[][][] =>
  polygon.map((ring) => ring.map((position) => position.map(toGrid)));

/**
 * The same areas, split where rounding by the makers of a map let an outline cross itself. New corners are
 * rounded to microdegrees.
 */
export const uncrossed = (polygons: number[][][][]): number[][][][] =>
  polygons
    .flatMap((polygon) => simplePolygons(scaled(polygon, (degrees) => Math.round(degrees * MICRO))))
    .map((polygon) => scaled(polygon, (micro) => micro / MICRO));
