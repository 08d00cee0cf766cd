import t from 'tap';
import type { Answer, Client } from '../support/app.js';
import { asOwner, importCsv, sharedTestApp } from '../support/app.js';

const { service, sql, call } = await asOwner(await sharedTestApp(t));
const other = await service.client({ email: 'other@example.com' });

const map = async (as: Client = call): Promise<number> => (await as('POST', '/maps', { name: 'M' })).body.id;
const own = await map();
const sent = (path: string, body: object, key: string, as: Client = call): Promise<Answer<{ id: number }>> =>
  as('POST', path, body, { 'idempotency-key': key });
const count = async (table: string): Promise<number> =>
  (await sql.unsafe(`SELECT count(*)::integer AS n FROM ${table}`))[0]!.n;
const used = async (): Promise<number> =>
  (await sql`SELECT coalesce(sum(used), 0)::integer AS n FROM quota_use`)[0]!.n;

const CREATES: [name: string, path: string, table: string, body: object, changed: object][] = [
  ['a map', '/maps', 'maps', { name: 'A', description: 'd' }, { name: 'B' }],
  [
    'a marker',
    `/maps/${own}/markers`,
    'markers',
    { name: 'A', lat: 1, lng: 2 },
    { name: 'A', lat: 1, lng: 3 },
  ],
  ['a clone', `/maps/${own}/clone`, 'maps', { name: 'C' }, { name: 'C', include_markers: false }],
  [
    'a share',
    `/maps/${own}/shares`,
    'shares',
    { email: 'ann@example.com', access_level: 'viewer' },
    { email: 'ann@example.com', access_level: 'admin' },
  ],
];

for (const [name, path, table, body, changed] of CREATES) {
  t.test(`${name} that is asked for again with the same key is made and charged once`, async (t) => {
    const key = name.replaceAll(' ', '-');
    const before = await count(table);
    const first = await sent(path, body, key);
    t.equal(first.status, 201);
    const charged = await used();
    const reversed = Object.fromEntries(Object.entries(body).reverse());
    const again = await sent(path, reversed, key);
    t.same([again.status, again.body], [201, first.body]);
    t.same(
      [first, again].map(({ headers }) => headers.get('idempotent-replayed')),
      [null, 'true'],
    );
    t.equal(await count(table), before + 1);
    t.equal(await used(), charged);
    const refused = await sent(path, changed, key);
    t.equal(refused.status, 400);
    t.match(JSON.stringify(refused.body), /Idempotency-Key belongs to a different request/);
    t.equal((await sent(path, body, 'a\u00e9 b')).status, 400, 'what is no key');
    t.equal(await count(table), before + 1);
  });
}

t.test('many at once make one', async (t) => {
  for (const [name, path, table, body] of CREATES.slice(0, 3)) {
    const before = await count(table);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sent(path, body, `parallel ${name}`.replaceAll(' ', '-'))),
    );
    t.same(new Set(answers.map(({ status }) => status)), new Set([201]), name);
    t.equal(new Set(answers.map((answer) => answer.body.id)).size, 1);
    t.equal(await count(table), before + 1);
  }
});

t.test('of different requests that come at once with the same key one is done, and once', async (t) => {
  const csv = (i: number): string => `name,lat,lng\nA,1,${i}\n`;
  const rejecting = await importCsv(call, own, 'name,lat,lng\nBad,95,1\n');
  const RACES: Record<string, [path: string, table: string, body: (i: number) => object | string]> = {
    createMap: ['/maps', 'maps', (i) => ({ name: `R${i}` })],
    createMarker: [`/maps/${own}/markers`, 'markers', (i) => ({ name: 'R', lat: 1, lng: i })],
    cloneMap: [`/maps/${own}/clone`, 'maps', (i) => ({ name: `R${i}` })],
    createShare: [
      `/maps/${own}/shares`,
      'shares',
      (i) => ({ email: `r${i}@example.com`, access_level: 'viewer' }),
    ],
    importMarkers: [`/maps/${own}/markers/bulk`, 'jobs', csv],
    retryJob: [`/jobs/${rejecting.job_id}/retry`, 'jobs', (i) => ({ default_radius: i + 1 })],
    renderImage: [
      `/maps/${own}/images`,
      'jobs',
      (i) => ({ preset: ['us', 'world', 'us', 'world'][i], legend: i > 1 }),
    ],
  };
  t.same(
    service.app.routes
      .filter(({ takesIdempotencyKey }) => takesIdempotencyKey)
      .map(({ operationId }) => operationId)
      .sort(),
    Object.keys(RACES).sort(),
  );
  for (const [operationId, [path, table, body]] of Object.entries(RACES)) {
    const before = await count(table);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const type = typeof body(0) === 'string' ? { 'content-type': 'text/csv' } : {};
        const headers = { 'idempotency-key': `race-${operationId}`, ...type };
        return { asked: n % 4, ...(await call('POST', path, body(n % 4), headers)) };
      }),
    );
    const done = answers.filter(({ status }) => status < 300);
    const [first] = done;
    t.same(
      done.map(({ asked }) => asked),
      [first?.asked, first?.asked],
      operationId,
    );
    t.equal(new Set(done.map(({ body }) => body.id ?? body.job_id)).size, 1);
    const others = answers.filter(({ status }) => status >= 300);
    t.same(new Set(others.map(({ status }) => status)), new Set([400]));
    t.equal(await count(table), before + 1);
  }
});

t.test('a picture that is asked for again is the same job, and another one is refused', async (t) => {
  const ask = (preset: string) => sent(`/maps/${own}/images`, { preset }, 'picture');
  const first = (await ask('us')) as unknown as Answer<{ job_id: string; status_url: string }>;
  t.equal(first.status, 202);
  t.equal(first.headers.get('location'), first.body.status_url);
  t.equal(first.headers.get('retry-after'), '1');
  t.match((await ask('us')).body, { job_id: first.body.job_id });
  t.equal((await ask('world')).status, 400);
});

t.test("keys are an account's own, and of all of its requests; after a day they are free", async (t) => {
  const mine = await sent('/maps', { name: 'X' }, 'shared');
  t.not((await sent('/maps', { name: 'X' }, 'shared', other)).body.id, mine.body.id);
  t.equal((await sent(`/maps/${own}/markers`, { name: 'A', lat: 1, lng: 2 }, 'shared')).status, 400);
  await sql`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'shared'`;
  t.not((await sent('/maps', { name: 'X' }, 'shared')).body.id, mine.body.id);
});

t.test('what was refused keeps no key', async (t) => {
  t.equal((await sent(`/maps/${own}/markers`, { name: 'A' }, 'refused')).status, 400);
  t.equal((await sent(`/maps/${own}/markers`, { name: 'A', lat: 5, lng: 5 }, 'refused')).status, 201);
});

t.test('what was made and is gone is not found, and not made anew', async (t) => {
  const body = { name: 'gone', lat: 1, lng: 2 };
  const { body: marker } = await sent(`/maps/${own}/markers`, body, 'gone');
  await call('DELETE', `/maps/${own}/markers/${marker.id}`);
  t.equal((await sent(`/maps/${own}/markers`, body, 'gone')).status, 404);
});

t.test('an import that is queued says where its job is and when to look', async (t) => {
  const { status, headers, body } = await call('POST', `/maps/${own}/markers/bulk`, 'name,lat,lng\nA,1,2\n', {
    'content-type': 'text/csv',
  });
  t.equal(status, 202);
  t.equal(headers.get('location'), body.status_url);
  t.equal(headers.get('retry-after'), '1');
});
