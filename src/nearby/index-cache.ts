import type { IdRange, MapChange, StoredPin } from '../store/nearby.js';
import { sizeOf } from './id-ranges.js';
import type { MapGroup } from './map-groups.js';
import { MapIndex, type MapIndexOptions } from './map-index.js';
import { Recent } from './recent.js';

export interface IndexCacheOptions extends Pick<MapIndexOptions, 'pool'> {
  readonly readPins: (mapId: number, ranges: readonly IdRange[]) => Promise<StoredPin[]>;
  readonly readPinsOfMaps: (mapIds: readonly number[]) => Promise<StoredPin[]>;
  readonly maxBytes: number;
  readonly onError: (error: unknown) => void;
}

/** Memory that indexes take, and how often they were there when a search needed them. */
export interface IndexState {
  bytes: number;
  maxBytes: number;
  /** Indexes of maps and of groups of maps. */
  indexes: number;
  hits: number;
  misses: number;
}

/** Description of an index to build. */
interface Wanted {
  /** A map's id, or a group's number, which is negative. */
  readonly key: number;
  readonly members: ReadonlySet<number>;
  readonly markers: number;
  readonly accountId: number;
}

/** A packed pin of several maps, without its texts. */
const BYTES_PER_PIN = 38;
/** Memory of an index besides its pins. */
const INDEX_BYTES = 8192;
/** Pause before a map whose index failed is packed again. */
const REST_MS = 5000;
const MAX_FAILURES = 10_000;
/** Bound on indexes under construction for one account; the database answers for the other maps. */
const MAX_BEGUN = 16;
/** Changed markers that are read at once, before the next search; a thread packs larger batches. */
const AT_ONCE = 500;

/** Indexes of the maps searched last, and of groups of them, within a bound on their bytes. */
export class IndexCache {
  readonly #options: IndexCacheOptions;
  readonly #indexes: Recent<MapIndex>;
  /** Time of the last failure, by map. */
  readonly #failures = new Map<number, number>();
  /** Indexes under construction, by account. */
  readonly #begun = new Map<number, number>();
  #hits = 0;
  #misses = 0;
  #isClosed = false;

  constructor(options: IndexCacheOptions) {
    this.#options = options;
    this.#indexes = new Recent(options.maxBytes);
  }

  get state(): IndexState {
    const { maxBytes } = this.#options;
    return {
      bytes: maxBytes - this.#indexes.freeBytes,
      maxBytes,
      indexes: this.#indexes.size,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  /** The index of a map, for a search. @param accountId account that searches */
  useMap({ id, markers }: { id: number; markers: number }, accountId: number): MapIndex | null {
    return this.#use(id) ?? this.#begin({ key: id, members: new Set([id]), markers, accountId });
  }

  useGroup({ key, members, markers }: MapGroup, accountId: number): MapIndex | null {
    return this.#use(key) ?? this.#begin({ key, members, markers, accountId });
  }

  #use(key: number): MapIndex | undefined {
    const index = this.#indexes.use(key);
    if (index) this.#hits++;
    else this.#misses++;
    return index;
  }

  /**
   * Applies changes of a map.
   * @param groups groups of the map
   * @param isOld the changes may have been committed long ago: until they are packed, the database answers
   * for them
   * @returns whether so much has changed in the map that it needs an index of its own
   */
  async apply(
    { mapId, changed, deleted }: MapChange,
    groups: readonly MapGroup[],
    isOld: boolean,
  ): Promise<boolean> {
    const single = this.#indexes.peek(mapId);
    if (changed === null) {
      this.#drop(mapId);
      return true;
    }
    const inGroups = groups.flatMap(({ key }) => this.#indexes.peek(key) ?? []);
    const isLarge = sizeOf(changed) > AT_ONCE;
    const told = single ? [single, ...inGroups] : inGroups;
    const toRead = isLarge || told.length === 0 ? [] : changed;
    const pins = toRead.length > 0 ? await this.#options.readPins(mapId, toRead) : [];
    if (single) await single.apply({ mapId, changed, deleted }, isLarge ? null : pins, isOld);
    if (!isLarge) for (const index of inGroups) await index.apply({ mapId, changed, deleted }, pins);
    return isLarge;
  }

  /** Adds the pins of new members of a group. */
  async join({ key }: MapGroup, maps: readonly { id: number; markers: number }[]): Promise<void> {
    const index = this.#indexes.peek(key);
    if (!index) return;
    const ids = maps.map(({ id }) => id);
    const isMuch = maps.reduce((sum, { markers }) => sum + markers, 0) > AT_ONCE;
    index.join(ids, isMuch ? null : await this.#options.readPinsOfMaps(ids));
  }

  leave({ key, members }: MapGroup, mapIds: ReadonlySet<number>): void {
    if (members.size === 0) this.#drop(key);
    else this.#indexes.peek(key)?.leave(mapIds);
  }

  dropGroup({ key }: MapGroup): void {
    this.#drop(key);
  }

  clear(): void {
    for (const index of this.#indexes.clear()) index.end();
  }

  /** Stops building indexes. */
  close(): void {
    this.#isClosed = true;
    this.clear();
  }

  #drop(key: number): void {
    this.#indexes.delete(key)?.end();
  }

  /**
   * Null where there is no room for it, it has just failed, or the account has enough indexes under
   * construction.
   */
  #begin({ key, members, markers, accountId }: Wanted): MapIndex | null {
    const now = performance.now();
    const begun = this.#begun.get(accountId) ?? 0;
    if (this.#isClosed || begun >= MAX_BEGUN) return null;
    if (now - (this.#failures.get(key) ?? -REST_MS) < REST_MS) return null;
    const bytes = INDEX_BYTES + markers * BYTES_PER_PIN;
    const dropped = this.#indexes.makeRoom(bytes);
    if (!dropped) return null;
    for (const old of dropped) old.end();
    const { pool, onError } = this.#options;
    const index: MapIndex = new MapIndex({
      accountId,
      members,
      isGroup: key < 0,
      pool,
      roomForTexts: () => this.#indexes.freeBytes,
      onResize: (bytes) => {
        if (this.#indexes.peek(key) === index) this.#indexes.resize(key, INDEX_BYTES + bytes);
      },
      onFailure: (error) => {
        if (this.#indexes.peek(key) !== index) return;
        this.#drop(key);
        if (this.#failures.size >= MAX_FAILURES) this.#failures.clear();
        this.#failures.set(key, performance.now());
        onError(error);
      },
    });
    this.#indexes.set(key, index, bytes);
    this.#begun.set(accountId, begun + 1);
    index.settled.then(() => {
      const left = this.#begun.get(accountId)! - 1;
      if (left === 0) this.#begun.delete(accountId);
      else this.#begun.set(accountId, left);
    });
    return index;
  }
}
