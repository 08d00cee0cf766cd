import { type Box, boxOf, distanceTo, overlap, type Segments } from './land.js';
import { landOfPiece, type OwnedPiece, type Site } from './partition.js';
import { metreAt } from './plane.js';

/** Distance from its area beyond which a site gets an islet: maps of this scale lack small islands. */
const TOO_FAR_METRES = 700;
const ISLET_RADIUS_METRES = 500;
/**
 * Least radius, for two codes a few metres apart off the coast: larger than a sliver, with an overlap on the
 * water.
 */
const LEAST_RADIUS_METRES = 15;

/** Octagons around sites whose pieces are far away or missing, small enough to avoid land of others. */
export function islets(
  sites: readonly Site[],
  pieces: readonly OwnedPiece[],
  segments: Segments,
): OwnedPiece[] {
  const byCode = new Map<string, OwnedPiece[]>();
  for (const piece of pieces)
    for (const code of piece.codes) byCode.set(code, [...(byCode.get(code) ?? []), piece]);
  const boxes = pieces.map(({ rings }) => boxOf(rings[0]!));
  return sites.flatMap(({ at, codes }) => {
    const metre = metreAt(at.y);
    const own = byCode.get(codes[0]!) ?? [];
    if (own.some((piece) => distanceTo(landOfPiece(piece), at) <= TOO_FAR_METRES * metre)) return [];
    const reach = 2 * ISLET_RADIUS_METRES * metre;
    const about: Box = { minX: at.x - reach, maxX: at.x + reach, minY: at.y - reach, maxY: at.y + reach };
    let radius = ISLET_RADIUS_METRES * metre;
    for (const [n, box] of boxes.entries())
      if (overlap(box, about)) radius = Math.min(radius, 0.9 * distanceTo(landOfPiece(pieces[n]!), at));
    for (const other of sites)
      if (other.codes[0] !== codes[0])
        radius = Math.min(radius, 0.45 * Math.hypot(other.at.x - at.x, other.at.y - at.y));
    radius = Math.max(radius, LEAST_RADIUS_METRES * metre);
    const corners = Array.from({ length: 8 }, (_, n) => ({
      x: at.x + radius * Math.cos((n * Math.PI) / 4),
      y: at.y + radius * Math.sin((n * Math.PI) / 4),
    }));
    const ring = corners.map((corner, n) => ({
      ...corner,
      edge: segments.add(corner, corners[(n + 1) % 8]!),
    }));
    const islet = { codes, rings: [ring] };
    for (const code of codes) byCode.set(code, [...(byCode.get(code) ?? []), islet]);
    return [islet];
  });
}
