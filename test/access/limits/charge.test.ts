import t from 'tap';
import { charging, secondsUntilMidnightUtc } from '../../../src/access/limits/charge.js';
import { QuotaUseCache } from '../../../src/access/limits/quota-use.js';
import type { Principal } from '../../../src/http/route.js';
import { createMap } from '../../../src/store/maps.js';
import { createOwner } from '../../support/owner.js';

const owner = await createOwner(t);
const principal = (maps: number): Principal => ({
  keyId: owner.keyId,
  accountId: owner.accountId,
  email: 'owner@example.com',
  plan: 'enterprise',
  scope: 'read_write',
  superuser: false,
  rateLimit: 1000,
  quotas: { maps, markers: 10, bulk: 10 },
});

t.test('50 parallel creates at a quota of 10 make exactly 10 maps', async (t) => {
  const cache = new QuotaUseCache(owner.sql);
  const create = () =>
    charging(cache, principal(10), 'maps', (charge) =>
      createMap(owner.sql, { name: 'M', description: '' }, charge),
    );
  const results = await Promise.allSettled(Array.from({ length: 50 }, create));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  t.equal(refused.length, 40);
  for (const reason of refused) {
    t.equal(reason.code, 'QUOTA_EXCEEDED');
    t.ok(reason.retryAfterSeconds >= 1 && reason.retryAfterSeconds <= 86_400);
  }
  t.equal((await owner.sql`SELECT FROM maps`).length, 10);
  t.equal((await cache.read(owner.keyId)).maps, 10);
});

t.test('a quota of 0 admits nothing', async (t) => {
  const cache = new QuotaUseCache(owner.sql);
  await t.rejects(
    charging(
      cache,
      principal(0),
      'markers',
      () => owner.sql`SELECT charge_quota(${owner.keyId}, 'markers', 0)`,
    ),
    { code: 'QUOTA_EXCEEDED' },
  );
});

t.test('a change that fails after its charge costs nothing', async (t) => {
  await t.rejects(owner.sql`SELECT charge_quota(${owner.keyId}, 'bulk', 10), 1 / 0`);
  t.equal((await new QuotaUseCache(owner.sql).read(owner.keyId)).bulk, 0);
});

t.test('the cache shows a charge of this process at once', async (t) => {
  const cache = new QuotaUseCache(owner.sql);
  const before = (await cache.read(owner.keyId)).bulk;
  await charging(
    cache,
    principal(10),
    'bulk',
    (charge) => owner.sql`SELECT charge_quota(${charge.keyId}, 'bulk', ${charge.dailyLimit})`,
  );
  t.equal((await cache.read(owner.keyId)).bulk, before + 1);
});

t.test('seconds until the next UTC midnight are 1 to 86,400', async (t) => {
  t.equal(secondsUntilMidnightUtc(Date.UTC(2026, 0, 1)), 86_400);
  t.equal(secondsUntilMidnightUtc(Date.UTC(2026, 0, 1, 23, 59, 59, 999)), 1);
});
