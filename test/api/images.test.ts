import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { notFound } from '../../src/base/errors.js';
import type { ImageJob } from '../../src/schema/image.js';
import { type Client, startTestApp } from '../support/app.js';
import { fetchDocumented } from '../support/documented.js';
import { ImageFailed, StandInRenderer } from '../support/stand-in-renderer.js';

const renderer = new StandInRenderer();
const ABSENT = [404, notFound().message];

const service = await startTestApp(t, { IMAGE_JOBS: '2' }, { imageRenderer: renderer });
const call = await service.client();
const { sql } = service.app;

const newMap = async (name = 'M', as: Client = call): Promise<number> =>
  (await as('POST', '/maps', { name })).body.id;
const order = (map: number, body: object = {}, as: Client = call) =>
  as<ImageJob>('POST', `/maps/${map}/images`, { preset: 'world', ...body });
const ended = async (job: ImageJob, as: Client = call): Promise<ImageJob> => {
  for (;;) {
    const { body } = await as<ImageJob>('GET', job.status_url);
    if (body.status !== 'queued' && body.status !== 'processing') return body;
    await delay(5);
  }
};
const drawn = async (map: number, body: object = {}) => ended((await order(map, body)).body);

t.test('a picture is a job whose file is downloaded without a key', async (t) => {
  const map = await newMap('Läden 1');
  const { status, body } = await order(map, { format: 'pdf', legend: true, nonsense: 1 });
  t.equal(status, 202);
  const options = {
    preset: 'world',
    format: 'pdf',
    map_type: 'map',
    paper_size: 'letter',
    orientation: 'landscape',
    legend: true,
    title: true,
    labels: false,
  };
  t.match(body, { kind: 'image', status: 'queued', format: 'pdf', options, error: null, image_url: null });
  t.match(body.job_id, /^[A-Za-z0-9_]+$/);
  const job = await ended(body);
  t.match(job, { status: 'completed', job_id: body.job_id, map_id: map, error: null });
  t.ok(job.completed_at);
  t.match(renderer.orders.at(-1), { mapId: map, mapName: 'Läden 1', options });
  const response = await fetchDocumented(job.image_url!);
  t.equal(response.status, 200);
  t.match(Object.fromEntries(response.headers), {
    'content-type': 'application/pdf',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    'content-disposition': `inline; filename="Laden 1.pdf"; filename*=UTF-8''L%C3%A4den%201.pdf`,
    'x-ratelimit-limit': String,
  });
  t.match(Buffer.from(await response.arrayBuffer()).toString('utf8', 0, 30), /^pdf \d+ Läden 1\n/);
});

t.test('what is no option is refused', async (t) => {
  const map = await newMap();
  for (const body of [
    {},
    { preset: 'moon' },
    { preset: 'world', format: 'gif' },
    { preset: 'world', format: null },
    { preset: 'world', legend: 'yes' },
    { preset: 'world', paper_size: 'A4' },
  ]) {
    const { status, body: answer } = await call('POST', `/maps/${map}/images`, body);
    t.match([status, answer.error.code], [400, 'BAD_REQUEST'], JSON.stringify(body));
  }
});

t.test('pictures stand in the list of jobs among imports', async (t) => {
  const map = await newMap();
  const job = await drawn(map);
  const csv = { 'content-type': 'text/csv' };
  await call('POST', `/maps/${map}/markers/bulk`, 'name,lat,lng\nA,1,2\n', csv);
  const { body } = await call('GET', `/jobs?map_id=${map}`);
  t.match(body.data, [
    { kind: 'bulk_import', total: 1 },
    { kind: 'image', job_id: job.job_id, image_url: String },
  ]);
});

t.test('the file is told by HEAD, in parts, and by its tag', async (t) => {
  const { image_url: url } = await drawn(await newMap());
  const whole = Buffer.from(await (await fetchDocumented(url!)).arrayBuffer());
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const response = await fetchDocumented(url!, { method, headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, headers: h } = response;
    return {
      status,
      bytes,
      range: h.get('content-range'),
      length: h.get('content-length'),
      etag: h.get('etag')!,
    };
  };
  const head = await ask({}, 'HEAD');
  t.match(head, { status: 200, length: '1000', range: null });
  t.equal(head.bytes.length, 0);
  t.match(await ask({ range: 'bytes=10-19' }, 'HEAD'), { status: 206, length: '10' });
  const parts: [string, string, number, number][] = [
    ['bytes=0-0', 'bytes 0-0/1000', 0, 1],
    ['bytes=990-', 'bytes 990-999/1000', 990, 1000],
    ['bytes=-5', 'bytes 995-999/1000', 995, 1000],
    ['bytes=500-99999', 'bytes 500-999/1000', 500, 1000],
  ];
  for (const [range, told, start, end] of parts) {
    t.same(await ask({ range }), {
      status: 206,
      range: told,
      length: String(end - start),
      etag: head.etag,
      bytes: whole.subarray(start, end),
    });
  }
  for (const range of ['bytes=1-2,5-6', 'lines=1-2', 'bytes=9-2', 'bytes=-'])
    t.match(await ask({ range }), { status: 200, length: '1000' }, range);
  t.match(await ask({ range: 'bytes=1000-' }), { status: 416, range: 'bytes */1000' });
  t.match(await ask({ range: 'bytes=1-2', 'if-range': head.etag }), { status: 206 });
  t.match(await ask({ range: 'bytes=1-2', 'if-range': '"other"' }), { status: 200, bytes: whole });
  const known = await ask({ 'if-none-match': `"x", ${head.etag}` });
  t.match([known.status, known.bytes.length], [304, 0]);
  t.match(await ask({ 'if-none-match': head.etag }, 'HEAD'), { status: 304, length: null });
});

t.test(
  'an address that was altered or has expired leads nowhere; each look at the job gives a new one',
  async (t) => {
    const map = await newMap();
    const job = await drawn(map);
    const other = await drawn(await newMap());
    const url = new URL(job.image_url!);
    const answer = async (change: (url: URL) => void) => {
      const changed = new URL(url);
      change(changed);
      const { status, body } = await service.clientWith('')('GET', changed.href);
      return [status, body.error?.message];
    };
    const longer = String(Number(url.searchParams.get('expires')) + 1);
    t.same(await answer((u) => u.searchParams.set('expires', longer)), ABSENT);
    t.same(await answer((u) => u.searchParams.set('signature', 'x')), ABSENT);
    t.same(await answer((u) => u.searchParams.append('signature', 'x')), [
      400,
      String((await answer((v) => v.searchParams.append('signature', 'x')))[1]),
    ]);
    t.same(
      await answer((u) => {
        u.pathname = u.pathname.replace(job.job_id, other.job_id);
      }),
      ABSENT,
    );
    const reals = Date.now;
    Date.now = () => reals() + 86_401_000;
    t.teardown(() => {
      Date.now = reals;
    });
    t.match(await answer(() => {}), [404, /expired/]);
    const again = (await call<ImageJob>('GET', job.status_url)).body.image_url!;
    t.not(again, job.image_url);
    t.equal((await fetchDocumented(again)).status, 200);
    Date.now = reals;
  },
);

t.test('an address of a map that was deleted, and of a file that was removed, is not found', async (t) => {
  const map = await newMap();
  const job = await drawn(map);
  await call('DELETE', `/maps/${map}`);
  t.equal((await fetchDocumented(job.image_url!)).status, 404);
  await call('POST', `/maps/${map}/restore`);
  t.equal((await fetchDocumented(job.image_url!)).status, 200);
  await sql`UPDATE jobs SET image_file = NULL WHERE id = ${job.job_id}`;
  const gone = await service.clientWith('')('GET', job.image_url!);
  t.match(gone, { status: 404, body: { error: { message: /after 7 days/ } } });
  t.match((await call('GET', job.status_url)).body, { status: 'completed', image_url: null });
});

t.test('a picture that is there is not drawn again', async (t) => {
  const map = await newMap();
  const first = await drawn(map);
  const before = renderer.orders.length;
  const { status, body: second } = await order(map, { format: 'png', title: true });
  t.equal(status, 202);
  t.match(second, { status: 'completed', job_id: first.job_id });
  t.equal((await fetchDocumented(second.image_url!)).status, 200);
  t.not((await drawn(map, { legend: true })).job_id, first.job_id, 'other options');
  t.not((await drawn(await newMap())).job_id, first.job_id, 'another map');
  t.equal(renderer.orders.length, before + 2);
  renderer.style = 'newer';
  t.not((await drawn(map)).job_id, first.job_id, 'another style');
});

t.test('a picture whose file is lost is drawn anew', async (t) => {
  const map = await newMap();
  const first = await drawn(map);
  await rm(join(service.dataDir, 'blobs', 'images'), { recursive: true });
  const second = await drawn(map);
  t.not(second.job_id, first.job_id);
  t.equal((await fetchDocumented(second.image_url!)).status, 200);
  t.match((await call('GET', first.status_url)).body, { status: 'completed', image_url: null });
});

t.test('two requests for a picture that is not drawn yet are one job', async (t) => {
  const map = await newMap();
  const letGo = renderer.hold();
  const [a, b] = await Promise.all([order(map), order(map)]);
  t.equal(a.body.job_id, b.body.job_id);
  const before = renderer.orders.length;
  while (renderer.orders.length === before && (await call('GET', a.body.status_url)).body.status === 'queued')
    await delay(5);
  t.equal((await order(map)).body.job_id, a.body.job_id, 'while it is drawn, too');
  await call('POST', `/maps/${map}/markers`, { name: 'A', lat: 1, lng: 2 });
  const { body: later } = await order(map);
  t.not(later.job_id, a.body.job_id, 'not once the map has changed under its eyes');
  letGo();
  await ended(a.body);
  await ended(later);
});

t.test('what cannot be drawn fails at once and says why; what may pass is tried again', async (t) => {
  renderer.errors.push(new ImageFailed('there are too many letters'));
  t.match(await drawn(await newMap()), {
    status: 'failed',
    error: 'there are too many letters',
    image_url: null,
  });
  const before = renderer.orders.length;
  renderer.errors.push(new Error('the child was killed'));
  const map = await newMap();
  t.match(await drawn(map), { status: 'completed' });
  t.equal(renderer.orders.length, before + 2);
  renderer.errors.push(new ImageFailed('no'));
  const failed = await drawn(map, { legend: true });
  t.match(await drawn(map, { legend: true }), { status: 'completed' }, 'a failure is not shared');
  t.equal(failed.status, 'failed');
});

t.test('a picture that waits, and one that is drawn, can be cancelled', async (t) => {
  const map = await newMap();
  const letGo = renderer.hold();
  const [{ body: running }, { body: waiting }] = [await order(map), await order(map, { legend: true })];
  while ((await call('GET', running.status_url)).body.status === 'queued') await delay(5);
  for (const job of [running, waiting]) {
    const { status, body } = await call<ImageJob>('DELETE', `/jobs/${job.job_id}`);
    t.match([status, body.status, body.image_url], [200, 'cancelled', null]);
  }
  letGo();
  t.match(await drawn(map), { status: 'completed' }, 'a cancelled one is not shared');
  t.match((await call('GET', running.status_url)).body, { status: 'cancelled' });
});

t.test('an account has so many pictures waiting and no more, and others get theirs meanwhile', async (t) => {
  const map = await newMap();
  const letGo = renderer.hold();
  const jobs: ImageJob[] = [];
  const variants = ['us', 'world', 'regions', 'pin_coverage'].flatMap((preset) =>
    ['png', 'pdf'].flatMap((format) =>
      [false, true].flatMap((legend) =>
        [false, true].flatMap((labels) =>
          [false, true].map((title) => ({ preset, format, legend, labels, title })),
        ),
      ),
    ),
  );
  t.equal(variants.length, 64);
  const answers = await Promise.all(variants.map((body) => order(map, body)));
  for (const { status, body } of answers) if (status === 202) jobs.push(body);
  t.equal(jobs.length, 50);
  const refused = answers.find(({ status }) => status !== 202)!;
  t.equal(refused.status, 429);
  t.match(refused.body, { error: { code: 'RATE_LIMITED', message: /50 pictures/ } });
  t.equal(refused.headers.get('retry-after'), '10');
  const neighbour = await service.client({ email: 'neighbour@example.com' });
  const theirs = (await order(await newMap('M', neighbour), {}, neighbour)).body;
  while ((await neighbour('GET', theirs.status_url)).body.status === 'queued') await delay(5);
  t.pass('a slot is theirs');
  const csv = { 'content-type': 'text/csv' };
  const small = await call('POST', `/maps/${map}/markers/bulk`, { markers: [{ name: 'A', lat: 1, lng: 2 }] });
  t.match([small.status, small.body.added], [200, 1], 'imports have slots of their own');
  const { body: upload } = await call('POST', `/maps/${map}/markers/bulk`, 'name,lat,lng\nB,1,2\n', csv);
  while ((await call('GET', upload.status_url)).body.status !== 'completed') await delay(5);
  for (const job of jobs) await call('DELETE', `/jobs/${job.job_id}`);
  letGo();
  await ended(theirs, neighbour);
});

t.test('an account asks for so many new pictures a day, those that are there cost nothing', async (t) => {
  const daily = await service.client({ email: 'daily@example.com' });
  const map = await newMap('M', daily);
  const { body: first } = await order(map, {}, daily);
  await ended(first, daily);
  await sql`UPDATE account_use SET used = 1000 WHERE kind = 'images' AND account_id = (SELECT account_id FROM maps WHERE id = ${map})`;
  t.equal((await order(map, {}, daily)).body.job_id, first.job_id);
  const { status, body, headers } = await order(map, { legend: true }, daily);
  t.match([status, (body as unknown as { error: { code: string } }).error.code], [429, 'QUOTA_EXCEEDED']);
  t.ok(Number(headers.get('retry-after')) > 0);
});

t.test('a file that is asked for by a slow client is sent as it is taken', async (t) => {
  renderer.bytes = 20_000_000;
  t.teardown(() => {
    renderer.bytes = 1000;
  });
  const job = await drawn(await newMap());
  const response = await fetch(job.image_url!);
  const reader = response.body!.getReader();
  await reader.read();
  await delay(50);
  t.equal(service.app.work.downloads.running, 1);
  await reader.cancel();
  while (service.app.work.downloads.running > 0) await delay(5);
  t.equal((await (await fetchDocumented(job.image_url!)).arrayBuffer()).byteLength, 20_000_000);
  t.equal(service.app.work.downloads.running, 0);
});

t.test('a picture on which a marker has expired since is drawn anew', async (t) => {
  const map = await newMap();
  const { body: marker } = await call('POST', `/maps/${map}/markers`, { name: 'A', lat: 1, lng: 2 });
  await sql`UPDATE markers SET expires_at = now() + interval '1 hour' WHERE id = ${marker.id}`;
  const first = await drawn(map);
  t.equal((await order(map)).body.job_id, first.job_id);
  // An hour passes.
  await sql`UPDATE markers SET expires_at = now() WHERE id = ${marker.id}`;
  await sql`UPDATE jobs SET image_read_at = now() - interval '1 hour' WHERE id = ${first.job_id}`;
  const second = await drawn(map);
  t.not(second.job_id, first.job_id);
  t.equal((await order(map)).body.job_id, second.job_id);
});

t.test('a picture whose file would not outlast a new address is drawn anew', async (t) => {
  const map = await newMap();
  const first = await drawn(map);
  await sql`UPDATE jobs SET completed_at = now() - interval '6 days 1 minute' WHERE id = ${first.job_id}`;
  t.not((await order(map)).body.job_id, first.job_id);
  t.match((await call('GET', first.status_url)).body, { status: 'completed', image_url: String });
});

t.test('the pictures of a process are counted', async (t) => {
  const { body } = await call<string>('GET', service.app.publicUrl.replace(/v1$/, 'metrics'));
  for (const name of [
    'image_jobs_ended_total{status="completed"}',
    'image_requests_shared_total',
    'image_bytes_total',
  ])
    t.match(body, new RegExp(`^cartload_${name.replace(/[{}"]/g, '\\$&')} [1-9]`, 'm'), name);
});
