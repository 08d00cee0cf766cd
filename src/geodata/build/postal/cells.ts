import { Delaunay } from 'd3-delaunay';
import Flatbush from 'flatbush';
import { Cutter, isBorder, type Ring } from './cut.js';
import { type Box, boxOf, doubleAreaOf, isOnLand, type Land, overlap, type Segments } from './land.js';
import type { Point } from './plane.js';

/** A connected part of a site's cell: its outer ring, then its holes. */
export interface Piece {
  readonly site: number;
  readonly rings: readonly Ring[];
}

const coordinatesOf = (sites: readonly Point[]): Float64Array => {
  const coordinates = new Float64Array(2 * sites.length);
  for (const [k, { x, y }] of sites.entries()) coordinates.set([x, y], 2 * k);
  return coordinates;
};

const ringsOf = (part: Land[number]): Ring[] =>
  part.rings.map(({ points, segments }) => points.map(({ x, y }, k) => ({ x, y, edge: segments[k]! })));

/** What borders there are within a box. */
function bordersOf(land: Land): (box: Box) => boolean {
  const edges = land.flatMap(({ rings }) =>
    rings.flatMap(({ points }) =>
      points.map((point, k) => [point, points[(k + 1) % points.length]!] as const),
    ),
  );
  const index = new Flatbush(edges.length);
  for (const ends of edges) {
    const { minX, minY, maxX, maxY } = boxOf(ends);
    index.add(minX, minY, maxX, maxY);
  }
  index.finish();
  return ({ minX, minY, maxX, maxY }) => {
    let found = false;
    index.search(minX, minY, maxX, maxY, () => {
      found = true;
      return false;
    });
    return found;
  };
}

/** A little more than the box, so that nothing of its sides is left of a cell cut from it. */
function aroundOf({ minX, minY, maxX, maxY }: Box, segments: Segments): Ring {
  const [dx, dy] = [(maxX - minX) / 4 + 1e-4, (maxY - minY) / 4 + 1e-4];
  const corners = [
    { x: minX - dx, y: minY - dy },
    { x: maxX + dx, y: minY - dy },
    { x: maxX + dx, y: maxY + dy },
    { x: minX - dx, y: maxY + dy },
  ];
  return corners.map((corner, k) => ({ ...corner, edge: segments.add(corner, corners[(k + 1) % 4]!) }));
}

/** Land few segments long is cut whole for each cell: an index would cost more than it spares. */
const LONG_LAND = 2_000;

/** For each site the rings of its cell: what of the land is nearer to it than to any other. No two sites are at one place. */
export function cellsOf(land: Land, sites: readonly Point[], segments: Segments): Ring[][] {
  const delaunay = new Delaunay(coordinatesOf(sites));
  const cutter = new Cutter(sites, segments);
  const everything = boxOf([
    ...sites,
    ...land.flatMap(({ box }) => [
      { x: box.minX, y: box.minY },
      { x: box.maxX, y: box.maxY },
    ]),
  ]);
  const voronoi = delaunay.voronoi([
    everything.minX - 1,
    everything.minY - 1,
    everything.maxX + 1,
    everything.maxY + 1,
  ]);
  const length = land.reduce(
    (sum, { rings }) => sum + rings.reduce((n, { points }) => n + points.length, 0),
    0,
  );
  const hasBorder = length < LONG_LAND ? () => true : bordersOf(land);

  return sites.map((site, k) => {
    const outline = voronoi.cellPolygon(k) as [number, number][] | null;
    const box = outline === null ? everything : boxOf(outline.map(([x, y]) => ({ x, y })));
    // -1 stands for none.
    const neighbours = [...delaunay.neighbors(k)].filter((other) => other >= 0);
    if (!hasBorder(box))
      return isOnLand(land, site) ? cutter.cellOf(k, neighbours, [aroundOf(box, segments)]) : [];
    return land
      .filter((part) => overlap(part.box, box))
      .flatMap((part) => cutter.cellOf(k, neighbours, ringsOf(part)));
  });
}

/** Rings told apart: outer ones, each with the holes in it. */
export function piecesOf(site: number, rings: readonly Ring[]): Piece[] {
  const outer = rings.filter((ring) => doubleAreaOf(ring) > 0);
  if (outer.length === 1)
    return [{ site, rings: [outer[0]!, ...rings.filter((ring) => doubleAreaOf(ring) < 0)] }];
  const pieces = outer.map((ring) => ({
    site,
    rings: [ring] as Ring[],
    box: boxOf(ring),
    size: doubleAreaOf(ring),
  }));
  pieces.sort((a, b) => a.size - b.size);
  for (const hole of rings.filter((ring) => doubleAreaOf(ring) < 0)) {
    const within = pieces.find(({ rings, box }) => overlap(box, boxOf(hole)) && encloses(rings[0]!, hole));
    within?.rings.push(hole);
  }
  return pieces;
}

/** Whether most corners of the hole are in the ring: single ones may lie on it. */
function encloses(ring: Ring, hole: Ring): boolean {
  const land = [{ rings: [{ points: ring, segments: [] }], box: boxOf(ring) }];
  return hole.filter((corner) => isOnLand(land, corner)).length * 2 > hole.length;
}

export const bordersOn = (ring: Ring): boolean => ring.some(({ edge }) => isBorder(edge));

/** Area and centre of gravity of rings; null of none. */
export function centroidOf(rings: readonly Ring[]): (Point & { readonly area: number }) | null {
  let [sum, sumX, sumY] = [0, 0, 0];
  const origin = rings[0]?.[0];
  if (origin === undefined) return null;
  for (const ring of rings) {
    let before = ring.at(-1)!;
    for (const corner of ring) {
      const [ax, ay, bx, by] = [
        before.x - origin.x,
        before.y - origin.y,
        corner.x - origin.x,
        corner.y - origin.y,
      ];
      const cross = ax * by - bx * ay;
      sum += cross;
      sumX += (ax + bx) * cross;
      sumY += (ay + by) * cross;
      before = corner;
    }
  }
  return sum > 0 ? { x: origin.x + sumX / (3 * sum), y: origin.y + sumY / (3 * sum), area: sum / 2 } : null;
}
