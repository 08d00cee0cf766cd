import type { MapChange, ReadableMap } from '../store/nearby.js';
import { MapIndex, type MapIndexOptions } from './map-index.js';
import { Recent } from './recent.js';

export interface IndexCacheOptions extends Pick<MapIndexOptions, 'pool' | 'readPins'> {
  readonly maxBytes: number;
  readonly onError: (error: unknown) => void;
}

/** What the indexes take, and whether they were there when they were asked for. */
export interface IndexState {
  bytes: number;
  maxBytes: number;
  maps: number;
  hits: number;
  misses: number;
}

/** A packed pin, without its texts. */
const BYTES_PER_PIN = 38;
/** Until a map whose index failed is packed again. */
const REST_MS = 5000;
const MAX_FAILURES = 10_000;

/** Indexes of the maps that were searched last, within a bound on their bytes. */
export class IndexCache {
  readonly #options: IndexCacheOptions;
  readonly #indexes: Recent<MapIndex>;
  /** When the index of a map failed last. */
  readonly #failures = new Map<number, number>();
  #hits = 0;
  #misses = 0;
  #isClosed = false;

  constructor(options: IndexCacheOptions) {
    this.#options = options;
    this.#indexes = new Recent(options.maxBytes);
  }

  /** Looks at each index. */
  get state(): IndexState {
    const { maxBytes } = this.#options;
    return {
      bytes: maxBytes - this.#indexes.freeBytes,
      maxBytes,
      maps: this.#indexes.size,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  /** The index of a map, begun when there is none; null when there is no room for it, or it has just failed. */
  use(map: ReadableMap): MapIndex | null {
    const index = this.#indexes.use(map.id);
    if (index) {
      this.#hits++;
      return index;
    }
    this.#misses++;
    const now = performance.now();
    if (this.#isClosed || now - (this.#failures.get(map.id) ?? -REST_MS) < REST_MS) return null;
    const dropped = this.#indexes.makeRoom(map.markers * BYTES_PER_PIN);
    if (!dropped) return null;
    for (const old of dropped) old.end();
    return this.#begin(map.id);
  }

  async apply({ mapId, changed, deleted }: MapChange): Promise<void> {
    const index = this.#indexes.peek(mapId);
    if (!index) return;
    if (changed === null) this.#indexes.delete(mapId)!.end();
    else await index.apply({ changed, deleted });
  }

  clear(): void {
    for (const index of this.#indexes.clear()) index.end();
  }

  /** No index is begun any more. */
  close(): void {
    this.#isClosed = true;
    this.clear();
  }

  #begin(mapId: number): MapIndex {
    const { pool, readPins, onError } = this.#options;
    const index = new MapIndex({
      mapId,
      pool,
      readPins,
      roomForTexts: () => this.#indexes.freeBytes,
      onFailure: (error) => {
        if (this.#indexes.peek(mapId) !== index) return;
        this.#indexes.delete(mapId);
        index.end();
        if (this.#failures.size >= MAX_FAILURES) this.#failures.clear();
        this.#failures.set(mapId, performance.now());
        onError(error);
      },
    });
    this.#indexes.set(mapId, index);
    return index;
  }
}
