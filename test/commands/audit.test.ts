import t from 'tap';
import { run, runForComplaint } from '../support/cartload-process.js';
import { createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const env = { DATABASE_URL: owner.url };
const { sql, accountId, keyId } = owner;

async function audit(...options: string[]): Promise<Record<string, unknown>[]> {
  const { code, stdout, stderr } = await run(t, ['audit', ...options], { env });
  t.same({ code, stderr }, { code: 0, stderr: '' });
  return stdout === ''
    ? []
    : stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
}

t.test('audit tells who did what in JSON lines, of all, of an account, and since a time', async (t) => {
  const mapId = await owner.createMap();
  await sql`INSERT INTO accounts (email, plan) VALUES ('friend@example.com', 'free'), ('stranger@example.com', 'free')`;
  await sql`
    SELECT share_map(${accountId}, (SELECT authorize_write(${mapId}, ${keyId})), 'friend@example.com', 'viewer', 10)`;
  const all = await audit();
  t.same(
    all.map(({ action }) => action),
    ['account.created', 'key.issued', 'account.created', 'account.created', 'share.created'],
  );
  const { at, share_id, ...share } = all.at(-1)!;
  t.match(at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  t.type(share_id, 'number');
  t.same(share, {
    action: 'share.created',
    by: 'owner@example.com',
    key_id: keyId,
    map_id: mapId,
    owner: 'owner@example.com',
    shared_with: 'friend@example.com',
    access_level: 'viewer',
  });
  t.match(all[1], { action: 'key.issued', key_id: 'test', api_key_id: keyId, owner: 'owner@example.com' });
  const actions = async (...options: string[]) => (await audit(...options)).map(({ action }) => action);
  t.same(await actions('--email', 'Friend@example.com'), ['account.created', 'share.created']);
  t.same(await actions('--email', 'stranger@example.com'), ['account.created']);
  t.same(await actions('--since', '2999-01-01'), []);
  await sql`UPDATE audit_log SET at = now() - interval '2 days' WHERE action <> 'share.created'`;
  t.same(await actions('--since', new Date(Date.now() - 86_400_000).toISOString()), ['share.created']);
});

t.test('more entries than one statement reads come all, in their order', async (t) => {
  await sql`INSERT INTO audit_log (action, via, details) SELECT 'n', 'test', json_build_object('n', n) FROM generate_series(1, 2500) n`;
  const numbers = (await audit()).flatMap(({ n }) => (n === undefined ? [] : [n]));
  t.same(
    numbers,
    Array.from({ length: 2500 }, (_, i) => i + 1),
  );
});

t.test('a wrong time and an unknown account are refused in one line', async (t) => {
  for (const since of ['yesterday', '2026-13-01', '5'])
    t.equal(
      await runForComplaint(t, ['audit', '--since', since], { env }),
      `option '--since <time>' argument '${since}' is invalid. it must be a date or time in ISO 8601.`,
    );
  t.equal(
    await runForComplaint(t, ['audit', '--email', 'nobody@example.com'], { env }),
    'nobody@example.com has no account',
  );
});
