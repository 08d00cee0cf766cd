import { cpSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import t from 'tap';
import { distribute } from '../../src/store/distribute.js';
import { migrate } from '../../src/store/migrate.js';
import { CSV, importCsv, startTestApp } from '../support/app.js';
import { createDistributedDatabase, givenCitus, nodesOf, WITHOUT_CITUS } from '../support/citus.js';
import { connectTest } from '../support/database.js';
import { assertExact, expectedOf, faultyCsv } from '../support/faults.js';
import { countOf } from '../support/rows.js';

process.env.TEST_ON_CITUS = '1';
t.setTimeout(300_000);

const ROWS = 16_000;

t.test(
  'maps lie on different nodes, each with all that belongs to it',
  { skip: WITHOUT_CITUS },
  async (t) => {
    const service = await startTestApp(t);
    const call = await service.client();
    const { sql } = service.app;
    for (let i = 0; i < 6; i++) {
      const { body: map } = await call('POST', '/maps', { name: 'M' });
      await importCsv(call, map.id, 'name,lat,lng,category,Note\nA,1,1,C,x\n');
    }
    const nodes = await sql<{ mapId: number; nodes: string }[]>`
    SELECT m.id AS "mapId", string_agg(DISTINCT p.nodeport::text, ',') AS nodes
    FROM maps m CROSS JOIN unnest('{markers,layers,legend_entries,field_definitions,map_counts,import_blocks}'::text[]) t
    JOIN pg_dist_shard_placement p ON p.shardid = get_shard_id_for_distribution_column(t::regclass, m.id) GROUP BY m.id`;
    for (const { mapId, nodes: ports } of nodes) t.match(ports, /^\d+$/, `map ${mapId} lies on one node`);
    t.ok(new Set(nodes.map(({ nodes: ports }) => ports)).size > 1, 'not all on the same');
  },
);

t.test(
  'backends of the workers that die under two imports cost time, not rows',
  { skip: WITHOUT_CITUS },
  async (t) => {
    const service = await startTestApp(t);
    const call = await service.client();
    const { sql } = service.app;
    const database = new URL(service.databaseUrl).pathname;
    const killers = (await nodesOf(givenCitus()!)).slice(1).map((node) => {
      const url = new URL(node);
      url.pathname = database;
      return postgres(url.href, { max: 1, fetch_types: false, onnotice: () => {} });
    });
    t.teardown(() => Promise.all(killers.map((killer) => killer.end({ timeout: 1 }))));
    const maps = await Promise.all(
      [1, 2].map(async () => (await call('POST', '/maps', { name: 'M' })).body.id as number),
    );
    let killed = 0;
    let isDone = false;
    const killing = (async () => {
      for (; !isDone; await delay(150))
        for (const killer of killers)
          killed += (
            await killer`
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%markers%' AND state <> 'idle'`
          ).length;
    })();
    const jobs = await Promise.all(
      maps.map(async (map) => {
        const { body } = await call('POST', `/maps/${map}/markers/bulk`, faultyCsv(ROWS), CSV);
        for (;;) {
          const { status, body: job } = await call('GET', `/jobs/${body.job_id}`);
          // A poll may meet a dead backend, too.
          if (status === 200 && job.completed_at !== null) return job;
          await delay(100);
        }
      }),
    );
    isDone = true;
    await killing;
    t.comment(`${killed} backends were killed`);
    for (const job of jobs) t.match(job, expectedOf(ROWS));
    for (const map of maps) await assertExact(t, sql, map, ROWS);
  },
);

t.test(
  'what is distributed once stays so, and later migrations reach all nodes',
  { skip: WITHOUT_CITUS },
  async (t) => {
    const { url } = await createDistributedDatabase(t, givenCitus()!);
    const sql = connectTest(t, url);
    t.same(await migrate(sql), { applied: [] });
    t.match(await distribute(sql, 32), { distributed: [], shards: 8 });
    t.equal(await countOf(sql, 'markers'), 0);
    const directory = t.testdir({
      '9999-later.sql': `
        DO $$ BEGIN ALTER TABLE markers ADD COLUMN later integer; END $$;
        CREATE OR REPLACE FUNCTION marker_json(m markers) RETURNS text LANGUAGE sql STABLE AS 'SELECT m.id::text || m.later';
        DO $$ BEGIN CREATE INDEX markers_later ON markers (map_id, later); END $$`,
    });
    cpSync(fileURLToPath(new URL('../../../sql/', import.meta.url)), directory, { recursive: true });
    t.same(await migrate(sql, directory), { applied: ['9999-later.sql'] });
    await sql`INSERT INTO markers (map_id, id, name, type, lat, lng, cell, later) VALUES (1, 2, 'P', 'pin', 1, 1, 1, 3)`;
    t.same(await sql`SELECT marker_json(ROW(m.*)::markers) AS json FROM markers m WHERE map_id = 1`, [
      { json: '23' },
    ]);
  },
);
