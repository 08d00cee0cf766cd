import t from 'tap';
import { asOwner, finished, sharedTestApp } from '../support/app.js';

const { service, call, newMap } = await asOwner(await sharedTestApp(t));

async function upload(map: number, text: string, meta: object) {
  const form = new FormData();
  form.set('meta', JSON.stringify(meta));
  form.set('file', new Blob([text], { type: 'text/csv' }), 'file.csv');
  const { status, body } = await call('POST', `/maps/${map}/markers/bulk`, form);
  t.equal(status, 202, JSON.stringify(body));
  return finished(call, body);
}

t.test('a mended file of rejected rows is uploaded with the options that the job shows', async (t) => {
  const map = await newMap();
  const meta = {
    column_mapping: { name: 'Was', lat: 1, lng: 2 },
    ignore: ['Secret'],
    on_duplicate: 'overwrite',
    marker_type: 'circle',
    default_radius: 3,
    radius_unit: 'km',
    delimiter: ';',
    encoding: 'windows-1252',
    choropleth: { field: 'Sales', classes: 3 },
  };
  const text = 'Was;Breite;Länge;Secret;Sales\nA;1;2;x;10\nB;x;2;x;20\n';
  const job = await upload(map, text, meta);
  t.match(job, { added: 1, error_count: 1 });
  const { delimiter: _, encoding: __, ...shown } = meta;
  t.same(job.options, {
    ...shown,
    match: 'place',
    on_new: 'add',
    auto_map: true,
    default_drive_time: 10,
    remember: false,
  });
  t.same((await call('GET', '/jobs')).body.data[0].options, job.options, 'in a list, too');

  const errors: string = (await call('GET', job.errors_url!)).body;
  const again = await upload(map, errors.replace('B;x', 'B;2'), job.options);
  t.match(again, { added: 1, error_count: 0 });
  const markers = (await call('GET', `/maps/${map}/markers`)).body.data;
  t.same(
    markers.map((each: { name: string; type: string; radius: number; custom_fields: object }) => [
      each.name,
      each.type,
      each.radius.toFixed(4),
      each.custom_fields,
    ]),
    [
      ['A', 'circle', '1.8641', { Sales: '10' }],
      ['B', 'circle', '1.8641', { Sales: '20' }],
    ],
  );
});

t.test('a job does not repeat members that no option has', async (t) => {
  const known = { choropleth: { field: 'Sales' }, demographics: { fields: ['population'] } };
  const meta = {
    marker_typ: 'circle',
    choropleth: { ...known.choropleth, colour: 'red' },
    demographics: { ...known.demographics, levl: 'us_zip' },
  };
  const job = await upload(await newMap(), 'name,lat,lng,Sales\nA,40,-100,10\nB,41,-90,20\n', meta);
  t.equal(job.added, 2);
  const { choropleth, demographics, marker_typ } = job.options as Record<string, unknown>;
  t.same({ choropleth, demographics, marker_typ }, { ...known, marker_typ: undefined });
});

t.test('rows that were skipped are listed with whom they met', async (t) => {
  const map = await newMap();
  const text = 'name,lat,lng,Note\nA,1,2,"a, b"\nB,1,3,x\nA,1,2,y\nC,x,4,z\n';
  const first = await upload(map, text, {});
  t.match(first, { added: 2, skipped: 1, error_count: 1 });
  const read = await call('GET', first.skipped_url!);
  t.equal(read.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.equal(read.body, 'name,lat,lng,Note,error\r\nA,1,2,y,skipped as a duplicate of line 2\r\n');
  const [a, b] = (await call('GET', `/maps/${map}/markers`)).body.data;
  const second = await upload(map, text, {});
  t.equal(
    (await call('GET', second.skipped_url!)).body,
    `name,lat,lng,Note,error\r\nA,1,2,"a, b",skipped as a duplicate of marker ${a.id}\r\n` +
      `B,1,3,x,skipped as a duplicate of marker ${b.id}\r\nA,1,2,y,skipped as a duplicate of marker ${a.id}\r\n`,
  );
  const none = await upload(await newMap(), 'name,lat,lng\nA,1,2\n', {});
  t.equal(none.skipped_url, null);
  t.equal((await call('GET', `/jobs/${none.job_id}/skipped.csv`)).status, 404);
});

t.test('a batch of JSON names the marker of the batch', async (t) => {
  const map = await newMap();
  const markers = Array.from({ length: 501 }, (_, i) => ({ name: `P${i % 500}`, lat: 1, lng: 2 }));
  const job = await finished(call, (await call('POST', `/maps/${map}/markers/bulk`, { markers })).body);
  t.match(job, { added: 500, skipped: 1 });
  t.match((await call('GET', job.skipped_url!)).body, /skipped as a duplicate of markers\[0\]\r\n$/);
});

t.test('a million skipped rows are a few runs', async (t) => {
  const map = await newMap();
  const rows = 30_000;
  const text = `name,lat,lng\n${Array.from({ length: rows }, (_, i) => `P${i},${i / 1000},1\n`).join('')}`;
  await upload(map, text, {});
  const job = await upload(map, text, {});
  t.equal(job.skipped, rows);
  const [{ bytes }] = await service.app.sql<[{ bytes: number }]>`
    SELECT sum(octet_length(skips::text))::int AS bytes FROM import_blocks WHERE job_id = ${job.job_id}`;
  t.ok(bytes < 2000, `${bytes} bytes of ledger`);
  t.equal((await call('GET', job.skipped_url!)).body.split('\r\n').length, rows + 2);
});
