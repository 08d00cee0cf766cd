import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { createRandom } from '../../load/seeded-csv.js';
import type { Sql } from '../../src/store/client.js';

/** The suite's short round, or with FAULTS=long the whole one. */
export const LONG = process.env.FAULTS === 'long';

/** A seeded generator whose seed is told, so that a failure can be repeated with FAULTS_SEED. */
export function seededRandom(t: Test): () => number {
  const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.comment(`FAULTS_SEED=${seed}`);
  return createRandom(seed);
}

/** So that few rows make many blocks: 5,000 one. */
const WIDE = 'x'.repeat(60);

/** Every tenth row is one that is there already, every hundredth one cannot be read. @param note of all rows */
export function faultyCsv(rows: number, note = ''): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    if (i % 100 === 99) return `Bad ${i},north,${i % 180},C,${note},${WIDE}`;
    const at = i % 10 === 9 ? i - 9 : i;
    return `Place ${at},${((at * 7) % 170) - 85}.${at % 1000},${((at * 13) % 350) - 175}.5,Category ${at % 5},${note},${WIDE}`;
  });
  return `name,lat,lng,category,Note,Wide\n${lines.join('\n')}\n`;
}

/** What an undisturbed import of faultyCsv gives. */
export const expectedOf = (rows: number) => ({
  status: 'completed',
  error: null,
  total: rows,
  processed: rows,
  error_count: rows / 100,
  skipped: rows / 10 - rows / 100,
  added: rows - rows / 10,
  updated: 0,
  unchanged: 0,
});

/** What overwriting a map with faultyCsv gives that holds the first half of its rows with another note. */
export const expectedOfOverwriting = (rows: number) => ({
  ...expectedOf(rows),
  skipped: 0,
  added: (rows - rows / 10) / 2,
  updated: (rows - rows / 10) / 2,
  unchanged: rows / 10 - rows / 100,
});

/**
 * Asserts that the map holds exactly the markers of faultyCsv, each once, and that the counts agree.
 * @param rejected by all imports into the map
 */
export async function assertExact(
  t: Test,
  sql: Sql,
  mapId: number,
  rows: number,
  rejected = rows / 100,
): Promise<void> {
  const [found] = await sql`
    SELECT count(*)::int AS markers, count(DISTINCT name)::int AS names, count(DISTINCT id)::int AS ids,
           (SELECT sum(c.markers)::int FROM map_counts c WHERE c.map_id = ${mapId}) AS counted,
           (SELECT count(*)::int FROM legend_entries e WHERE e.map_id = ${mapId}) AS categories
    FROM markers WHERE map_id = ${mapId}`;
  const { added } = expectedOf(rows);
  t.same({ ...found }, { markers: added, names: added, ids: added, counted: added, categories: 5 });
  const [ledger] = await sql`
    SELECT count(*)::int AS errors, count(DISTINCT (j.id, index))::int AS indexes
    FROM import_blocks b JOIN jobs j ON j.id = b.job_id, json_array_elements(b.rejections -> 'runs') run,
      generate_series((run ->> 1)::int, (run ->> 1)::int + (run ->> 3)::int - 1) index
    WHERE j.map_id = ${mapId}`;
  t.same({ ...ledger }, { errors: rejected, indexes: rejected }, 'each error once');
}

/** As the time would that the work of a process that died waits for another: its jobs can be claimed at once. */
export async function endLeases(sql: Sql): Promise<void> {
  await sql`UPDATE jobs SET lease_until = clock_timestamp() WHERE status = 'processing'`;
}

/** Until PostgreSQL has noticed that a process is dead: a statement that was under way may commit still. */
export async function forgotten(sql: Sql): Promise<void> {
  const others = () => sql`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> 'test'`;
  while ((await others()).length > 0) await delay(5);
}
