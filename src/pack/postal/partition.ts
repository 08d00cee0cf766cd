import { cellsOf, type Piece, piecesOf } from './cells.js';
import { isBorder, type Ring } from './cut.js';
import { boxOf, distanceTo, doubleAreaOf, type Land, type Segments } from './land.js';
import { gridKey, metreAt, type Point } from './plane.js';
import { settledSites } from './settle.js';

/** A place known to be in an area. Several codes at one place each get all of its land. */
export interface Site {
  readonly at: Point;
  readonly codes: readonly string[];
  /** A guide shapes cells. It is no postal point, so it gets no land where it has none. */
  readonly isGuide?: true;
}

/** Land that only the sites in it share. */
export interface District {
  readonly land: Land;
  readonly sites: readonly Site[];
}

/** A connected part of the areas of these codes. */
export interface OwnedPiece {
  readonly codes: readonly string[];
  readonly rings: readonly Ring[];
}

/** Parts below this area are left out where a code has a larger part. */
export const SLIVER_SQUARE_METRES = 500;

/** Sites at distinct places, in the order given. */
export function distinctSites(sites: readonly Site[]): Site[] {
  const byPlace = new Map<number, Site>();
  for (const site of sites) {
    const key = gridKey(site.at);
    const codes = new Set([...(byPlace.get(key)?.codes ?? []), ...site.codes]);
    byPlace.set(key, { ...(byPlace.get(key) ?? site), codes: [...codes] });
  }
  return [...byPlace.values()];
}

export const landOfPiece = ({ rings }: Pick<Piece, 'rings'>): Land => [
  { rings: rings.map((points) => ({ points, segments: [] })), box: boxOf(rings[0]!) },
];

/**
 * Assigns land to the nearest sites. Land that its shape separates from its site (a bank across the bay) goes
 * to the neighbour with the longest common border; an island without a site goes as a whole to the site
 * nearest to most of it.
 * @param areCentres whether sites are centres of their areas rather than any places in them
 */
export function partition({ land, sites }: District, segments: Segments, areCentres: boolean): OwnedPiece[] {
  if (sites.length === 0) return [];
  const points = sites.map(({ at }) => at);
  const moved = areCentres ? settledSites(land, points, segments) : points;
  const pieces = cellsOf(land, moved, segments).flatMap((rings, site) => piecesOf(site, rings));
  return withStraysJoined(pieces, points).map(({ site, rings }) => ({ codes: sites[site]!.codes, rings }));
}

function withStraysJoined(pieces: readonly Piece[], points: readonly Point[]): Piece[] {
  const owner = homesOf(pieces, points);
  const strays = pieces.map((_, k) => k).filter((k) => owner[k] === undefined);
  if (strays.length === 0) return [...pieces];
  const neighbours = neighboursOf(pieces, strays);
  const size = (k: number): number => doubleAreaOf(pieces[k]!.rings[0]!);
  strays.sort((a, b) => size(b) - size(a));
  for (let left = strays; left.length > 0; ) {
    const homeless: number[] = [];
    const found: [number, number][] = [];
    for (const k of left) {
      const settled = [...(neighbours.get(k) ?? [])].filter(([other]) => owner[other] !== undefined);
      const [nearest] = settled.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
      if (nearest === undefined) homeless.push(k);
      else found.push([k, owner[nearest[0]]!]);
    }
    for (const [k, site] of found) owner[k] = site;
    // No piece has a settled neighbour: the largest stays with its site, and others may join it.
    if (found.length === 0) owner[homeless[0]!] = pieces[homeless.shift()!]!.site;
    left = homeless;
  }
  return pieces.map(({ rings }, k) => ({ site: owner[k]!, rings }));
}

/** For each site the index of the piece that its point lies in or nearest to. */
function homesOf(pieces: readonly Piece[], points: readonly Point[]): (number | undefined)[] {
  const nearest = new Map<number, { piece: number; distance: number }>();
  pieces.forEach((piece, k) => {
    const point = points[piece.site]!;
    const distance = distanceTo(landOfPiece(piece), point);
    if (distance > 0 && doubleAreaOf(piece.rings[0]!) < 2 * SLIVER_SQUARE_METRES * metreAt(point.y) ** 2)
      return;
    if (distance < (nearest.get(piece.site)?.distance ?? Infinity))
      nearest.set(piece.site, { piece: k, distance });
  });
  const owner: (number | undefined)[] = pieces.map(() => undefined);
  for (const [site, { piece }] of nearest) owner[piece] = site;
  return owner;
}

/** Lengths of the borders between the given pieces and their neighbours. */
function neighboursOf(pieces: readonly Piece[], strays: readonly number[]): Map<number, Map<number, number>> {
  const edgesOf = function* (k: number) {
    for (const ring of pieces[k]!.rings)
      for (const [n, corner] of ring.entries()) {
        const next = ring[(n + 1) % ring.length]!;
        if (isBorder(corner.edge)) yield { from: corner, to: next };
      }
  };
  const strayEdges = new Map<string, number>();
  for (const k of strays)
    for (const { from, to } of edgesOf(k)) strayEdges.set(`${gridKey(to)} ${gridKey(from)}`, k);
  const neighbours = new Map<number, Map<number, number>>();
  for (const other of pieces.keys())
    for (const { from, to } of edgesOf(other)) {
      const k = strayEdges.get(`${gridKey(from)} ${gridKey(to)}`);
      if (k === undefined || k === other) continue;
      const lengths = neighbours.get(k) ?? new Map<number, number>();
      lengths.set(other, (lengths.get(other) ?? 0) + Math.hypot(to.x - from.x, to.y - from.y));
      neighbours.set(k, lengths);
    }
  return neighbours;
}
