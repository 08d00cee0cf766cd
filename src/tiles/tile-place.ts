import { MAX_LATITUDE } from '../render/imagery/web-mercator.js';

// Room tiles: vector tiles of a map's markers and areas, and of the base map.

/**
 * A tile of the Web Mercator pyramid, numbered as map libraries do: x from 180 degrees west, y from the
 * north.
 */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Deepest zoom of a map's tiles; map libraries enlarge these tiles further in. */
export const MAX_ZOOM = 16;
/** Units along a side of a tile. */
export const EXTENT = 4096;
/** Units around a tile into which areas and lines reach, so that their outlines show no seams. */
export const BUFFER = 64;

/** Place from the west, from 0 to 1. */
export const tileX = (lng: number): number => Math.min(1, Math.max(0, (lng + 180) / 360));

/** Place from the north, from 0 to 1; latitudes beyond the square lie on its edge. */
export function tileY(lat: number): number {
  const sin = Math.sin((Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat)) * Math.PI) / 180);
  return Math.min(1, Math.max(0, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)));
}

export const lngOf = (x: number): number => x * 360 - 180;
export const latOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** West, north, east and south of a tile with its buffer, as `tileX` and `tileY`. */
export function boxOfTile({ z, x, y }: TileAddress): readonly [number, number, number, number] {
  const size = 2 ** -z;
  const around = (size * BUFFER) / EXTENT;
  return [x * size - around, y * size - around, (x + 1) * size + around, (y + 1) * size + around];
}
