import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { hashKey } from '../../src/auth/key.js';
import { createLog } from '../../src/log.js';
import { changeAccount } from '../../src/store/accounts.js';
import { listen } from '../../src/store/listen.js';
import { startTestApp } from '../support/app.js';

const POLL_MS = 5;
const TRIES = 400;

/*
 * The service hears of changes that another process (cartload key revoke, account set) makes in the database. Its cache would forget a
 * key by itself after a second, so its clock stands still here: only the news can end what it remembers.
 */
t.test('a revoked key and a changed account are heard of while the cache is warm', async (t) => {
  const { app, databaseUrl, authorization, clientWith } = await startTestApp(t);
  const elsewhere = { url: databaseUrl, log: createLog('silent') };
  let told = 0;
  const listener = await listen({ ...elsewhere, channels: { key_changed: () => told++ } });
  t.teardown(() => listener.close());
  const header = await authorization();
  const call = clientWith(header);
  const { now } = performance;
  const standsAtMs = performance.now();
  performance.now = () => standsAtMs;
  t.teardown(() => {
    performance.now = now;
  });

  /** Asks until the answer is another, or the news has long been there. */
  const statusAfter = async (before: number): Promise<number> => {
    for (let tries = 0; ; tries++) {
      const { status } = await call('GET', '/me');
      if (status !== before || tries === TRIES) return status;
      await delay(POLL_MS);
    }
  };

  t.equal((await call('GET', '/me')).status, 200);
  const before = told;
  await changeAccount(app.sql, 'owner@example.com', { plan: 'free' });
  t.equal(await statusAfter(200), 402);
  for (let tries = 0; told === before && tries < TRIES; tries++) await delay(POLL_MS); // another connection: it may hear it later
  t.ok(told > before, 'other processes hear it, too');

  // As cartload key revoke does it.
  await app.sql`UPDATE api_keys SET revoked_at = now() WHERE hash = ${hashKey(header.slice('Bearer '.length))}`;
  t.equal(await statusAfter(402), 401);
});
