import t from 'tap';
import { recogniseTable } from '../../support/recognise-table.js';

/** Fields of a table's columns; its first line has the headers. */
const fieldsOf = async (table: string, meta: object = {}): Promise<(string | null)[]> =>
  (await recognise(table, meta)).mapping.map(({ field }) => field);

async function recognise(table: string, meta: object = {}) {
  const [headers, ...rows] = table.split('\n').map((line) => line.split('|'));
  return recogniseTable(headers!, rows, meta);
}

const UTM = ['32U 691607 5334760', '32U 691608 5334761'];
const MGRS = ['32U PU 91607 34760', '32UPU9160834761'];
const PLUS_CODES = ['8FWH4HX8+9C', '8FWH4HX8+9F München'];
const HASHES = ['u33dc0cpke7v', 'u33dc0cpke7w'];
const table = (header: string, [one, other]: readonly string[]): string =>
  `name|${header}\nA|${one}\nB|${other}`;

t.test('a column whose header names a grid has its places', async (t) => {
  for (const [field, cells, headers] of [
    [
      'lat_lng',
      UTM,
      [
        'UTM',
        'UTM-Koordinaten',
        'Coordonnées UTM',
        'coordenadas_utm',
        'coordinate UTM',
        'gps',
        'Coördinaten',
      ],
    ],
    ['lat_lng', ['SU 387 148', 'NO123456'], ['Grid Reference', 'OS Grid Ref', 'NGR', 'osgr', 'Gridref']],
    [
      'lat_lng',
      MGRS,
      ['MGRS', 'UTMREF', 'Grid Reference', 'gridRef', 'USNG', 'Planquadrat', 'carroyage', 'cuadrícula'],
    ],
    [
      'lat_lng',
      PLUS_CODES,
      [
        'Plus Code',
        'plus_codes',
        'PlusCode',
        'Open Location Code',
        'Code Plus',
        'Código Plus',
        'codice plus',
      ],
    ],
    ['geohash', HASHES, ['geohash', 'GeoHash', 'geo_hash', 'Géohash', 'geohash_12']],
  ] as const)
    for (const header of headers) t.same(await fieldsOf(table(header, cells)), ['name', field], header);
});

t.test('other columns have none', async (t) => {
  for (const [header, cells] of [
    ['Product', MGRS],
    ['Plus Code', ['4HX8+9C Paris', '4HX8+9F']],
    ['UTM campaign', ['spring', 'autumn']],
    ['Hash', HASHES],
  ] as const)
    t.same(await fieldsOf(table(header, cells)), ['name', null], header);
  t.same(
    await fieldsOf('name|MGRS|lat|lng\nA|32U PU 91607 34760|48.1|11.5'),
    ['name', null, 'lat', 'lng'],
    'degrees come first',
  );
  t.same(
    await fieldsOf('name|MGRS|lat|lng\nA|32U PU 91607 34760||\nB|32U PU 91607 34760|1.5|1.5'),
    ['name', 'lat_lng', 'lat', 'lng'],
    'where a row has none',
  );
  t.same(await fieldsOf(table('UTM', UTM), { ignore: ['UTM'] }), ['name', null]);
});

t.test('a notation may be named in column_mapping', async (t) => {
  for (const notation of ['utm', 'mgrs', 'plus_code', 'lat_lng'])
    t.same(await fieldsOf(table('Where', MGRS), { column_mapping: { [notation]: 'Where' } }), [
      'name',
      'lat_lng',
    ]);
  t.same(await fieldsOf(table('Where', HASHES), { column_mapping: { geohash: 'Where' } }), [
    'name',
    'geohash',
  ]);
});

t.test('zone, easting and northing stand in columns of their own', async (t) => {
  const parts = ['name', 'utm_zone', 'utm_easting', 'utm_northing'];
  for (const headers of [
    'UTM Zone|Easting|Northing',
    'Zone|UTM E|UTM N',
    'UTM-Zone|Ostwert|Nordwert',
    'Fuseau UTM|X|Y',
    'Huso UTM|UTM_X|UTM_Y',
    'Zone|Easting|Northing',
  ])
    t.same(await fieldsOf(`name|${headers}\nA|32U|691607|5334760\nB|32U|691608.5|5334761`), parts, headers);
  t.same(await fieldsOf('name|zone|easting|northing\nA|32N|691607|5334760'), parts);
  for (const [zone, northing] of [
    ['3', '180000'],
    ['2N', '180000'],
    ['12N', '180000'],
    ['32P', '5334760'],
    ['West', '180000'],
  ])
    t.same(
      await fieldsOf(`name|zone|easting|northing\nA|${zone}|530000|${northing}`),
      ['name', null, null, null],
      `${zone} ${northing}`,
    );
});

t.test('every zone of UTM is read beside a row whose letter contradicts its northing', async (t) => {
  for (let zone = 1; zone <= 60; zone++)
    t.same(
      await fieldsOf(
        `name|zone|easting|northing\nA|${zone}Q|618431|2357505\nB|${zone}Q|285000|2180000\nC|${zone}K|285000|2180000`,
      ),
      ['name', 'utm_zone', 'utm_easting', 'utm_northing'],
      `${zone}`,
    );
});

/** A table of 20 rows, of which so many have a text instead of their coordinates. */
const tableWith = (bad: number, headers: string, cellsOf: (row: number) => string): string =>
  [`Name|${headers}|Ort|Land`]
    .concat(
      Array.from({ length: 20 }, (_, row) => {
        const cells = row < bad ? headers.replaceAll(/[^|]+/g, `siehe Notiz ${row}`) : cellsOf(row);
        return `r${row}|${cells}|Munich|Germany`;
      }),
    )
    .join('\n');
const MIXED = ['48.137219, 11.575544', '32U 691607 5334760', '8FWH4HX8+9C', '32UPU9160734760'];
const KINDS: readonly [headers: string, fields: string, cellsOf: (row: number) => string][] = [
  ['Breitengrad|Längengrad', 'lat|lng', (row) => `48.0${10 + row}|11.0${10 + row}`],
  ['Latitude (WGS84)|Longitude (WGS84)', 'lat|lng', (row) => `48,0${10 + row}|11,0${10 + row}`],
  ['geo_lat|geo_lon', 'lat|lng', (row) => `${row}.5|${row}.25`],
  ['MGRS', 'lat_lng', (row) => `32UPU916${10 + row}34760`],
  ['UTM', 'lat_lng', (row) => `32U 6916${10 + row} 5334760`],
  ['Plus Code', 'lat_lng', () => '8FWH4HX8+9C'],
  ['Coordinates', 'lat_lng', (row) => `48.1${10 + row}, 11.5`],
  ['Koordinaten', 'lat_lng', (row) => MIXED[row % 4]!],
  ['GPS', 'lat_lng', (row) => MIXED[row % 4]!],
];

t.test('cells of other kinds take no coordinates away', async (t) => {
  for (const [headers, fields, cellsOf] of KINDS)
    for (const bad of [0, 1, 4, 6, 10, 14, 18]) {
      const found = (await fieldsOf(tableWith(bad, headers, cellsOf))).slice(1, -2);
      t.equal(found.join('|'), fields, `${headers}, ${bad} of 20 bad`);
    }
});

t.test('columns of few coordinates are told, and columns of none by their names', async (t) => {
  for (const [headers, , cellsOf] of KINDS.slice(0, 6)) {
    const { mapping, notes } = await recognise(tableWith(19, headers, cellsOf));
    t.same(
      mapping.slice(1, -2).filter(({ field }) => field !== null),
      [],
      headers,
    );
    t.match(
      notes.join(),
      /^"[^,]+ like coordinates by name, and 1 of the first 20 cells can be read/,
      headers,
    );
  }
  const { notes } = await recognise(tableWith(20, 'Breitengrad|Längengrad', () => ''));
  t.match(notes, [
    /^"Breitengrad" and "Längengrad" look like coordinates by name, and 0 of the first 20 cells/,
  ]);
  for (const headers of ['UTM campaign', 'Coordinator', 'long description'])
    t.same((await recognise(tableWith(20, headers, () => ''))).notes, [], headers);
});

t.test('coordinates of a second place beside guessed ones are told', async (t) => {
  const rows = 'A|1.25|2.5|48.125|11.5\nB|1.25|2.5|48.25|11.625';
  for (const headers of [
    'Warehouse Lat|Warehouse Lng|Customer Lat|Customer Lng',
    'From Lat|From Lon|To Lat|To Lon',
    'pickup_latitude|pickup_longitude|dropoff_latitude|dropoff_longitude',
  ]) {
    const { mapping, notes } = await recognise(`name|${headers}\n${rows}`);
    const [lat, lng] = headers
      .split('|')
      .filter((header) => !mapping.find((column) => column.header === header)?.field);
    t.match(
      notes.join(),
      `"${lat}" and "${lng}" hold coordinates, too: name the columns in column_mapping`,
      headers,
    );
    const named = await recognise(`name|${headers}\n${rows}`, { column_mapping: { lat, lng } });
    t.same(named.notes, [], headers);
  }
  for (const headers of [
    'Warehouse Lat|Warehouse Lng|lat|lng',
    'Lat|Long|Flat|Length',
    'lat|lng|Platform|Language',
  ])
    t.same((await recognise(`name|${headers}\n${rows}`)).notes, [], headers);
});
