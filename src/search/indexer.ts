import type { Sql } from '../store/client.js';
import { advanceSearchIndex } from '../store/search-index.js';

/** Markers of one statement: about 200 ms. */
const ROWS_A_STEP = 5_000;
/** Maps that wait, at most; of more, the next search tells again. */
const MAX_WAITING = 100;
/** A map is brought up to date so often at most. */
const REST_MS = 5_000;

/** Keeps the texts of maps that are searched up to date, one map at a time, in the background. */
export class SearchIndexer {
  readonly #sql: Sql;
  readonly #onError: (error: unknown, mapId: number) => void;
  readonly #waiting = new Set<number>();
  /** When maps were last done, the longest ago first. */
  readonly #doneAtMs = new Map<number, number>();
  #running = false;

  /** @param onError told what kept a map's texts from being brought up to date */
  constructor(sql: Sql, onError: (error: unknown, mapId: number) => void) {
    this.#sql = sql;
    this.#onError = onError;
  }

  /** Maps that are to be brought up to date, the one that is being done included. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** The map was searched: its texts are wanted soon. Returns at once. */
  request(mapId: number): void {
    const rested = Date.now() - (this.#doneAtMs.get(mapId) ?? 0) > REST_MS;
    if (rested && this.#waiting.size < MAX_WAITING) this.#waiting.add(mapId);
    if (!this.#running) void this.#run();
  }

  /** A failure is none of the searches' business: they walk, and ask again. */
  async #run(): Promise<void> {
    this.#running = true;
    for (const mapId of this.#waiting) {
      try {
        while (await advanceSearchIndex(this.#sql, mapId, ROWS_A_STEP));
      } catch (error) {
        this.#onError(error, mapId);
      }
      this.#waiting.delete(mapId);
      this.#rest(mapId);
    }
    this.#running = false;
  }

  #rest(mapId: number): void {
    this.#doneAtMs.delete(mapId);
    this.#doneAtMs.set(mapId, Date.now());
    const oldest = this.#doneAtMs.keys().next();
    if (this.#doneAtMs.size > MAX_WAITING && !oldest.done) this.#doneAtMs.delete(oldest.value);
  }
}
