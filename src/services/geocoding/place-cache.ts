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

/** Answers that are written in one statement, and how long they wait for that: what a crash lets be asked again. */
const WRITE_AT = 200;
const WRITE_AFTER_MS = 500;
/** Answers that wait for a database that is away; further ones are asked again some day. */
const MAX_UNWRITTEN = 20_000;

/** Where the answers of a service are kept: in the database, for all processes, as long as retention lets them. */
export class PlaceCache {
  readonly #sql: Sql;
  readonly #log: Logger;
  readonly #service: string;
  /** Not in the database yet. */
  readonly #unwritten = new Map<string, ServicePlace | null>();
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  hits = 0;
  misses = 0;

  constructor(sql: Sql, log: Logger, { kind, endpoint }: GeocoderService) {
    this.#sql = sql;
    this.#log = log;
    // Nothing of the query, which may hold a key.
    this.#service = `${kind} ${endpoint.host}${endpoint.pathname}`;
  }

  /** SHA-256, hexadecimal: what one service answers is not another's. @param address as `addressKey` has it */
  keyOf(address: string): string {
    return createHash('sha256').update(`${this.#service}\u001f${address}`).digest('hex');
  }

  /** Those that are known, in one statement; null: the service knows no such place. @throws what the database throws */
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

  /** Writes it soon, with others. */
  add(key: string, place: ServicePlace | null): void {
    if (this.#unwritten.size < MAX_UNWRITTEN) this.#unwritten.set(key, place);
    if (this.#unwritten.size >= WRITE_AT && this.#writing === null) void this.flush();
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.flush();
    }, WRITE_AFTER_MS);
  }

  /** Writes what there is. Never rejects: what cannot be written is kept for the next time. */
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
      this.#log.warn({ err: error }, 'answers of the geocoding service could not be kept');
    } finally {
      this.#writing = null;
    }
  }
}
