import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Geodata } from '../../src/geo/geodata.js';
import { RegionLayer } from '../../src/geo/regions/region-layer.js';
import type { PostalType } from '../../src/geo/regions/region-type.js';
import { figure, report } from '../measure.js';

/** GeoJSON longitudes and latitudes: polygons of rings of positions. */
export type Polygons = readonly (readonly (readonly (readonly number[])[])[])[];

/** Rows into which the height of two areas is cut; twice as many change a mean by less than 0.001. */
const ROWS = 400;

/** Pairs of ascending longitudes between which a line of constant latitude is inside. */
function spansAt(edges: readonly (readonly number[])[], lat: number): number[] {
  const crossings: number[] = [];
  for (const [x1, y1, x2, y2] of edges as [number, number, number, number][])
    if (y1 > lat !== y2 > lat) crossings.push(x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1));
  return crossings.sort((a, b) => a - b);
}

const lengthOf = (spans: readonly number[]): number =>
  spans.reduce((sum, x, k) => sum + (k % 2 === 0 ? -x : x), 0);

function sharedLength(a: readonly number[], b: readonly number[]): number {
  let shared = 0;
  for (let i = 0, j = 0; i + 1 < a.length && j + 1 < b.length; ) {
    shared += Math.max(0, Math.min(a[i + 1]!, b[j + 1]!) - Math.max(a[i]!, b[j]!));
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return shared;
}

const edgesOf = (polygons: Polygons): number[][] =>
  polygons.flatMap((rings) =>
    rings.flatMap((ring) => ring.slice(1).map(([x, y], k) => [ring[k]![0]!, ring[k]![1]!, x!, y!])),
  );

/**
 * Intersection over union of two areas, 0 to 1. Exact along rows of latitude, weighted by their true length;
 * a polygon clipper gives the same figures at a hundred times the cost.
 */
export function iouOf(a: Polygons, b: Polygons): number {
  const [edgesA, edgesB] = [edgesOf(a), edgesOf(b)];
  let [low, high] = [90, -90];
  for (const [, y] of [...edgesA, ...edgesB]) [low, high] = [Math.min(low, y!), Math.max(high, y!)];
  let [shared, sum] = [0, 0];
  for (let row = 0; row < ROWS; row++) {
    const lat = low + ((row + 0.5) / ROWS) * (high - low);
    const width = Math.cos((lat * Math.PI) / 180);
    const [spansA, spansB] = [spansAt(edgesA, lat), spansAt(edgesB, lat)];
    shared += width * sharedLength(spansA, spansB);
    sum += width * (lengthOf(spansA) + lengthOf(spansB));
  }
  return sum === 0 ? 0 : shared / (sum - shared);
}

/** Files of true areas, beside the repository. */
const SAMPLES: readonly { type: PostalType; sample: string; file: string; property: string }[] = [
  {
    type: 'us_zip',
    sample: 'District of Columbia',
    file: 'dc_district_of_columbia_zip_codes_geo.min.json',
    property: 'ZCTA5CE10',
  },
  {
    type: 'us_zip',
    sample: 'Rhode Island',
    file: 'ri_rhode_island_zip_codes_geo.min.json',
    property: 'ZCTA5CE10',
  },
  { type: 'de_postcode', sample: 'Hamburg', file: 'hamburg.geojson', property: 'plz_code' },
  { type: 'au_postcode', sample: 'Australia', file: 'POA_2021.json', property: 'POA_CODE21' },
];

interface Sample {
  readonly features: readonly {
    readonly properties: Readonly<Record<string, string>>;
    readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
  }[];
}

/** True areas of a sample by code; a code may be in several features. */
export function trueAreasOf(file: string, property: string): Map<string, Polygons> {
  const areas = new Map<string, Polygons>();
  for (const { properties, geometry } of (JSON.parse(readFileSync(file, 'utf8')) as Sample).features) {
    if (geometry === null) continue;
    const polygons = (
      geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    ) as Polygons;
    const code = properties[property]!;
    areas.set(code, [...(areas.get(code) ?? []), ...polygons]);
  }
  return areas;
}

export function summaryOf(truth: ReadonlyMap<string, Polygons>, areaOf: (code: string) => Polygons | null) {
  const ious: number[] = [];
  let missing = 0;
  for (const [code, polygons] of truth) {
    const area = areaOf(code);
    if (area === null) missing++;
    else ious.push(iouOf(area, polygons));
  }
  ious.sort((a, b) => a - b);
  const middle = (ious.length - 1) / 2;
  return {
    areas: truth.size - missing,
    missing,
    mean: ious.reduce((sum, iou) => sum + iou, 0) / ious.length,
    median: (ious[Math.floor(middle)]! + ious[Math.ceil(middle)]!) / 2,
  };
}

/** Folder with exact areas of some postal codes by their publishers, beside the repository, where present. */
const FOLDER = '../shared/data/boundaries';

/** Prints how well areas made from points cover the true ones. Missing samples are named and left out. */
export function reportOverlap(layers: Geodata['layers'], folder = FOLDER): void {
  const measurements = SAMPLES.flatMap(({ type, sample, file, property }) => {
    const path = join(folder, file);
    const packed = layers[type];
    if (packed === undefined || !existsSync(path)) {
      const lacks = packed === undefined ? `there is no layer ${type}` : `${path} is missing`;
      process.stderr.write(`${sample}: no IoU, as ${lacks}\n`);
      return [];
    }
    const layer = new RegionLayer(packed);
    const areaOf = (code: string): Polygons | null => {
      const region = layer.regionOf(code);
      return region < 0 ? null : layer.geometryOf(region).coordinates;
    };
    const { mean, median, areas, missing } = summaryOf(trueAreasOf(path, property), areaOf);
    return [
      figure(`${type}, ${sample}: mean`, mean, `of 1, ${areas} areas, ${missing} missing as 0`),
      figure('  median', median, ''),
    ];
  });
  if (measurements.length > 0)
    report('places: approximate areas beside the true ones, intersection over union', measurements);
}
