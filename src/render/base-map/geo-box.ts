import type { MapFrame } from '../map-frame.js';

/** A box of longitudes and latitudes in degrees around all that a frame shows. */
export interface GeoBox {
  /** -180 to 180. */
  west: number;
  /** `west` or more; beyond 180 where the box lies across the antimeridian. */
  east: number;
  south: number;
  north: number;
  /** All longitudes: around a pole, or the whole earth. `west` is -180 then. */
  isAllAround: boolean;
}

const COLUMNS = 33;
const ROWS = 25;
/** A point counts as shown if its place is projected back to within this distance. */
const NEAR_PT = 1;
/** Samples of the whole earth are up to 11 degrees apart; a box that leaves out less than this is no gain. */
const LEAST_GAP_DEGREES = 40;
/** Margin as a share of the box's size, as the true edge may bulge between the samples. */
const MARGIN = 0.06;
const LEAST_GROWTH_DEGREES = 0.3;

function isShown(
  { projection, map }: MapFrame,
  lonLat: readonly [number, number],
  x: number,
  y: number,
): boolean {
  const point = projection([lonLat[0], lonLat[1]]);
  if (point === null || !(Math.hypot(point[0] - x, point[1] - y) < NEAR_PT)) return false;
  return x >= map.xPt && x <= map.xPt + map.widthPt && y >= map.yPt && y <= map.yPt + map.heightPt;
}

/** Tells whether a point of the page is a place of the earth. */
export function showsEarthAt(frame: MapFrame, x: number, y: number): boolean {
  const place = frame.projection.invert([x, y]);
  return place !== null && isShown(frame, place, x, y);
}

/** Places of the earth at points evenly over the frame; where no place is, none. */
function sample(frame: MapFrame): (readonly [number, number])[] {
  const { projection, map } = frame;
  const places: (readonly [number, number])[] = [];
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++) {
      const x = map.xPt + (map.widthPt * column) / (COLUMNS - 1);
      const y = map.yPt + (map.heightPt * row) / (ROWS - 1);
      const place = projection.invert([x, y]);
      if (place && isShown(frame, place, x, y)) places.push(place);
    }
  return places;
}

function showsPole(frame: MapFrame, lat: 90 | -90): boolean {
  const point = frame.projection([0, lat]);
  if (point === null) return false;
  const back = frame.projection.invert(point);
  return back !== null && Math.abs(back[1] - lat) < 0.01 && isShown(frame, [0, lat], point[0], point[1]);
}

/** The longitudes without the widest gap between them. */
function aroundLongitudes(
  places: readonly (readonly [number, number])[],
): { west: number; east: number } | null {
  const lons = places.map(([lon]) => lon).sort((a, b) => a - b);
  let gap = lons[0]! + 360 - lons[lons.length - 1]!;
  let after = 0;
  for (let i = 1; i < lons.length; i++) {
    if (lons[i]! - lons[i - 1]! <= gap) continue;
    gap = lons[i]! - lons[i - 1]!;
    after = i;
  }
  if (gap < LEAST_GAP_DEGREES) return null;
  const west = lons[after]!;
  return { west, east: west + 360 - gap };
}

/** @returns null for a frame that shows no place of the earth */
export function geoBoxOf(frame: MapFrame): GeoBox | null {
  const places = sample(frame);
  if (places.length === 0) return null;
  const lats = places.map(([, lat]) => lat);
  const [hasNorth, hasSouth] = [showsPole(frame, 90), showsPole(frame, -90)];
  const south = hasSouth ? -90 : Math.min(...lats);
  const north = hasNorth ? 90 : Math.max(...lats);
  const latMargin = MARGIN * (north - south);
  const sides = { south: Math.max(south - latMargin, -90), north: Math.min(north + latMargin, 90) };
  const lons = hasNorth || hasSouth ? null : aroundLongitudes(places);
  if (lons === null) return { west: -180, east: 180, ...sides, isAllAround: true };
  const lonMargin = MARGIN * (lons.east - lons.west);
  const west = lons.west - lonMargin;
  const turn = west < -180 ? 360 : 0;
  return { west: west + turn, east: lons.east + lonMargin + turn, ...sides, isAllAround: false };
}

/**
 * Cutting corners changes lines near where they were cut off, up to a segment of a straight coast: that has
 * to lie outside the frame.
 */
export function grown(box: GeoBox): GeoBox {
  const by = (span: number): number => Math.max(span / 2, LEAST_GROWTH_DEGREES);
  const lat = by(box.north - box.south);
  const sides = { south: Math.max(box.south - lat, -90), north: Math.min(box.north + lat, 90) };
  const lon = by(box.east - box.west);
  if (box.isAllAround || box.east - box.west + 2 * lon > 360 - LEAST_GAP_DEGREES)
    return { west: -180, east: 180, ...sides, isAllAround: true };
  const turn = box.west - lon < -180 ? 360 : 0;
  return { west: box.west - lon + turn, east: box.east + lon + turn, ...sides, isAllAround: false };
}
