import type { AreaGeometry } from '../../geo/circle-polygon.js';
import { EARTH_RADIUS_M } from '../earth.js';

/**
 * Maps that all areas together may cover: a map takes a raster 6 ms, and beyond some twenty upon each other
 * nothing shows but the last.
 */
const MOST_MAPS = 250;
/**
 * Share of the remaining budget that one area may take: however many large ones come first, small ones still
 * find room.
 */
const SHARE = 1 / 20;
/** Points of all areas, some 3 µs each on their way to the page: 10,000 circles of 73 have room. */
const MOST_POINTS = 800_000;

/** Bounds the work of drawing areas before it begins. */
export class PaintBudget {
  readonly #mapPt2: number;
  readonly #metersPerPt: number;
  #leftPt2: number;
  #leftPoints = MOST_POINTS;

  constructor(mapPt2: number, metersPerPt: number) {
    this.#mapPt2 = mapPt2;
    this.#metersPerPt = metersPerPt;
    this.#leftPt2 = MOST_MAPS * mapPt2;
  }

  /**
   * @param points number of points to project
   * @returns whether there is room for the geometry, which is then taken
   */
  take(geometry: AreaGeometry, points: number): boolean {
    const pt2 = Math.min(this.#mapPt2, boxesM2(geometry) / this.#metersPerPt ** 2);
    if (pt2 > SHARE * this.#leftPt2 || points > this.#leftPoints) return false;
    this.#leftPt2 -= pt2;
    this.#leftPoints -= points;
    return true;
  }
}

/** Square metres of the boxes around an area's polygons: no less than the area itself. */
function boxesM2({ type, coordinates }: AreaGeometry): number {
  let m2 = 0;
  for (const [outer = []] of type === 'Polygon' ? [coordinates] : coordinates) {
    let [west, south, east, north] = [180, 90, -180, -90];
    for (const [lng, lat] of outer) {
      west = Math.min(west, lng!);
      east = Math.max(east, lng!);
      south = Math.min(south, lat!);
      north = Math.max(north, lat!);
    }
    const degrees = Math.max(0, east - west);
    m2 += EARTH_RADIUS_M ** 2 * radians(degrees) * (Math.sin(radians(north)) - Math.sin(radians(south)));
  }
  return m2;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
