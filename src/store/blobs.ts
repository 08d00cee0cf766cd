import type { Sql } from './client.js';

/** Register of the blobs of one store (table `blobs`). */
export class BlobRegister {
  constructor(
    readonly sql: Sql,
    /** Identity of the store. */
    readonly store: string,
  ) {}

  /** Must be called before a blob is stored. */
  async note(key: string): Promise<void> {
    await this.sql`
      INSERT INTO blobs (store, key) VALUES (${this.store}, ${key}) ON CONFLICT (store, key) DO UPDATE SET loose_since = now()`;
  }

  /** Must be called when blobs are removed. */
  async forget(keys: readonly string[]): Promise<void> {
    await this.sql`
      DELETE FROM blobs WHERE store = ${this.store} AND key = ANY (${this.sql.typed.texts([...keys])})`;
  }

  /** Marks blobs as owned by a job, unless the job has released them meanwhile. */
  async keep(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.sql`
      UPDATE blobs SET loose_since = NULL
      WHERE store = ${this.store} AND key = ANY (${this.sql.typed.texts([...keys])}) AND loose_since <> '-infinity'`;
  }

  /** Blobs of a folder without an owner for at least `forMs`, the oldest first. */
  async loose(folder: string, forMs: number, atMost: number): Promise<string[]> {
    const rows = await this.sql<{ key: string }[]>`
      SELECT key FROM blobs
      WHERE store = ${this.store} AND loose_since <= now() - ${forMs}::float8 * interval '1 millisecond' AND starts_with(key, ${`${folder}/`})
      ORDER BY loose_since, key LIMIT ${atMost}`;
    return rows.map(({ key }) => key);
  }

  async has(key: string): Promise<boolean> {
    const found = await this.sql`SELECT FROM blobs WHERE store = ${this.store} AND key = ${key}`;
    return found.length > 0;
  }

  async count(folder: string): Promise<number> {
    const [row] = await this.sql<[{ count: number }]>`
      SELECT count(*) FROM blobs WHERE store = ${this.store} AND key > ${`${folder}/`} AND key < ${`${folder}0`}`;
    return row.count;
  }
}
