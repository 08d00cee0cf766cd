import t from 'tap';
import { transferMap } from '../../src/store/map-life.js';
import { claimInvitations, endAttempt, markSent } from '../../src/store/outbox.js';
import { setFirstPassword } from '../../src/store/passwords.js';
import { deleteShare, shareMap } from '../../src/store/shares.js';
import { addOwner, createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const { sql } = owner;
t.beforeEach(() => sql`DELETE FROM outbox`.then(() => {}));

const share = async (mapId: number, email: string) =>
  (await shareMap(sql, owner, mapId, { email, access_level: 'viewer' })).share;

const transfer = (id: number, email: string, dailyTransfers: number | null = 1_000_000) =>
  transferMap(sql, owner, { id, accountId: owner.accountId }, email, dailyTransfers);

/** For each waiting invitation, in order: minutes until it is due, rounded. */
async function minutesToWait(): Promise<number[]> {
  const rows = await sql<{ minutes: number }[]>`
    SELECT round(extract(epoch FROM due_at - now()) / 60)::float8 AS minutes FROM outbox
    WHERE sent_at IS NULL AND failed_at IS NULL ORDER BY due_at`;
  return rows.map(({ minutes }) => Math.max(0, minutes));
}

t.test('an account that is not pending is not invited', async (t) => {
  const mapId = await owner.createMap();
  await sql`INSERT INTO accounts (email, plan) VALUES ('old@example.com', 'free')`;
  await share(mapId, 'OLD@example.com');
  t.same(await minutesToWait(), []);
});

t.test('an invitation that waits is enough; after one that went, the next waits ten minutes', async (t) => {
  const mapId = await owner.createMap();
  await Promise.all(Array.from({ length: 10 }, () => share(mapId, 'twice@example.com')));
  t.same(await minutesToWait(), [0]);
  const [sent] = await claimInvitations(sql, 5, 1000);
  await share(mapId, 'twice@example.com');
  t.same(await minutesToWait(), [0], 'the one on its way');
  await markSent(sql, sent!.id);
  await share(mapId, 'twice@example.com');
  await share(mapId, 'twice@example.com');
  t.same(await minutesToWait(), [10]);
  await share(await owner.createMap(), 'twice@example.com');
  t.same(await minutesToWait(), [10], 'one of another map would bring the same link');
});

t.test('of an inviter 50 mails go out an hour, the others wait, and none is lost', async (t) => {
  const mapId = await owner.createMap();
  await Promise.all(Array.from({ length: 120 }, (_, i) => share(mapId, `many-${i}@example.com`)));
  const expected = [0, 60, 120].flatMap((minutes) => Array(minutes === 120 ? 20 : 50).fill(minutes));
  t.same(await minutesToWait(), expected);
  t.equal((await claimInvitations(sql, 1000, 1000)).length, 50);
  t.equal((await claimInvitations(sql, 1000, 1000)).length, 0);
  await sql`UPDATE outbox SET next_attempt_at = next_attempt_at - interval '61 minutes' WHERE attempts = 0`;
  t.equal((await claimInvitations(sql, 1000, 1000)).length, 50);
});

t.test(
  'when 20 hours’ worth of mails wait, nobody further is invited, known or not, and levels can be changed',
  async (t) => {
    const mapId = await owner.createMap();
    await share(mapId, 'waiting@example.com');
    await sql`
    INSERT INTO outbox (account_id, map_id, inviter_id, due_at, next_attempt_at, sent_at)
    SELECT account_id, map_id, inviter_id, now() + interval '19.5 hours', now(), now() FROM outbox, generate_series(1, 50)`;
    await t.rejects(share(mapId, 'one-more@example.com'), {
      code: 'CL400',
      message: /wait to be sent/,
    });
    const left = await sql`SELECT FROM accounts WHERE email = 'one-more@example.com'`;
    t.equal(left.length, 0, 'no account is left behind');
    await t.rejects(share(mapId, 'old@example.com'), { code: 'CL400', message: /wait to be sent/ });
    await t.rejects(transfer(mapId, 'one-more@example.com'), { code: 'CL400', message: /wait to be sent/ });
    const { share: changed } = (await shareMap(sql, owner, mapId, {
      email: 'waiting@example.com',
      access_level: 'admin',
    }))!;
    t.equal(changed.access_level, 'admin');
  },
);

t.test('of an inviter 500 mails go out a day', async (t) => {
  const mapId = await owner.createMap();
  await share(mapId, 'day@example.com');
  await sql`
    INSERT INTO outbox (account_id, map_id, inviter_id, due_at, next_attempt_at, sent_at)
    SELECT account_id, map_id, inviter_id, now() - interval '5 hours', now(), now() FROM outbox, generate_series(1, 498)`;
  await share(mapId, 'day-500@example.com');
  await share(mapId, 'day-501@example.com');
  t.same(await minutesToWait(), [0, 0, 19 * 60]);
});

t.test('an address gets ten mails a day, however many accounts invite it', async (t) => {
  for (let i = 0; i < 12; i++) {
    const inviter = await addOwner(sql, `inviter-${i}@example.com`);
    await shareMap(sql, inviter, await inviter.createMap(), {
      email: 'target@example.com',
      access_level: 'viewer',
    });
  }
  t.same(await minutesToWait(), [...Array(10).fill(0), 24 * 60, 24 * 60]);
});

t.test('transfers invite within the same bounds', async (t) => {
  for (let i = 0; i < 60; i++) await transfer(await owner.createMap(), `heir-${i % 55}@example.com`);
  t.same(await minutesToWait(), [...Array(50).fill(0), ...Array(5).fill(60)]);
});

t.test('a mail does not go out after its share was deleted, not even one that failed before', async (t) => {
  const mapId = await owner.createMap();
  const { id } = await share(mapId, 'late@example.com');
  const [claimed] = await claimInvitations(sql, 5, 0);
  await endAttempt(sql, claimed!, 'busy', 0);
  await deleteShare(sql, owner, mapId, id);
  t.same(await claimInvitations(sql, 5, 1000), []);
  await share(mapId, 'late@example.com');
  t.same(await minutesToWait(), [10], 'what may have arrived counts');
  await sql`UPDATE outbox SET next_attempt_at = now()`;
  await sql`UPDATE maps SET deleted_at = now() WHERE id = ${mapId}`;
  t.same(await claimInvitations(sql, 5, 1000), [], 'nor after its map was');
  t.same(await minutesToWait(), []);
});

t.test('when one share of several ends, the mail that waits is for another', async (t) => {
  const [mapId, otherId] = [await owner.createMap('First'), await owner.createMap('Second')];
  const { id } = await share(mapId, 'several@example.com');
  await share(otherId, 'several@example.com');
  t.same(await minutesToWait(), [0]);
  await deleteShare(sql, owner, mapId, id);
  const [claimed] = await claimInvitations(sql, 5, 1000);
  t.match(claimed, { mapName: 'Second', accessLevel: 'viewer', recipient: { email: 'several@example.com' } });
});

t.test('a share that ends takes back what nobody has begun to send', async (t) => {
  const mapId = await owner.createMap();
  await deleteShare(sql, owner, mapId, (await share(mapId, 'mistyped@example.com')).id);
  t.same(await minutesToWait(), []);
  const { id } = await share(mapId, 'mistyped@example.com');
  t.same(await minutesToWait(), [10], 'its place is used up, as that of a known address is');
  await sql`UPDATE outbox SET due_at = now() - interval '1 minute', next_attempt_at = now() WHERE failed_at IS NULL`;
  const [claimed] = await claimInvitations(sql, 5, 60_000);
  await deleteShare(sql, owner, mapId, id);
  await markSent(sql, claimed!.id);
  await share(mapId, 'mistyped@example.com');
  t.same(await minutesToWait(), [10], 'what may have arrived counts');
});

t.test(
  'what an inviter may still send is the same, whether those who were invited have accounts, or got theirs meanwhile',
  async (t) => {
    const left: number[] = [];
    for (const kind of ['unknown', 'known', 'comes']) {
      const inviter = await addOwner(sql, `curious-${kind}@example.com`);
      const mapId = await inviter.createMap();
      const shareWith = async (email: string) =>
        (await shareMap(sql, inviter, mapId, { email, access_level: 'viewer' })).share;
      for (let i = 0; i < 60; i++) {
        const email = `${kind}-${i}@example.com`;
        if (kind === 'known') await sql`INSERT INTO accounts (email, plan) VALUES (${email}, 'free')`;
        const { id } = await shareWith(email);
        if (kind === 'comes') {
          const [account] = await sql<[{ id: number }]>`SELECT id FROM accounts WHERE email = ${email}`;
          await setFirstPassword(sql, account.id, 'x');
        }
        if (i % 2 === 0) await deleteShare(sql, inviter, mapId, id);
        if (i % 3 === 0) await shareWith(email);
      }
      const [row] = await sql<[{ places: number }]>`
      SELECT count(*)::integer AS places FROM outbox WHERE inviter_id = ${inviter.accountId}`;
      left.push(row.places);
    }
    t.equal(new Set(left).size, 1, left.join());
    t.ok(left[0]! >= 60);
  },
);

t.test('who has a password is not invited any more', async (t) => {
  const mapId = await owner.createMap();
  await share(mapId, 'quick@example.com');
  const [account] = await sql<[{ id: number }]>`SELECT id FROM accounts WHERE email = 'quick@example.com'`;
  t.equal(await setFirstPassword(sql, account.id, 'x'), true);
  t.equal(await setFirstPassword(sql, account.id, 'y'), false);
  t.same(await claimInvitations(sql, 5, 1000), []);
});

t.test('a claim is of one process, and its end is that of who holds the lease', async (t) => {
  const mapId = await owner.createMap();
  for (let i = 0; i < 10; i++) await share(mapId, `claim-${i}@example.com`);
  const claims = (await Promise.all(Array.from({ length: 5 }, () => claimInvitations(sql, 4, 0)))).flat();
  t.equal(new Set(claims.map(({ id, attempt }) => `${id} ${attempt}`)).size, claims.length);
  await sql`UPDATE outbox SET next_attempt_at = now() WHERE id = ${claims[0]!.id}`;
  const again = (await claimInvitations(sql, 10, 60_000)).find(({ id }) => id === claims[0]!.id)!;
  await endAttempt(sql, claims[0]!, 'too late', null);
  const [row] = await sql<[{ failed_at: null; last_error: null }]>`
    SELECT failed_at, last_error FROM outbox WHERE id = ${again.id}`;
  t.same({ ...row }, { failed_at: null, last_error: null });
});

t.test('what was sent is forgotten after 30 days', async (t) => {
  const mapId = await owner.createMap();
  await share(mapId, 'old-mail@example.com');
  await sql`UPDATE outbox SET sent_at = now() - interval '31 days', due_at = now() - interval '31 days'`;
  await share(mapId, 'old-mail@example.com');
  t.same(await minutesToWait(), [0]);
  t.equal((await sql`SELECT FROM outbox`).length, 1);
});
