import t from 'tap';
import { axisTwins, isAtHome } from '../../../../src/import/columns/header/axes.js';
import { inferColumns } from '../../../../src/import/columns/header/infer.js';
import { labelsOf } from './labels-of.js';

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

t.test('exchanged headers are told', async (t) => {
  const rows = [
    ['-34.5', '-58.4'],
    ['-31.4', '-64.2'],
  ];
  t.equal(inferColumns({ headers: ['latitud', 'longitud'], rows }).swapped, false);
  t.equal(inferColumns({ headers: ['longitud', 'latitud'], rows }).swapped, true);
  const beyond = [['-122.4', '37.7']];
  t.equal(inferColumns({ headers: ['Latitude', 'Longitude'], rows: beyond }).swapped, true);
  t.equal(inferColumns({ headers: ['Latitude', 'Longitude'], rows: [] }).swapped, false);
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
  'coordinates that lie at home as they stand are not exchanged, and those that do so exchanged are',
  async (t) => {
    for (const { headers, towns } of TOWNS)
      for (const [lat, lng] of towns) {
        const rest = headers.slice(2).map(() => '');
        const rowsOf = (a: number, b: number) =>
          [0, 1, 2].map((i) => [String(a + i / 100), String(b + i / 100), ...rest]);
        const which = `${headers.join()} ${lat} ${lng}`;
        t.equal(inferColumns({ headers, rows: rowsOf(lat, lng) }).swapped, false, which);
        t.equal(inferColumns({ headers, rows: rowsOf(lng, lat) }).swapped, true, `${which}, exchanged`);
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
