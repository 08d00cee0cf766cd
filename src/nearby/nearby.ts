import { setTimeout as delay } from 'node:timers/promises';
import { notFound } from '../errors.js';
import { findNearest } from '../geo/nearby/find-nearest.js';
import { haversineOfKm, haversineTo, kmOf, originAt } from '../geo/nearby/great-circle.js';
import { type Hit, NearestHits } from '../geo/nearby/nearest-hits.js';
import { NodeQueue } from '../geo/nearby/node-queue.js';
import { Turns } from '../import/turns.js';
import type { Logger } from '../log.js';
import type { Sql } from '../store/client.js';
import { type NearbyPin, type ReadableMap, readPins, readPinsById, scanNearest } from '../store/nearby.js';
import { ChangeFeed } from './change-feed.js';
import { IndexCache } from './index-cache.js';
import type { MapIndex, Tree } from './map-index.js';
import { PackPool } from './pack-pool.js';
import { columnsOf, type PinColumns, readPinColumns } from './pin-texts.js';
import { ReadableMaps } from './readable-maps.js';

export interface NearbyOptions {
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly log: Logger;
  /** Of all indexes of this process. */
  readonly maxBytes?: number;
}

export interface NearbyQuery {
  readonly accountId: number;
  readonly lat: number;
  readonly lng: number;
  /** Pins at most. */
  readonly limit: number;
  /** null: as far as it goes. */
  readonly radiusKm: number | null;
  /** null: all that the account can read. */
  readonly mapIds: readonly number[] | null;
  /** Read only where something must be waited for. */
  readonly signal: AbortSignal;
}

export interface NearbyHit {
  readonly id: number;
  readonly map: ReadableMap;
  readonly lat: number;
  readonly lng: number;
  readonly km: number;
  readonly columns: PinColumns;
}

const MAX_BYTES = 256 * 1024 * 1024;
/** An index that takes longer to build is not waited for: the database measures every pin. */
const COLD_WAIT_MS = 1200;
const SCANS = 2;
const MAX_WAITING_SCANS = 200;
/** A pin that is gone when its texts are asked for: the search is made again. */
const TRIES = 3;

/** What is searched for one query. */
interface Searched {
  readonly maps: ReadonlyMap<number, ReadableMap>;
  readonly trees: readonly { readonly map: ReadableMap; readonly tree: Tree }[];
  readonly loose: readonly NearbyPin[];
}

/** The nearest pins of all maps that an account can read, from indexes in the memory of this process. */
export class Nearby {
  readonly #sql: Sql;
  readonly #pool: PackPool;
  readonly #readable: ReadableMaps;
  readonly #cache: IndexCache;
  readonly #feed: ChangeFeed;
  readonly #queue = new NodeQueue();
  readonly #scans = new Turns(SCANS, MAX_WAITING_SCANS, 'searches of maps that have no index yet');

  constructor({ sql, databaseUrl, log, maxBytes = MAX_BYTES }: NearbyOptions) {
    const onError = (error: unknown): void => log.warn({ err: error }, 'nearby search fell behind');
    this.#sql = sql;
    this.#pool = new PackPool(databaseUrl);
    this.#readable = new ReadableMaps(sql);
    this.#cache = new IndexCache({
      pool: this.#pool,
      readPins: (mapId, ranges) => readPins(sql, mapId, ranges),
      maxBytes,
      onError,
    });
    this.#feed = new ChangeFeed({
      sql,
      onError,
      onGap: () => {
        this.#readable.clear();
        this.#cache.clear();
      },
      onChanges: async ({ accountIds, maps }) => {
        for (const accountId of accountIds) this.#readable.forget(accountId);
        for (const change of maps) await this.#cache.apply(change);
      },
    });
  }

  start(): void {
    this.#feed.start();
  }

  async close(): Promise<void> {
    this.#feed.stop();
    this.#cache.clear();
    await this.#pool.close();
  }

  /** To be called when this process has committed a write, before it is answered: the next search sees it. */
  announceWrite(): void {
    this.#feed.announce();
  }

  /**
   * Nearest first, ties by id.
   * @throws AppError NOT_FOUND when one of `mapIds` cannot be read
   */
  async find(query: NearbyQuery): Promise<NearbyHit[]> {
    for (let attempt = 1; ; attempt++) {
      const behind = this.#feed.catchUp();
      if (behind) await behind;
      const searched = await this.#gather(query);
      const hits = search(searched, query, this.#queue);
      const found = await this.#complete(searched, hits);
      if (found.length === hits.length || attempt === TRIES) return found;
      this.#feed.announce();
    }
  }

  async #gather(query: NearbyQuery): Promise<Searched> {
    const { accountId, mapIds } = query;
    const maps = await this.#readable.of(accountId);
    const chosen = mapIds === null ? [...maps.values()] : [...new Set(mapIds)].map((id) => maps.get(id));
    const active: ReadableMap[] = [];
    for (const map of chosen) {
      if (!map) throw notFound();
      if (map.active) active.push(map);
    }
    const indexed = active.map((map) => ({ map, index: this.#cache.use(map) }));
    const loose: NearbyPin[] = [];
    const begun = indexed.flatMap(({ index }) => (index && !index.isReady ? [index] : []));
    if (begun.length > 0) await readyWithin(begun, COLD_WAIT_MS, query.signal);
    const cold = indexed.filter(({ index }) => !index?.isReady).map(({ map }) => map.id);
    if (cold.length > 0) {
      const scan = () => scanNearest(this.#sql, cold, query, query.limit);
      loose.push(...(await this.#scans.take(query.signal, scan)));
    }
    const trees: { map: ReadableMap; tree: Tree }[] = [];
    for (const { map, index } of indexed) {
      if (!index?.isReady) continue;
      for (const tree of index.trees) trees.push({ map, tree });
      loose.push(...index.loose.values());
    }
    return { maps, trees, loose };
  }

  /** Hits with what a client sees of them, without those that are gone. */
  async #complete({ maps, trees, loose }: Searched, hits: readonly Hit[]): Promise<NearbyHit[]> {
    const found: NearbyHit[] = [];
    const bare: { at: number; mapId: number; id: number }[] = [];
    for (const { tree, slot, id, hav } of hits) {
      const km = kmOf(hav);
      if (tree < 0) {
        const pin = loose[slot]!;
        found.push({
          id,
          map: maps.get(pin.mapId)!,
          lat: pin.lat,
          lng: pin.lng,
          km,
          columns: columnsOf(pin),
        });
        continue;
      }
      const {
        map,
        tree: { pins, texts },
      } = trees[tree]!;
      const { points } = pins;
      const columns = texts ? readPinColumns(texts, slot) : NONE;
      if (columns.length === 0) bare.push({ at: found.length, mapId: map.id, id });
      found.push({ id, map, lat: points[2 * slot]!, lng: points[2 * slot + 1]!, km, columns });
    }
    if (bare.length === 0) return found;
    const read = new Map((await readPinsById(this.#sql, bare)).map((pin) => [pin.id, columnsOf(pin)]));
    for (const { at, id } of bare) found[at] = { ...found[at]!, columns: read.get(id) ?? NONE };
    return found.filter(({ columns }) => columns.length > 0);
  }
}

const NONE: PinColumns = [];

function search(
  { trees, loose }: Searched,
  { lat, lng, limit, radiusKm }: NearbyQuery,
  queue: NodeQueue,
): readonly Hit[] {
  const origin = originAt(lat, lng);
  // A little more than the radius: its haversine is rounded.
  const reach = radiusKm === null ? 1 : Math.min(1, haversineOfKm(radiusKm) * (1 + 1e-9) + 1e-20);
  const best = new NearestHits(limit, reach);
  const nowMs = Date.now();
  loose.forEach((pin, slot) => {
    if (pin.expiresAtMs !== null && pin.expiresAtMs <= nowMs) return;
    best.add({ tree: -1, slot, id: pin.id, hav: haversineTo(origin, pin.lat, pin.lng) });
  });
  const pins = trees.map(({ tree }) => tree.pins);
  findNearest(pins, origin, best, nowMs, queue);
  return radiusKm === null ? best.hits : best.hits.filter(({ hav }) => kmOf(hav) <= radiusKm);
}

async function readyWithin(
  indexes: readonly MapIndex[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const timer = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).catch(
    () => {},
  );
  await Promise.race([Promise.all(indexes.map((index) => index.settled)), late]);
  timer.abort();
  signal.throwIfAborted();
}
