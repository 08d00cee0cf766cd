import t from 'tap';
import { mapColumns } from '../../../src/import/columns/mapping.js';
import { DUPLICATE } from '../../../src/import/duplicates/duplicate-reason.js';
import { type BulkMeta, completeOptions } from '../../../src/import/options.js';
import { completeLines } from '../../../src/import/prepare/complete-lines.js';
import { linesOf as linesWithHashes } from '../../../src/import/prepare/places.js';
import { type PreparedBlock, prepareBlock } from '../../../src/import/prepare/prepare-block.js';
import { recordRejections } from '../../../src/import/report/rejection-runs.js';
import { newSeed } from '../../../src/markers/duplicate-key.js';
import type { ColumnMapping } from '../../../src/schema/job.js';
import { loadGeodata } from '../../../src/world/geodata/load.js';
import { eachRejection } from '../../support/rejections.js';

const geodata = await loadGeodata();

function prepareCsv(text: string, meta: BulkMeta = {}, given: ColumnMapping[] | null = null) {
  const [header = '', ...rows] = text.split('\n');
  const records = rows.filter((row) => row !== '').length;
  const bytes = Buffer.from(rows.join('\n'));
  const block = { index: 0, startByte: 0, endByte: bytes.length, firstRecord: 0, records, firstLine: 2 };
  return prepareBlock(bytes, block, {
    plan: {
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      mapping: given ?? mapColumns({ headers: header.split(','), columnMapping: meta.column_mapping }),
      options: completeOptions(meta),
    },
    mapId: 7,
    firstMarkerId: 100,
    palette: new Set(['red', 'blue']),
    seed: newSeed(),
    geodata,
  });
}

function prepareJson(elements: unknown[], meta: BulkMeta = {}, mapping: ColumnMapping[] = []) {
  const bytes = Buffer.from(JSON.stringify(elements).slice(1, -1));
  const block = {
    index: 0,
    startByte: 0,
    endByte: bytes.length,
    firstRecord: 0,
    records: elements.length,
    firstLine: 1,
  };
  return prepareBlock(bytes, block, {
    plan: { format: 'json', encoding: 'utf-8', delimiter: '', mapping, options: completeOptions(meta) },
    mapId: 7,
    firstMarkerId: 100,
    palette: new Set(['red', 'blue']),
    seed: newSeed(),
    geodata,
  });
}

/** The lines without the hashes of their rows. */
const linesOf = (prepared: PreparedBlock): string[] =>
  linesWithHashes(prepared).map((line) => line.replace(/^(\d+\t\d+\t)\d{16}\t/, '$1'));

const errorsOf = (prepared: PreparedBlock) => [
  ...eachRejection(recordRejections(prepared.rejections, NO_DUPLICATES, 0)),
];
const NO_DUPLICATES = { reason: DUPLICATE, records: [], fileLines: [] };

t.test('a row becomes one line of COPY text with its id, place and cell', async (t) => {
  const prepared = prepareCsv('name,lat,lng,city,Phone\n Berlin ,52.5,"13.4",Mitte,"a\tb"\n');
  const { rows, areas } = prepared;
  t.same(linesOf(prepared), [
    '7\t100\tBerlin\tpin\t52.5\t13.4\t988629035283046\t\\N\t\\N\t\\N\tMitte\t\\N\t\\N\t\\N\t{"Phone":"a\\\\tb"}\t\\N\t\\N\t\\N\t\\N\t\\N',
  ]);
  t.equal(rows, 1);
  t.same([...areas], [0]);
  t.same(errorsOf(prepared), []);
});

t.test('a cell that does not suit a guessed column is a custom field, and rejects no row', async (t) => {
  const guessed = ['color', 'expire', 'radius', 'drive_time'].map((field, i) => ({
    ...{ index: 3 + i, header: `My ${field}`, field, confidence: 0.9, why: '' },
    how: 'inferred' as const,
  }));
  const own = mapColumns({ headers: ['name', 'lat', 'lng'] });
  const text = 'A,1,2,#fff,never,large,long\nB,1,2,red,2090-01-31,5,10\n';
  const prepare = (mapping: ColumnMapping[], meta: BulkMeta) => prepareCsv(`x\n${text}`, meta, mapping);
  const circles = prepare([...own, ...guessed], { marker_type: 'pinned_circle' });
  const [first, second] = linesOf(circles);
  t.ok(
    first!.includes('\t{"My radius":"large","My color":"#fff","My expire":"never"}\t{"drive_time":"long"}\t'),
  );
  t.ok(second!.includes('\t\\N\t{"expire":"2090-01-31","drive_time":"10"}\t2090-02-01'));
  t.same(circles.styles.colors, [null, 'red']);
  t.same(circles.placed.kept, { 'color\nMy color': 1, 'expire\nMy expire': 1, 'radius\nMy radius': 1 });
  t.same(
    circles.fieldTypes.map(([name]) => name),
    ['My radius', 'My color', 'My expire'],
  );
  const drives = prepare([...own, ...guessed], { marker_type: 'drive_time' });
  t.ok(linesOf(drives)[0]!.includes('"My drive_time":"long","My color":"#fff","My expire":"never"}\t\\N\t'));
  t.match(drives.placed.kept, { 'drive_time\nMy drive_time': 1 });
  const told = guessed.map((column) => ({ ...column, how: 'memory' as const }));
  t.equal(prepare([...own, ...told], { marker_type: 'pinned_circle' }).rows, 1);

  const json = [{ name: 'A', lat: 1, lng: 2, custom_fields: { 'My expire': 'never', x: 'y' } }];
  const [line] = linesOf(prepareJson(json, {}, [{ ...guessed[1]!, index: 0 }]));
  t.ok(line!.includes('{"x":"y","My expire":"never"}\t\\N\t\\N'));
});

t.test('coordinates that a guessed column does not hold leave the row to its address', async (t) => {
  const own = mapColumns({ headers: ['name', 'city', 'country'] });
  const fields = [
    ['lat', 'lng'],
    ['lat_lng', 'geohash'],
    ['lat', 'lng', 'lat_direction', 'lng_direction'],
    ['utm_zone', 'utm_easting', 'utm_northing'],
  ];
  const cells = [
    [['here', '13.4'], ['here']],
    [
      ['here', 'nowhere'],
      ['here', 'nowhere'],
    ],
    [
      ['52.5', '13.4', 'up', 'E'],
      ['52.5', 'up'],
    ],
    [
      ['32', '691607', '5334760'],
      ['32', '691607', '5334760'],
    ],
  ];
  for (const [i, names] of fields.entries()) {
    const [unsuited, kept] = cells[i]! as [string[], string[]];
    const columns = (how: ColumnMapping['how']): ColumnMapping[] => [
      ...own,
      ...names.map((field, at) => ({
        index: 3 + at,
        header: `My ${field}`,
        field,
        how,
        confidence: 0.9,
        why: '',
      })),
    ];
    const text = `x\nA,Berlin,Germany,${unsuited.join()}\nB,,,${unsuited.join()}\n`;
    const prepared = prepareCsv(text, {}, columns('inferred'));
    const [line] = linesOf(prepared);
    t.equal(prepared.rows, 1, names.join());
    t.match(prepared.placed.by, { city: 1 });
    for (const cell of kept) t.ok(line!.includes(`":"${cell}"`), `${line} has ${cell}`);
    const [error] = errorsOf(prepared);
    t.match(error, { code: 'location_missing', column: `My ${names[0]}`, message: /^neither .*; / });
    for (const how of ['explicit', 'exact', 'memory'] as const)
      t.match(errorsOf(prepareCsv(text, {}, columns(how))), [
        { code: 'coordinate_invalid' },
        { code: 'coordinate_invalid' },
      ]);
  }
  const json = [
    { name: 'A', address: { city: 'Berlin' }, custom_fields: { Breite: 'x', Länge: '1', y: 'z' } },
  ];
  const axes = ['lat', 'lng'].map((field, index) => ({
    ...{ index, header: ['Breite', 'Länge'][index]!, field, confidence: 0.9, why: '' },
    how: 'inferred' as const,
  }));
  const prepared = prepareJson(json, {}, axes);
  t.ok(linesOf(prepared)[0]!.includes('{"y":"z","Breite":"x"}'));
  t.same(prepared.placed.kept, { 'lat\nBreite': 1 });
  const exchanged = prepareCsv('x\nA,Berlin,Germany,113.4,52.5\nB,,,113.4,52.5\n', {}, [
    ...own,
    ...axes.map((column) => ({ ...column, index: 3 + column.index })),
  ]);
  t.match(exchanged.placed, { exchanged: { rejected: 1 }, by: { city: 1 } });
});

t.test('a guessed part of an address rejects no row that the rest places', async (t) => {
  const own = mapColumns({ headers: ['name', 'city', 'zip'] });
  const guess = (header: string, field: string, index: number): ColumnMapping => ({
    ...{ index, header, field, confidence: 0.9, why: '' },
    how: 'inferred',
  });
  const nation = [...own, guess('Nation', 'country', 3)];
  const prepared = prepareCsv('x\nA,Berlin,10115,u33dc\nB,Berlin,10115,Germany\n', {}, nation);
  t.match(prepared.placed, { by: { postal: 2 }, kept: { 'country\nNation': 1 } });
  t.ok(linesOf(prepared)[0]!.includes('{"Nation":"u33dc"}'));
  // Where all is guessed, what is not known goes, and what is known stays.
  const all = nation.map(
    (column) => ({ ...column, how: column.field === 'name' ? 'exact' : 'inferred' }) as ColumnMapping,
  );
  t.match(prepareCsv('x\nA,Berlin,10115,u33dc\n', {}, all).placed.by, { postal: 1 });
  t.match(errorsOf(prepareCsv('x\nA,Nowherecity,,Germany\n', {}, all)), [{ code: 'address_unknown' }]);
  const exact = nation.map((column) => ({ ...column, how: 'exact' }) as ColumnMapping);
  t.match(errorsOf(prepareCsv('x\nA,Berlin,10115,u33dc\n', {}, exact)), [
    { code: 'address_unknown', column: 'Nation' },
  ]);
  // Not in the middle of the state.
  const state = [...mapColumns({ headers: ['name', 'state', 'country'] }), guess('Ort', 'city', 3)];
  t.match(errorsOf(prepareCsv('x\nA,IL,US,Nowherecity\n', {}, state)), [
    { code: 'address_unknown', column: 'Ort' },
  ]);
  const whole = [...own, guess('Where', 'full_address', 3)];
  t.match(
    errorsOf(prepareCsv('x\nA,Berlin,10115,"12 Main St, Springfield, IL 62701"\n', {}, whole)),
    [{ code: 'address_contradictory' }],
    'two good addresses',
  );
  const code = [...mapColumns({ headers: ['name', 'lat', 'zip'] }), guess('iso3', 'region_code', 3)].map(
    (column) => (column.field === 'lat' ? { ...column, field: 'country' } : column),
  );
  const areas = prepareCsv('x\nA,US,62701,152.5\n', { marker_type: 'country' }, code);
  t.match(areas.placed, { areas: { exact: 1 }, kept: { 'region_code\niso3': 1 } });
  const json = [{ name: 'A', address: { city: 'Berlin' }, custom_fields: { Nation: 'u33dc', x: 'y' } }];
  const marker = prepareJson(json, {}, [guess('Nation', 'country', 0)]);
  t.ok(linesOf(marker)[0]!.includes('{"x":"y","Nation":"u33dc"}'));
});

t.test('an area whose name is not ASCII names a row of an ASCII file', async (t) => {
  const counties = prepareCsv('region_code\n35013\n', { marker_type: 'us_county' });
  t.match(linesOf(counties)[0], /^7\t100\tDoña Ana County, New Mexico\t/);
  const countries = prepareCsv('region_code\nCI\nCW\n', { marker_type: 'country' });
  t.match(linesOf(countries)[0], /^7\t100\tCôte d’Ivoire\t/);
  t.match(linesOf(countries)[1], /^7\t101\tCuraçao\t/);
});

t.test('a rejected row keeps its number, so that the ids of the others stay', async (t) => {
  const prepared = prepareCsv('name,lat,lng\nA,1,2\n,1,2\nB,91,2\nC,x,2\nD,,\nE,1,2\n');
  t.same([...prepared.records], [0, 5]);
  t.same([...prepared.fileLines], [2, 7]);
  t.match(linesOf(prepared)[1], /^7\t105\tE\t/);
  t.same(
    errorsOf(prepared).map(({ index, line, code, column }) => [index, line, code, column]),
    [
      [1, 3, 'name_missing', null],
      [2, 4, 'coordinate_invalid', 'lat'],
      [3, 5, 'coordinate_invalid', 'lat'],
      [4, 6, 'location_missing', null],
    ],
  );
});

t.test('one of lat and lng without the other counts as neither', async (t) => {
  t.match(errorsOf(prepareCsv('name,lat,lng\nA,1,\n')), [
    {
      code: 'location_missing',
      column: 'lat',
      message:
        'neither coordinates nor an address that can be located; lat, in "lat", has no partner: the cell of lng, in "lng", is empty',
    },
  ]);
  t.match(errorsOf(prepareCsv('name,lng\nA,1\n')), [
    { column: 'lng', message: /lng, in "lng", has no partner: no column is read as lat$/ },
  ]);
});

t.test('extra cells, NUL and over-long cells reject their row alone', async (t) => {
  const prepared = prepareCsv(`name,lat,lng\nA,1,2,x\nB,1,2,,\nC\0,1,2\n${'D'.repeat(32_001)},1,2\n`);
  t.same(
    errorsOf(prepared).map(({ index, code }) => [index, code]),
    [
      [0, 'cells_extra'],
      [2, 'nul_character'],
      [3, 'cell_too_long'],
    ],
  );
  t.equal(prepared.rows, 1);
});

t.test('a formula that was neutralised is itself again, in quoted cells too', async (t) => {
  const prepared = prepareCsv(`name,lat,lng,Note\n'=A,1,2,"'+a,b"\n'=B,1,2,'s-Hertogenbosch\n`);
  t.same(errorsOf(prepared), []);
  const cells = linesOf(prepared).map((line) => line.split('\t'));
  t.same(
    cells.map(([, , name, , , , , , , , , , , , fields]) => [name, fields]),
    [
      ['=A', '{"Note":"+a,b"}'],
      ['=B', '{"Note":"\'s-Hertogenbosch"}'],
    ],
  );
});

t.test('circles take the row radius, else the default, in miles', async (t) => {
  const prepared = prepareCsv('name,lat,lng,radius\nA,1,2,16.09344\nB,1,2,\nC,1,2,-1\nD,1,2,x\n', {
    marker_type: 'circle',
    radius_unit: 'km',
    default_radius: 8.04672,
  });
  t.same(
    linesOf(prepared).map((line) => Number(line.split('\t')[7])),
    [10, 5],
  );
  t.same([...prepared.areas], [1, 1]);
  t.same(
    errorsOf(prepared).map(({ code, column }) => [code, column]),
    [
      ['radius_invalid', 'radius'],
      ['radius_invalid', 'radius'],
    ],
  );
});

t.test('an area type falls back to a pin where there is no area', async (t) => {
  const prepared = prepareCsv('name,lat,lng\nA,1,2\n', { marker_type: 'us_county' });
  t.equal(linesOf(prepared)[0]?.split('\t')[3], 'pin');
  t.same([...prepared.areas], [0]);
});

t.test('colours must be of the palette; styles list each pair of category and colour once', async (t) => {
  const prepared = prepareCsv(
    'name,lat,lng,category,color\nA,1,2,X,RED\nB,1,2,X,\nC,1,2,X,red\nD,1,2,,#ff0000\n',
  );
  t.same(prepared.styles, { categories: ['X', 'X'], colors: ['red', null] });
  t.same([...prepared.styleOf], [0, 1, 0]);
  t.match(errorsOf(prepared)[0], { code: 'color_unknown', column: 'color' });
});

t.test('recognised columns without a place of their own are extras, not custom fields', async (t) => {
  const [line] = linesOf(
    prepareCsv('name,lat,lng,photo_url,expire,Note\nA,1,2,http://x/y.png,2030-01-01,n\n'),
  );
  const cells = line!.split('\t');
  t.equal(cells[14], '{"Note":"n"}');
  t.equal(cells[15], '{"photo_url":"http://x/y.png","expire":"2030-01-01"}');
  t.equal(cells[16], '2030-01-02T00:00:00.000Z');
});

t.test('the default country is for rows without one', async (t) => {
  const prepared = prepareCsv('name,lat,lng,country\nA,1,2,\nB,1,2,FR\n', { default_country: 'DE' });
  t.same(
    linesOf(prepared).map((line) => line.split('\t')[12]),
    ['DE', 'FR'],
  );
});

t.test('JSON markers are read with their address and custom fields verbatim', async (t) => {
  const prepared = prepareJson([
    {
      name: ' A ',
      lat: 1,
      lng: 2,
      address: { city: 'X' },
      custom_fields: { lat: 'kept', ['__proto__']: 'plain' },
    },
  ]);
  const cells = linesOf(prepared)[0]!.split('\t');
  t.equal(cells[2], 'A');
  t.equal(cells[10], 'X');
  t.equal(cells[14], '{"lat":"kept","__proto__":"plain"}');
});

t.test('a JSON marker that is invalid is a row error that names the member', async (t) => {
  const prepared = prepareJson([
    5,
    null,
    { lat: 1, lng: 2 },
    { name: 'A', lat: '1', lng: 2 },
    { name: 'A', lat: 91, lng: 2 },
    { name: 'A', address: 'Main St' },
    { name: 'A', lat: 1, lng: 2, custom_fields: { a: 1 } },
    { name: 'A\0', lat: 1, lng: 2 },
    { name: 'B', lat: 1 },
  ]);
  t.equal(prepared.rows, 0);
  t.same(
    errorsOf(prepared).map(({ code, column }) => [code, column]),
    [
      ['value_invalid', null],
      ['value_invalid', null],
      ['name_missing', null],
      ['coordinate_invalid', 'lat'],
      ['coordinate_invalid', 'lat'],
      ['value_invalid', 'address'],
      ['value_invalid', 'a'],
      ['nul_character', 'name'],
      ['location_missing', null],
    ],
  );
});

t.test('lines are completed with category and colour, and left-out rows are gone', async (t) => {
  const prepared = prepareCsv('name,lat,lng,category\nA,1,2,X\nB,1,2,\nC,1,2,X\n');
  const colored = { ...prepared, styles: { ...prepared.styles, colors: ['red', null] } };
  const text = Buffer.from(completeLines(colored, Uint8Array.of(1, 0, 1))).toString();
  t.same(
    text.split('\n').map((line) => line.split('\t').slice(-2)),
    [['X', 'red'], ['X', 'red'], ['']],
  );
});

t.test('a block that does not hold the records that were counted in it is no block', async (t) => {
  const bytes = Buffer.from('A,1,2\nB,1,2\n');
  const block = { index: 0, startByte: 0, endByte: bytes.length, firstRecord: 0, records: 3, firstLine: 2 };
  const plan = {
    format: 'csv' as const,
    encoding: 'utf-8' as const,
    delimiter: ',',
    mapping: mapColumns({ headers: ['name', 'lat', 'lng'] }),
    options: completeOptions({}),
  };
  t.throws(
    () =>
      prepareBlock(bytes, block, {
        plan,
        mapId: 7,
        firstMarkerId: 100,
        palette: new Set(),
        seed: newSeed(),
        geodata,
      }),
    { message: '2 records were read of the 3 that the upload had there' },
  );
});

t.test('areas name rows that have no name, not those of an empty name, in CSV and JSON', async (t) => {
  const meta = { marker_type: 'de_postcode' } as const;
  const address = { zip: '10115', country: 'DE' };
  const namesOf = (prepared: PreparedBlock) => linesOf(prepared).map((line) => line.split('\t')[2]);
  for (const [what, prepared] of [
    ['a cell', prepareCsv('name,zip,country\n,10115,DE\n', meta)],
    ['a blank cell', prepareCsv('name,zip,country\n  ,10115,DE\n', meta)],
    ['a text', prepareJson([{ name: '', address }], meta)],
    ['a blank text', prepareJson([{ name: '  ', address }], meta)],
  ] as const) {
    t.same(namesOf(prepared), [], what);
    t.match(errorsOf(prepared), [{ code: 'name_missing', message: 'the name is empty' }], what);
  }
  for (const [what, prepared] of [
    ['a file without the column', prepareCsv('zip,country\n10115,DE\n', meta)],
    ['no member', prepareJson([{ address }], meta)],
    ['null, as of every member', prepareJson([{ name: null, address }], meta)],
  ] as const) {
    t.same(namesOf(prepared), ['10115'], what);
    t.same(errorsOf(prepared), [], what);
  }
});

t.test('a row without a name whose area is unknown says so', async (t) => {
  const meta = { marker_type: 'us_zip', default_country: 'US' } as const;
  const errors = errorsOf(prepareCsv('zip,lat,lng\n10001,,\n00501,40.81,-73.04\n99999,,\n,0,0\n', meta));
  t.same(
    errors.map(({ index, code, message }) => [index, code, message]),
    [
      [1, 'address_unknown', 'no area is known for "00501", and there is no name for a pin'],
      [2, 'address_unknown', "ZIP '99999' is not known in US"],
      [3, 'address_unknown', 'no area is known at 0, 0, and there is no name for a pin'],
    ],
  );
  const pins = errorsOf(prepareJson([{ lat: 1, lng: 2, type: 'pin' }], { marker_type: 'us_zip' }));
  t.match(pins, [{ code: 'address_unknown' }]);
});

t.test('where no column names the rows, their code, street, town or coordinates do', async (t) => {
  const namesOf = (csv: string, meta = {}) => {
    const prepared = prepareCsv(csv, meta);
    return [linesOf(prepared).map((line) => line.split('\t')[2]), errorsOf(prepared).map(({ code }) => code)];
  };
  const street = 'Straße des 17. Juni';
  t.same(
    namesOf(
      `location_code,street,city,lat,lng\nS-1,${street},Berlin,52.5,13.4\n,${street},Berlin,52.5,13.4\n`,
    ),
    [['S-1', street], []],
  );
  t.same(namesOf('street,city,country\n,Berlin,DE\n'), [['Berlin'], []]);
  t.same(namesOf('lat,lng,city\n52.5,13.40,\n'), [['52.5, 13.40'], []]);
  t.same(namesOf('name,lat,lng,city\n,52.5,13.4,Berlin\n'), [[], ['name_missing']], 'a name column counts');
  t.same(namesOf('lat,lng,Marker Type\n1,2,pin\n', { marker_type: 'us_zip' }), [['1, 2'], []]);
});

t.test('a row whose code names its area is placed by its address, too', async (t) => {
  const prepared = prepareCsv('name,region_code,city,state\nA,94103,San Francisco,CA\n', {
    marker_type: 'us_zip',
  });
  t.match(linesOf(prepared)[0], /\tSan Francisco\tCA\t.*us_zip\/94103\t/);
});

t.test('a whole address of the town that other columns say is stored in its parts', async (t) => {
  const prepared = prepareCsv('name,Where,city,state\nA,"350 5th Ave, New York, NY 10118",New York,N/A\n', {
    column_mapping: { full_address: 'Where' },
  });
  t.same(linesOf(prepared)[0]!.split('\t').slice(8, 14), [
    '350 5th Ave',
    '\\N',
    'New York',
    'NY',
    '\\N',
    '10118',
  ]);
});

t.test(
  'cells of rows that say nothing odd become no strings, which would cost more than all else',
  async (t) => {
    const rows = Array.from({ length: 1000 }, (_, row) => {
      const [country, lat, lng] = [
        ['Österreich', 48.2, 16.3],
        ['France', 46, 3],
        ['USA', 40, -100],
      ][row % 3]!;
      const cells = [
        `Nordstern ${row}`,
        lat,
        lng,
        'Unter den Linden 1',
        'Nîmes',
        '01067',
        country,
        'Café',
        'n° 5',
        'Kiosk',
      ];
      return cells.join(',');
    });
    const { toString: decode } = Buffer.prototype;
    t.teardown(() => {
      Buffer.prototype.toString = decode;
    });
    let strings = 0;
    Buffer.prototype.toString = function (this: Buffer, ...range: Parameters<typeof decode>) {
      strings++;
      return decode.apply(this, range);
    };
    const { lines } = prepareCsv(
      ['name,lat,lng,street,city,zip,country,category,Notes,Kind', ...rows].join('\n'),
    );
    Buffer.prototype.toString = decode;
    t.ok(lines.length > 0);
    t.ok(strings < 300, `${strings} of 10,000 cells`);
  },
);
