import { createRequire } from 'node:module';
import t from 'tap';
import { RegionLayer } from '../../../src/geo/regions/region-layer.js';
import { POSTAL_TYPES, type PostalType } from '../../../src/geo/regions/region-type.js';
import { readAuRows } from '../../../src/pack/gazetteer/au-postcodes.js';
import { readZipCentres } from '../../../src/pack/gazetteer/us-zips.js';
import { fsas } from '../../../src/pack/postal/ca-fsa.js';
import { distanceTo, landOf, Segments } from '../../../src/pack/postal/land.js';
import { metreAt, toPlane } from '../../../src/pack/postal/plane.js';
import { UK_AREAS } from '../../../src/pack/postal/uk-areas.js';
import { isSimple } from '../../../src/pack/postal/valid.js';
import { loadGeodata } from '../../../src/world/geodata/load.js';

const require = createRequire(import.meta.url);
const { layers } = await loadGeodata();

/** Code, longitude, latitude. */
type SourcePoint = readonly [code: string, lng: number, lat: number];

const plz = Object.values(
  require('zip-to-city/germany.json') as Record<string, { zip: string; lon: string; lat: string }>,
);

const SOURCES: Record<Exclude<PostalType, 'uk_postcode'>, SourcePoint[]> = {
  us_zip: [...readZipCentres()].map(([zip, { lat, lng }]) => [zip, lng, lat]),
  ca_fsa: Object.values(
    (
      require('zipcodes/lib/codesCanada.js') as {
        codes: Record<string, { zip: string; latitude: number; longitude: number }>;
      }
    ).codes,
  )
    .filter(({ latitude, longitude }) => latitude !== null && latitude < 85 && longitude < -50)
    .map(({ zip, latitude, longitude }) => [zip, longitude, latitude]),
  au_postcode: readAuRows()
    .filter(({ type }) => type === 'Delivery Area')
    .map(({ postcode, lat, lng }) => [postcode, lng, lat]),
  de_postcode: plz.map(({ zip, lon, lat }) => [zip, Number(lon), Number(lat)]),
};

/** West, south, east, north of the ground that a country's areas may cover. */
const BOXES: Record<PostalType, readonly (readonly number[])[]> = {
  // The fifty states and Puerto Rico, the Aleutians beyond the antimeridian, Guam with the Northern Marianas,
  // and American Samoa.
  us_zip: [
    [-180, 17, -64, 72],
    [172, 51, 180, 54],
    [144, 13, 147, 21],
    [-171.5, -15, -168, -11],
  ],
  ca_fsa: [[-141.1, 41.6, -52, 84]],
  uk_postcode: [[-14, 49, 2, 61]],
  au_postcode: [[96, -55, 168, -9]],
  de_postcode: [[5.8, 47.2, 15.1, 55.1]],
};

for (const type of POSTAL_TYPES) {
  const layer = new RegionLayer(layers[type]!);
  const regions = Array.from({ length: layer.size }, (_, region) => region);

  t.test(`${type}: every code has one area, which says that it is approximated`, async (t) => {
    const codes = regions.map((region) => layer.codeOf(region));
    t.equal(new Set(codes).size, codes.length);
    t.equal(layer.sourceOf(0), `approx/${type}/${codes[0]}`);
    const expected =
      type === 'uk_postcode' ? Object.keys(UK_AREAS) : [...new Set(SOURCES[type].map(([code]) => code))];
    const known = new Set(codes);
    t.same(
      expected.filter((code) => !known.has(code)),
      [],
    );
  });

  t.test(`${type}: areas are simple polygons in their country`, async (t) => {
    const crossing: string[] = [];
    const abroad: string[] = [];
    for (const region of regions)
      for (const polygon of layer.geometryOf(region).coordinates) {
        const grid = polygon.map((ring) =>
          ring.map(([lng, lat]) => [Math.round(lng! * 1e5), Math.round(lat! * 1e5)]),
        );
        if (!isSimple(grid)) crossing.push(layer.codeOf(region));
        const isIn = ([west, south, east, north]: readonly number[]): boolean =>
          polygon[0]!.every(
            ([lng, lat]) => lng! >= west! && lng! <= east! && lat! >= south! && lat! <= north!,
          );
        if (!BOXES[type].some(isIn)) abroad.push(layer.codeOf(region));
      }
    t.same(crossing, []);
    t.same(abroad, []);
  });

  if (type === 'uk_postcode') continue;
  t.test(`${type}: every point of the source is within 1 km of its area`, async (t) => {
    const far: string[] = [];
    for (const [code, lng, lat] of SOURCES[type]) {
      const shift = lng > 170 ? -360 : 0;
      const at = toPlane(lng + shift, lat);
      const land = landOf(layer.geometryOf(layer.regionOf(code)).coordinates, new Segments(), shift);
      if (distanceTo(land, at) > 1_000 * metreAt(at.y)) far.push(`${code} at ${lng} ${lat}`);
    }
    t.same(far, []);
  });
}

t.test('rows of FSAs without coordinates are placed by hand, and Santa Claus has no area', async (t) => {
  const codes = new Set(fsas().map(({ code }) => code));
  t.ok(['V0N', 'E1H', 'E2E', 'E2H', 'E3C', 'K0C', 'K0H', 'K0K', 'P0M'].every((code) => codes.has(code)));
  t.notOk(codes.has('H0H'));
});
