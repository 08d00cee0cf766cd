import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { asOwner, finished, importCsv, sharedTestApp } from '../support/app.js';

const { service, call, newMap } = await asOwner(await sharedTestApp(t));
const upload = async (map: number, text: string, query = '') => importCsv(call, map, text, query);

t.test('what is wrong is summed up by code and column, with a hint', async (t) => {
  const job = await upload(await newMap(), 'name,lat,lng\n,1,2\nA,x,2\nB,y,2\nC,1,400\nD,,\nE,1,2\n');
  t.equal(job.error_count, 5);
  t.same(
    job.error_summary.map(({ code, column, count, example }) => [code, column, count, example]),
    [
      ['coordinate_invalid', 'lat', 2, 'lat "x" is not a number'],
      ['name_missing', null, 1, 'the name is empty'],
      ['coordinate_invalid', 'lng', 1, 'lng "400" is not within -180 and 180'],
      ['location_missing', null, 1, 'neither coordinates nor an address that can be located'],
    ],
  );
  for (const { hint } of job.error_summary) t.match(hint, /\.$/);
  t.same((await upload(await newMap(), 'name,lat,lng\nA,1,2\n')).error_summary, []);
});

t.test(
  'a record over 8 MiB is rejected with its size, and stands in the errors file without its content',
  async (t) => {
    const note = 'x'.repeat(9_000_000);
    const reason = (bytes: number) => `the record has ${bytes} bytes, more than the limit of 8388608`;
    const csv = await upload(await newMap(), `name,lat,lng,Note\nA,1,2,a\nB,1,3,${note}\nC,1,4,c\n`);
    t.match(csv, {
      status: 'completed',
      added: 2,
      errors: [{ index: 1, line: 3, code: 'record_too_long', message: reason(9_000_007) }],
    });
    t.equal(
      (await call('GET', csv.errors_url!)).body,
      `name,lat,lng,Note,error\r\n,,,,"${reason(9_000_007)}"\r\n`,
    );

    const marker = { name: 'A', lat: 1, lng: 2 };
    const padding = Array.from({ length: 500 }, (_, i) => ({ ...marker, name: `P${i}` }));
    const markers = [marker, { ...marker, name: 'B', custom_fields: { note } }, ...padding];
    const path = `/maps/${await newMap()}/markers/bulk`;
    const json = await finished(call, (await call('POST', path, { markers })).body);
    const bytes = JSON.stringify(markers[1]).length;
    t.match(json, {
      status: 'completed',
      added: 501,
      errors: [{ index: 1, line: 1, code: 'record_too_long', message: reason(bytes) }],
    });
    t.equal((await call('GET', json.errors_url!)).body, `marker,error\r\n,"${reason(bytes)}"\r\n`);
  },
);

t.test('columns with odd names are summed up too', async (t) => {
  const map = await newMap();
  const at = { lat: 1, lng: 2 };
  const markers = [
    { name: 'A', ...at, custom_fields: { 'a\u0000b': 'x' } },
    { name: 'B', ...at, custom_fields: { '\ud800': 6 } },
    { name: 'C', ...at, custom_fields: { '\ud800': 'y' } },
  ];
  const padding = Array.from({ length: 500 }, (_, i) => ({ name: `P${i}`, lat: 1, lng: 2 }));
  const { body } = await call('POST', `/maps/${map}/markers/bulk`, { markers: [...markers, ...padding] });
  t.match(await finished(call, body), {
    status: 'completed',
    added: 501,
    error_summary: [
      { code: 'nul_character', column: 'a\ufffdb', count: 1 },
      { code: 'value_invalid', column: '\ufffd', count: 1 },
    ],
  });
});

t.test('the mended errors file is imported as it is, formulas and all', async (t) => {
  const map = await newMap();
  const first = await upload(
    map,
    'name;Phone;=Note;lat;lng;\n=A;+49 30;\'-x;-x;-2;u\nB;-12.5;"@q;\r\nz";1;2;\n\'C;;;y;13,5;\n',
  );
  t.match(first, { added: 1, error_count: 2 });
  const { body: file } = await call('GET', first.errors_url!);
  t.equal(
    file,
    "name;Phone;'=Note;lat;lng;;error\r\n" +
      '\'=A;\'+49 30;\'-x;\'-x;-2;u;"lat ""-x"" is not a number"\r\n' +
      '\'C;;;y;"13,5";;"lat ""y"" is not a number"\r\n',
  );

  const second = await upload(map, file.replace("'-x;-2", '-1.5;-2'));
  t.match(second, { added: 1, error_count: 1 });
  t.match(second.mapping.at(-1), { header: 'error', field: null, how: 'ignored' });
  t.same(
    second.mapping.slice(0, -1).map(({ header }) => header),
    // No row of the first import that filled the sixth column was accepted.
    [...first.mapping.map(({ header }) => header), 'Column 6'],
  );
  const { body: rest } = await call('GET', second.errors_url!);
  t.match(rest, /^name;Phone;'=Note;lat;lng;;error\r\n'C;/, 'it has one column of reasons, the new one');

  t.match(await upload(map, rest.replace(';y;', ';1;')), { added: 1, error_count: 0 });
  const { body: page } = await call('GET', `/maps/${map}/markers`);
  t.same(
    page.data.map(({ name, lat, lng, custom_fields }: Record<string, unknown>) => [
      name,
      lat,
      lng,
      custom_fields,
    ]),
    [
      ['B', 1, 2, { Phone: '-12.5', '=Note': '@q;\r\nz' }],
      ['=A', -1.5, -2, { Phone: '+49 30', '=Note': '-x', 'Column 6': 'u' }],
      ["'C", 1, 13.5, {}],
    ],
  );
});

t.test('a file of duplicates that were refused is mended by another policy alone', async (t) => {
  const map = await newMap();
  await upload(map, 'name,lat,lng\nA,1,2\n');
  const job = await upload(map, 'name,lat,lng,city\nA,1,2,X\nB,1,2,\n', '?on_duplicate=error');
  t.match(job, { added: 1, error_count: 1, error_summary: [{ code: 'duplicate', count: 1 }] });
  const { body: file } = await call('GET', job.errors_url!);
  t.match(await upload(map, file, '?on_duplicate=overwrite'), { updated: 1, error_count: 0 });
});

t.test('a mended file is written like its upload and read like it, in any dialect', async (t) => {
  const table = (separator: string, decimal = '.') =>
    [
      ['name', 'lat', 'lng', 'Größe, m²; brutto|netto'],
      ['Köln', `50${decimal}9`, `6${decimal}9`, '1'],
      ['Łódź', 'y', `19${decimal}4`, '12, 13; 14|15'],
      ['Zürich', 'y', `8${decimal}5`, ''],
    ]
      .map((cells) => cells.map((cell) => (/[,;|]/.test(cell) ? `"${cell}"` : cell)).join(separator))
      .join('\r\n');
  const german = table(';', ',').replace('Łódź', 'Fürth');
  const UTF8 = 'text/csv';
  const dialects: [name: string, body: Buffer, separator: string, hasMark: boolean, type?: string][] = [
    ['commas', Buffer.from(table(',')), ',', false],
    ['commas, as Excel saves them in UTF-8', Buffer.from(`\ufeff${table(',')}`), ',', true],
    ['semicolons', Buffer.from(table(';', ',')), ';', true],
    ['semicolons in Windows-1252', Buffer.from(german, 'latin1'), ';', true],
    [
      'commas in a declared charset',
      Buffer.from(table(',').replace('Łódź', 'Fürth'), 'latin1'),
      ',',
      true,
      `${UTF8}; charset=iso-8859-1`,
    ],
    ['tabs', Buffer.from(table('\t')), '\t', false],
    [
      'tabs in UTF-16, as Excel saves Unicode text',
      Buffer.from(`\ufeff${table('\t', ',')}`, 'utf16le'),
      '\t',
      true,
    ],
    ['pipes', Buffer.from(table('|')), '|', false],
  ];
  for (const [name, body, separator, hasMark, type = UTF8] of dialects) {
    const map = await newMap();
    const { body: begun } = await call('POST', `/maps/${map}/markers/bulk`, body, { 'content-type': type });
    const job = await finished(call, begun);
    t.match(job, { added: 1, error_count: 2 }, name);
    // A client of a test drops the mark.
    const text = await readFile(join(service.dataDir, 'spool', `${job.job_id}.errors.csv`), 'utf8');
    t.equal(text.startsWith('\ufeff'), hasMark, `${name}: mark`);
    const header = ['name', 'lat', 'lng', '"Größe, m²; brutto|netto"', 'error'].join(separator);
    t.equal(text.replace('\ufeff', '').split('\r\n')[0], header, `${name}: header`);
    const mended = text.replaceAll(`${separator}y${separator}`, `${separator}10${separator}`);
    const again = await upload(map, mended);
    t.match(again, { added: 2, error_count: 0 }, `${name}: mended`);
    t.same(
      again.mapping.map(({ header, field }) => [header, field]),
      [...job.mapping.map(({ header, field }) => [header, field]), ['error', null]],
    );
  }
});
