import type { Box, Segments } from './land.js';
import type { Point } from './plane.js';

/**
 * Cuts a piece of land down to the cell of one site, one half-plane at a time: for each neighbour the side
 * nearer to the site. Each cut joins the ends along its line in pairs (inside lies between the first and
 * second crossing, the third and fourth, …), so that a bay that is cut through falls into parts instead of
 * staying connected by bridges of no width. Corners are computed from their definition (a segment of land and
 * two sites, or three sites), never from other corners, so that both sides of a border get the same numbers.
 */
export interface Corner extends Point {
  /**
   * The edge that starts here: a segment of land, or, if negative, a border with a site: `borderWith(site)`.
   */
  readonly edge: number;
}

/** The interior is on the left. */
export type Ring = readonly Corner[];

const borderWith = (site: number): number => -1 - site;
const siteBehind = (edge: number): number => -1 - edge;
export const isBorder = (edge: number): boolean => edge < 0;

interface Crossing {
  readonly point: Point;
  readonly along: number;
  /** The chain that starts (`enters`) or ends here. */
  readonly chain: number;
  readonly enters: boolean;
}

/** Positive where `at` is nearer to `a` than to `b`. */
const nearness = (at: Point, a: Point, b: Point): number =>
  (2 * at.x - a.x - b.x) * (a.x - b.x) + (2 * at.y - a.y - b.y) * (a.y - b.y);

/** Where a segment meets the line halfway between two sites. */
function meeting(from: Point, to: Point, a: Point, b: Point): Point {
  const atFrom = nearness(from, a, b);
  const t = atFrom / (atFrom - nearness(to, a, b));
  return { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) };
}

/** The point at equal distances from three sites. */
function circumcentre(a: Point, b: Point, c: Point): Point {
  const [bx, by, cx, cy] = [b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y];
  const [b2, c2] = [bx * bx + by * by, cx * cx + cy * cy];
  const double = 2 * (bx * cy - by * cx);
  return { x: a.x + (cy * b2 - by * c2) / double, y: a.y + (bx * c2 - cx * b2) / double };
}

export class Cutter {
  readonly #sites: readonly Point[];
  readonly #segments: Segments;

  constructor(sites: readonly Point[], segments: Segments) {
    this.#sites = sites;
    this.#segments = segments;
  }

  /** The part of a polygon's rings that is nearer to `site` than to any of `neighbours`. */
  cellOf(site: number, neighbours: Iterable<number>, rings: readonly Ring[]): Ring[] {
    let cell = rings as Ring[];
    for (const other of neighbours) {
      if (cell.length === 0) break;
      cell = this.#nearer(site, other, cell);
    }
    return cell;
  }

  /** The part of the rings in a box. Its sides become edges, which further cuts remove. */
  within({ minX, minY, maxX, maxY }: Box, rings: readonly Ring[]): Ring[] {
    const sides: [Point, Point][] = [
      [
        { x: minX + 1, y: minY },
        { x: minX - 1, y: minY },
      ],
      [
        { x: maxX - 1, y: minY },
        { x: maxX + 1, y: minY },
      ],
      [
        { x: minX, y: minY + 1 },
        { x: minX, y: minY - 1 },
      ],
      [
        { x: minX, y: maxY - 1 },
        { x: minX, y: maxY + 1 },
      ],
    ];
    return sides.reduce<Ring[]>((left, [inner, outer]) => {
      const [x, y] = [(inner.x + outer.x) / 2, (inner.y + outer.y) / 2];
      const [alongX, alongY] = [Math.abs(inner.y - outer.y) * FAR, Math.abs(inner.x - outer.x) * FAR];
      const edge = this.#segments.add({ x: x - alongX, y: y - alongY }, { x: x + alongX, y: y + alongY });
      const cut: Cut = {
        line: [inner, outer],
        isInside: (at) => nearness(at, inner, outer) >= 0,
        cornerOf: (from, to) => meeting(from, to, inner, outer),
        edge,
      };
      return cutRings(left, cut);
    }, rings as Ring[]);
  }

  #nearer(site: number, other: number, rings: readonly Ring[]): Ring[] {
    const first = this.#sites[Math.min(site, other)]!;
    const second = this.#sites[Math.max(site, other)]!;
    return cutRings(rings, {
      line: [first, second],
      // A corner exactly halfway belongs to the first of the two, for either of them.
      isInside: (at) => nearness(at, first, second) >= 0 === site < other,
      cornerOf: (from, to) => this.#corner(from, to, site, other),
      edge: borderWith(other),
    });
  }

  #corner(from: Corner, to: Point, site: number, other: number): Point {
    const sites = this.#sites;
    if (isBorder(from.edge)) {
      const [a, b, c] = [site, other, siteBehind(from.edge)].sort((m, n) => m - n) as [
        number,
        number,
        number,
      ];
      const centre = circumcentre(sites[a]!, sites[b]!, sites[c]!);
      // Three sites nearly in a line have no exact meeting point.
      if (Number.isFinite(centre.x) && Number.isFinite(centre.y)) return centre;
      return meeting(from, to, sites[site]!, sites[other]!);
    }
    const [start, end] = this.#segments.ends[from.edge]!;
    return meeting(start, end, sites[Math.min(site, other)]!, sites[Math.max(site, other)]!);
  }
}

/** Degrees, farther than any land. */
const FAR = 1_000;

/** The line halfway between two points, and the side to keep. */
interface Cut {
  readonly line: readonly [Point, Point];
  readonly isInside: (at: Point) => boolean;
  /** Where an edge crosses the line. */
  readonly cornerOf: (from: Corner, to: Corner) => Point;
  /** Label of edges along the line. */
  readonly edge: number;
}

function cutRings(rings: readonly Ring[], { line: [first, second], isInside, cornerOf, edge }: Cut): Ring[] {
  const whole: Ring[] = [];
  const chains: Corner[][] = [];
  const crossings: Crossing[] = [];
  for (const ring of rings) {
    const inside = ring.map(isInside);
    if (!inside.includes(false)) whole.push(ring);
    const start = inside.findIndex((isIn, k) => !isIn && inside[(k + 1) % ring.length]);
    if (start === -1) continue;
    // Once around from the first entry: chains of the inside.
    for (let n = 0; n < ring.length; n++) {
      const k = (start + n) % ring.length;
      const next = (k + 1) % ring.length;
      const corner = ring[k]!;
      if (inside[k]) chains.at(-1)!.push(corner);
      if (inside[k] === inside[next]) continue;
      const point = cornerOf(corner, ring[next]!);
      if (inside[next]) chains.push([{ x: point.x, y: point.y, edge: corner.edge }]);
      const along = (point.x - first.x) * (second.y - first.y) - (point.y - first.y) * (second.x - first.x);
      crossings.push({ point, along, chain: chains.length - 1, enters: inside[next]! });
    }
  }
  return whole.concat(joined(chains, crossings, edge));
}

/** Joins chains to rings along the line that cut them. */
function joined(chains: readonly Corner[][], crossings: Crossing[], edge: number): Ring[] {
  crossings.sort((a, b) => a.along - b.along || Number(a.enters) - Number(b.enters));
  const next: number[] = [];
  for (let k = 0; k + 1 < crossings.length; k += 2) {
    // A pair is one entry and one exit; rounding may have swapped crossings that coincide.
    let partner = k + 1;
    while (partner < crossings.length && crossings[partner]!.enters === crossings[k]!.enters) partner++;
    if (partner === crossings.length) break;
    [crossings[k + 1], crossings[partner]] = [crossings[partner]!, crossings[k + 1]!];
    const [way, back] = [crossings[k]!, crossings[k + 1]!];
    const [exit, entry] = way.enters ? [back, way] : [way, back];
    chains[exit.chain]!.push({ x: exit.point.x, y: exit.point.y, edge });
    next[exit.chain] = entry.chain;
  }

  const rings: Ring[] = [];
  const taken = new Set<number>();
  for (const first of chains.keys()) {
    if (taken.has(first)) continue;
    const ring: Corner[] = [];
    for (let chain = first; !taken.has(chain); chain = next[chain]!) {
      taken.add(chain);
      for (const corner of chains[chain]!) ring.push(corner);
    }
    rings.push(ring);
  }
  return rings;
}
