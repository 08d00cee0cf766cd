import t from 'tap';
import { connect } from '../../src/store/client.js';
import { sharedTestApp } from '../support/app.js';

const service = await sharedTestApp(t);
const { sql } = service.app;
const owner = await service.client();
const chief = await service.client({ email: 'chief@example.com', superuser: true });
const ids = async (email: string) =>
  (
    await sql<{ account: number; key: number }[]>`
      SELECT a.id AS account, k.id AS key FROM accounts a JOIN api_keys k ON k.account_id = a.id WHERE a.email = ${email}`
  )[0]!;
const { account, key } = await ids('owner@example.com');
const boss = await ids('chief@example.com');

/** Notes made during `work`, without ids and times. */
async function notedBy(work: () => Promise<unknown>) {
  const [{ last }] = await sql<[{ last: number }]>`SELECT coalesce(max(id), 0) AS last FROM audit_log`;
  await work();
  const rows = await sql`
    SELECT action, account_id, key_id, via, owner_id, other_id, map_id, share_id, api_key_id, details
    FROM audit_log WHERE id > ${last} ORDER BY id`;
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
}

const byOwner = { account_id: account, key_id: key, via: 'key', owner_id: account };
async function newMap(): Promise<number> {
  const { status, body } = await owner('POST', '/maps', { name: 'M' });
  t.equal(status, 201);
  return body.id;
}

t.test(
  'what becomes of a map is noted with the account and the key that did it, repetitions are not',
  async (t) => {
    const map_id = await newMap();
    for (const [method, path, action] of [
      ['POST', '/archive', 'map.archived'],
      ['POST', '/restore', 'map.restored'],
      ['DELETE', '', 'map.deleted'],
      ['POST', '/restore', 'map.restored'],
    ] as const) {
      const call = () => owner(method, `/maps/${map_id}${path}`);
      t.same(await notedBy(call), [{ action, ...byOwner, map_id }], action);
      t.same(await notedBy(call), [], `${action} again`);
    }
    t.same(await notedBy(() => owner('PATCH', `/maps/${map_id}`, { name: 'N' })), []);
  },
);

t.test(
  'a transfer is noted with both owners, by a superuser too; who is refused leaves nothing',
  async (t) => {
    const map_id = await newMap();
    const give = (call: typeof owner, email: string) => () =>
      call('POST', `/maps/${map_id}/transfer`, { new_owner_email: email });
    t.same(await notedBy(give(owner, 'chief@example.com')), [
      { action: 'map.transferred', ...byOwner, other_id: boss.account, map_id },
    ]);
    t.same(await notedBy(give(owner, 'owner@example.com')), []);
    t.same(await notedBy(give(chief, 'owner@example.com')), [
      {
        action: 'map.transferred',
        account_id: boss.account,
        key_id: boss.key,
        via: 'key',
        owner_id: boss.account,
        other_id: account,
        map_id,
      },
    ]);
  },
);

t.test('shares are noted with their levels, and the account that one makes', async (t) => {
  const map_id = await newMap();
  let share_id = 0;
  const share = async (access_level: string) => {
    const { body } = await owner('POST', `/maps/${map_id}/shares`, {
      email: 'friend@example.com',
      access_level,
    });
    share_id = body.id;
  };
  const made = await notedBy(() => share('viewer'));
  const other_id = made[0]!.owner_id;
  t.match(made, [
    {
      action: 'account.created',
      key_id: key,
      details: { email: 'friend@example.com', plan: 'free', pending: true },
    },
    { action: 'share.created', ...byOwner, other_id, map_id, share_id, details: { access_level: 'viewer' } },
  ]);
  const entry = (action: string, access_level: string) => [
    { action, ...byOwner, other_id, map_id, share_id, details: { access_level } },
  ];
  t.same(await notedBy(() => share('member')), entry('share.changed', 'member'));
  t.same(await notedBy(() => share('member')), [], 'the same level again');
  const path = `/maps/${map_id}/shares/${share_id}`;
  t.same(
    await notedBy(() => owner('PATCH', path, { access_level: 'admin' })),
    entry('share.changed', 'admin'),
  );
  t.same(await notedBy(() => owner('DELETE', path)), entry('share.deleted', 'admin'));
});

t.test('webhooks are noted by their origin, as the rest of an address may be a secret', async (t) => {
  let webhook_id = 0;
  const make = async () => {
    const { body } = await owner('POST', '/webhooks', {
      url: 'https://hooks.example.com:8443/T0/secret?x=1#y',
    });
    webhook_id = body.id;
  };
  const entry = (action: string) => [
    { action, ...byOwner, details: { webhook_id, origin: 'https://hooks.example.com:8443' } },
  ];
  t.same(await notedBy(make), entry('webhook.created'));
  const remove = () => owner('DELETE', `/webhooks/${webhook_id}`);
  t.same(await notedBy(() => chief('DELETE', `/webhooks/${webhook_id}`)), [], 'of another account');
  t.same(await notedBy(remove), entry('webhook.deleted'));
  t.same(await notedBy(remove), [], 'a second time');
});

t.test('a bulk delete of many steps has one entry, which counts; of nothing none', async (t) => {
  const map_id = await newMap();
  await sql`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell)
    SELECT ${map_id}::bigint, nextval('marker_ids'), 'x', 'pin', 1, 2, 3 FROM generate_series(1, 25000)`;
  const remove = (selector: object) => () =>
    owner('DELETE', `/maps/${map_id}/markers/bulk`, { ...selector, confirm: true });
  const [{ id }] = await sql<[{ id: number }]>`SELECT min(id) AS id FROM markers WHERE map_id = ${map_id}`;
  const entry = (deleted: number) => [
    { action: 'markers.deleted', ...byOwner, map_id, details: { deleted } },
  ];
  t.same(await notedBy(remove({ marker_ids: [id, 1e9] })), entry(1));
  t.same(await notedBy(remove({ all: true })), entry(24_999));
  t.same(await notedBy(remove({ all: true })), []);
});

t.test('keys and accounts are noted whoever changes them, without hashes', async (t) => {
  const command = (applicationName: string) => {
    const client = connect(service.databaseUrl, {
      applicationName,
      maxConnections: 1,
      statementTimeoutMs: 10_000,
    });
    t.teardown(() => client.end({ timeout: 5 }));
    return client;
  };
  const cli = command('cartload command');
  const psql = command('psql');
  const [first, ...more] = await notedBy(async () => {
    await cli`INSERT INTO api_keys (account_id, hash, scope, rate_limit) VALUES (${account}, 'h', 'read_only', 5)`;
  });
  const api_key_id = first!.api_key_id;
  const noted = { owner_id: account, api_key_id, details: { scope: 'read_only', rate_limit: 5 } };
  t.same([first, ...more], [{ action: 'key.issued', via: 'cli', ...noted }]);
  const revoke = (client: typeof cli) => () =>
    client`UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = ${api_key_id}`.execute();
  t.same(await notedBy(revoke(psql)), [{ action: 'key.revoked', via: 'psql', ...noted }]);
  t.same(await notedBy(revoke(cli)), [], 'a second time changes nothing');
  t.match(
    await notedBy(() =>
      cli`UPDATE accounts SET plan = 'free', password_hash = '$x' WHERE id = ${account}`.execute(),
    ),
    [
      {
        action: 'account.changed',
        via: 'cli',
        owner_id: account,
        details: { plan: 'free', password_set: true },
      },
    ],
  );
  t.notMatch(JSON.stringify(await sql`SELECT * FROM audit_log`), /\$x|hash/);
  await sql`UPDATE accounts SET plan = 'enterprise' WHERE id = ${account}`;
});

t.test('a change that is rolled back has no entry', async (t) => {
  const map_id = await newMap();
  // One message of the simple protocol is one transaction.
  const change = `UPDATE maps SET deleted_at = now() WHERE id = ${map_id}; SELECT 1 / 0`;
  t.same(await notedBy(() => t.rejects(sql.unsafe(change).simple(), /division by zero/)), []);
});

t.test(
  'the key of a statement is forgotten with it: the next one on the connection is nobody’s',
  async (t) => {
    const single = connect(service.databaseUrl, {
      applicationName: 'cartload',
      maxConnections: 1,
      statementTimeoutMs: 10_000,
    });
    t.teardown(() => single.end({ timeout: 5 }));
    const map_id = await newMap();
    await single`UPDATE maps SET status = 'archived' WHERE id = (SELECT authorize_write(${map_id}, ${key}))`;
    t.match(await notedBy(() => single`UPDATE maps SET status = 'active' WHERE id = ${map_id}`.execute()), [
      { action: 'map.restored', via: 'service', key_id: undefined },
    ]);
  },
);
