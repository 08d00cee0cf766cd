import Flatbush from 'flatbush';
import { cutBands } from './edge-bands.js';
import { growCellGrid } from './grow-cell-grid.js';
import { writeSections } from './layer-file.js';
import { packCodes } from './region-codes.js';
import { collectPolygons, type PolygonSource, partOwners } from './region-polygons.js';
import { isPostal, type RegionType } from './region-type.js';

/**
 * Great-circle distance within which a point without a region (on water, in a gap between areas) belongs to
 * the nearest one.
 */
export const NEAREST_WITHIN_KM = 5;

export interface RegionFeature {
  /** Letters, digits, ".", "_", "-": the code of the region in its data set. */
  readonly code: string;
  /**
   * GeoJSON MultiPolygon coordinates, degrees; edges are straight in longitude and latitude (RFC
   * 7946, 3.1.1).
   */
  readonly polygons: Iterable<PolygonSource>;
}

export interface LayerMeta {
  readonly type: RegionType;
  /** First member of `region_source`: `census`, `natural-earth`, `approx`, … */
  readonly dataset: string;
}

const DATASET = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * Packs areas for `RegionLayer`. The same features give the same bytes, in any order as long as their codes
 * differ. Features of one code become one region; features smaller than a microdegree are left out. Postal
 * types have no point index, as their areas are found by code.
 * @throws Error for wrong codes or coordinates, or where no area remains
 */
export function packRegionLayer({ type, dataset }: LayerMeta, features: Iterable<RegionFeature>): Uint8Array {
  if (!DATASET.test(dataset)) throw new Error(`not a name of a data set: ${JSON.stringify(dataset)}`);
  const byCode = new Map<string, PolygonSource[]>();
  for (const { code, polygons } of features) {
    const known = byCode.get(code);
    if (known) for (const polygon of polygons) known.push(polygon);
    else byCode.set(code, [...polygons]);
  }
  const sorted = [...byCode.keys()].sort((a, b) => (a < b ? -1 : 1));
  const collected = collectPolygons(sorted.map((code) => byCode.get(code)!));
  const isKept = (region: number): boolean => collected.regions[region]! < collected.regions[region + 1]!;
  const codes = sorted.filter((_, region) => isKept(region));
  const polygons = {
    ...collected,
    regions: collected.regions.filter((_, at) => at === sorted.length || isKept(at)),
  };
  if (codes.length === 0) throw new Error('no area in any of the features');
  return writeSections({
    meta: new Uint8Array(Buffer.from(JSON.stringify({ type, dataset }))),
    ...packCodes(codes),
    ...polygons,
    ...(isPostal(type) ? {} : packIndex(polygons)),
  });
}

function packIndex(polygons: ReturnType<typeof collectPolygons>) {
  const owners = partOwners(polygons);
  const bands = cutBands(polygons);
  const tree = new Flatbush(owners.length, 16, Int32Array);
  for (let at = 0; at < bands.boxes.length; at += 4)
    tree.add(bands.boxes[at]!, bands.boxes[at + 1]!, bands.boxes[at + 2]!, bands.boxes[at + 3]!);
  tree.finish();
  const borders = { points: polygons.points, bands, tree };
  const grid = growCellGrid(polygons, borders, owners, NEAREST_WITHIN_KM);
  return { ...bands, ...grid, owners, tree: new Uint8Array(tree.data as ArrayBuffer) };
}
