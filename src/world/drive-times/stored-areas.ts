import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../../store/client.js';
import { readDriveTimeArea } from '../../store/drive-time-areas.js';
import type { RedisLink } from '../../store/redis-link.js';

/** Areas never change, and few are requested for longer. */
const KEEP_SECONDS = 24 * 3600;
/** Bound on an area in Redis: some 16,000 vertices. */
const MOST_BYTES = 64 * 1024;
/**
 * Keys in Redis, shared by areas with the same remainder; a later area replaces an earlier one. At most 512
 * MiB in all, 32 with usual areas.
 */
const PLACES = 8192;
const PREFIX = 'cartload:drive-time-area:';
const SEAL_BYTES = 32;

/**
 * Reads stored areas of markers, one at a time: from Redis where it is configured, else from the database.
 */
export class StoredAreas {
  readonly #sql: Sql;
  readonly #redis: RedisLink | null;
  readonly #secret: Buffer;

  /**
   * @param secret shared by all processes: it signs areas in Redis, so that each can prove that one of them
   * wrote it
   */
  constructor({ sql, redis, secret }: { sql: Sql; redis: RedisLink | null; secret: Buffer }) {
    this.#sql = sql;
    this.#redis = redis;
    this.#secret = secret;
  }

  /** @returns bytes of `packArea`; null: no such area. @throws errors of the database; Redis causes none */
  async read(key: string): Promise<Uint8Array | null> {
    const place = placeOf(key);
    const kept = await this.#redis?.askIfUp((client) => client.getBuffer(place));
    const area = kept && this.#unseal(key, kept);
    if (area) return area;
    const packed = await readDriveTimeArea(this.#sql, key);
    if (packed !== null && packed.length <= MOST_BYTES) {
      const sealed = Buffer.concat([this.#sealOf(key, packed), packed]);
      // The caller does not wait for Redis.
      void this.#redis?.askIfUp((client) => client.set(place, sealed, 'EX', KEEP_SECONDS));
    }
    return packed;
  }

  /** @returns null for another area, or bytes that this service did not write */
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
