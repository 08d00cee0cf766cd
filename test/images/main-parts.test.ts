import fc from 'fast-check';
import t from 'tap';
import { RegionLayer } from '../../src/geo/regions/region-layer.js';
import { partsOf } from '../../src/images/main-parts.js';
import { loadLayer } from '../../src/world/geodata/load.js';

const countries = new RegionLayer(await loadLayer('country'));
const partsOfCountry = (code: string) => partsOf(countries.geometryOf(countries.regionOf(code)));
/** Tells whether a remote part of a country holds this place, near enough for atolls. */
const isRemote = (code: string, lng: number, lat: number): boolean =>
  partsOfCountry(code).remote.some(
    ([west, south, east, north]) =>
      west - 0.1 <= lng && lng <= east + 0.1 && south - 0.1 <= lat && lat <= north + 0.1,
  );

type Square = [lng: number, lat: number, degrees: number];
const squares = (...of: Square[]) =>
  partsOf({
    type: 'MultiPolygon',
    coordinates: of.map(([lng, lat, size]) => [
      [
        [lng, lat],
        [lng + size, lat],
        [lng + size, lat + size],
        [lng, lat + size],
        [lng, lat],
      ],
    ]),
  });
const counts = ({ main, remote }: ReturnType<typeof partsOf>): [number, number] => [
  main.length,
  remote.length,
];

t.test('islands that would make the map one of the sea are remote', async (t) => {
  t.ok(isRemote('FR', -109.2, 10.3), 'Clipperton');
  t.ok(isRemote('CL', -109.35, -27.1), 'Easter Island');
  t.ok(isRemote('PT', -25.5, 37.8), 'the Azores');
  t.ok(isRemote('ZA', 37.75, -46.9), 'the Prince Edward Islands');
});

t.test('large or near parts are not: countries without remote parts show all of themselves', async (t) => {
  for (const code of ['US', 'ES', 'EC', 'NO', 'NL', 'GR', 'ID', 'JP', 'RU', 'CA', 'KI', 'MV', 'FM', 'AU'])
    t.same(partsOfCountry(code).remote, [], code);
});

t.test('a part may be as far away as it is large', async (t) => {
  t.same(counts(squares([0, 0, 10], [40, 0, 1])), [1, 1]);
  t.same(counts(squares([0, 0, 10], [40, 0, 5])), [2, 0]);
  t.same(counts(squares([0, 0, 10], [11, 0, 0.1])), [2, 0], 'near');
  t.same(counts(squares([0, 0, 10], [25, 0, 1])), [1, 1]);
  t.same(counts(squares([0, 0, 10], [25, 0, 1], [26, 0, 1], [27, 0, 1])), [4, 0], 'a group is one part');
  t.same(counts(squares([170, 0, 10], [-180, 0, 1])), [2, 0], 'across the antimeridian');
  t.same(counts(squares([0, 0, 1], [40, 0, 1], [80, 0, 1])), [3, 0], 'an archipelago has no mainland');
});

t.test('every polygon is main or remote, in whatever order they come, and the largest is main', async (t) => {
  const square = fc.tuple(
    fc.integer({ min: -170, max: 150 }),
    fc.integer({ min: -60, max: 50 }),
    fc.integer({ min: 1, max: 20 }),
  ) as fc.Arbitrary<Square>;
  fc.assert(
    fc.property(fc.array(square, { minLength: 1, maxLength: 8 }), (all) => {
      const { main, remote } = squares(...all);
      const given = all.map(([lng, lat, size]) => [lng, lat, lng + size, lat + size].join()).sort();
      t.same([...main, ...remote].map((box) => box.join()).sort(), given);
      t.ok(main.length > 0);
    }),
    { numRuns: 100 },
  );
});
