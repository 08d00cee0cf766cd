import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { hashKey } from '../../../src/access/keys/key.js';
import type { App } from '../../../src/app.js';
import { createLog } from '../../../src/base/log.js';
import { changeAccount } from '../../../src/store/accounts.js';
import { listenToChannels } from '../../../src/store/listen.js';
import { type Client, startTestApp } from '../../support/app.js';
import { faultProxy } from '../../support/fault-proxy.js';

const POLL_MS = 5;
const TRIES = 400;

/** The cache would forget by itself after a second: its clock stands still. */
function stopClock(t: Test): void {
  const { now } = performance;
  const standsAtMs = performance.now();
  performance.now = () => standsAtMs;
  t.teardown(() => {
    performance.now = now;
  });
}

/** Asks until the answer is another, or the news has long been there. */
async function statusAfter(call: Client, before: number): Promise<number> {
  for (let tries = 0; ; tries++) {
    const { status } = await call('GET', '/me');
    if (status !== before || tries === TRIES) return status;
    await delay(POLL_MS);
  }
}

const revoke = (app: App, header: string) =>
  app.sql`UPDATE api_keys SET revoked_at = now() WHERE hash = ${hashKey(header.slice('Bearer '.length))}`;

// Changes as `cartload key revoke` and `account set` make them in the database.
t.test('a revoked key and a changed account are heard of while the cache is warm', async (t) => {
  const { app, databaseUrl, authorization, clientWith } = await startTestApp(t);
  const elsewhere = { url: databaseUrl, log: createLog('silent') };
  let told = 0;
  const listener = await listenToChannels({ ...elsewhere, channels: { key_changed: () => told++ } });
  t.teardown(() => listener.close());
  const header = await authorization();
  const call = clientWith(header);
  stopClock(t);

  t.equal((await call('GET', '/me')).status, 200);
  const before = told;
  await changeAccount(app.sql, 'owner@example.com', { plan: 'free' });
  t.equal(await statusAfter(call, 200), 402);
  for (let tries = 0; told === before && tries < TRIES; tries++) await delay(POLL_MS); // another connection: it may hear it later
  t.ok(told > before, 'other processes hear it, too');

  await revoke(app, header);
  t.equal(await statusAfter(call, 402), 401);
});

t.test('a key that was revoked while nothing was heard is refused when news are heard again', async (t) => {
  const one = await startTestApp(t);
  const way = await faultProxy(t, one.databaseUrl);
  const other = await startTestApp(t, { DATABASE_URL: one.databaseUrl, DATABASE_LISTEN_URL: way.url });
  const header = await one.authorization();
  const call = other.clientWith(header);
  stopClock(t);
  t.equal((await call('GET', '/me')).status, 200);
  await way.refuse();
  await revoke(one.app, header);
  t.equal(await statusAfter(one.clientWith(header), 200), 401);
  t.equal((await call('GET', '/me')).status, 200, 'the other has not heard of it');
  await way.pass();
  t.equal(await statusAfter(call, 200), 401);
});
