import type { MapChange, ReadableMap } from '../store/nearby.js';
import { MapIndex, type MapIndexOptions } from './map-index.js';

export interface IndexCacheOptions extends Pick<MapIndexOptions, 'pool' | 'readPins'> {
  readonly maxBytes: number;
  readonly onError: (error: unknown) => void;
}

/** A packed pin, without its texts. */
const BYTES_PER_PIN = 38;
/** A map that is in use does not make room for another: both would be packed again and again. */
const IN_USE_MS = 30_000;
/** Until a map whose index failed is packed again. */
const REST_MS = 5000;
const MAX_FAILURES = 10_000;

interface Entry {
  readonly index: MapIndex;
  usedAtMs: number;
}

/** Indexes of the maps that were searched last, within a bound on their bytes. */
export class IndexCache {
  readonly #options: IndexCacheOptions;
  /** The one used longest ago comes first. */
  readonly #entries = new Map<number, Entry>();
  /** When the index of a map failed last. */
  readonly #failures = new Map<number, number>();
  #isClosed = false;

  constructor(options: IndexCacheOptions) {
    this.#options = options;
  }

  /** The index of a map, begun when there is none; null when there is no room for it, or it has just failed. */
  use(map: ReadableMap): MapIndex | null {
    const now = performance.now();
    let entry = this.#entries.get(map.id);
    if (!entry) {
      if (this.#isClosed) return null;
      if (now - (this.#failures.get(map.id) ?? -REST_MS) < REST_MS) return null;
      if (!this.#makeRoom(map.markers * BYTES_PER_PIN, now)) return null;
      entry = { index: this.#begin(map.id), usedAtMs: now };
    } else if (now - entry.usedAtMs < 1000) {
      return entry.index;
    }
    this.#entries.delete(map.id);
    this.#entries.set(map.id, entry);
    entry.usedAtMs = now;
    return entry.index;
  }

  async apply({ mapId, changed, deleted }: MapChange): Promise<void> {
    const entry = this.#entries.get(mapId);
    if (!entry) return;
    if (changed === null) this.#drop(mapId);
    else await entry.index.apply({ changed, deleted });
  }

  clear(): void {
    for (const mapId of [...this.#entries.keys()]) this.#drop(mapId);
  }

  /** No index is begun any more. */
  close(): void {
    this.#isClosed = true;
    this.clear();
  }

  get bytes(): number {
    let bytes = 0;
    for (const { index } of this.#entries.values()) bytes += index.bytes;
    return bytes;
  }

  #begin(mapId: number): MapIndex {
    const { pool, readPins, onError, maxBytes } = this.#options;
    const index = new MapIndex({
      mapId,
      pool,
      readPins,
      roomForTexts: () => Math.max(0, maxBytes - this.bytes),
      onFailure: (error) => {
        if (this.#entries.get(mapId)?.index !== index) return;
        this.#drop(mapId);
        if (this.#failures.size >= MAX_FAILURES) this.#failures.clear();
        this.#failures.set(mapId, performance.now());
        onError(error);
      },
    });
    return index;
  }

  #makeRoom(bytes: number, now: number): boolean {
    let free = this.#options.maxBytes - this.bytes;
    for (const [mapId, { index, usedAtMs }] of this.#entries) {
      if (free >= bytes || now - usedAtMs < IN_USE_MS) break;
      free += index.bytes;
      this.#drop(mapId);
    }
    return free >= bytes;
  }

  #drop(mapId: number): void {
    this.#entries.get(mapId)?.index.end();
    this.#entries.delete(mapId);
  }
}
