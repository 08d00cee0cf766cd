import { createHash } from 'node:crypto';
import t from 'tap';
import { run, runForComplaint, runForResult } from '../support/cartload-process.js';
import { connectTest, createDatabase } from '../support/database.js';

const EMAIL = 'owner@example.com';

const { url } = await createDatabase(t);
const env = { DATABASE_URL: url };
const sql = connectTest(t, url);
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
    "nobody@example.com has no account: create one with 'account create'",
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

t.test('the keys of an account are listed, one line each', async (t) => {
  await sql`INSERT INTO accounts (email, plan) VALUES ('lister@example.com', 'free')`;
  const of = (email: string) => ['key', 'list', '--email', email];
  t.same(await run(t, of('lister@example.com'), { env }), { code: 0, stdout: '', stderr: '' }, 'none yet');
  await sql`
    INSERT INTO api_keys (account_id, hash, scope, created_at, revoked_at)
    SELECT id, h.hash, h.scope, h.at, h.revoked FROM accounts, (VALUES
      ('\\x01'::bytea, 'read_only', '2026-01-02T03:04:05Z'::timestamptz, NULL::timestamptz),
      ('\\x02', 'read_write', '2026-01-03T00:00:00Z', '2026-01-04T00:00:00Z')) AS h (hash, scope, at, revoked)
    WHERE email = 'lister@example.com' ORDER BY h.at`;
  const [first, second] = await sql<{ id: number }[]>`SELECT id FROM api_keys ORDER BY id DESC LIMIT 2`.then(
    (rows) => rows.reverse(),
  );
  await sql`INSERT INTO key_uses VALUES (${first!.id}, '2026-02-01T00:00:00Z')`;
  const { code, stdout, stderr } = await run(t, of('Lister@example.com'), { env });
  t.same({ code, stderr }, { code: 0, stderr: '' });
  t.same(
    stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
    [
      {
        key_id: first!.id,
        scope: 'read_only',
        created_at: '2026-01-02T03:04:05.000Z',
        last_used_at: '2026-02-01T00:00:00.000Z',
        revoked_at: null,
      },
      {
        key_id: second!.id,
        scope: 'read_write',
        created_at: '2026-01-03T00:00:00.000Z',
        last_used_at: null,
        revoked_at: '2026-01-04T00:00:00.000Z',
      },
    ],
  );
  t.equal(await runForComplaint(t, of('nobody@example.com'), { env }), 'nobody@example.com has no account');
});

t.test('a wrong command line is refused in one line', async (t) => {
  const cases: [string[], string][] = [
    [
      create('--scope', 'admin'),
      "option '--scope <scope>' argument 'admin' is invalid. Allowed choices are read_only, read_write.",
    ],
    [
      create('--rate-limit', '-5'),
      "option '--rate-limit <n>' argument '-5' is invalid. it must be a whole number from 0 to 999999999.",
    ],
    [['key', 'revoke'], "required option '--id <id>' not specified"],
    [
      ['key', 'revoke', '--id', 'ck_abc'],
      "option '--id <id>' argument 'ck_abc' is invalid. it must be a whole number from 0 to 999999999.",
    ],
  ];
  for (const [args, complaint] of cases) t.equal(await runForComplaint(t, args, { env }), complaint);
});
