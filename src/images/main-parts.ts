import type { AreaGeometry } from '../geo/circle-polygon.js';

/** Degrees, as RFC 7946 has a `bbox`. */
export type GeoJsonBox = [west: number, south: number, east: number, north: number];

export interface PartsOfArea {
  /** Boxes of the polygons that a map of the area is to show. */
  main: GeoJsonBox[];
  /** Boxes of those that are so small and far away that the map would be one of the sea between. */
  remote: GeoJsonBox[];
}

/** Polygons with less than this between their boxes are one part, as islands of a group are. */
const GAP_DEGREES = 2;
/**
 * A part with a share `s` of the area may make the map of the parts before it larger by this times √s, or by
 * a fifth: Alaska (21% of the United States) to 4.7 times, the Canaries (1.5% of Spain) to twice, Easter
 * Island (0.02% of Chile) to 1.2 times.
 */
const GROWTH = 8;
const LEAST_GROWTH = 0.2;
/**
 * Parts are main where otherwise more than this share of the area would be remote: an archipelago has no
 * mainland.
 */
const MOST_REMOTE = 0.2;

interface Part {
  boxes: GeoJsonBox[];
  /** Around its boxes; it may go on beyond 180 degrees. */
  around: GeoJsonBox;
  area: number;
}

/** Tells the main parts of an area from its remote ones: France from Clipperton. */
export function partsOf({ type, coordinates }: AreaGeometry): PartsOfArea {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  const boxes = polygons.map(([outer]) => boxOf(outer!));
  if (polygons.length < 2) return { main: boxes, remote: [] };
  const groups = grouped(polygons.map(([outer], i) => partOf(outer!, boxes[i]!)));
  const total = groups.reduce((sum, { area }) => sum + area, 0);
  const [largest, ...others] = groups.sort((a, b) => b.area - a.area);
  const main = [largest!];
  let { around } = largest!;
  let remote = others;
  for (let before = -1; before !== remote.length; ) {
    before = remote.length;
    remote = remote.filter((part) => {
      const wider = joined(around, part.around);
      const growth = Math.max(LEAST_GROWTH, GROWTH * Math.sqrt(part.area / total));
      if (diagonal(wider) > diagonal(around) * (1 + growth)) return true;
      around = wider;
      main.push(part);
      return false;
    });
  }
  const share = remote.reduce((sum, { area }) => sum + area, 0) / total;
  if (share > MOST_REMOTE) return { main: boxes, remote: [] };
  return { main: main.flatMap((part) => part.boxes), remote: remote.flatMap((part) => part.boxes) };
}

function boxOf(ring: readonly (readonly number[])[]): GeoJsonBox {
  const box: GeoJsonBox = [180, 90, -180, -90];
  for (const [lng = 0, lat = 0] of ring) {
    box[0] = Math.min(box[0], lng);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lng);
    box[3] = Math.max(box[3], lat);
  }
  return box;
}

function partOf(ring: readonly (readonly number[])[], box: GeoJsonBox): Part {
  let doubled = 0;
  ring.forEach(([lng = 0, lat = 0], i) => {
    const [nextLng = 0, nextLat = 0] = ring[(i + 1) % ring.length]!;
    doubled += lng * nextLat - nextLng * lat;
  });
  return { boxes: [box], around: box, area: (Math.abs(doubled) / 2) * cosOfMiddle(box) };
}

/** Joins parts that are near to each other. */
function grouped(parts: readonly Part[]): Part[] {
  const groups: Part[] = [];
  for (const part of parts) {
    let joint = part;
    // Most parts lie beside a group of many, so this is no product of all with all.
    for (let at = groups.length - 1; at >= 0; at--) {
      const group = groups[at]!;
      if (!group.boxes.some((box) => part.boxes.some((other) => isNear(box, other)))) continue;
      joint = {
        boxes: [...group.boxes, ...joint.boxes],
        around: joined(group.around, joint.around),
        area: group.area + joint.area,
      };
      groups.splice(at, 1);
    }
    groups.push(joint);
  }
  return groups;
}

function isNear(box: GeoJsonBox, other: GeoJsonBox): boolean {
  const [west, south, east, north] = joined(box, other);
  const across = east - west - (box[2] - box[0]) - (other[2] - other[0]);
  const up = north - south - (box[3] - box[1]) - (other[3] - other[1]);
  return across * cosOfMiddle(box) < GAP_DEGREES && up < GAP_DEGREES;
}

const cosOfMiddle = ([, south, , north]: GeoJsonBox): number => Math.cos(((south + north) * Math.PI) / 360);

/**
 * Box around both, on the side of the antimeridian on which they are nearer. Polygons are cut there, so no
 * box of one crosses it.
 */
function joined([west, south, east, north]: GeoJsonBox, other: GeoJsonBox): GeoJsonBox {
  const turns = 360 * Math.round((west + east - other[0] - other[2]) / 720);
  return [
    Math.min(west, other[0] + turns),
    Math.min(south, other[1]),
    Math.max(east, other[2] + turns),
    Math.max(north, other[3]),
  ];
}

const diagonal = (box: GeoJsonBox): number =>
  Math.hypot((box[2] - box[0]) * cosOfMiddle(box), box[3] - box[1]);
