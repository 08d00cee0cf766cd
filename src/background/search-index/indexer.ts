import { gauge, type Reading } from '../../base/metrics/reading.js';
import type { Sql } from '../../store/client.js';
import { advanceSearchIndex } from '../../store/search-index.js';

/** Markers of one statement, which takes about STEP_MS: 30 to 100 microseconds each, and 50 times that where texts are long. */
const LEAST_ROWS = 50;
const MOST_ROWS = 5_000;
const STEP_MS = 250;
/** Maps of an account that wait, and accounts with maps that wait, at most; of more, the next search tells again. */
const MAX_WAITING = 100;
const MAX_ACCOUNTS = 1_000;
/** A map is brought up to date so often at most. */
const REST_MS = 5_000;

/**
 * Keeps the texts of maps that are searched up to date in the background: one statement at a time, accounts in turn by statement, so that
 * neither many maps nor a large one of an account make another's wait.
 */
export class SearchIndexer {
  readonly #sql: Sql;
  readonly #onError: (error: unknown, mapId: number) => void;
  /** Maps by account. The account, and in it the map, whose turn is next comes first. */
  readonly #waiting = new Map<number, Set<number>>();
  /** When maps were last done, the longest ago first. */
  readonly #doneAtMs = new Map<number, number>();
  #rows = LEAST_ROWS;
  #running = false;

  /** @param onError told what kept a map's texts from being brought up to date */
  constructor(sql: Sql, onError: (error: unknown, mapId: number) => void) {
    this.#sql = sql;
    this.#onError = onError;
  }

  /** Maps that are to be brought up to date, the one that is being done included. */
  get waiting(): number {
    let maps = 0;
    for (const ofAccount of this.#waiting.values()) maps += ofAccount.size;
    return maps;
  }

  get metrics(): Reading[] {
    return [gauge('search_index_maps_waiting', 'Maps whose texts are to be indexed', () => this.waiting)];
  }

  /** The map was searched: its texts are wanted soon. Returns at once. */
  request(accountId: number, mapId: number): void {
    if (Date.now() - (this.#doneAtMs.get(mapId) ?? 0) <= REST_MS) return;
    const maps = this.#waiting.get(accountId) ?? new Set();
    if (maps.size >= MAX_WAITING || this.#waiting.size >= MAX_ACCOUNTS) return;
    this.#waiting.set(accountId, maps.add(mapId));
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const [accountId, maps, mapId] = next;
      if (!(await this.#advance(mapId))) {
        maps.delete(mapId);
        this.#rest(mapId);
      }
      // Behind the others; a map that was asked for meanwhile is in `maps`, too.
      this.#waiting.delete(accountId);
      if (maps.size > 0) this.#waiting.set(accountId, maps);
    }
    this.#running = false;
  }

  #next(): [accountId: number, maps: Set<number>, mapId: number] | null {
    for (const [accountId, maps] of this.#waiting) for (const mapId of maps) return [accountId, maps, mapId];
    return null;
  }

  /** @returns whether there is more to do. A failure is none of the searches' business: they walk, and ask again. */
  async #advance(mapId: number): Promise<boolean> {
    const begunMs = performance.now();
    try {
      return await advanceSearchIndex(this.#sql, mapId, this.#rows);
    } catch (error) {
      this.#onError(error, mapId);
      return false;
    } finally {
      const tookMs = performance.now() - begunMs;
      const rows = Math.floor(this.#rows * Math.min(2, STEP_MS / Math.max(tookMs, 1)));
      this.#rows = Math.min(Math.max(rows, LEAST_ROWS), MOST_ROWS);
    }
  }

  #rest(mapId: number): void {
    this.#doneAtMs.delete(mapId);
    this.#doneAtMs.set(mapId, Date.now());
    const oldest = this.#doneAtMs.keys().next();
    if (this.#doneAtMs.size > MAX_WAITING && !oldest.done) this.#doneAtMs.delete(oldest.value);
  }
}
