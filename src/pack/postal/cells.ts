import { Delaunay } from 'd3-delaunay';
import { Cutter, type Ring } from './cut.js';
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

const ringsOf = (land: Land): Ring[] =>
  land.flatMap(({ rings }) =>
    rings.map(({ points, segments }) => points.map(({ x, y }, k) => ({ x, y, edge: segments[k]! }))),
  );

interface Cell {
  readonly site: number;
  readonly neighbours: readonly number[];
  readonly box: Box;
}

/** Corners of land that are cut for each cell; more are first divided among the cells. */
const FEW_CORNERS = 200;

const middleOf = ({ minX, minY, maxX, maxY }: Box): Point => ({ x: (minX + maxX) / 2, y: (minY + maxY) / 2 });

/** A box slightly larger than all cells' boxes, so that its sides are no part of any cell. */
function boxAround(cells: readonly Cell[]): Box {
  const all = boxOf(
    cells.flatMap(({ box }) => [
      { x: box.minX, y: box.minY },
      { x: box.maxX, y: box.maxY },
    ]),
  );
  const [dx, dy] = [(all.maxX - all.minX) / 100 + 1e-3, (all.maxY - all.minY) / 100 + 1e-3];
  return { minX: all.minX - dx, minY: all.minY - dy, maxX: all.maxX + dx, maxY: all.maxY + dy };
}

/**
 * Cuts cells out of land, halving cells and land together while the land is long: a country's 20,000 corners
 * are not visited for each of its codes.
 */
function cutCells(
  cells: readonly Cell[],
  rings: readonly Ring[],
  cutter: Cutter,
  cellOfSite: Ring[][],
): void {
  const corners = rings.reduce((sum, ring) => sum + ring.length, 0);
  if (cells.length === 1 || corners <= FEW_CORNERS) {
    for (const { site, neighbours } of cells) cellOfSite[site] = cutter.cellOf(site, neighbours, rings);
    return;
  }
  const { minX, minY, maxX, maxY } = boxOf(cells.map(({ box }) => middleOf(box)));
  const axis = maxX - minX > maxY - minY ? 'x' : 'y';
  const sorted = cells.toSorted((a, b) => middleOf(a.box)[axis] - middleOf(b.box)[axis]);
  const half = sorted.length >> 1;
  for (const some of [sorted.slice(0, half), sorted.slice(half)])
    cutCells(some, cutter.within(boxAround(some), rings), cutter, cellOfSite);
}

/**
 * For each site the rings of its cell: the land that is nearer to it than to any other site. All sites are at
 * distinct places.
 */
export function cellsOf(land: Land, sites: readonly Point[], segments: Segments): Ring[][] {
  const delaunay = new Delaunay(coordinatesOf(sites));
  const { minX, minY, maxX, maxY } = boxOf([
    ...sites,
    ...land.flatMap(({ box }) => [
      { x: box.minX, y: box.minY },
      { x: box.maxX, y: box.maxY },
    ]),
  ]);
  const voronoi = delaunay.voronoi([minX - 1, minY - 1, maxX + 1, maxY + 1]);
  const cells = sites.map((_, site): Cell => {
    const outline = voronoi.cellPolygon(site) as [number, number][] | null;
    const box = outline === null ? { minX, minY, maxX, maxY } : boxOf(outline.map(([x, y]) => ({ x, y })));
    // -1 stands for no neighbour.
    return { site, neighbours: [...delaunay.neighbors(site)].filter((other) => other >= 0), box };
  });
  const cellOfSite: Ring[][] = sites.map(() => []);
  cutCells(cells, ringsOf(land), new Cutter(sites, segments), cellOfSite);
  return cellOfSite;
}

/** Sorts rings into outer ones, each with its holes. */
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

/** Tells whether most corners of the hole are in the ring: single ones may lie on it. */
function encloses(ring: Ring, hole: Ring): boolean {
  const land = [{ rings: [{ points: ring, segments: [] }], box: boxOf(ring) }];
  return hole.filter((corner) => isOnLand(land, corner)).length * 2 > hole.length;
}

/** Area and centroid of rings; null for no rings. */
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
