import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import t, { type Test } from 'tap';
import { patient } from '../../src/import/run/patient.js';
import type { Sql } from '../../src/store/client.js';
import {
  assertExact,
  expectedOf,
  expectedOfOverwriting,
  faultyCsv,
  LONG,
  seededRandom,
} from '../support/faults.js';
import { importBench } from '../support/import.js';

const ROWS = LONG ? 200_000 : 16_000;
/**
 * A block is committed when its backends live for some 40 ms; with a kill every 15 ms that takes a few tries.
 */
const HUNTED_ROWS = LONG ? 24_000 : 2_000;
t.setTimeout(LONG ? 1_800_000 : 900_000);

t.test('backends that are terminated every 15 ms and later cost time, not rows', async (t) => {
  const random = seededRandom(t);
  const bench = await importBench(t);
  const mapId = await bench.createMap();
  const killer = postgres(bench.url, { max: 1, fetch_types: false });
  t.teardown(() => killer.end({ timeout: 1 }));
  let terminated = 0;
  let done = false;
  const terminating = (async () => {
    // More and more seldom, so that a machine on which a connection takes longer than that comes to an end.
    for (; !done; await delay(15 + terminated / 4)) {
      const backends = await killer<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND EXISTS (SELECT FROM jobs) ORDER BY pid`;
      const victim = backends[Math.floor(random() * backends.length)];
      if (!victim) continue;
      await killer`SELECT pg_terminate_backend(${victim.pid}::integer)`;
      terminated++;
    }
  })();
  const job = await bench.importText(mapId, faultyCsv(HUNTED_ROWS));
  t.match(job, expectedOf(HUNTED_ROWS));
  done = true;
  await terminating;
  t.comment(`${terminated} backends were terminated`);
  t.ok(terminated > 3);
  await settled(bench.sql);
  await assertExact(t, bench.sql, mapId, HUNTED_ROWS);
});

/** Runs a statement on each connection, which notices terminated backends. */
async function settled(sql: Sql): Promise<void> {
  const ask = patient(sql, new AbortController().signal);
  await Promise.all(Array.from({ length: 8 }, () => ask((db) => db`SELECT pg_sleep(0.05)`)));
}

/**
 * A proxy that drops every other connection after the client's COMMIT and before the answer, so that the
 * client cannot know the outcome. The other COMMITs get through, or nothing would ever be known.
 */
async function commitDroppingProxy(t: Test, url: string): Promise<{ url: string; dropped: () => number }> {
  const target = new URL(url);
  const database = { host: target.hostname, port: Number(target.port) };
  const sockets = new Set<Socket>();
  let commits = 0;
  let dropped = 0;
  const server = createServer((client) => {
    const upstream = connect(database);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    let deaf = false;
    client.on('data', (bytes) => {
      upstream.write(bytes);
      if (!bytes.includes('COMMIT\0') || commits++ % 2 === 1) return;
      deaf = true;
      dropped++;
    });
    upstream.on('data', (bytes) => {
      if (!deaf) return void client.write(bytes);
      // The server has answered: the transaction is committed.
      client.destroy();
      upstream.destroy();
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  target.port = String((server.address() as { port: number }).port);
  return { url: target.href, dropped: () => dropped };
}

for (const onDuplicate of ['skip', 'error'] as const) {
  t.test(`answers to commits that get lost at block borders double nothing (${onDuplicate})`, async (t) => {
    let dropped = () => 0;
    const bench = await importBench(t, {
      through: async (url) => {
        const proxy = await commitDroppingProxy(t, url);
        dropped = proxy.dropped;
        return proxy.url;
      },
    });
    const mapId = await bench.createMap();
    const job = await bench.importText(mapId, faultyCsv(ROWS), { on_duplicate: onDuplicate });
    const { added, skipped, error_count } = expectedOf(ROWS);
    t.match(job, {
      status: 'completed',
      added,
      ...(onDuplicate === 'skip'
        ? { skipped, error_count }
        : { skipped: 0, error_count: error_count + skipped }),
    });
    t.ok(dropped() > 0);
    if (onDuplicate === 'skip') await assertExact(t, bench.sql, mapId, ROWS);
  });
}

t.test('an overwriting import that meets markers changes each once, whatever gets lost', async (t) => {
  const bench = await importBench(t, { through: async (url) => (await commitDroppingProxy(t, url)).url });
  const mapId = await bench.createMap();
  await bench.importText(mapId, faultyCsv(ROWS / 2, 'before'));
  const job = await bench.importText(mapId, faultyCsv(ROWS, 'after'), { on_duplicate: 'overwrite' });
  t.match(job, expectedOfOverwriting(ROWS));
  await assertExact(t, bench.sql, mapId, ROWS, 1.5 * (ROWS / 100));
  const before = await bench.sql`SELECT FROM markers WHERE custom_fields ->> 'Note' = 'before'`;
  t.equal(before.length, 0);
});

t.test('a second import into the map finds the markers of the first through all of that', async (t) => {
  const bench = await importBench(t, { through: async (url) => (await commitDroppingProxy(t, url)).url });
  const mapId = await bench.createMap();
  const both = await Promise.all([1, 2].map(() => bench.importText(mapId, faultyCsv(20_000))));
  const { added } = expectedOf(20_000);
  t.same(
    both.map((job) => job.added).sort((a, b) => a - b),
    [0, added],
  );
});
