import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { Authenticator } from '../../src/auth/authenticator.js';
import { hashKey, newJobId, newKey } from '../../src/auth/key.js';
import { createLog } from '../../src/log.js';
import { changeAccount } from '../../src/store/accounts.js';
import type { Sql } from '../../src/store/client.js';
import { createKey, revokeKey } from '../../src/store/keys.js';
import { listen } from '../../src/store/listen.js';
import { createOwner } from '../support/owner.js';

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
  const listener = await listen({
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
  // What is remembered for a second is remembered throughout.
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

t.test('keys and job ids are long, random and of the documented shape', (t) => {
  t.match(newKey(), /^ck_[0-9A-Za-z]{33}$/);
  t.match(newJobId(), /^job_[0-9A-Za-z]{22}$/);
  t.equal(new Set(Array.from({ length: 1000 }, newKey)).size, 1000);
  t.end();
});
