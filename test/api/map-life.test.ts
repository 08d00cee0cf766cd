import t from 'tap';
import { asOwner, finished, sharedTestApp } from '../support/app.js';

const { service, sql, call } = await asOwner(await sharedTestApp(t));
const stranger = await service.client({ email: 'stranger@example.com' });
const newMap = async (name = 'M'): Promise<{ id: number }> => (await call('POST', '/maps', { name })).body;
const post = (id: number, verb: string, body?: unknown, client = call) =>
  client('POST', `/maps/${id}/${verb}`, body);
const listed = async (query = ''): Promise<number[]> =>
  (await call('GET', `/maps?page_size=1000${query}`)).body.data.map((map: { id: number }) => map.id);

t.test('an archived map leaves the default list and can be read and written by its id', async (t) => {
  const map = await newMap();
  const { status, body } = await post(map.id, 'archive');
  t.equal(status, 200);
  t.same({ ...body, updated_at: '' }, { ...map, status: 'archived', updated_at: '' });
  t.notOk((await listed()).includes(map.id));
  t.ok((await listed('&status=archived')).includes(map.id));
  t.same((await call('GET', `/maps/${map.id}`)).body, body);
  t.equal((await call('POST', `/maps/${map.id}/markers`, { name: 'A', lat: 1, lng: 2 })).status, 201);
  t.equal((await call('PATCH', `/maps/${map.id}`, { name: 'N' })).body.status, 'archived');
});

t.test('archiving and restoring twice is once: the second answer is the first', async (t) => {
  const map = await newMap();
  const active = await post(map.id, 'restore');
  t.same([active.status, active.body], [200, map], 'an active map stays as it is');
  const archived = await post(map.id, 'archive');
  const again = await post(map.id, 'archive');
  t.same([again.status, again.body], [200, archived.body]);
  const restored = await post(map.id, 'restore');
  t.match(restored.body, { id: map.id, status: 'active' });
  t.same((await post(map.id, 'restore')).body, restored.body);
  t.ok((await listed()).includes(map.id));
});

t.test('restore brings a deleted map back, markers and all, and active; nothing else finds it', async (t) => {
  const map = await newMap();
  await call('POST', `/maps/${map.id}/markers`, { name: 'A', lat: 1, lng: 2, category: 'C' });
  await post(map.id, 'archive');
  await call('DELETE', `/maps/${map.id}`);
  const missing = (await call('GET', '/maps/999999999')).body;
  for (const [verb, body] of [
    ['archive', undefined],
    ['transfer', { new_owner_email: 'x@example.com' }],
    ['clone', { name: 'C' }],
  ] as const) {
    const answer = await post(map.id, verb, body);
    t.same([answer.status, answer.body], [404, missing], verb);
  }
  const theirs = await post(map.id, 'restore', undefined, stranger);
  t.same([theirs.status, theirs.body], [404, missing]);
  const { status, body } = await post(map.id, 'restore');
  t.equal(status, 200);
  t.match(body, { id: map.id, status: 'active', marker_count: 1 });
  t.ok((await listed()).includes(map.id));
  t.equal((await call('GET', `/maps/${map.id}/markers`)).body.data.length, 1);
});

t.test('foreign and missing maps are 404 before the body is judged', async (t) => {
  const map = await newMap();
  for (const verb of ['archive', 'restore', 'transfer', 'clone']) {
    t.equal((await post(map.id, verb, '{', stranger)).status, 404, verb);
    t.equal((await post(999_999_999, verb, '{')).status, 404, verb);
    t.equal((await call('POST', `/maps/abc/${verb}`, '{')).status, 404, verb);
    t.equal((await call('GET', `/maps/${map.id}/${verb}`)).status, 404, verb);
  }
});

t.test(
  'a transferred map is the new owner’s with all that belongs to it, and gone for the old one',
  async (t) => {
    const next = await service.client({ email: 'Next@Example.com' });
    const map = await newMap('Moved');
    const { body: job } = await call('POST', `/maps/${map.id}/markers/bulk`, 'name,lat,lng\nA,1,2\nB,3,4\n', {
      'content-type': 'text/csv',
    });
    await finished(call, job);
    const { status, body } = await post(map.id, 'transfer', { new_owner_email: 'nEXT@example.COM' });
    t.equal(status, 200);
    t.match(body, {
      id: map.id,
      name: 'Moved',
      owner_email: 'nEXT@example.COM',
      status: 'active',
      marker_count: 2,
    });
    for (const path of [`/maps/${map.id}`, `/jobs/${job.job_id}`])
      t.equal((await call('GET', path)).status, 404);
    t.same((await next('GET', `/maps/${map.id}`)).body, { ...body, owner_email: 'Next@Example.com' });
    t.match((await next('GET', `/jobs/${job.job_id}`)).body, { status: 'completed', added: 2 });
    t.same(
      (await next('GET', '/jobs')).body.data.map((listed: { job_id: string }) => listed.job_id),
      [job.job_id],
    );
    t.notOk((await listed()).includes(map.id));
    t.equal((await post(map.id, 'transfer', { new_owner_email: 'owner@example.com' })).status, 404);
    t.equal((await post(map.id, 'transfer', { new_owner_email: 'owner@example.com' }, next)).status, 200);
  },
);

t.test('a transfer keeps the shares, but that of the new owner', async (t) => {
  const next = await service.client({ email: 'sharee@example.com' });
  const map = await newMap();
  for (const email of ['sharee@example.com', 'stranger@example.com'])
    await post(map.id, 'shares', { email, access_level: 'admin' });
  await post(map.id, 'transfer', { new_owner_email: 'Sharee@example.com' });
  const { body } = await next('GET', `/maps/${map.id}/shares`);
  t.same(
    body.shares.map(({ email }: { email: string }) => email),
    ['stranger@example.com'],
  );
});

t.test('an import under way goes on when its map is transferred', async (t) => {
  const next = await service.client({ email: 'importer@example.com' });
  const map = await newMap();
  const rows = Array.from({ length: 30_000 }, (_, i) => `P${i},${i % 90},${i % 180}`);
  const { body: job } = await call(
    'POST',
    `/maps/${map.id}/markers/bulk`,
    `name,lat,lng\n${rows.join('\n')}`,
    {
      'content-type': 'text/csv',
    },
  );
  t.equal((await post(map.id, 'transfer', { new_owner_email: 'importer@example.com' })).status, 200);
  t.match(await finished(next, job), { status: 'completed', added: 30_000 });
  t.equal((await next('GET', `/maps/${map.id}`)).body.marker_count, 30_000);
});

t.test('an archived map is transferred as it is; so is its id', async (t) => {
  const map = await newMap();
  await post(map.id, 'archive');
  t.match((await post(map.id, 'transfer', { new_owner_email: 'stranger@example.com' })).body, {
    id: map.id,
    status: 'archived',
  });
});

t.test('whoever has no account gets a pending one, once, whatever the case', async (t) => {
  const [a, b] = [await newMap(), await newMap()];
  const answers = await Promise.all([
    post(a.id, 'transfer', { new_owner_email: 'New.Owner+maps@Example.com' }),
    post(b.id, 'transfer', { new_owner_email: 'new.owner+MAPS@example.com' }),
  ]);
  t.same(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const accounts = await sql<{ email: string; plan: string; pending: boolean }[]>`
    SELECT email, plan, pending FROM accounts WHERE lower(email) = 'new.owner+maps@example.com'`;
  t.equal(accounts.length, 1);
  t.match(accounts[0], { plan: 'free', pending: true });
  t.same(
    answers.map(({ body }) => body.owner_email),
    ['New.Owner+maps@Example.com', 'new.owner+MAPS@example.com'],
    'as written, whichever was first',
  );
  const invited = await sql<{ map: number }[]>`
    SELECT o.map_id AS map FROM outbox o JOIN accounts a ON a.id = o.account_id WHERE a.pending AND o.due_at < now() + interval '9 minutes' ORDER BY o.map_id`;
  t.equal(invited.length, 1, 'one invitation in ten minutes, however many maps');
  t.ok([a.id, b.id].includes(invited[0]!.map));
  const known = await sql`SELECT FROM accounts WHERE email = 'owner@example.com' AND NOT pending`;
  t.equal(known.length, 1, 'an account that has keys is not pending');
});

t.test('what is no e-mail of another is refused and changes nothing', async (t) => {
  const map = await newMap();
  const [before] = await sql`SELECT count(*) AS n FROM accounts`;
  for (const body of [
    {},
    { new_owner_email: null },
    { new_owner_email: 5 },
    { new_owner_email: '' },
    { new_owner_email: 'nobody' },
    { new_owner_email: '@example.com' },
    { new_owner_email: 'a@' },
    { new_owner_email: 'a b@example.com' },
    { new_owner_email: 'a@b@example.com' },
    { new_owner_email: ['a@example.com'] },
    { new_owner_email: `${'x'.repeat(250)}@example.com` },
    { new_owner_email: 'owner@example.com' },
    { new_owner_email: 'OWNER@EXAMPLE.COM' },
  ]) {
    const { status, body: answer } = await post(map.id, 'transfer', body);
    t.equal(status, 400, JSON.stringify(body));
    t.match(answer.error, { code: 'BAD_REQUEST', message: /new_owner_email/ });
  }
  t.same((await call('GET', `/maps/${map.id}`)).body, map);
  t.same((await sql`SELECT count(*) AS n FROM accounts`)[0], before);
});

t.test('a superuser transfers maps of others, and sees them no more than before', async (t) => {
  const root = await service.client({ email: 'root@example.com', superuser: true });
  const map = await newMap();
  t.equal((await root('GET', `/maps/${map.id}`)).status, 404);
  t.equal((await post(map.id, 'transfer', { new_owner_email: 'owner@example.com' }, root)).status, 400);
  const { status, body } = await post(map.id, 'transfer', { new_owner_email: 'stranger@example.com' }, root);
  t.match([status, body.owner_email], [200, 'stranger@example.com']);
  t.equal((await post(map.id, 'transfer', { new_owner_email: 'root@example.com' }, root)).status, 200);
  t.equal((await root('GET', `/maps/${map.id}`)).status, 200);
  for (const verb of ['archive', 'restore', 'clone']) {
    const foreign = await newMap();
    t.equal((await post(foreign.id, verb, { name: 'C' }, root)).status, 404, verb);
  }
  const gone = await newMap();
  await call('DELETE', `/maps/${gone.id}`);
  t.equal((await post(gone.id, 'transfer', { new_owner_email: 'root@example.com' }, root)).status, 404);
});

t.test('of transfers at the same time one wins and the others find nothing', async (t) => {
  const map = await newMap();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      post(map.id, 'transfer', { new_owner_email: `race${i}@example.com` }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  t.same(statuses, [200, ...Array.from({ length: 7 }, () => 404)]);
});
