import { createHash } from 'node:crypto';
import type { Logger } from '../../base/log.js';
import type { ServicePlace } from '../../geo/street-level/service-places.js';
import type { Sql } from '../../store/client.js';
import {
  type GeocodedAddress,
  noteGeocodedAddresses,
  readGeocodedAddresses,
} from '../../store/geocoded-addresses.js';
import type { GeocoderService } from './service-url.js';

/** Answers written in one statement, and the time they wait for it: a crash loses as many. */
const WRITE_AT = 200;
const WRITE_AFTER_MS = 500;
/**
 * Bound on answers that wait for an absent database; further ones are dropped and asked for again some day.
 */
const MAX_UNWRITTEN = 20_000;

/** Stored answers of a service, in the database for all processes, until retention removes them. */
export class PlaceCache {
  readonly #sql: Sql;
  readonly #log: Logger;
  readonly #service: string;
  /** Answers not yet in the database. */
  readonly #unwritten = new Map<string, ServicePlace | null>();
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  hits = 0;
  misses = 0;

  constructor(sql: Sql, log: Logger, { kind, endpoint }: GeocoderService) {
    this.#sql = sql;
    this.#log = log;
    // The query is left out, as it may hold a key.
    this.#service = `${kind} ${endpoint.host}${endpoint.pathname}`;
  }

  /**
   * SHA-256, hexadecimal. It includes the service, as services answer differently.
   * @param address as `addressKey` returns it
   */
  keyOf(address: string): string {
    return createHash('sha256').update(`${this.#service}\u001f${address}`).digest('hex');
  }

  /**
   * Stored answers, in one statement; null: the service knows no such place.
   * @throws errors of the database
   */
  async read(keys: readonly string[]): Promise<Map<string, ServicePlace | null>> {
    const found = new Map<string, ServicePlace | null>();
    const others: string[] = [];
    for (const key of keys) {
      const place = this.#unwritten.get(key);
      if (place === undefined) others.push(key);
      else found.set(key, place);
    }
    const rows = others.length === 0 ? [] : await readGeocodedAddresses(this.#sql, others);
    for (const { key, place } of rows) found.set(key, place as ServicePlace | null);
    this.hits += found.size;
    this.misses += keys.length - found.size;
    return found;
  }

  /** Queues an answer, which is written soon with others. */
  add(key: string, place: ServicePlace | null): void {
    if (this.#unwritten.size < MAX_UNWRITTEN) this.#unwritten.set(key, place);
    if (this.#unwritten.size >= WRITE_AT && this.#writing === null) void this.flush();
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.flush();
    }, WRITE_AFTER_MS);
  }

  /** Writes queued answers. Never rejects: answers that cannot be written stay queued. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
    if (this.#unwritten.size === 0) return;
    this.#writing = this.#write();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const answers: GeocodedAddress[] = [];
    for (const [key, place] of this.#unwritten) {
      answers.push({ key, place });
      if (answers.length === 5 * WRITE_AT) break;
    }
    try {
      await noteGeocodedAddresses(this.#sql, this.#service, answers);
      for (const { key } of answers) this.#unwritten.delete(key);
    } catch (error) {
      this.#log.warn({ err: error }, 'could not store answers of the geocoding service: trying again');
    } finally {
      this.#writing = null;
    }
  }
}
