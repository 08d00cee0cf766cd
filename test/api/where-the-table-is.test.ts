import t from 'tap';
import { asOwner, CSV, finished, sharedTestApp } from '../support/app.js';
import { handMadeWorkbook, rowsXml } from '../support/workbook-file.js';

const { call } = await asOwner(await sharedTestApp(t, { WORKERS: '2' }));
const XLSX = { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

const newPath = async (): Promise<string> => {
  const { body } = await call('POST', '/maps', { name: 'M' });
  return `/maps/${body.id}/markers/bulk`;
};
const imported = async (path: string, body: string | Buffer, headers: Record<string, string> = CSV) =>
  finished(call, (await call('POST', path, body, headers)).body);
const namesOn = async (path: string): Promise<string[]> =>
  (await call('GET', path.replace('/bulk', ''))).body.data.map(({ name }: { name: string }) => name);

const HINT =
  'Rows that were skipped or left out are not counted; to read other rows, give header_row or skip_rows_after.';
const FRAMED = [
  'Store list 2026,,,',
  'All that are open,,,',
  ',,,',
  'Shop,Latitude,Longitude,Visitors',
  'North,53.8,-1.55,12',
  'South,953,-1.08,30',
  'Shop,Latitude,Longitude,Visitors',
  'East,53.74,-0.33,7',
  'Total,,,49',
  '',
  'Source: our own survey,,,',
  '',
].join('\n');
const NOTES = [
  'The header is row 4; rows 1 to 3 above it were skipped: a title, a note and an empty row.',
  'Rows 9 and 11 below the table were left out: a total and a footer.',
  'Row 7 was left out, as it repeats the header.',
  HINT,
];

t.test('a table is imported without what stands above, below and between its rows', async (t) => {
  const path = await newPath();
  const job = await imported(path, FRAMED);
  t.match(job, { status: 'completed', total: 3, added: 2, error_count: 1 });
  t.same(job.notes, NOTES);
  t.match(job.errors, [{ index: 1, line: 6, code: 'coordinate_invalid' }]);
  t.same(await namesOn(path), ['North', 'East']);

  const errors = await call('GET', `/jobs/${job.job_id}/errors.csv`);
  t.match(errors.body, /^Shop,Latitude,Longitude,Visitors,error\r\nSouth,953,-1\.08,30,"/);
  const mended = await imported(path, errors.body.replace('953', '53.96'));
  t.match(mended, { status: 'completed', added: 1, notes: [] });
});

t.test('sums below the table need no label', async (t) => {
  const lines = Array.from({ length: 100 }, (_, i) => `${i};Shop ${i};${1 + i / 8};2;1.000,50;${i}`);
  const header = 'No;Name;Lat;Lng;Sales;Visitors';
  for (const [rows, last, row] of [
    [lines.slice(0, 3), ';;;;3.001,50;3', 5],
    [lines, ';;;;100.050,00;4950', 102],
  ] as const) {
    const job = await imported(await newPath(), [header, ...rows, last].join('\n'));
    t.match(job, { total: rows.length, added: rows.length, error_count: 0 });
    t.same(job.notes, [`Row ${row} below the table was left out: a total.`, HINT]);
  }
  // These are no sums, or have a place or a number.
  for (const [rows, last] of [
    [lines.slice(0, 3), ';;;;3.001,51;3'],
    [lines.slice(0, 3), ';;3,375;6;;'],
    [lines.slice(0, 3), '9;;;;3.001,50;'],
    [lines, ';;;;1.000,50;100'],
  ] as const)
    t.match(
      await imported(await newPath(), [header, ...rows, last].join('\n')),
      { total: rows.length + 1 },
      last,
    );
});

t.test('a dry run tells where the table is, and what an import would do', async (t) => {
  const { body } = await call('POST', `${await newPath()}?dry_run=true`, FRAMED, CSV);
  t.match(body, {
    header_row: 4,
    skipped_row_count: 6,
    counts: { total: 3, added: 2, rejected: 1 },
  });
  t.same(body.skipped_rows, [
    { row: 1, reason: 'title' },
    { row: 2, reason: 'note' },
    { row: 3, reason: 'empty' },
    { row: 7, reason: 'repeated_header' },
    { row: 9, reason: 'total' },
    { row: 11, reason: 'footer' },
  ]);
  t.same(body.notes, NOTES);
  t.same(
    body.rows.map(({ line }: { line: number }) => line),
    [5, 6, 8],
  );
});

t.test('a dry run shows the first 100 rows that are no data', async (t) => {
  const pages = 'name,lat,lng\nA,1,2\n'.repeat(120);
  const { body } = await call('POST', `${await newPath()}?dry_run=true`, `${pages}Total,,\n`, CSV);
  t.match(body, { skipped_row_count: 120, counts: { total: 120 } });
  t.equal(body.skipped_rows.length, 100);
  t.match(body.notes[0], /^Row 241 below the table was left out: a total\.$/);
});

t.test('a header of two rows is joined, with its units', async (t) => {
  const path = await newPath();
  const job = await imported(
    path,
    'Store,,Position,,Area,\nName,City,lat,lng,Radius,Staff\n,,°,°,km,\nNorth,Leeds,53.8,-1.55,5,three\nSouth,York,953,-1.08,6,four\n',
  );
  t.same(
    job.mapping.map(({ header, field }: { header: string; field: string | null }) => [header, field]),
    [
      ['Store Name', 'name'],
      ['Store City', 'city'],
      ['lat', 'lat'],
      ['lng', 'lng'],
      ['Area Radius (km)', 'radius'],
      ['Area Staff', null],
    ],
  );
  t.same(job.notes.slice(0, 2), [
    'The header is rows 1 and 2, joined.',
    'Row 3 below the header describes the columns and was skipped; units in it were added to their names.',
  ]);
  const errors = await call('GET', `/jobs/${job.job_id}/errors.csv`);
  t.match(errors.body, /^Store Name,Store City,lat,lng,Area Radius \(km\),Area Staff,error\r\n/);
  const mended = await imported(path, errors.body.replace('953', '53.96'));
  t.match(mended, { status: 'completed', added: 1, notes: [] });
  t.same(
    mended.mapping.map(({ field }: { field: string | null }) => field).slice(0, 5),
    job.mapping.map(({ field }: { field: string | null }) => field).slice(0, 5),
  );
});

t.test('a sheet is read by its rows, with headers that are merged over groups', async (t) => {
  const rows = [
    ['Stores\nof 2026'],
    [],
    ['Name', 'Position', null, 'Contact'],
    [null, 'lat', 'lng', 'Phone', 'Mail'],
    ['North', 53.8, -1.55, '0113 1', 'n@example.com'],
    ['South', 953, -1.08, '0113 2', 's@example.com'],
    ['Total', null, null, 2],
  ];
  const merges = '<mergeCells count="2"><mergeCell ref="B3:C3"/><mergeCell ref="D3:E3"/></mergeCells>';
  const book = handMadeWorkbook({ sheet: rowsXml(rows), behind: merges });
  const path = await newPath();
  const job = await imported(path, book, XLSX);
  t.match(job, { status: 'completed', total: 2, added: 1, errors: [{ line: 6 }] });
  t.same(
    job.mapping.map(({ header }: { header: string }) => header),
    ['Name', 'lat', 'lng', 'Contact Phone', 'Contact Mail'],
  );
  t.same(job.notes, [
    'The header is rows 3 and 4, joined; rows 1 and 2 above it were skipped: a title and an empty row.',
    'Row 7 below the table was left out: a total.',
    HINT,
  ]);
  const told = await call('POST', `${path}?dry_run=true&header_row=4&skip_rows_after=5`, book, XLSX);
  t.match(told.body, { header_row: 4, skipped_row_count: 5, counts: { total: 1 } });
  t.same(
    told.body.skipped_rows.map(({ row, reason }: { row: number; reason: string }) => `${row} ${reason}`),
    ['1 title', '2 empty', '3 note', '6 footer', '7 footer'],
  );
  const refused = await call('POST', `${path}?header_row=8`, book, XLSX);
  t.equal(refused.status, 400);
  t.match(refused.body.error.message, /^header_row: row 8 lies beyond the last row, 7:/);
});

t.test('a header below parameters of a report that are as full as it is named', async (t) => {
  const path = await newPath();
  const table = [
    'Name,Street,City,ZIP',
    'S1,Unter den Linden 1,Berlin,10117',
    'S2,Torstr. 5,Berlin,10119',
    '',
  ];
  for (const above of [
    ['Country,Germany,Status,open', 'City,Berlin,Year,2026'],
    ['Report of sales,,,', 'Region: North,,Period,2026-01-01', 'Prepared by,J. Doe,Page,1'],
    ['write,notes,above,their', 'or,cells,,tables'],
  ]) {
    const csv = [...above, ',,,', ...table].join('\n');
    const row = above.length + 2;
    const { status, body } = await call('POST', path, csv, CSV);
    if (status === 202) {
      // The recogniser has found it by itself.
      t.match(await finished(call, body), { added: 2, error_count: 0 }, above[0]!);
      continue;
    }
    t.equal(status, 400);
    t.match(
      body.error.message,
      new RegExp(`row ${row} looks like a header: upload again with header_row=${row},`),
    );
    t.match(await imported(`${path}?header_row=${row}&duplicates=add`, csv), { error_count: 0 });
    t.equal((await call('POST', `${path}?dry_run=true`, csv, CSV)).status, 400);
    t.equal((await call('POST', `${path}?header_row=1`, csv, CSV)).status, 202, 'told, it is read so');
  }
});

t.test('header_row and skip_rows_after overrule what would be found', async (t) => {
  const path = await newPath();
  const job = await imported(`${path}?header_row=4&skip_rows_after=6`, FRAMED);
  t.match(job, { status: 'completed', total: 2, added: 1, error_count: 1 });
  t.notOk('header_row' in job.options || 'skip_rows_after' in job.options, 'a mended file has no such rows');
  t.same(job.notes, [
    'The header is row 4; rows 1 to 3 above it were skipped: a title, a note and an empty row.',
    'Rows 7, 8, 9 and 11 below the table were left out: footers.',
  ]);
  const form = new FormData();
  form.append('meta', JSON.stringify({ skip_rows_after: 5 }));
  form.append('file', new Blob([FRAMED], { type: 'text/csv' }), 'stores.csv');
  const sent = await finished(call, (await call('POST', path, form)).body);
  t.match(sent, { status: 'completed', total: 1 });
});

t.test(
  'options that say where the table is are refused behind the file, and where no row has that number',
  async (t) => {
    const path = await newPath();
    const late = new FormData();
    late.append('file', new Blob([FRAMED], { type: 'text/csv' }), 'stores.csv');
    late.append('meta', JSON.stringify({ header_row: 4, skip_rows_after: 5 }));
    const refusals = await Promise.all([
      call('POST', path, late),
      call('POST', `${path}?header_row=40`, FRAMED, CSV),
      call('POST', `${path}?header_row=10`, FRAMED, CSV),
      call('POST', `${path}?skip_rows_after=2`, FRAMED, CSV),
      call('POST', `${path}?header_row=0`, FRAMED, CSV),
    ]);
    t.same(
      refusals.map(({ status }) => status),
      [400, 400, 400, 400, 400],
    );
    const messages = refusals.map(({ body }) => body.error.message);
    t.match(messages[0], 'header_row, skip_rows_after come too late, the file is read already');
    t.match(messages[1], 'header_row: row 40 lies beyond the last row, 11');
    t.match(messages[2], 'header_row: row 10 is empty');
    t.match(messages[3], 'skip_rows_after: row 2 stands above the header, row 4');
  },
);

t.test(
  'headers on each page of a file of many blocks make no rows, and errors keep their lines',
  async (t) => {
    const path = await newPath();
    const pages = Array.from({ length: 300 }, (_, page) => {
      const rows = Array.from(
        { length: 50 },
        (_, i) =>
          `Branch ${page}-${i} of the north,${page === 250 && i === 49 ? 'x' : page / 10},${i / 10},Retail\n`,
      );
      return `name,lat,lng,Kind\n${rows.join('')}`;
    });
    const job = await imported(path, `Stores\n\n${pages.join('')}Total,,,\n`);
    t.match(job, { status: 'completed', total: 15_000, added: 14_999, error_count: 1, skipped: 0 });
    t.match(job.errors, [{ index: 250 * 50 + 49, line: 2 + 251 * 51 }]);
    t.match(job.notes, [
      'The header is row 3; rows 1 and 2 above it were skipped: a title and an empty row.',
      'Row 15303 below the table was left out: a total.',
      '299 rows from row 54 on were left out, as they repeat the header.',
    ]);
    const errors = await call('GET', `/jobs/${job.job_id}/errors.csv`);
    t.match(errors.body, /^name,lat,lng,Kind,error\r\nBranch 250-49 of the north,x,4\.9,Retail,.*\r\n$/);
  },
);

t.test('a declared dialect has its title and its total, too', async (t) => {
  const path = `${await newPath()}?dry_run=true&quote=%27&comment=%23`;
  const text = "# a comment\n'Stores, all of them'\n\nname,lat,lng\n'A, B',1,2\nname,lat,lng\nTotal,,\n";
  const { body } = await call('POST', path, text, CSV);
  t.match(body, { header_row: 4, skipped_row_count: 5, counts: { total: 1, added: 1 }, rows: [{ line: 5 }] });
});

t.test('JSON and GeoJSON have no rows of that kind', async (t) => {
  const path = await newPath();
  const query = '?header_row=2&skip_rows_after=3';
  const json = await call('POST', path + query, { markers: [{ name: 'A', lat: 1, lng: 2 }] });
  t.equal(json.status, 200);
  t.equal(json.headers.get('x-ignored-params'), 'header_row, skip_rows_after');
  const feature = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [3, 4] },
    properties: { name: 'B' },
  };
  const geojson = await call('POST', `${path}${query}&dry_run=true`, JSON.stringify(feature), {
    'content-type': 'application/geo+json',
  });
  t.match(geojson.body, { header_row: null, skipped_rows: [], skipped_row_count: 0, counts: { total: 1 } });
  t.equal(geojson.headers.get('x-ignored-params'), 'header_row, skip_rows_after');
});
