import { CELL_FIELDS, type WarpPlan } from './warp-plan.js';
import { MAX_LATITUDE, mercatorX, mercatorY } from './web-mercator.js';

/** Largest enlargement of a tile's pixel along each axis. A finer zoom takes four times as many tiles. */
const LARGER = 1.25;

/** A tile of a web map: column from 180° W, row from the north, of 2 ** zoom each. */
export interface Tile {
  readonly x: number;
  readonly y: number;
}

/** The tiles that show all that a plan shows, but for the poles. */
export interface TileCover {
  readonly zoom: number;
  readonly tiles: readonly Tile[];
}

export interface CoverLimits {
  /** Pixels of a side. */
  tileSide: number;
  maxZoom: number;
  maxTiles: number;
}

/** Degrees per pixel: of longitude anywhere, of latitude at the equator. */
export const degreesPerTilePx = (zoom: number, tileSide: number): number => 360 / (tileSide * 2 ** zoom);

/**
 * The coarsest zoom that is as fine as the picture, or, where that takes too many tiles, the finest that does
 * not.
 * @param degreesPerPx of the picture, along a meridian
 */
export function coverOf(plan: WarpPlan, degreesPerPx: number, limits: CoverLimits): TileCover | null {
  const middle = (Math.max(plan.south, -MAX_LATITUDE) + Math.min(plan.north, MAX_LATITUDE)) / 2;
  const enough = degreesPerTilePx(0, limits.tileSide) * Math.cos((middle * Math.PI) / 180);
  const wanted = Math.ceil(Math.log2(enough / (LARGER * degreesPerPx)));
  for (let zoom = Math.min(Math.max(wanted, 0), limits.maxZoom); zoom >= 0; zoom--) {
    const tiles = tilesAt(plan, zoom, limits.maxTiles);
    if (tiles !== null) return tiles.length > 0 ? { zoom, tiles } : null;
  }
  return null;
}

/** @returns null when there are more than `maxTiles` */
function tilesAt({ cells }: WarpPlan, zoom: number, maxTiles: number): Tile[] | null {
  const count = 2 ** zoom;
  const tiles = new Map<number, Tile>();
  // Half a pixel: a place at a tile's edge is mixed with the next one.
  const margin = 0.5 / 256;
  for (let i = 0; i < cells.length; i += CELL_FIELDS) {
    const lons = [cells[i + 4]!, cells[i + 6]!, cells[i + 8]!, cells[i + 10]!];
    const lats = [cells[i + 5]!, cells[i + 7]!, cells[i + 9]!, cells[i + 11]!];
    const [south, north] = [Math.min(...lats), Math.max(...lats)];
    if (south > MAX_LATITUDE || north < -MAX_LATITUDE) continue;
    const west = Math.floor(mercatorX(Math.min(...lons)) * count - margin);
    const east = Math.floor(mercatorX(Math.max(...lons)) * count + margin);
    const first = Math.max(Math.floor(mercatorY(Math.min(north, MAX_LATITUDE)) * count - margin), 0);
    const last = Math.min(Math.floor(mercatorY(Math.max(south, -MAX_LATITUDE)) * count + margin), count - 1);
    if ((east - west + 1) * (last - first + 1) > 2 * maxTiles) return null;
    for (let y = first; y <= last; y++) {
      for (let around = west; around <= east; around++) {
        const x = ((around % count) + count) % count;
        tiles.set(y * count + x, { x, y });
        if (tiles.size > maxTiles) return null;
      }
    }
  }
  return [...tiles.values()];
}
