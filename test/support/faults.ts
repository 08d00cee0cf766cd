import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { createRandom } from '../../load/seeded-csv.js';
import type { Sql } from '../../src/store/client.js';

/** Tells whether to run the long round (FAULTS=long). */
export const LONG = process.env.FAULTS === 'long';

/** A seeded generator that prints its seed, so that FAULTS_SEED can repeat a failure. */
export function seededRandom(t: Test): () => number {
  const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.comment(`FAULTS_SEED=${seed}`);
  return createRandom(seed);
}

/** Makes rows wide, so that 5,000 are a block. */
const WIDE = 'x'.repeat(60);

/** Every tenth row is a duplicate, every hundredth is invalid. @param note text of all rows */
export function faultyCsv(rows: number, note = ''): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    if (i % 100 === 99) return `Bad ${i},north,${i % 180},C,${note},${WIDE}`;
    const at = i % 10 === 9 ? i - 9 : i;
    return `Place ${at},${((at * 7) % 170) - 85}.${at % 1000},${((at * 13) % 350) - 175}.5,Category ${at % 5},${note},${WIDE}`;
  });
  return `name,lat,lng,category,Note,Wide\n${lines.join('\n')}\n`;
}

/** Outcomes of an undisturbed import of faultyCsv. */
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

/** Outcomes of overwriting a map that has the first half of faultyCsv with another note. */
export const expectedOfOverwriting = (rows: number) => ({
  ...expectedOf(rows),
  skipped: 0,
  added: (rows - rows / 10) / 2,
  updated: (rows - rows / 10) / 2,
  unchanged: rows / 10 - rows / 100,
});

/**
 * Asserts that the map has exactly the markers of faultyCsv, each once, and that the counts agree.
 * @param rejected rows rejected by all imports into the map
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

/** Ends leases as time would, so that jobs of a dead process can be claimed at once. */
export async function endLeases(sql: Sql): Promise<void> {
  await sql`UPDATE jobs SET lease_until = clock_timestamp() WHERE status = 'processing'`;
}

/** Waits until PostgreSQL has noticed that a process is dead: its statement under way may still commit. */
export async function forgotten(sql: Sql): Promise<void> {
  const others = () => sql`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> 'test'`;
  while ((await others()).length > 0) await delay(5);
}
