import { LINE_UNITS_PER_DEGREE } from '../../geo/base-map/line-layer.js';
import type { MapNames, NameKind } from '../../geo/base-map/names.js';
import type { MapFrame } from '../map-frame.js';
import type { GeoBox } from './geo-box.js';

/** A name whose point the frame shows. */
export interface FoundName {
  kind: NameKind;
  text: string;
  /** Area in km², or number of inhabitants. */
  size: number;
  lon: number;
  lat: number;
  xPt: number;
  yPt: number;
}

/** Largest number of names, far more than a page has room for. */
const MOST_OF_A_KIND = 1_500;

/** Names of a kind within a frame, the largest first. */
export function findNames(
  { projection, map }: MapFrame,
  names: MapNames,
  kind: NameKind,
  box: GeoBox,
  leastSize: number,
): FoundName[] {
  const found: FoundName[] = [];
  const [first, end] = names.rangeOf(kind);
  for (let at = first; at < end && found.length < MOST_OF_A_KIND; at++) {
    const size = names.sizes[at]!;
    if (size < leastSize) break;
    const lon = names.points[2 * at]! / LINE_UNITS_PER_DEGREE;
    const lat = names.points[2 * at + 1]! / LINE_UNITS_PER_DEGREE;
    if (lat < box.south || lat > box.north || !isBetween(lon, box)) continue;
    const point = projection([lon, lat]);
    if (point === null) continue;
    const [xPt, yPt] = point;
    const isOnMap =
      xPt > map.xPt && yPt > map.yPt && xPt < map.xPt + map.widthPt && yPt < map.yPt + map.heightPt;
    if (isOnMap) found.push({ kind, text: names.textOf(at), size, lon, lat, xPt, yPt });
  }
  return found;
}

const isBetween = (lon: number, { west, east, isAllAround }: GeoBox): boolean =>
  isAllAround || (lon >= west && lon <= east) || lon + 360 <= east;
