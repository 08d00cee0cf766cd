import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { finishJob } from '../../src/store/jobs.js';
import { CSV, finished, importCsv, startTestApp } from '../support/app.js';

const service = await startTestApp(t, { MAX_UPLOAD_BYTES: '2000000', ROW_LIMIT: '2000' });
const call = await service.client();
const newMap = async (): Promise<number> => (await call('POST', '/maps', { name: 'M' })).body.id;
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => `P${i},${i % 90},${i % 180}`).join('\n');
const uploads = async () =>
  (await readdir(join(service.dataDir, 'spool'))).filter((name) => /\.upload(\.part)?$/.test(name));
/** The uploads of jobs that have ended are removed; those of earlier tests may still be under way. */
const emptySpool = async () => {
  while ((await uploads()).length > 0) await delay(10);
};

t.test('CSV is answered 202 with a job that completes', async (t) => {
  const map = await newMap();
  const { status, body } = await call(
    'POST',
    `/maps/${map}/markers/bulk`,
    `name,lat,lng,Extra\n${rows(1000)}`,
    { 'content-type': 'Text/CSV; charset=UTF-8' },
  );
  t.equal(status, 202);
  t.match(body, {
    job_id: /^job_[A-Za-z0-9]+$/,
    kind: 'bulk_import',
    status: 'queued',
    added: 0,
    errors: [],
    total: 1000,
  });
  const job = await finished(call, body);
  t.match(job, {
    status: 'completed',
    added: 1000,
    updated: 0,
    skipped: 0,
    processed: 1000,
    error_count: 0,
    errors_url: null,
    started_at: /Z$/,
    completed_at: /Z$/,
  });
  t.same(
    job.mapping.map(({ index, header, field, how }) => [index, header, field, how]),
    [
      [0, 'name', 'name', 'exact'],
      [1, 'lat', 'lat', 'exact'],
      [2, 'lng', 'lng', 'exact'],
      [3, 'Extra', null, 'custom'],
    ],
  );
  t.equal((await call('GET', `/maps/${map}`)).body.marker_count, 1000);
});

t.test('a column without a header is dropped when it is empty and numbered when it is not', async (t) => {
  const job = await importCsv(call, await newMap(), 'name,lat,lng,,\nA,1,2,,\nB,1,2,,x\n');
  t.same(
    job.mapping.map(({ index, header }) => [index, header]),
    [
      [0, 'name'],
      [1, 'lat'],
      [2, 'lng'],
      [4, 'Column 5'],
    ],
  );
});

t.test('rejected rows are told in the job and in a CSV file of their own', async (t) => {
  const map = await newMap();
  const job = await importCsv(call, map, 'name;lat;lng\nA;1;2\nB;x;2\n');
  t.match(job, {
    added: 1,
    error_count: 1,
    errors: [{ index: 1, line: 3, code: 'coordinate_invalid', column: 'lat' }],
  });
  const { headers, body: file } = await call('GET', job.errors_url!);
  t.match(headers.get('content-type'), /^text\/csv/);
  t.equal(file, 'name;lat;lng;error\r\nB;x;2;"lat ""x"" is not a number"\r\n');
  const stranger = await service.client({ email: 'stranger@example.com' });
  t.equal((await stranger('GET', job.errors_url!)).status, 404);
  t.equal((await stranger('GET', job.status_url)).status, 404);
});

t.test('a JSON batch of 500 is answered 200 when it is done, one of 501 is a job', async (t) => {
  const map = await newMap();
  const markers = Array.from({ length: 501 }, (_, i) => ({
    name: `J${i}`,
    lat: 1,
    lng: 2,
    category: 'C',
    custom_fields: { n: `${i}` },
  }));
  const small = await call('POST', `/maps/${map}/markers/bulk`, { markers: markers.slice(0, 500) });
  t.equal(small.status, 200);
  t.same(small.body, { added: 500, updated: 0, unchanged: 0, skipped: 0, deleted: 0, errors: [] });
  const large = await call('POST', `/maps/${map}/markers/bulk`, { markers });
  t.equal(large.status, 202);
  t.match(await finished(call, large.body), { added: 1, skipped: 500 });
  t.same((await call('POST', `/maps/${map}/markers/bulk`, { markers: [] })).body, {
    added: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    deleted: 0,
    errors: [],
  });
  const { body } = await call('POST', `/maps/${map}/markers/bulk`, {
    markers: [
      { name: 'A', lat: 95, lng: 2 },
      { name: 'B', lat: 1, lng: 2 },
    ],
  });
  t.match(body, { added: 1, errors: [{ index: 0, code: 'coordinate_invalid' }] });
});

t.test('a JSON batch is answered when another process has done it', async (t) => {
  const { sql } = service.app;
  const id = await newMap();
  // Jobs of a map run one after the other, so this one keeps the batch from the process of the test.
  await sql`
    INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id, status, lease_until, claimant)
    VALUES ('job_elsewhere', ${id}, 'bulk_import', '{}', 0, 1, 'processing', now() + interval '1 hour', 'elsewhere')`;
  const answer = call('POST', `/maps/${id}/markers/bulk`, { markers: [{ name: 'A', lat: 1, lng: 2 }] });
  let job: { id: string } | undefined;
  while (job === undefined) {
    await delay(10);
    [job] = await sql<{ id: string }[]>`SELECT id FROM jobs WHERE map_id = ${id} AND status = 'queued'`;
  }
  await sql`UPDATE jobs SET status = 'processing', lease = 7 WHERE id = ${job.id}`;
  for (const [jobId, lease] of [
    [job.id, 7],
    ['job_elsewhere', 0],
  ] as const)
    await finishJob(sql, jobId, lease, { status: 'completed', error: null, notes: [] });
  t.match(await answer, { status: 200, body: { added: 0, errors: [] } });
  // The process that ends a job removes its upload.
  await rm(join(service.dataDir, 'spool', `${job.id}.upload`));
});

t.test('a JSON batch that cannot be is refused as a whole, with the member named', async (t) => {
  const map = await newMap();
  const good = { name: 'A', lat: 1, lng: 2 };
  for (const [body, message] of [
    [{}, /markers/],
    [{ markers: {} }, /markers/],
    [{ markers: [good, { ...good, type: 'circle' }] }, /markers\[1\]\.type/],
    [{ markers: [{ ...good, color: 'red' }] }, /markers\[0\]\.color/],
    [{ markers: [{ ...good, radius: 1 }] }, /markers\[0\]\.radius/],
    [{ markers: [{ ...good, radius_unit: 'km' }] }, /markers\[0\]\.radius_unit/],
  ] as const) {
    const { status, body: answer } = await call('POST', `/maps/${map}/markers/bulk`, body);
    t.equal(status, 400, JSON.stringify(body));
    t.match(answer.error.message, message);
  }
  for (const text of [
    '',
    '{"markers":[',
    '{"markers":[{"name":tru}]}',
    '{"markers":[{"n":9007199254740993}]}',
    '{"markers":[]} x',
  ]) {
    t.equal(
      (await call('POST', `/maps/${map}/markers/bulk`, text, { 'content-type': 'application/json' })).status,
      400,
      text,
    );
  }
  t.equal((await call('GET', `/maps/${map}`)).body.marker_count, 0);
});

t.test('multipart takes a file and its meta, in either order; meta wins over the query', async (t) => {
  const map = await newMap();
  for (const metaFirst of [true, false]) {
    const form = new FormData();
    const meta = JSON.stringify({
      column_mapping: { name: 'Title', lat: 1 },
      ignore: ['Secret'],
      on_duplicate: 'error',
    });
    if (metaFirst) form.append('meta', meta);
    form.append('file', new Blob(['Title,Y,lng,Secret\nA,1,2,s\n'], { type: 'text/csv' }), 'a.csv');
    if (!metaFirst) form.append('meta', meta);
    const { status, body } = await call('POST', `/maps/${map}/markers/bulk?on_duplicate=skip`, form);
    t.equal(status, 202);
    const job = await finished(call, body);
    t.match(job, metaFirst ? { added: 1 } : { added: 0, error_count: 1, errors: [{ code: 'duplicate' }] });
    t.same(
      job.mapping.map(({ field, how }) => field ?? how),
      ['name', 'lat', 'lng', 'ignored'],
    );
    t.same(
      job.mapping.map(({ how }) => how),
      ['explicit', 'explicit', 'exact', 'ignored'],
    );
  }
});

t.test('a multipart upload without a file, or with a meta that cannot be, is refused', async (t) => {
  const map = await newMap();
  const send = async (meta: string | null, file: string | null) => {
    const form = new FormData();
    if (meta !== null) form.append('meta', meta);
    if (file !== null) form.append('file', new Blob([file]), 'a.csv');
    return call('POST', `/maps/${map}/markers/bulk`, form);
  };
  for (const [meta, file] of [
    [null, null],
    ['{}', null],
    ['not json', 'name,lat,lng\n'],
    ['[]', 'name,lat,lng\n'],
    ['{"marker_type":"nonsense"}', 'name,lat,lng\n'],
    ['{"column_mapping":{"name":9}}', 'name,lat,lng\n'],
    [JSON.stringify({ ignore: Array(5001).fill('name') }), 'name,lat,lng\n'],
    ['{"default_drive_time":0}', 'name,lat,lng\n'],
    ['{}', ''],
  ] as const) {
    const { status, body } = await send(meta, file);
    t.equal(status, 400, `${meta} ${file}`);
    t.equal(body.error?.code, 'BAD_REQUEST');
  }
  t.equal((await send(null, 'name,lat,lng\n')).status, 202, 'meta is optional');
});

t.test('a column that the file does not have is refused, whichever option names it', async (t) => {
  const map = await newMap();
  for (const meta of [
    { ignore: ['Salery'] },
    { column_mapping: { category: 'Salery' } },
    { column_mapping: { Salery: 'category' } },
    { choropleth: { field: 'Salery' } },
  ]) {
    const form = new FormData();
    form.append('meta', JSON.stringify(meta));
    form.append('file', new Blob(['name,lat,lng,Salary\nA,1,2,3\n']), 'a.csv');
    const { status, body } = await call('POST', `/maps/${map}/markers/bulk`, form);
    t.equal(status, 400, JSON.stringify(meta));
    t.match(body.error, { code: 'BAD_REQUEST', message: /"Salery"/ });
  }
});

t.test(
  'what is too large, too long, empty or of another type is refused with the limit or type, and nothing stays',
  async (t) => {
    const map = await newMap();
    await emptySpool();
    for (const [text, type, message] of [
      [`name,lat,lng\n${rows(2001)}`, 'text/csv', /2000/],
      [`name\n${'x'.repeat(2_000_000)}`, 'text/csv', /2000000/],
      ['', 'text/csv', /empty/],
      ['\n \n', 'text/csv', /empty/],
      ['name\n"open', 'text/csv', /quote/],
      ['name\n', 'text/csv; charset=nonsense', /nonsense/],
      ['name\n', 'application/xml', /text\/csv.*, not "application\/xml"$/],
      ['name\n', '', /text\/csv/],
      [`a${','.repeat(5000)}\n`, 'text/csv', /5,?000/],
      ['name\n', 'multipart/form-data', /boundary/],
    ] as const) {
      const { status, body } = await call('POST', `/maps/${map}/markers/bulk`, text, {
        'content-type': type,
      });
      t.equal(status, 400, `${type} ${text.slice(0, 20)}`);
      t.match(body.error?.message, message);
    }
    for (const query of [
      'on_duplicate=maybe',
      'marker_type=x',
      'default_radius=0',
      'default_drive_time=100000',
      'auto_map=perhaps',
      'radius_unit=feet',
    ]) {
      t.equal(
        (await call('POST', `/maps/${map}/markers/bulk?${query}`, 'name,lat,lng\n', CSV)).status,
        400,
        query,
      );
    }
    t.same(await uploads(), []);
    t.equal((await call('GET', `/maps/${map}`)).body.marker_count, 0);
  },
);

t.test('a header without rows is an import of nothing', async (t) => {
  const { status, body } = await call('POST', `/maps/${await newMap()}/markers/bulk`, 'name,lat,lng', CSV);
  t.equal(status, 202);
  t.match(await finished(call, body), { status: 'completed', total: 0, added: 0, skipped: 0 });
});

t.test('invalid UTF-8 is read as Windows-1252, and noted', async (t) => {
  const map = await newMap();
  const bytes = Buffer.from('name,lat,lng\nCaf\xe9 \x80,1,2\n', 'latin1');
  const job = await importCsv(call, map, bytes);
  t.match(job.notes, [/Windows-1252/i]);
  t.equal((await call('GET', `/maps/${map}/markers`)).body.data[0].name, 'Café €');
});

t.test('the jobs of a deleted map are gone, and unknown jobs are not there', async (t) => {
  const map = await newMap();
  const { body } = await call('POST', `/maps/${map}/markers/bulk`, 'name,lat,lng\nA,1,2\n', CSV);
  await finished(call, body);
  await call('DELETE', `/maps/${map}`);
  t.equal((await call('GET', body.status_url)).status, 404);
  for (const id of ['job_nonsense', 'a-b', '%F0%9F', '..%2f'])
    t.equal((await call('GET', `/jobs/${id}`)).status, 404, id);
});

t.test('50 parallel imports at a quota of 10 admit exactly 10', async (t) => {
  const limited = await service.client({ email: 'limited@example.com', quotaBulk: 10 });
  const { body: map } = await limited('POST', '/maps', { name: 'M' });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      limited('POST', `/maps/${map.id}/markers/bulk`, `name,lat,lng\nA${i},1,2\n`, CSV),
    ),
  );
  t.equal(answers.filter(({ status }) => status === 202).length, 10);
  t.equal(
    answers.filter(({ status, body }) => status === 429 && body.error.code === 'QUOTA_EXCEEDED').length,
    40,
  );
});

t.test('an upload whose peer goes away leaves nothing behind', async (t) => {
  const map = await newMap();
  await emptySpool();
  const controller = new AbortController();
  const endless = new ReadableStream({
    async pull(stream) {
      // fetch goes on pulling after an abort, which would keep the process alive.
      if (controller.signal.aborted) return stream.close();
      stream.enqueue(Buffer.from('name,lat,lng\nA,1,2\n'));
      await delay(5);
    },
  });
  const sent = fetch(`${service.app.publicUrl}/maps/${map}/markers/bulk`, {
    method: 'POST',
    body: endless,
    duplex: 'half',
    signal: controller.signal,
    headers: { authorization: await service.authorization(), ...CSV },
  });
  sent.catch(() => {});
  while ((await uploads()).length === 0) await delay(5);
  controller.abort();
  await t.rejects(sent);
  await emptySpool();
});

t.test('a JSON upload with a member that is there twice is refused whole, by the name', async (t) => {
  const map = await newMap();
  const call400 = async (body: string) =>
    call('POST', `/maps/${map}/markers/bulk`, body, { 'content-type': 'application/json' });
  for (const body of [
    '{"markers":[{"name":"A","lat":1,"lng":2},{"name":"B","lat":1,"lng":2,"lat":50}]}',
    '{"markers":[{"name":"A","lat":1,"lng":2,"custom_fields":{"k":1,"lat":2,"lat":1}}]}',
    '{"lat":1,"markers":[],"lat":2}',
  ]) {
    const { status, body: answer } = await call400(body);
    t.same([status, answer.error.message], [400, 'the member "lat" is given more than once: send it once']);
  }
  t.equal((await call('GET', `/maps/${map}`)).body.marker_count, 0);
});

t.test('an upload whose Idempotency-Key cannot be leaves no file', async (t) => {
  await emptySpool();
  const path = `/maps/${await newMap()}/markers/bulk`;
  t.equal((await call('POST', path, rows(1), { ...CSV, 'idempotency-key': 'a b' })).status, 400);
  t.same(await uploads(), []);
});

t.test('uploads that lost their rows, or never had a header, say so in a note', async (t) => {
  const map = await newMap();
  for (const [text, note] of [
    ['name,lat,lngA,1,2B,3,4', /^Nothing was imported: .*--data-binary/],
    ['@stores.csv', /^Nothing was imported: the upload is the text "@stores.csv"/],
    ['A,1.5,2.5\nB,3.5,4.5\n', /^The first row looks like data/],
  ] as const) {
    const dry = await call('POST', `/maps/${map}/markers/bulk?dry_run=true`, text, CSV);
    t.match(dry.body.notes[0], note);
    t.match((await importCsv(call, map, text)).notes[0], note);
  }
});
