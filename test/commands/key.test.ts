import { createHash } from 'node:crypto';
import t from 'tap';
import { connect } from '../../src/store/client.js';
import { runForComplaint, runForResult } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';

const EMAIL = 'owner@example.com';

const { url } = await createDatabase(t);
const env = { DATABASE_URL: url };
const sql = connect(url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 10_000 });
t.teardown(() => sql.end({ timeout: 5 }));
await sql`INSERT INTO accounts (email, plan) VALUES (${EMAIL}, 'enterprise')`;

const create = (...options: string[]) => ['key', 'create', '--email', EMAIL, ...options];

const stored = async (id: number) =>
  (
    await sql`SELECT hash, scope, rate_limit, quota_maps, quota_markers, quota_bulk, revoked_at FROM api_keys WHERE id = ${id}`
  )[0]!;

t.test('a key is shown once; what is stored is its SHA-256', async (t) => {
  const result = await runForResult(t, create(), { env });
  t.same(Object.keys(result), ['key_id', 'key', 'scope']);
  t.match(result, { key_id: Number, key: /^ck_[0-9A-Za-z]{33,}$/, scope: 'read_write' });
  const { hash, ...rest } = await stored(result.key_id);
  t.same(hash, createHash('sha256').update(result.key).digest());
  t.same(rest, {
    scope: 'read_write',
    rate_limit: null,
    quota_maps: null,
    quota_markers: null,
    quota_bulk: null,
    revoked_at: null,
  });
});

t.test('scope and limits are stored', async (t) => {
  const limits = ['--rate-limit', '1', '--quota-maps', '2', '--quota-markers', '3', '--quota-bulk', '0'];
  const { key_id, scope } = await runForResult(t, create('--scope', 'read_only', ...limits), { env });
  t.equal(scope, 'read_only');
  t.match(await stored(key_id), {
    scope: 'read_only',
    rate_limit: 1,
    quota_maps: 2,
    quota_markers: 3,
    quota_bulk: 0,
  });
});

t.test('an e-mail without an account gets no key', async (t) => {
  t.equal(
    await runForComplaint(t, ['key', 'create', '--email', 'nobody@example.com'], { env }),
    "nobody@example.com has no account; make one with 'account create'",
  );
});

t.test('a key is revoked, again if need be; one that is not there is named', async (t) => {
  const { key_id } = await runForResult(t, create(), { env });
  const revoke = ['key', 'revoke', '--id', String(key_id)];
  t.same(await runForResult(t, revoke, { env }), { revoked: true });
  const { revoked_at } = await stored(key_id);
  t.type(revoked_at, Date);
  t.same(await runForResult(t, revoke, { env }), { revoked: true });
  t.same((await stored(key_id)).revoked_at, revoked_at, 'the first time counts');
  t.equal(await runForComplaint(t, ['key', 'revoke', '--id', '424242'], { env }), 'there is no key 424242');
});

t.test('a wrong command line is refused in one line', async (t) => {
  const cases: [string[], string][] = [
    [['key', 'create'], "required option '--email <email>' not specified"],
    [
      create('--scope', 'admin'),
      "option '--scope <scope>' argument 'admin' is invalid. Allowed choices are read_only, read_write.",
    ],
    [
      create('--rate-limit', '-5'),
      "option '--rate-limit <n>' argument '-5' is invalid. a whole number from 0 to 999999999 is needed.",
    ],
    [
      create('--quota-bulk', 'many'),
      "option '--quota-bulk <n>' argument 'many' is invalid. a whole number from 0 to 999999999 is needed.",
    ],
    [['key', 'revoke'], "required option '--id <id>' not specified"],
    [
      ['key', 'revoke', '--id', 'ck_abc'],
      "option '--id <id>' argument 'ck_abc' is invalid. a whole number from 0 to 999999999 is needed.",
    ],
    [['key', 'list'], "unknown command 'list'"],
  ];
  for (const [args, complaint] of cases) t.equal(await runForComplaint(t, args, { env }), complaint);
});
