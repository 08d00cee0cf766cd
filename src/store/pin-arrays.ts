import type { PinRange } from './nearby.js';
import type pg from './pg.js';
import { copyTo } from './pg.js';
import { BY_INDEX, openThreadPool } from './thread-pool.js';

/**
 * Reads markers by column, on a thread: as rows, a million markers would be a million messages and objects.
 */
export class PinArrays {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string) {
    this.#pool = openThreadPool(databaseUrl, 1);
  }

  /**
   * Reads one array for each column, in one row of COPY's binary format.
   * @param columns aggregate expressions over `m.` columns, never chosen by a client
   * @param ranges ranges of ids; null: whole maps
   */
  async read(
    columns: readonly string[],
    mapIds: readonly number[],
    ranges: readonly PinRange[] | null,
  ): Promise<Buffer> {
    const from = ranges === null ? `markers m WHERE m.map_id = ANY (${bigints(mapIds)})` : markersIn(ranges);
    const client = await this.#pool.connect();
    let broken = true;
    try {
      await client.query(`BEGIN READ ONLY; ${BY_INDEX}`);
      // COPY takes no parameters; only numbers are inserted.
      const text = `COPY (SELECT ${columns.join()} FROM ${from}) TO STDOUT (FORMAT binary)`;
      const chunks: Buffer[] = [];
      for await (const chunk of client.query(copyTo(text))) chunks.push(chunk);
      await client.query('COMMIT');
      broken = false;
      return Buffer.concat(chunks);
    } finally {
      client.release(broken);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

const bigints = (values: readonly number[]): string => `'{${values.join()}}'::bigint[]`;

const markersIn = (ranges: readonly PinRange[]): string => {
  const [firsts, lasts, mapIds] = [0, 1, 2].map((at) => bigints(ranges.map((range) => range[at]!)));
  // A single map is named, so that Citus finds its node.
  const mapId = ranges[0]?.[2];
  if (ranges.every((range) => range[2] === mapId))
    return `unnest(${firsts}, ${lasts}) r (first, last) CROSS JOIN LATERAL (
      SELECT o.* FROM markers o WHERE o.map_id = ${mapId} AND o.id >= r.first AND o.id <= r.last OFFSET 0) m`;
  return `unnest(${mapIds}, ${firsts}, ${lasts}) r (map_id, first, last)
    JOIN markers m ON m.map_id = r.map_id AND m.id >= r.first AND m.id <= r.last`;
};
