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
  readonly keys: readonly number[];
  /** Square metres; negative for holes. */
  readonly area: number;
}

function outlineOf(keys: readonly number[]): Outline {
  const [x0, y0] = [columnOf(keys[0]!), rowOf(keys[0]!)];
  let sum = 0;
  for (let k = 0; k < keys.length; k++) {
    const [a, b] = [keys[k]!, keys[(k + 1) % keys.length]!];
    sum += (columnOf(a) - x0) * (rowOf(b) - y0) - (columnOf(b) - x0) * (rowOf(a) - y0);
  }
  return { keys, area: (sum / 2) * METRES_PER_GRID ** 2 * Math.cos((y0 / GRID_PER_DEGREE / 180) * Math.PI) };
}

function isWithin(key: number, ring: readonly number[]): boolean {
  const [x, y] = [columnOf(key), rowOf(key)];
  let inside = false;
  let before = ring.at(-1)!;
  for (const at of ring) {
    const [ax, ay, bx, by] = [columnOf(at), rowOf(at), columnOf(before), rowOf(before)];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    before = at;
  }
  return inside;
}

const isHoleOf = (hole: Outline, ring: Outline): boolean =>
  ring.area > -hole.area && hole.keys.filter((key) => isWithin(key, ring.keys)).length * 2 > hole.keys.length;

/** Closed ring, in units of the grid east of the antimeridian's western side. */
function ringOf({ keys }: Outline): number[][] {
  const west = keys.every((key) => columnOf(key) <= -180 * GRID_PER_DEGREE) ? 360 * GRID_PER_DEGREE : 0;
  return [...keys, keys[0]!].map((key) => [columnOf(key) + west, rowOf(key)]);
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
  for (const piece of pieces)
    for (const code of piece.codes) {
      const known = byCode.get(code);
      if (known === undefined) byCode.set(code, [piece]);
      else known.push(piece);
    }
  return [...byCode.keys()].sort().map((code) => {
    const dissolve = new Dissolve();
    for (const { rings } of byCode.get(code)!) for (const ring of rings) dissolve.add(welder.keysOf(ring));
    return { code, polygons: polygonsOf(dissolve.rings()) };
  });
}
