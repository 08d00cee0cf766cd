import t from 'tap';
import type { Writer } from '../../src/store/authorize.js';
import { cloneMap } from '../../src/store/map-life.js';
import { type Client, finished, sharedTestApp } from '../support/app.js';

const service = await sharedTestApp(t);
const { sql } = service.app;
const DAY_S = 86_400;
const accountOf = async (email: string): Promise<number> =>
  (await sql<[{ id: number }]>`SELECT id FROM accounts WHERE email = ${email}`)[0].id;
const usedOf = async (account: number, kind: string): Promise<number> =>
  (
    await sql<
      { used: number }[]
    >`SELECT used FROM account_use WHERE account_id = ${account} AND kind = ${kind}`
  )[0]?.used ?? 0;
const newMap = async (call: Client): Promise<number> => (await call('POST', '/maps', { name: 'M' })).body.id;
const useUp = (account: number, kind: string, used: number) => sql`
  INSERT INTO account_use VALUES (${account}, (now() AT TIME ZONE 'UTC')::date, ${kind}, ${used})
  ON CONFLICT (account_id, day, kind) DO UPDATE SET used = excluded.used`;
const mapsOf = async (account: number): Promise<number> =>
  (await sql`SELECT FROM maps WHERE account_id = ${account}`).length;

t.test(
  'clones charge what they copy to the account, whichever key makes them, until the allowance is used up',
  async (t) => {
    const email = 'cloner@example.com';
    const call = await service.client({ email });
    const other = await service.client({ email });
    const account = await accountOf(email);
    const mapId = await newMap(call);
    await sql`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, custom_fields)
    SELECT ${mapId}::bigint, nextval('marker_ids'), 'P', 'pin', 1, i, i,
           json_build_object('Note', (SELECT string_agg(md5((random() + g)::text), '') FROM generate_series(1, 1000) g))
    FROM generate_series(1, 10) i`;
    const clone = (call: Client) => call('POST', `/maps/${mapId}/clone`, { name: 'Copy' });
    t.equal((await clone(call)).status, 201);
    const once = await usedOf(account, 'cloned_bytes');
    t.ok(once > 16_384 + 100_000 && once < 16_384 + 340_000, `${once} bytes`);
    t.equal((await clone(other)).status, 201);
    t.equal(await usedOf(account, 'cloned_bytes'), 2 * once);

    await useUp(account, 'cloned_bytes', 4 * 1024 ** 3 - once);
    t.equal((await clone(call)).status, 201, 'the last one');
    const maps = await mapsOf(account);
    const refused = await clone(other);
    t.equal(refused.status, 429);
    t.same(refused.body.error, {
      code: 'QUOTA_EXCEEDED',
      message:
        "the account's daily allowance of 4 GiB of copied maps and of undos that are taken back is used up: try again after midnight UTC (Retry-After)",
    });
    const retryAfter = Number(refused.headers.get('retry-after'));
    t.ok(retryAfter >= 1 && retryAfter <= DAY_S);
    t.equal(await mapsOf(account), maps, 'nothing is left behind');
    t.equal(await usedOf(account, 'cloned_bytes'), 4 * 1024 ** 3);
    t.equal(
      (
        await (
          await service.client({ email: 'n@example.com' })
        )('POST', `/maps/${mapId}/clone`, { name: 'C' })
      ).status,
      404,
    );
  },
);

t.test('an import and its undo come and go only as often as the account may copy bytes', async (t) => {
  const email = 'undoer@example.com';
  const call = await service.client({ email });
  const account = await accountOf(email);
  let mapId = await newMap(call);
  const note = Array.from({ length: 200 }, (_, i) => Math.sin(i)).join(' ');
  const importOne = async () => {
    const csv = `name,lat,lng,Note\nA,1,1,${note}\n`;
    const { body } = await call('POST', `/maps/${mapId}/markers/bulk`, csv, { 'content-type': 'text/csv' });
    return (await finished(call, body)).job_id;
  };
  const undo = async (jobId: string) => {
    const { status, body } = await call('POST', `/jobs/${jobId}/undo`);
    return { status, body, job: status === 202 ? (await finished(call, body)).job_id : '' };
  };
  const first = await undo(await importOne());
  t.equal(await usedOf(account, 'cloned_bytes'), 0, 'the quota of imports bounds the undos of imports');
  const second = await undo(first.job);
  const used = await usedOf(account, 'cloned_bytes');
  t.ok(used > 1500 && used < note.length + 2000, `${used} bytes, those of the deleted marker`);
  await useUp(account, 'cloned_bytes', 4 * 1024 ** 3 - 10);
  t.match(await undo(second.job), {
    status: 429,
    body: { error: { code: 'QUOTA_EXCEEDED', message: /4 GiB of copied maps and of undos/ } },
  });
  t.equal((await call('GET', `/maps/${mapId}/markers`)).body.data.length, 1, 'nothing was done');
  mapId = await newMap(call);
  t.equal((await undo(await importOne())).status, 202);
});

t.test('parallel clones cannot pass the allowance together', async (t) => {
  const email = 'parallel@example.com';
  const call = await service.client({ email });
  const accountId = await accountOf(email);
  const mapId = await newMap(call);
  const [writer] = await sql<
    [Writer]
  >`SELECT id AS "keyId", account_id AS "accountId" FROM api_keys WHERE account_id = ${accountId}`;
  const options = { name: 'C', pinned: true, areas: true, timeoutMs: 10_000, dailyBytes: 3 * 16_384 };
  const clones = await Promise.allSettled(
    Array.from({ length: 8 }, () => cloneMap(sql, writer, mapId, options)),
  );
  t.equal(clones.filter(({ status }) => status === 'fulfilled').length, 3);
  for (const clone of clones) if (clone.status === 'rejected') t.equal(clone.reason.code, 'CL429');
  t.equal(await mapsOf(accountId), 4);
});

t.test('transfers charge who gives, not who gets', async (t) => {
  const [giver, getter] = ['giver@example.com', 'getter@example.com'];
  const call = await service.client({ email: giver });
  const victim = await service.client({ email: getter });
  const [giverId, getterId] = [await accountOf(giver), await accountOf(getter)];
  const give = async (call: Client) =>
    call('POST', `/maps/${await newMap(call)}/transfer`, { new_owner_email: 'GETTER@example.com' });
  const given = await give(call);
  t.equal(given.status, 200);
  t.same([await usedOf(giverId, 'transfers'), await usedOf(getterId, 'transfers')], [1, 0]);
  await useUp(giverId, 'transfers', 200);
  const refused = await give(call);
  t.match(refused, { status: 429, body: { error: { code: 'QUOTA_EXCEEDED', message: /200 transfers/ } } });
  t.equal((await victim('POST', `/maps/${given.body.id}/transfer`, { new_owner_email: giver })).status, 200);
  const operator = await service.client({ email: giver, superuser: true });
  t.equal((await give(operator)).status, 429, 'the account was there already');
  const superuser = await service.client({ email: 'super@example.com', superuser: true });
  await useUp(await accountOf('super@example.com'), 'transfers', 200);
  t.equal((await give(superuser)).status, 200, 'a superuser gives away any number');
});

t.test('an account has 50,000 maps, not counting those that others gave it', async (t) => {
  const email = 'many@example.com';
  const call = await service.client({ email });
  const account = await accountOf(email);
  const source = await newMap(call);
  await sql`INSERT INTO maps (account_id, name, received) SELECT ${account}, 'R', true FROM generate_series(1, 1000)`;
  await sql`INSERT INTO maps (account_id, name, deleted_at) SELECT ${account}, 'D', now() FROM generate_series(1, 1000)`;
  await sql`INSERT INTO maps (account_id, name) SELECT ${account}, 'M' FROM generate_series(1, 49999)`;
  for (const [path, body] of [
    ['/maps', { name: 'One more' }],
    [`/maps/${source}/clone`, { name: 'One more' }],
  ] as const)
    t.match(await call('POST', path, body), {
      status: 400,
      body: {
        error: { code: 'BAD_REQUEST', message: 'an account can have at most 50000 maps that it made itself' },
      },
    });
  t.equal((await call('GET', '/me')).body.quotas.maps.used, 1, 'what was refused costs nothing');
  t.equal((await call('DELETE', `/maps/${source}`)).status, 204);
  t.equal((await call('POST', '/maps', { name: 'One more' })).status, 201);
});

t.test('use of earlier days is forgotten, and does not count', async (t) => {
  const call = await service.client({ email: 'yesterday@example.com' });
  const account = await accountOf('yesterday@example.com');
  await sql`
    INSERT INTO account_use SELECT ${account}, (now() AT TIME ZONE 'UTC')::date - d, 'cloned_bytes', ${4 * 1024 ** 3}
    FROM unnest(ARRAY[1, 2]) d`;
  t.equal((await call('POST', `/maps/${await newMap(call)}/clone`, { name: 'C' })).status, 201);
  const [{ gone }] = await sql<[{ gone: number }]>`SELECT remove_quota_use(100) AS gone`;
  t.equal(gone, 1);
});
