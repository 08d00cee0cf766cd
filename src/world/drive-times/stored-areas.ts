import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../../store/client.js';
import { readDriveTimeArea } from '../../store/drive-time-areas.js';
import type { RedisLink } from '../../store/redis-link.js';

/** An area never changes, and few are looked at for longer. */
const KEEP_SECONDS = 24 * 3600;
/** Of an area that is kept in Redis: some 16,000 vertices. */
const MOST_BYTES = 64 * 1024;
/** An area has one place, which others have, too: what comes later stays. All of them together are 512 MiB, of usual areas 32. */
const PLACES = 8192;
const PREFIX = 'cartload:drive-time-area:';
const SEAL_BYTES = 32;

/** Areas that markers have, one at a time: from Redis where there is one, else from the database. */
export class StoredAreas {
  readonly #sql: Sql;
  readonly #redis: RedisLink | null;
  readonly #secret: Buffer;

  /** @param secret the same in all processes: of an area in Redis it is proved by it that one of them put it there */
  constructor({ sql, redis, secret }: { sql: Sql; redis: RedisLink | null; secret: Buffer }) {
    this.#sql = sql;
    this.#redis = redis;
    this.#secret = secret;
  }

  /** @returns packed as `packArea` does; null: it is not there. @throws what the database throws; Redis fails nothing */
  async read(key: string): Promise<Uint8Array | null> {
    const place = placeOf(key);
    const kept = await this.#redis?.askIfUp((client) => client.getBuffer(place));
    const area = kept && this.#unseal(key, kept);
    if (area) return area;
    const packed = await readDriveTimeArea(this.#sql, key);
    if (packed !== null && packed.length <= MOST_BYTES) {
      const sealed = Buffer.concat([this.#sealOf(key, packed), packed]);
      // Whoever asks does not wait for it.
      void this.#redis?.askIfUp((client) => client.set(place, sealed, 'EX', KEEP_SECONDS));
    }
    return packed;
  }

  /** @returns null: it is another area's, or not what this service wrote */
  #unseal(key: string, kept: Buffer): Uint8Array | null {
    const packed = kept.subarray(SEAL_BYTES);
    const seal = kept.subarray(0, SEAL_BYTES);
    return seal.length === SEAL_BYTES && timingSafeEqual(seal, this.#sealOf(key, packed)) ? packed : null;
  }

  #sealOf(key: string, packed: Uint8Array): Buffer {
    return createHmac('sha256', this.#secret).update(`drive-time area ${key} `).update(packed).digest();
  }
}

/** Keys are digests, of which any part will do. */
const placeOf = (key: string): string => PREFIX + (Number.parseInt(key.slice(0, 8), 16) % PLACES);
