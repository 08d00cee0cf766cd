import { gauge, type MetricReader } from '../../base/metrics/metric-reader.js';
import type { Sql } from '../../store/client.js';
import { advanceSearchIndex } from '../../store/search-index.js';

/**
 * Markers of one statement, which takes about STEP_MS: 30 to 100 µs a marker, 50 times that with long texts.
 */
const LEAST_ROWS = 50;
const MOST_ROWS = 5_000;
const STEP_MS = 250;
/**
 * Most waiting maps of an account, and most accounts with waiting maps; the next search requests further maps
 * again.
 */
const MAX_WAITING = 100;
const MAX_ACCOUNTS = 1_000;
/** Least time between two updates of a map. */
const REST_MS = 5_000;

/**
 * Updates the search index of searched maps in the background: one statement at a time, accounts in turn, so
 * that neither many maps nor a large map of one account hold up another.
 */
export class SearchIndexer {
  readonly #sql: Sql;
  readonly #onError: (error: unknown, mapId: number) => void;
  /** Waiting maps by account, both in the order of their turns. */
  readonly #waiting = new Map<number, Set<number>>();
  /** Time of the last update by map, oldest first. */
  readonly #doneAtMs = new Map<number, number>();
  #rows = LEAST_ROWS;
  #running = false;

  /** @param onError receives the error of a failed update */
  constructor(sql: Sql, onError: (error: unknown, mapId: number) => void) {
    this.#sql = sql;
    this.#onError = onError;
  }

  /** Number of maps to update, including the current one. */
  get waiting(): number {
    let maps = 0;
    for (const ofAccount of this.#waiting.values()) maps += ofAccount.size;
    return maps;
  }

  get metrics(): MetricReader[] {
    return [
      gauge(
        'search_index_maps_waiting',
        'Maps that wait for an update of their search index',
        () => this.waiting,
      ),
    ];
  }

  /** Requests an update for a map that was searched. Returns at once. */
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
      // Move the account behind the others; `maps` includes maps requested meanwhile.
      this.#waiting.delete(accountId);
      if (maps.size > 0) this.#waiting.set(accountId, maps);
    }
    this.#running = false;
  }

  #next(): [accountId: number, maps: Set<number>, mapId: number] | null {
    for (const [accountId, maps] of this.#waiting) for (const mapId of maps) return [accountId, maps, mapId];
    return null;
  }

  /**
   * @returns true when there is more to do. After a failure searches scan the markers, and request the map
   * again.
   */
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
