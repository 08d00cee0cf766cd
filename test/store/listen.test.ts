import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { connect } from '../../src/store/client.js';
import { listenToChannels } from '../../src/store/listen.js';
import { createDatabase } from '../support/database.js';
import { faultProxy } from '../support/fault-proxy.js';
import { recordLog } from '../support/recorded-log.js';

const LOST = 'lost the LISTEN connection: changes by other processes arrive late';
const HEARD = 'reconnected the LISTEN connection: catching up on changes by other processes';

const { url } = await createDatabase(t);
const sql = connect(url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 30_000 });
t.teardown(() => sql.end({ timeout: 5 }));

/** Two channels by way of a proxy. */
async function arrange(t: Test) {
  const way = await faultProxy(t, url);
  const { log, entries } = recordLog();
  const told: Record<'fruit' | 'Vegetables', string[]> = { fruit: [], Vegetables: [] };
  const listener = await listenToChannels({
    url: way.url,
    channels: {
      fruit: (payload) => told.fruit.push(payload),
      Vegetables: (payload) => told.Vegetables.push(payload),
    },
    log,
    checkMs: 100,
  });
  t.teardown(() => listener.close());
  const tell = (payload: string) =>
    sql`SELECT pg_notify('fruit', ${payload}), pg_notify('Vegetables', ${payload})`;
  const untilTold = async (payload: string): Promise<void> => {
    while (told.fruit.at(-1) !== payload || told.Vegetables.at(-1) !== payload) await delay(5);
  };
  const messages = (): string[] => entries.map(({ msg }) => msg);
  await tell('1');
  await untilTold('1');
  return { way, told, tell, untilTold, messages };
}

t.test('after a lost connection each channel is told once that news may have been missed', async (t) => {
  const { way, told, tell, untilTold, messages } = await arrange(t);
  await way.refuse();
  await tell('missed');
  // Some attempts fail meanwhile.
  await delay(500);
  await way.pass();
  await untilTold('');
  await tell('2');
  await untilTold('2');
  const heard = ['', '1', '', '2'];
  t.same(told, { fruit: heard, Vegetables: heard });
  t.same(messages(), [LOST, HEARD]);
});

t.test('a connection whose other end is gone without a word is noticed', async (t) => {
  const { way, told, untilTold, messages } = await arrange(t);
  way.abandon();
  await untilTold('');
  t.same(told.fruit, ['', '1', '']);
  t.same(messages(), [LOST, HEARD]);
});

t.test('a database that is not there at the start is an error', async (t) => {
  const way = await faultProxy(t, url);
  await way.refuse();
  await t.rejects(listenToChannels({ url: way.url, channels: { fruit: () => {} }, log: recordLog().log }), {
    code: 'ECONNREFUSED',
  });
});
