import t from 'tap';
import { recogniseColumns } from '../../../src/import/columns/recognise.js';
import { inferColumns } from '../../../src/recognise/infer.js';

/** Fields of a table's columns; its first line has the headers. */
async function fieldsOf(table: string, meta: object = {}): Promise<(string | null)[]> {
  const [headers, ...rows] = table.split('\n').map((line) => line.split('|'));
  const { mapping } = await recogniseColumns({ names: headers!, headers: headers! }, meta, {
    memory: null,
    infer: async ({ open, taken }) => ({
      ...inferColumns({ headers: headers!, rows, open, taken: new Set(taken as never[]) }),
      how: 'inferred',
      notes: [],
    }),
    sample: async () => rows,
  });
  return mapping.map(({ field }) => field);
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
