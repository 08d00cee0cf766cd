import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { asOwner, CSV, importCsv, sharedTestApp } from '../support/app.js';

const { service, call, newMap } = await asOwner(await sharedTestApp(t, { WORKERS: '2' }));
const bulk = (map: number, query = '') => `/maps/${map}/markers/bulk${query}`;
const imported = (map: number, text: string, query = '') => importCsv(call, map, text, query);

t.test('tells how the upload is read and what would become of it', async (t) => {
  const map = await newMap();
  await imported(map, 'name,lat,lng,category\nOld,1,2,Known\n');
  const text =
    'name;lat;lng;category;color;city;Phone;photo_url;\n' +
    'New;1,5;2;Fresh;;Rome;55;http://x/y.png;\nOld;1;2;Unknown;;;;;\n\nBad;x;2;;;;;;\nNew;1.5;2;;;;;;\nSame;-3;4;Known;;;;;\nRed;5;6;More;red;;;;\n';
  const { status, body } = await call('POST', bulk(map, '?dry_run=true'), text, CSV);
  t.equal(status, 200);
  const { rows, mapping, ...rest } = body;
  t.same(rest, {
    sheet: null,
    sheets: [],
    encoding: 'utf-8',
    delimiter: ';',
    header_row: 1,
    skipped_rows: [],
    skipped_row_count: 0,
    counts: { total: 6, added: 3, updated: 0, unchanged: 0, skipped: 2, rejected: 1, deleted: 0 },
    changes: [],
    placed: { coordinates: 5, street: 0, postal: 0, city: 0, state: 0, area: 0, country: 0 },
    areas: { exact: 0, approximate: 0, none: 0 },
    drive_times: { known: 0, to_draw: 0, none: 0 },
    classes: [],
    error_summary: [
      {
        code: 'coordinate_invalid',
        column: 'lat',
        count: 1,
        example: 'lat "x" is not a number',
        hint: rest.error_summary[0].hint,
      },
    ],
    notes: [],
  });
  t.equal(mapping.length, 8, 'the column without name and values is not shown');
  t.match(mapping[0], {
    ...{ header: 'name', field: 'name', how: 'exact', confidence: 1, second_best: null },
    ...{ why: 'the header is the name of the field', samples: ['New', 'Old', 'Bad'] },
  });
  t.match(mapping[6], { index: 6, header: 'Phone', field: null, how: 'custom', samples: ['55'] });
  t.same(rows[0], {
    index: 0,
    line: 2,
    outcome: 'added',
    marker: {
      id: null,
      map_id: map,
      name: 'New',
      type: 'pin',
      address: { city: 'Rome' },
      lat: 1.5,
      lng: 2,
      radius: null,
      radius_unit: null,
      category: 'Fresh',
      color: 'blue',
      custom_fields: { Phone: '55' },
      region_source: null,
      created_at: null,
      updated_at: null,
      photo_url: 'http://x/y.png',
    },
    error: null,
  });
  t.same(
    rows.map(({ index, line, outcome, marker, error }: Record<string, never>) => [
      index,
      line,
      outcome,
      (marker as unknown as { color?: string } | null)?.color ?? null,
      (error as unknown as { code?: string } | null)?.code ?? null,
    ]),
    [
      [0, 2, 'added', 'blue', null],
      [1, 3, 'skipped', null, null],
      [2, 5, 'rejected', null, 'coordinate_invalid'],
      [3, 6, 'skipped', null, null],
      [4, 7, 'added', 'red', null],
      [5, 8, 'added', 'red', null],
    ],
  );

  const job = await imported(map, text);
  t.match(job, { added: 3, skipped: 2, error_count: 1 });
  const { data } = (await call('GET', `/maps/${map}/markers`)).body;
  t.same(
    data
      .slice(1)
      .map(
        ({ id: _id, created_at: _at, updated_at: _updatedAt, ...marker }: Record<string, unknown>) => marker,
      ),
    rows
      .filter(({ outcome }: { outcome: string }) => outcome === 'added')
      .map(
        ({
          marker: { id: _id, created_at: _at, updated_at: _updatedAt, ...marker },
        }: {
          marker: Record<string, unknown>;
        }) => marker,
      ),
    'the import makes exactly these markers',
  );
});

t.test('shows long rows in part, and says so', async (t) => {
  const map = await newMap();
  const wide = Array.from({ length: 400 }, (_, i) => `F${i}`);
  const cell = 'é😀'.repeat(400);
  const row = `${'N'.repeat(2000)},1,2,${'C'.repeat(1001)},${wide.map(() => cell).join(',')}\n`;
  const text = `name,lat,lng,category,${wide.join(',')}\n${row.repeat(5)}`;
  const { status, body } = await call('POST', bulk(map, '?dry_run=true'), text, CSV);
  t.equal(status, 200);
  t.ok(Buffer.byteLength(JSON.stringify(body.rows)) < 2 << 20, 'of 5 MB');
  const { marker } = body.rows[0];
  t.equal(marker.name, `${'N'.repeat(1000)}…`);
  t.equal(marker.category, `${'C'.repeat(1000)}…`);
  t.equal(marker.custom_fields.F0, `${'é😀'.repeat(333)}é…`, 'no half of a pair');
  t.equal(Object.keys(marker.custom_fields).length, 32);
  t.match(body.notes, [/^Long rows are shown in part here: texts up to 1000 characters/]);
  const short = await call('POST', bulk(map, '?dry_run=true'), 'name,lat,lng,F\nA,1,2,3\n', CSV);
  t.same(short.body.notes, []);
});

t.test('leaves nothing behind and costs nothing', async (t) => {
  const client = await service.client({ email: 'frugal@example.com', quotaBulk: 0 });
  const { body: map } = await client('POST', '/maps', { name: 'M' });
  const before = await readdir(join(service.dataDir, 'spool'));
  const text = 'name,lat,lng,category,Note\nA,1,2,C,x\n';
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => client('POST', bulk(map.id, '?dry_run=true&remember=true'), text, CSV)),
  );
  for (const { status, body } of answers) t.match([status, body.counts], [200, { added: 1 }]);
  t.same(await readdir(join(service.dataDir, 'spool')), before);
  t.same((await client('GET', '/jobs')).body.data, []);
  t.match((await client('GET', '/me')).body.quotas.bulk, { used: 0 });
  t.equal((await client('GET', `/maps/${map.id}`)).body.marker_count, 0);
  const { sql } = service.app;
  t.same(await sql`SELECT FROM legend_entries WHERE map_id = ${map.id}`, []);
  t.same(await sql`SELECT FROM field_definitions WHERE map_id = ${map.id}`, []);
  t.same(await sql`SELECT FROM header_memory`, []);
  t.equal((await client('POST', bulk(map.id), text, CSV)).status, 429, 'the import itself has no quota');
});

t.test('works for JSON and multipart, and meta wins over the query', async (t) => {
  const map = await newMap();
  const json = await call('POST', bulk(map, '?dry_run=true'), {
    markers: [{ name: 'A', lat: 1, lng: 2, custom_fields: { a: 'b' } }, { name: 'B' }],
  });
  t.equal(json.status, 200);
  t.match(json.body, {
    delimiter: null,
    mapping: [],
    counts: { total: 2, added: 1, rejected: 1 },
    rows: [{ marker: { name: 'A', custom_fields: { a: 'b' } } }, { error: { code: 'location_missing' } }],
  });
  const send = (meta: object, query = '') => {
    const form = new FormData();
    form.append('file', new Blob(['T,lat,lng\nB,1,2\n']), 'a.csv');
    form.append('meta', JSON.stringify(meta));
    return call('POST', bulk(map, query), form);
  };
  const multipart = await send({ dry_run: true, column_mapping: { name: 'T' }, marker_type: 'circle' });
  t.equal(multipart.status, 200);
  t.match(multipart.body, {
    counts: { added: 1 },
    mapping: [{ field: 'name', how: 'explicit' }],
    rows: [{ marker: { type: 'circle', radius: 5, radius_unit: 'miles' } }],
  });
  t.equal((await send({ dry_run: false, column_mapping: { name: 'T' } }, '?dry_run=true')).status, 202);
});

t.test('what an import refuses as a whole, a dry run refuses', async (t) => {
  const map = await newMap();
  for (const text of ['', 'name\n"open'])
    t.equal((await call('POST', bulk(map, '?dry_run=true'), text, CSV)).status, 400);
  t.equal((await call('POST', bulk(map, '?dry_run=maybe'), 'name\n', CSV)).status, 400);
  t.equal((await call('POST', bulk(999_999, '?dry_run=true'), 'name\n', CSV)).status, 404);
  const empty = await call('POST', bulk(map, '?dry_run=true'), 'name,lat,lng\n', CSV);
  t.match([empty.status, empty.body.counts.total, empty.body.rows], [200, 0, []]);
});

/**
 * Rows that repeat each other, across blocks too, and some that cannot be.
 * @param grade of the rows; null: a few different ones
 */
function oddRows(count: number, seed: number, grade: string | null = null): string {
  const lines = ['name,lat,lng,Filler,Grade,category,color,expire'];
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const some = (...texts: string[]): string => texts[next(texts.length)]!;
  for (let i = 0; i < count; i++) {
    const place = next(count);
    const lng = next(10) === 0 ? '-180' : String(place % 170);
    const lat = next(50) === 0 ? 'x' : (place / 1000).toFixed(next(2) === 0 ? 3 : 5);
    const style = some(',', 'A,', 'B,', 'C,red', ',blue');
    const expire = next(30) === 0 ? '2020-01-01' : '';
    lines.push(
      `"N\t${place % 997}\\",${lat},${lng},${'f'.repeat(1000)},${grade ?? some('', '1', '2')},${style},${expire}`,
    );
  }
  return lines.join('\n');
}

t.test('the counts are those of the import that follows, over many blocks', async (t) => {
  for (const policy of ['skip', 'error', 'overwrite']) {
    const map = await newMap();
    await imported(map, oddRows(350, 1, '1'));
    const text = oddRows(1400, 2).replaceAll(',-180,', ',180,');
    const { body } = await call('POST', bulk(map, `?dry_run=true&on_duplicate=${policy}`), text, CSV);
    const job = await imported(map, text, `?on_duplicate=${policy}`);
    t.same(
      body.counts,
      {
        total: job.total,
        added: job.added,
        updated: job.updated,
        unchanged: job.unchanged,
        skipped: job.skipped,
        rejected: job.error_count,
        deleted: 0,
      },
      policy,
    );
    t.same(body.error_summary, job.error_summary);
    t.ok(job.added > 0 && job.error_count > 0);
    t.ok(policy === 'error' || job.updated + job.unchanged + job.skipped! > 100);
    t.ok(policy !== 'overwrite' || (job.updated > 50 && job.unchanged > 10));
  }
});

t.test('tells which rows change nothing, are too long for their marker, or make it a pin', async (t) => {
  const map = await newMap();
  const fields = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`${prefix}${i}`, 'x']));
  const here = { lat: 1, lng: 2 };
  const first = await call('POST', bulk(map), {
    markers: [
      { name: 'Wide', ...here, custom_fields: fields('a') },
      { name: 'Same', ...here, category: 'A' },
    ],
  });
  t.match(first, { status: 200, body: { added: 2 } });
  await call('POST', `/maps/${map}/markers`, { name: 'Round', ...here, type: 'circle', radius: 3 });
  const markers = [
    { name: 'Same', ...here, category: 'A' },
    { name: 'Wide', ...here, custom_fields: fields('b') },
    { name: 'Round', ...here },
    { name: 'Round', ...here },
    { name: 'New', ...here, custom_fields: fields('a') },
    { name: 'New', ...here, custom_fields: fields('b') },
    { name: 'New', ...here, category: 'B' },
  ];
  const { body } = await call('POST', bulk(map, '?dry_run=true&on_duplicate=overwrite'), { markers });
  t.same(
    body.rows.map(({ outcome }: { outcome: string }) => outcome),
    ['unchanged', 'rejected', 'updated', 'unchanged', 'added', 'rejected', 'updated'],
  );
  t.match(body.rows[5], { index: 5, marker: null, error: { index: 5, code: 'fields_too_long' } });
  t.same(body.counts, { total: 7, added: 1, updated: 2, unchanged: 2, skipped: 0, rejected: 2, deleted: 0 });
  t.match(body.error_summary, [{ code: 'fields_too_long', count: 2 }]);
  t.match(body.notes, [/^1 marker that was an area, a circle or a drive time became a pin, /]);
  const { body: done } = await call('POST', bulk(map, '?on_duplicate=overwrite'), { markers });
  t.match(done, { added: 1, updated: 2, unchanged: 2, errors: [{ index: 1 }, { index: 5 }] });
});

t.test('a dry run and an import count the same rows that make pins of markers', async (t) => {
  const map = await newMap();
  const header = 'name,lat,lng,marker_type,radius\n';
  await imported(map, `${header}A,1,2,circle,5\nB,1,2,circle,5\n`);
  // A later row makes a circle of it again.
  const text = `${header}A,1,2,,\nB,1,2,,\nA,1,2,circle,5\n`;
  const query = '?on_duplicate=overwrite';
  const { body } = await call('POST', bulk(map, `${query}&dry_run=true`), text, CSV);
  t.match(body.notes, [/^2 markers that were areas, circles or drive times became pins, /]);
  t.same((await imported(map, text, query)).notes, body.notes);
});
