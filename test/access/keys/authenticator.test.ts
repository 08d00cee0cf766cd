import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { Authenticator } from '../../../src/access/keys/authenticator.js';
import { hashKey, newJobId, newKey } from '../../../src/access/keys/key.js';
import { createLog } from '../../../src/base/log.js';
import { changeAccount } from '../../../src/store/accounts.js';
import type { Sql } from '../../../src/store/client.js';
import { createKey, revokeKey } from '../../../src/store/keys.js';
import { listenToChannels } from '../../../src/store/listen.js';
import { createOwner } from '../../support/owner.js';

const owner = await createOwner(t, { rateLimit: 7, quotaBulk: 3 });

t.test('a key has its own limits, and the defaults for the rest', async (t) => {
  const principal = await new Authenticator(owner.sql).authenticate(`Bearer ${owner.key}`);
  t.match(principal, {
    keyId: owner.keyId,
    email: 'owner@example.com',
    plan: 'enterprise',
    scope: 'read_write',
    rateLimit: 7,
    quotas: { maps: 10, markers: 1000, bulk: 3 },
  });
});

t.test('the scheme is read without case', async (t) => {
  t.ok(await new Authenticator(owner.sql).authenticate(`bearer ${owner.key}`));
});

t.test('what is not a known key is nobody', async (t) => {
  const authenticator = new Authenticator(owner.sql);
  for (const header of [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${owner.key}`,
    owner.key,
    `Bearer ${newKey()}`,
    `Bearer ${owner.key} x`,
  ]) {
    t.equal(await authenticator.authenticate(header), null, header);
  }
});

t.test('a known key is answered without a promise', async (t) => {
  const authenticator = new Authenticator(owner.sql);
  await authenticator.authenticate(`Bearer ${owner.key}`);
  t.notOk(authenticator.authenticate(`Bearer ${owner.key}`) instanceof Promise);
});

t.test('a revocation and a change of plan are told to other processes at once', async (t) => {
  const authenticator = new Authenticator(owner.sql);
  let told = 0;
  const listener = await listenToChannels({
    url: owner.url,
    log: createLog('silent'),
    channels: {
      key_changed: () => {
        told++;
        authenticator.invalidate();
      },
    },
  });
  t.teardown(() => listener.close());
  const key = newKey();
  const keyId = (await createKey(owner.sql, 'owner@example.com', hashKey(key), 'read_only', {}))!;
  t.ok(await authenticator.authenticate(`Bearer ${key}`));
  const before = told;
  await changeAccount(owner.sql, 'OWNER@example.com', { plan: 'free' });
  while (told === before) await delay(5);
  t.match(await authenticator.authenticate(`Bearer ${key}`), { plan: 'free' });
  const after = told;
  t.equal(await revokeKey(owner.sql, keyId), true);
  while (told === after) await delay(5);
  t.equal(await authenticator.authenticate(`Bearer ${key}`), null);
});

t.test('a revocation takes hold within a second where no notification comes', async (t) => {
  const authenticator = new Authenticator(owner.sql);
  const key = newKey();
  const keyId = (await createKey(owner.sql, 'owner@example.com', hashKey(key), 'read_only', {}))!;
  t.ok(await authenticator.authenticate(`Bearer ${key}`));
  await revokeKey(owner.sql, keyId);
  await delay(1010);
  t.equal(await authenticator.authenticate(`Bearer ${key}`), null);
});

t.test('of unknown keys a bounded number is remembered', async (t) => {
  let asked = 0;
  const nobody = (async () => {
    asked++;
    return [];
  }) as unknown as Sql;
  const authenticator = new Authenticator(nobody);
  // The cache remembers throughout: its clock stands still.
  const { now } = performance;
  const standsAtMs = performance.now();
  performance.now = () => standsAtMs;
  t.teardown(() => {
    performance.now = now;
  });
  const header = `Bearer ${newKey()}`;
  await authenticator.authenticate(header);
  await authenticator.authenticate(header);
  t.equal(asked, 1);
  for (let i = 0; i < 10_000; i++) await authenticator.authenticate(`Bearer ck_${'0'.repeat(20)}${i}`);
  t.equal(asked, 10_001);
  await authenticator.authenticate(header);
  t.equal(asked, 10_002, 'forgotten');
});

t.test('keys and job ids are long, random and of the documented shape', async (t) => {
  t.match(newKey(), /^ck_[0-9A-Za-z]{33}$/);
  t.match(newJobId(), /^job_[0-9A-Za-z]{22}$/);
  t.equal(new Set(Array.from({ length: 1000 }, newKey)).size, 1000);
});

/** A database that knows some keys, and counts what it is asked. */
function askable(known: readonly string[]) {
  const hashes = new Set(known.map((key) => hashKey(key).toString('hex')));
  const asked: string[] = [];
  const sql = (async (_: unknown, hash: Buffer) => {
    asked.push(hash.toString('hex'));
    return hashes.has(hash.toString('hex')) ? [{ keyId: 1, scope: 'read_only' }] : [];
  }) as unknown as Sql;
  return { sql, asked };
}

function stopClock(t: { teardown(undo: () => void): void }): void {
  const { now } = performance;
  const standsAtMs = performance.now();
  performance.now = () => standsAtMs;
  t.teardown(() => {
    performance.now = now;
  });
}

t.test('a flood of unknown keys pushes no good key out', async (t) => {
  stopClock(t);
  const key = newKey();
  const { sql, asked } = askable([key]);
  const authenticator = new Authenticator(sql);
  t.ok(await authenticator.authenticate(`Bearer ${key}`));
  for (let i = 0; i < 10_001; i++) await authenticator.authenticate(`Bearer ck_${'0'.repeat(20)}${i}`);
  t.equal(asked.length, 10_002);
  t.match(authenticator.authenticate(`Bearer ${key}`), { keyId: 1 }, 'at once');
  t.equal(asked.length, 10_002);
});

t.test('headers that are too long for a key are neither searched nor kept', async (t) => {
  const { sql, asked } = askable([]);
  const authenticator = new Authenticator(sql);
  const key = newKey();
  t.equal(authenticator.authenticate(`Bearer ${' '.repeat(15_000)}${key}`), null);
  t.equal(asked.length, 0);
});

t.test('one key is one entry, whatever blanks and letters stand before it', async (t) => {
  stopClock(t);
  const key = newKey();
  const { sql, asked } = askable([key]);
  const authenticator = new Authenticator(sql);
  for (const header of [`Bearer ${key}`, `bearer   ${key}  `, `BEARER ${key}`])
    t.ok(await authenticator.authenticate(header));
  t.equal(asked.length, 1);
});

t.test('where no look-up may be made, only keys that were seen to be good are looked up again', async (t) => {
  const key = newKey();
  const other = newKey();
  const { sql, asked } = askable([key, other]);
  const authenticator = new Authenticator(sql);
  await authenticator.authenticate(`Bearer ${key}`, () => true);
  authenticator.invalidate();
  const refuse = () => false;
  t.match(await authenticator.authenticate(`Bearer ${key}`, refuse), { keyId: 1 });
  t.equal(authenticator.authenticate(`Bearer ${other}`, refuse), undefined);
  t.equal(asked.length, 2);
});

t.test('a key that was good and is no more has no privilege left', async (t) => {
  const key = newKey();
  const authenticator = new Authenticator(owner.sql);
  const keyId = (await createKey(owner.sql, 'owner@example.com', hashKey(key), 'read_only', {}))!;
  t.ok(await authenticator.authenticate(`Bearer ${key}`));
  await revokeKey(owner.sql, keyId);
  authenticator.invalidate();
  t.equal(await authenticator.authenticate(`Bearer ${key}`, () => false), null);
  authenticator.invalidate();
  t.equal(
    authenticator.authenticate(`Bearer ${key}`, () => false),
    undefined,
  );
});

t.test(
  'of look-ups of unknown keys a few run at once, a bounded number waits, and good keys pass them by',
  async (t) => {
    const good = newKey();
    const goodHash = hashKey(good).toString('hex');
    let running = 0;
    let blocked = false;
    let answer: () => void = () => {};
    const opened = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const sql = (async (_: unknown, hash: Buffer) => {
      if (hash.toString('hex') === goodHash) return [{ keyId: 1 }];
      running++;
      if (blocked) await opened;
      return [];
    }) as unknown as Sql;
    const authenticator = new Authenticator(sql);
    await authenticator.authenticate(`Bearer ${good}`);
    blocked = true;
    const flood = Array.from({ length: 1100 }, (_, i) =>
      Promise.resolve(authenticator.authenticate(`Bearer ck_${'0'.repeat(20)}${i}`)).then(
        () => 'nobody',
        (error) => error.code,
      ),
    );
    await delay(0);
    t.equal(running, 8);
    authenticator.invalidate();
    t.match(await authenticator.authenticate(`Bearer ${good}`), { keyId: 1 });
    answer();
    const ends = await Promise.all(flood);
    t.equal(ends.filter((end) => end === 'nobody').length, 1008);
    t.equal(ends.filter((end) => end === 'RATE_LIMITED').length, 92);
  },
);
