import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { area, featureCollection, intersect, multiPolygon } from '@turf/turf';
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import type { RegionFinder } from '../../src/geo/regions/region-finder.js';
import type { PostalType } from '../../src/geo/regions/region-type.js';
import { type Measurement, median, report } from '../table.js';

/** Exact areas of some postal codes, as their publishers have them; beside the repository, where somebody has put them there. */
const FOLDER = process.env.BENCH_BOUNDARIES || '../shared/data/boundaries';

/** The property that has the code differs from publisher to publisher. */
const SAMPLES: readonly { file: string; type: PostalType; country: string; code: string }[] = [
  { file: 'ri_rhode_island_zip_codes_geo.min.json', type: 'us_zip', country: 'US', code: 'ZCTA5CE10' },
  {
    file: 'dc_district_of_columbia_zip_codes_geo.min.json',
    type: 'us_zip',
    country: 'US',
    code: 'ZCTA5CE10',
  },
  { file: 'POA_2021.json', type: 'au_postcode', country: 'AU', code: 'POA_CODE21' },
  { file: 'hamburg.geojson', type: 'de_postcode', country: 'DE', code: 'plz_code' },
];

/** How well areas made from the centres of postal codes cover the true ones: intersection over union, by data set. */
export function reportOverlap(regions: RegionFinder): void {
  const measurements = SAMPLES.flatMap(({ file, type, country, code }) => {
    const path = join(FOLDER, file);
    if (!existsSync(path)) {
      process.stdout.write(`  areas of ${type}: skipped, ${path} is not there\n`);
      return [];
    }
    return measurementsOf(`${type}, ${file}`, overlaps(readAreas(path, code), type, country, regions));
  });
  if (measurements.length > 0)
    report('places: approximate areas beside the true ones, intersection over union', measurements);
}

type Area = Feature<Polygon | MultiPolygon>;

/** Parts of one code that stand in several features are one area. Features without geometry are left out. */
function readAreas(path: string, property: string): Map<string, Area> {
  const { features } = JSON.parse(readFileSync(path, 'utf8')) as FeatureCollection<
    Polygon | MultiPolygon | null
  >;
  const polygons = new Map<string, number[][][][]>();
  for (const { geometry, properties } of features) {
    if (!geometry) continue;
    const code = String(properties![property]);
    const known = polygons.get(code) ?? [];
    polygons.set(code, known);
    known.push(...(geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates));
  }
  return new Map([...polygons].map(([code, coordinates]) => [code, multiPolygon(coordinates)]));
}

/** @returns of each true area; null where there is no approximation of it */
function overlaps(
  areas: ReadonlyMap<string, Area>,
  type: PostalType,
  country: string,
  regions: RegionFinder,
): (number | null)[] {
  return [...areas].map(([zip, truth]) => {
    const source = regions.find(type, { lat: Number.NaN, lng: Number.NaN, zip, country });
    const geometry = source === null ? null : regions.geometryOf(source);
    return geometry && overlap(truth, multiPolygon(geometry.coordinates));
  });
}

function overlap(a: Area, b: Area): number {
  const common = intersect(featureCollection([a, b]));
  const inBoth = common ? area(common) : 0;
  return inBoth / (area(a) + area(b) - inBoth);
}

function measurementsOf(name: string, found: readonly (number | null)[]): Measurement[] {
  const known = found.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return [
    { name: `${name}: areas`, value: found.length, unit: '' },
    { name: '  of these approximated', value: known.length, unit: '' },
    ...(known.length === 0
      ? []
      : [
          { name: '  mean', value: mean, unit: 'of 1' },
          { name: '  median', value: median(known), unit: 'of 1' },
        ]),
  ];
}
