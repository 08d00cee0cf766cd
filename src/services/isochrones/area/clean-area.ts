import type { Geometry, RoutePoint } from '../protocol.js';
import { readRings, UnusableArea } from './read-rings.js';
import { repair, toClosed } from './repair.js';
import { checkWhere } from './where.js';

/** A service's area after cleaning. */
export type CleanArea =
  /**
   * Coordinates of a GeoJSON MultiPolygon: lon, lat; valid, rings closed, outer ones counter-clockwise; at
   * most 5,000 vertices.
   */
  | { coordinates: number[][][][] }
  /** null: empty. Else the reason, which follows `an area ` in messages. */
  | { unusable: string | null };

/**
 * Validates and repairs an area of a service. Pure, in bounded time: 1 to 2 ms for Valhalla's areas of 2,000
 * vertices, 100 ms for one that needs repair, half a second for the worst that was tried.
 */
export function cleanArea(geometry: NonNullable<Geometry>, place: RoutePoint, minutes: number): CleanArea {
  try {
    const rings = readRings(geometry.type, geometry.coordinates);
    if (rings.length === 0) return { unusable: null };
    checkWhere(rings, place, minutes);
    const coordinates = repair(rings).map((polygon) => polygon.map((ring, at) => toClosed(ring, at === 0)));
    return { coordinates };
  } catch (error) {
    if (!(error instanceof UnusableArea)) throw error;
    return { unusable: error.message };
  }
}
