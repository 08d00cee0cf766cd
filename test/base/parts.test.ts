import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { startApp } from '../../src/app.js';
import { createLog } from '../../src/base/log.js';
import { gauge } from '../../src/base/metrics/metric-reader.js';
import { Parts } from '../../src/base/parts.js';
import { readConfig } from '../../src/config.js';
import { connectTest, createDatabase } from '../support/database.js';
import { recordLog } from '../support/recorded-log.js';

const log = createLog('silent');

t.test(
  'stages start in order and stop in reverse, the parts of a stage in the order in which they were added',
  async (t) => {
    const parts = new Parts({ log });
    const seen: string[] = [];
    const part = (name: string) => ({
      name,
      start: () => seen.push(`start ${name}`),
      stop: () => seen.push(`stop ${name}`),
    });
    parts.add('listener', part('a'));
    parts.add('database', part('b'));
    parts.add('listener', part('c'));
    parts.add('work', { name: 'runs from the beginning', stop: () => seen.push('stop d') });
    await parts.start();
    await parts.stop({ quietly: false });
    await parts.stop({ quietly: false });
    t.same(seen, ['start b', 'start a', 'start c', 'stop a', 'stop c', 'stop d', 'stop b']);
  },
);

t.test('a part that hangs or throws keeps no other from stopping, and is told', async (t) => {
  const { log, entries } = recordLog();
  const parts = new Parts({ log, moreTimeMs: { threads: -480 } });
  const stopped: string[] = [];
  parts.add('threads', { name: 'hangs', stop: () => new Promise(() => {}) });
  parts.add('connections', { name: 'rejects', stop: () => Promise.reject(new Error('x')) });
  parts.add('connections', {
    name: 'throws',
    stop: () => {
      throw new Error('y');
    },
  });
  parts.add('connections', { name: 'good', stop: async () => stopped.push('good') });
  parts.add('database', { name: 'last', stop: ({ quietly }) => stopped.push(`last ${quietly}`) });
  await parts.stop({ quietly: true });
  t.same(stopped, ['good', 'last true']);
  t.same(entries.map(({ part, stage }) => part ?? stage).sort(), ['rejects', 'threads', 'throws']);
});

t.test('the database, which stops last, has the time that the other stages leave', async (t) => {
  const { log, entries } = recordLog();
  const parts = new Parts({ log });
  let isStopped = false;
  const stop = () =>
    delay(2_500).then(() => {
      isStopped = true;
    });
  parts.add('database', { name: 'writes its checkpoint', stop });
  await parts.stop({ quietly: false });
  t.equal(isStopped, true);
  t.same(entries, []);
});

t.test('where a part fails to start, the later ones neither start nor stop', async (t) => {
  const parts = new Parts({ log });
  const stopped: string[] = [];
  parts.add('connections', { name: 'a', start: async () => {}, stop: () => stopped.push('a') });
  parts.add('work', {
    name: 'b',
    start: () => Promise.reject(new Error('no')),
    stop: () => stopped.push('b'),
  });
  parts.add('work', { name: 'c', start: () => t.fail('starts'), stop: () => stopped.push('c') });
  await t.rejects(parts.start(), new Error('no'));
  await parts.stop({ quietly: true });
  t.same(stopped, ['b', 'a']);
});

t.test('readings of one name become one, with the values of all', async (t) => {
  const parts = new Parts({ log });
  const turns = (kind: string, value: number) => gauge('turns', 'Turns', () => ({ [kind]: value }), 'kind');
  parts.run('work', 'a', { metrics: [turns('a', 1), gauge('one', 'One', () => 7)] });
  parts.run('threads', 'b', { metrics: [turns('b', 2)] });
  const values = await Promise.all(parts.metrics.map(async ({ name, read }) => [name, await read()]));
  t.same(Object.fromEntries(values), { cartload_turns: { a: 1, b: 2 }, cartload_one: 7 });
});

t.test('whichever part of the service fails to start, nothing of it is left', async (t) => {
  const { url } = await createDatabase(t);
  const env = { DATABASE_URL: url, DATA_DIR: t.testdir(), PORT: '0', WORKERS: '1', WARM_UP: 'off' };
  const start = (beforeStart: (part: string) => void) =>
    startApp(readConfig(env), log, 'all', { beforeStart });
  const names: string[] = [];
  const app = await start((part) => names.push(part));
  await app.stop({ quietly: true });
  t.ok(names.length > 10, `${names.length} parts`);
  const sockets = () =>
    process.getActiveResourcesInfo().filter((kind) => /TCP|Pipe|Process|Message/.test(kind)).length;
  // The first service's own may still be closing.
  let before = sockets();
  for (const name of names) {
    const failure = new Error(`${name} does not start`);
    const starting = start((part) => {
      if (part === name) throw failure;
    });
    await t.rejects(starting, failure);
    // A socket that was closed is counted until its close is through.
    for (let tries = 0; sockets() > before && tries < 200; tries++) await delay(10);
    t.ok(sockets() <= before, name);
    before = Math.min(before, sockets());
  }
  const sql = connectTest(t, url);
  const [row] = await sql`
    SELECT count(*)::integer AS open FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'cartload%'`;
  t.equal(row!.open, 0, 'no connection is left');
});
