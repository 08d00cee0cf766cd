import { isInRing, twiceArea } from '../../geo/flat-lines.js';
import { push } from '../gazetteer/draft.js';
import { type OwnedPiece, SLIVER_SQUARE_METRES } from './partition.js';
import { columnOf, GRID_PER_DEGREE, rowOf } from './plane.js';
import { simplePolygons } from './valid.js';
import { Dissolve, type Welder } from './weld.js';

/** An area as `packRegionLayer` takes it, in GeoJSON MultiPolygon coordinates. */
export interface Area {
  readonly code: string;
  readonly polygons: number[][][][];
}

const METRES_PER_GRID = 1.11195;

interface Outline {
  /** Columns and rows of the grid, one after the other. */
  readonly points: readonly number[];
  /** Square metres; negative for holes. */
  readonly area: number;
}

function outlineOf(keys: readonly number[]): Outline {
  const points = keys.flatMap((key) => [columnOf(key), rowOf(key)]);
  const squareGrid = twiceArea(points) / 2;
  const lat = ((points[1]! / GRID_PER_DEGREE) * Math.PI) / 180;
  return { points, area: squareGrid * METRES_PER_GRID ** 2 * Math.cos(lat) };
}

/** Tells whether most corners of the hole are in the ring: single ones may lie on it. */
function isHoleOf(hole: Outline, ring: Outline): boolean {
  if (ring.area <= -hole.area) return false;
  let within = 0;
  for (let i = 0; i < hole.points.length; i += 2)
    if (isInRing(hole.points[i]!, hole.points[i + 1]!, ring.points)) within++;
  return within * 4 > hole.points.length;
}

/** Closed ring, in units of the grid east of the antimeridian's western side. */
function ringOf({ points }: Outline): number[][] {
  const closed: number[][] = [];
  for (let i = 0; i < points.length; i += 2) closed.push([points[i]!, points[i + 1]!]);
  const isWest = closed.every(([column]) => column! <= -180 * GRID_PER_DEGREE);
  const east = isWest ? 360 * GRID_PER_DEGREE : 0;
  return [...closed, closed[0]!].map(([column, row]) => [column! + east, row!]);
}

const inDegrees = (polygon: number[][][]): number[][][] =>
  polygon.map((ring) => ring.map(([column, row]) => [column! / GRID_PER_DEGREE, row! / GRID_PER_DEGREE]));

function polygonsOf(rings: readonly (readonly number[])[]): number[][][][] {
  const outlines = rings.map(outlineOf).filter(({ area }) => area !== 0);
  const outer = outlines.filter(({ area }) => area > 0).sort((a, b) => a.area - b.area);
  const kept = outer.filter(({ area }, k) => area >= SLIVER_SQUARE_METRES || k === outer.length - 1);
  const holes = outlines.filter(({ area }) => area < 0);
  const polygons = kept.map((ring) => ({ ring, holes: [] as Outline[] }));
  for (const hole of holes) polygons.find(({ ring }) => isHoleOf(hole, ring))?.holes.push(hole);
  return polygons
    .reverse()
    .flatMap(({ ring, holes }) => simplePolygons([ring, ...holes].map(ringOf)))
    .map(inDegrees);
}

/** Merges pieces of one code into one area; sorted by code. */
export function areasOf(pieces: readonly OwnedPiece[], welder: Welder): Area[] {
  for (const { rings } of pieces) for (const ring of rings) welder.note(ring);
  const byCode = new Map<string, OwnedPiece[]>();
  for (const piece of pieces) for (const code of piece.codes) push(byCode, code, piece);
  return [...byCode.keys()].sort().map((code) => {
    const dissolve = new Dissolve();
    for (const { rings } of byCode.get(code)!) for (const ring of rings) dissolve.add(welder.keysOf(ring));
    return { code, polygons: polygonsOf(dissolve.rings()) };
  });
}
