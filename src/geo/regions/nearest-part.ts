import type Flatbush from 'flatbush';
import { haversineOfKm, haversineTo, type Origin, originAt } from '../nearby/great-circle.js';
import { boxAround } from '../search/box.js';
import { bandAt, type EdgeBands } from './edge-bands.js';

const MICRODEGREES = 1e6;

/** Borders that nearness is measured against. */
export interface Borders {
  readonly points: Int32Array;
  readonly bands: EdgeBands;
  /** Over `bands.boxes`. */
  readonly tree: Flatbush;
}

/**
 * The part whose border is nearest to a point within a reach, or -1; between equally near parts, the first.
 * @param x longitude in microdegrees
 * @param y latitude in microdegrees
 * @param reachKm great-circle distance, small, as the nearest point of an edge is found on a plane
 */
export function nearestPart(borders: Borders, x: number, y: number, reachKm: number): number {
  const lat = y / MICRODEGREES;
  const lng = x / MICRODEGREES;
  const { south, west, north, east } = boxAround({ lat, lng, radiusKm: reachKm });
  const found: Found = { part: -1, hav: haversineOfKm(reachKm) };
  const look = (from: number, to: number): void => {
    const box = [from * MICRODEGREES, south * MICRODEGREES, to * MICRODEGREES, north * MICRODEGREES] as const;
    for (const part of borders.tree.search(...box)) lookAtPart(borders, part, originAt(lat, lng), box, found);
  };
  if (west <= east) {
    look(west, east);
    // An area that ends at the antimeridian is as near from its other side.
    if (west === -180) look(180, 180);
    if (east === 180) look(-180, -180);
  } else {
    look(west, 180);
    look(-180, east);
  }
  return found.part;
}

interface Found {
  part: number;
  hav: number;
}

type Box = readonly [number, number, number, number];

function lookAtPart(
  { points, bands }: Borders,
  part: number,
  origin: Origin,
  [minX, minY, maxX, maxY]: Box,
  found: Found,
): void {
  const end = bands.bands[bandAt(bands, part, maxY) + 1]!;
  for (let at = bands.bands[bandAt(bands, part, minY)]!; at < end; at++) {
    const edge = 2 * bands.edges[at]!;
    const x1 = points[edge]!;
    const y1 = points[edge + 1]!;
    const x2 = points[edge + 2]!;
    const y2 = points[edge + 3]!;
    if ((x1 < minX && x2 < minX) || (x1 > maxX && x2 > maxX)) continue;
    if ((y1 < minY && y2 < minY) || (y1 > maxY && y2 > maxY)) continue;
    const hav = haversineToEdge(origin, x1, y1, x2, y2);
    if (hav < found.hav || (hav === found.hav && part < found.part)) {
      found.hav = hav;
      found.part = part;
    }
  }
}

/**
 * Haversine from the origin to an edge: exact at the ends; between them the foot of the perpendicular is
 * found on a plane that touches at the origin.
 */
function haversineToEdge(origin: Origin, x1: number, y1: number, x2: number, y2: number): number {
  // The edge may lie beyond the antimeridian.
  const middle = (x1 + x2) / 2 / MICRODEGREES;
  const turn = middle - origin.lng > 180 ? -360 : middle - origin.lng < -180 ? 360 : 0;
  const ax = (x1 / MICRODEGREES + turn - origin.lng) * origin.cosLat;
  const ay = y1 / MICRODEGREES - origin.lat;
  const dx = ((x2 - x1) / MICRODEGREES) * origin.cosLat;
  const dy = (y2 - y1) / MICRODEGREES;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return haversineTo(origin, (y1 + t * (y2 - y1)) / MICRODEGREES, (x1 + t * (x2 - x1)) / MICRODEGREES);
}
