import type { RedisLink } from '../limits/redis-link.js';
import type { Sql } from '../store/client.js';
import { readDriveTimeArea } from '../store/drive-time-areas.js';

/** An area never changes, and few are looked at for longer. */
const KEEP_SECONDS = 24 * 3600;
/** Of one that is handed to Redis; a larger one is rare. */
const MAX_BYTES = 256 * 1024;
const PREFIX = 'cartload:drive-time-area:';

/** Areas that markers have, one at a time: from Redis where there is one, else from the database. */
export class StoredAreas {
  readonly #sql: Sql;
  readonly #redis: RedisLink | null;

  constructor({ sql, redis }: { sql: Sql; redis: RedisLink | null }) {
    this.#sql = sql;
    this.#redis = redis;
  }

  /** @returns packed as `packArea` does; null: it is not there. @throws what the database throws; Redis fails nothing */
  async read(key: string): Promise<Uint8Array | null> {
    const cached = await this.#attempt((client) => client.getBuffer(PREFIX + key));
    if (cached) return cached;
    const packed = await readDriveTimeArea(this.#sql, key);
    if (packed !== null && packed.length <= MAX_BYTES) {
      await this.#attempt((client) => client.set(PREFIX + key, Buffer.from(packed), 'EX', KEEP_SECONDS));
    }
    return packed;
  }

  async #attempt<T>(ask: (client: RedisLink['client']) => Promise<T>): Promise<T | null> {
    const redis = this.#redis;
    if (redis === null || redis.connecting !== null || !redis.available()) return null;
    try {
      const answer = await ask(redis.client);
      redis.succeeded();
      return answer;
    } catch (error) {
      redis.failed(error);
      return null;
    }
  }
}
