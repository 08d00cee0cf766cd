import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { type Client, startTestApp } from '../support/app.js';

const service = await startTestApp(t);
const { sql, work, pools } = service.app;
const authorization = await service.authorization();
const call = service.clientWith(authorization);
const neighbour = await service.client({ email: 'neighbour@example.com' });
const newMap = async (client: Client = call): Promise<number> =>
  (await client('POST', '/maps', { name: 'M' })).body.id;

/** Markers that a search for two letters has to look at one by one. */
async function fill(mapId: number, count: number, on = sql): Promise<void> {
  await on`
    WITH new AS (
      INSERT INTO markers (map_id, id, name, type, lat, lng, cell)
      SELECT ${mapId}::bigint, nextval('marker_ids'), repeat('Ort ', 50) || i, 'pin', 1, 2, 0
      FROM generate_series(1, ${count}::integer) i RETURNING type)
    SELECT add_counts(${mapId}::bigint, count(*), 0) FROM new`;
}

const readyz = async (): Promise<number> =>
  (await neighbour('GET', service.app.publicUrl.replace('/v1', '/readyz'))).status;

/** Statements that slow work of this service is busy with. */
const slowStatements = async (on = sql): Promise<number> =>
  (
    await on`
      SELECT FROM pg_stat_activity WHERE application_name IN ('cartload reads', 'cartload changes')
        AND state = 'active' AND datname = current_database()`
  ).length;

const NO_MARKERS = 'LOCK TABLE markers IN ACCESS EXCLUSIVE MODE';

/** Makes the statements of others wait until the returned function is called. */
async function hold(lock: string, { background } = pools): Promise<() => Promise<void>> {
  let unlock = (): void => {};
  const released = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  let locked = (): void => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const transaction = background.begin(async (own) => {
    await own.unsafe(lock);
    locked();
    await released;
  });
  await isLocked;
  return async () => {
    unlock();
    await transaction;
  };
}

t.test(
  '300 walking searches of one key leave others and readiness their answers, and none is a 500',
  async (t) => {
    const map = await newMap();
    await fill(map, 4_000);
    await newMap(neighbour);
    const searches = Array.from({ length: 300 }, () => call('GET', `/maps/${map}/markers/search?q=zq`));
    while (work.queues.reads.running === 0) await delay(1);
    let running = 0;
    for (let i = 0; i < 20; i++) {
      running = Math.max(running, work.queues.reads.running);
      t.equal((await neighbour('GET', '/maps')).status, 200);
      t.equal((await neighbour('GET', '/me')).status, 200);
      t.equal(await readyz(), 200);
    }
    t.equal((await neighbour('GET', `/maps/${await newMap(neighbour)}/markers/search?q=zq`)).status, 200);
    t.ok(running === 1 || running === 2, 'of three places the key has two at most');
    const answers = await Promise.all(searches);
    const statuses = new Set(answers.map(({ status }) => status));
    t.same(
      [...statuses].filter((status) => status !== 200 && status !== 429),
      [],
    );
    for (const { headers, body } of answers.filter(({ status }) => status === 429)) {
      if (headers.get('retry-after') !== '10' || body.error.code !== 'RATE_LIMITED')
        t.fail(JSON.stringify(body));
    }
    t.match(work.queues.reads, { running: 0, waiting: 0 });
  },
);

t.test('where there is one place for searches, one that walks has it for a step at a time', async (t) => {
  const service = await startTestApp(t, { DATABASE_CONNECTIONS: '8' });
  const { reads } = service.app.work.queues;
  t.equal(reads.limit, 1);
  const [call, other] = [await service.client(), await service.client({ email: 'other@example.com' })];
  const map = await newMap(call);
  const empty = await newMap(other);
  await fill(map, 30_000, service.app.sql);
  const unlock = await hold(NO_MARKERS, service.app.pools);
  const answered: string[] = [];
  const search = async (by: Client, mapId: number, who: string): Promise<void> => {
    t.equal((await by('GET', `/maps/${mapId}/markers/search?q=zq`)).status, 200);
    answered.push(who);
  };
  const long = search(call, map, 'long');
  while ((await slowStatements(service.app.sql)) < 1) await delay(5);
  const short = search(other, empty, 'short');
  while (reads.waiting < 1) await delay(5);
  await unlock();
  await Promise.all([long, short]);
  t.same(answered, ['short', 'long']);
});

t.test('the search of a client that leaves ends in the database, and what waits never begins', async (t) => {
  const map = await newMap();
  await newMap(neighbour);
  const unlock = await hold(NO_MARKERS);
  t.teardown(unlock);
  const { hostname, port, pathname } = new URL(service.app.publicUrl);
  const requests = Array.from({ length: 5 }, () => {
    const path = `${pathname}/maps/${map}/markers/search?q=zq`;
    const request = get({ hostname, port, path, headers: { authorization }, agent: false });
    request.on('error', () => {});
    return request;
  });
  while ((await slowStatements()) < 2 || work.queues.reads.waiting < 3) await delay(5);
  for (const request of requests) request.destroy();
  while ((await slowStatements()) > 0) await delay(5);
  t.match(work.queues.reads, { waiting: 0, shed: { left: 3 } });
  while (work.queues.reads.running > 0) await delay(5);
  t.equal(pools.reads.used, 0);
});

t.test('writes that wait for a lock leave connections to others', async (t) => {
  const map = await newMap();
  const unlock = await hold(`SELECT FROM layers WHERE map_id = ${map} FOR UPDATE`);
  const writes = Array.from({ length: 50 }, () =>
    call('POST', `/maps/${map}/markers`, { name: 'A', lat: 1, lng: 2, category: 'C' }),
  );
  while (work.queues.small.waiting < 47) await delay(5);
  t.equal(work.queues.small.running, 3, 'of five, so that two are left');
  for (let i = 0; i < 10; i++) {
    const { status } = await neighbour('POST', '/maps', { name: 'M' });
    t.equal(status, 201);
  }
  t.equal((await call('GET', '/me')).status, 200);
  await unlock();
  t.same(new Set((await Promise.all(writes)).map(({ status }) => status)), new Set([201]));
});

t.test('a long body of one key holds its place, and others are answered, theirs too', async (t) => {
  const [map, own] = [await newMap(), await newMap(neighbour)];
  const legend = {
    categories: Array.from({ length: 500 }, (_, i) => ({ name: `${i} ${'n'.repeat(700)}` })),
  };
  const unlock = await hold(`SELECT FROM layers WHERE map_id = ${map} FOR UPDATE`);
  t.teardown(unlock);
  const { longBodies, parsing, small } = work.queues;
  const legends = Array.from({ length: 40 }, () => call('PUT', `/maps/${map}/categories`, legend));
  while (longBodies.waiting < 30 || small.running < 1 || longBodies.shed.full < 9) await delay(5);
  t.match([longBodies.running, small.running, parsing.running, parsing.waiting], [1, 1, 0, 0]);
  t.match(await neighbour('PUT', `/maps/${own}/categories`, legend), { status: 200 });
  t.match(await neighbour('GET', '/me'), { status: 200 });
  t.match(await neighbour('GET', `/maps/${own}/markers`), { status: 200 });
  const batch = { markers: [{ name: 'A', lat: 1, lng: 2 }] };
  t.match(await neighbour('POST', `/maps/${own}/markers/bulk`, batch), { status: 200, body: { added: 1 } });
  t.match(await call('GET', '/me'), { status: 200 }, 'and so is the account itself');
  await unlock();
  const statuses = (await Promise.all(legends)).map(({ status }) => status);
  const { full, late } = longBodies.shed;
  t.equal(full, 9);
  t.same(statuses.sort(), [...Array(31 - late).fill(200), ...Array(9 + late).fill(429)]);
});

t.test('clones of one key never keep another account’s clone waiting', async (t) => {
  const map = await newMap();
  await fill(map, 10);
  const empty = await newMap(neighbour);
  const unlock = await hold(NO_MARKERS);
  const clones = Array.from({ length: 220 }, () => call('POST', `/maps/${map}/clone`, { name: 'C' }));
  const { changes } = work.queues;
  // The clones beyond the line are refused before the lock goes: one that came later would find a place.
  while (changes.waiting < 200 || changes.shed.full < 19) await delay(5);
  t.equal(changes.running, 1, 'the second place is for another account');
  const other = neighbour('POST', `/maps/${empty}/clone`, { name: 'C' });
  while (changes.running < 2) await delay(5);
  await unlock();
  t.equal((await other).status, 201);
  t.ok(changes.waiting > 100, 'the first account has most of its clones to make');
  const answers = await Promise.all(clones);
  t.same(
    answers.map(({ status }) => status).sort(),
    [...Array(201).fill(201), ...Array(19).fill(429)],
    'one at once, 200 in line',
  );
});

t.test('few ids are deleted beside clones; all markers wait with them', async (t) => {
  const map = await newMap();
  await fill(map, 10);
  const unlock = await hold(NO_MARKERS);
  const clone = call('POST', `/maps/${map}/clone`, { name: 'C' });
  const { changes, small } = work.queues;
  while (changes.running < 1) await delay(5);
  const all = call('DELETE', `/maps/${map}/markers/bulk`, { all: true, confirm: true });
  while (changes.waiting < 1) await delay(5);
  const few = call('DELETE', `/maps/${map}/markers/bulk`, { marker_ids: [1, 2], confirm: true });
  while (small.running < 1) await delay(5);
  t.match(changes, { running: 1, waiting: 1 });
  await unlock();
  t.same(
    (await Promise.all([clone, all, few])).map(({ status }) => status),
    [201, 200, 200],
  );
});

t.test('a page of more than 100 waits with searches, a shorter one does not', async (t) => {
  const map = await newMap();
  const unlock = await hold(NO_MARKERS);
  const long = call('GET', `/maps/${map}/markers?page_size=101`);
  const short = call('GET', `/maps/${map}/markers?page_size=100`);
  const { reads, small } = work.queues;
  while (reads.running < 1 || small.running < 1) await delay(5);
  t.match([reads.running, small.running], [1, 1]);
  await unlock();
  t.same([(await long).status, (await short).status], [200, 200]);
});
