import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoContains } from 'd3-geo';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import t from 'tap';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { createRandom } from '../../load/seeded-csv.js';
import { RegionFinder } from '../../src/geo/regions/region-finder.js';
import { loadGeodata } from '../../src/world/geodata/load.js';

/** AGREEMENT_POINTS=100000 takes some 5 s. */
const POINTS = Number(process.env.AGREEMENT_POINTS ?? 20_000);

const source = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
const topology: Topology = JSON.parse(readFileSync(source, 'utf8'));
const counties = feature(topology, topology.objects.counties as GeometryCollection).features as Feature<
  Polygon | MultiPolygon
>[];

/** A box around each county, a degree wider, as edges of d3-geo are great circles. */
const boxes = counties.map(({ geometry }) => {
  const points = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flat(2);
  const lngs = points.map(([lng]) => lng!);
  const lats = points.map(([, lat]) => lat!);
  return [
    Math.min(...lngs) - 1,
    Math.min(...lats) - 1,
    Math.max(...lngs) + 1,
    Math.max(...lats) + 1,
  ] as const;
});

function countyByD3(lat: number, lng: number): string | null {
  const found = counties.find((county, at) => {
    const [west, south, east, north] = boxes[at]!;
    return lng > west && lng < east && lat > south && lat < north && geoContains(county, [lng, lat]);
  });
  return found ? String(found.id) : null;
}

t.test(`counties of ${POINTS} random points agree with d3-geo on the full source in 99.9%`, async (t) => {
  const finder = new RegionFinder((await loadGeodata()).layers);
  const random = createRandom(12_345);
  let inside = 0;
  let other = 0;
  for (let at = 0; at < POINTS; at++) {
    const lng = -125 + 58.5 * random();
    const lat = 24.5 + 25 * random();
    const expected = countyByD3(lat, lng);
    // Off the coast the nearest county within 5 km counts, which the tests of layers cover.
    if (expected === null) continue;
    inside++;
    if (finder.codeOf('us_county', lat, lng) !== expected) other++;
  }
  t.ok(inside > POINTS / 2, `${inside} points are in a county`);
  t.ok(other <= inside / 1_000, `${other} differ: long edges that are straight here and great circles there`);
});
