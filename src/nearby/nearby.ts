import { setTimeout as delay } from 'node:timers/promises';
import { notFound } from '../errors.js';
import { findNearest, type Union } from '../geo/nearby/find-nearest.js';
import { haversineOfKm, haversineTo, kmOf, originAt } from '../geo/nearby/great-circle.js';
import { type Hit, NearestHits } from '../geo/nearby/nearest-hits.js';
import { NodeQueue } from '../geo/nearby/node-queue.js';
import type { Turns } from '../http/route.js';
import type { Logger } from '../log.js';
import type { Sql } from '../store/client.js';
import { type NearbyPin, readPins, readPinsById } from '../store/nearby.js';
import { ChangeFeed } from './change-feed.js';
import { IndexCache } from './index-cache.js';
import type { MapIndex, Tree } from './map-index.js';
import { PackPool } from './pack-pool.js';
import { pinJson } from './pin-json.js';
import { type NamedMap, ReadableMaps } from './readable-maps.js';
import { searchRings } from './search-rings.js';
import { Unions } from './unions.js';

export interface NearbyOptions {
  readonly sql: Sql;
  /** For searches of maps that have no index yet. */
  readonly scans: Turns<Sql>;
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
  readonly map: NamedMap;
  readonly km: number;
  /** Where the rest of it is, as JSON: see PinTexts. */
  readonly json: Buffer;
  readonly start: number;
  readonly end: number;
}

const MAX_BYTES = 256 * 1024 * 1024;
/** Of these bytes: for unions of trees. */
const UNIONS_SHARE = 1 / 8;
/** An index that takes longer to build is not waited for: the database is asked. */
const COLD_WAIT_MS = 100;
/** A pin that is gone when its texts are asked for: the search is made again. */
const TRIES = 3;

/** What is searched for one query. */
interface Searched {
  readonly maps: ReadonlyMap<number, NamedMap>;
  readonly trees: readonly Tree[];
  /** The map of each tree. */
  readonly mapOf: readonly NamedMap[];
  readonly loose: readonly NearbyPin[];
}

/** The nearest pins of all maps that an account can read, from indexes in the memory of this process. */
export class Nearby {
  readonly #sql: Sql;
  readonly #pool: PackPool;
  readonly #readable: ReadableMaps;
  readonly #cache: IndexCache;
  readonly #unions: Unions;
  readonly #feed: ChangeFeed;
  readonly #queue = new NodeQueue();
  readonly #scans: Turns<Sql>;

  constructor({ sql, scans, databaseUrl, log, maxBytes = MAX_BYTES }: NearbyOptions) {
    const onError = (error: unknown): void => log.warn({ err: error }, 'nearby search fell behind');
    this.#sql = sql;
    this.#scans = scans;
    this.#pool = new PackPool(databaseUrl);
    this.#readable = new ReadableMaps(sql);
    this.#cache = new IndexCache({
      pool: this.#pool,
      readPins: (mapId, ranges) => readPins(sql, mapId, ranges),
      maxBytes: maxBytes * (1 - UNIONS_SHARE),
      onError,
    });
    this.#unions = new Unions({ pool: this.#pool, maxBytes: maxBytes * UNIONS_SHARE, onError });
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
    this.#cache.close();
    this.#unions.close();
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
      const union = query.mapIds === null ? this.#unions.use(query.accountId, searched.trees) : null;
      const hits = search(searched, query, this.#queue, union);
      const found = await this.#complete(searched, hits);
      if (found.length === hits.length || attempt === TRIES) return found;
      this.#feed.announce();
    }
  }

  async #gather(query: NearbyQuery): Promise<Searched> {
    const { accountId, mapIds } = query;
    const maps = await this.#readable.of(accountId);
    const chosen = mapIds === null ? maps.values() : [...new Set(mapIds)].map((id) => maps.get(id));
    const active: NamedMap[] = [];
    const indexes: (MapIndex | null)[] = [];
    let isCold = false;
    for (const map of chosen) {
      if (!map) throw notFound();
      if (!map.active) continue;
      const index = this.#cache.use(map);
      active.push(map);
      indexes.push(index);
      isCold ||= !index?.isReady;
    }
    const asked = isCold ? await this.#askForCold(active, indexes, query) : NOBODY;
    const loose = [...asked.pins];
    const trees: Tree[] = [];
    const mapOf: NamedMap[] = [];
    for (let i = 0; i < active.length; i++) {
      const index = indexes[i];
      // An index that has become ready meanwhile has the pins that the database has told.
      if (!index?.isReady || asked.maps.has(active[i]!)) continue;
      for (const tree of index.trees) {
        trees.push(tree);
        mapOf.push(active[i]!);
      }
      for (const pin of index.loose.values()) loose.push(pin);
    }
    return { maps, trees, mapOf, loose };
  }

  /** Waits for indexes that are being built, and asks the database for the nearest pins of the maps that have none then. */
  async #askForCold(
    active: readonly NamedMap[],
    indexes: readonly (MapIndex | null)[],
    query: NearbyQuery,
  ): Promise<{ maps: ReadonlySet<NamedMap>; pins: readonly NearbyPin[] }> {
    const begun = indexes.filter((index) => index !== null);
    await settledWithin(begun, COLD_WAIT_MS, query.signal);
    const cold = active.filter((_, at) => !indexes[at]?.isReady);
    if (cold.length === 0) return NOBODY;
    const ids = cold.map((map) => map.id);
    const pins = await this.#scans.run(query, (sql) => searchRings(sql, ids, query));
    return { maps: new Set(cold), pins };
  }

  /** Hits with what a client sees of them, without those that are gone. */
  async #complete({ maps, trees, mapOf, loose }: Searched, hits: readonly Hit[]): Promise<NearbyHit[]> {
    const found: NearbyHit[] = [];
    const bare: { at: number; mapId: number; id: number }[] = [];
    for (const { tree, slot, id, hav } of hits) {
      const km = kmOf(hav);
      if (tree < 0) {
        const pin = loose[slot]!;
        found.push(wholeText(maps.get(pin.mapId)!, km, pinJson(pin)));
        continue;
      }
      const { texts } = trees[tree]!;
      const map = mapOf[tree]!;
      const start = texts ? texts.starts[slot]! : 0;
      const end = texts ? texts.starts[slot + 1]! : 0;
      if (start === end) bare.push({ at: found.length, mapId: map.id, id });
      found.push({ map, km, json: texts?.bytes ?? NONE, start, end });
    }
    if (bare.length === 0) return found;
    const read = new Map((await readPinsById(this.#sql, bare)).map((pin) => [pin.id, pinJson(pin)]));
    for (const { at, id } of bare) found[at] = wholeText(found[at]!.map, found[at]!.km, read.get(id) ?? NONE);
    return found.filter(({ start, end }) => start < end);
  }
}

const wholeText = (map: NamedMap, km: number, json: Buffer): NearbyHit => ({
  map,
  km,
  json,
  start: 0,
  end: json.length,
});

const NONE = Buffer.alloc(0);
const NOBODY = { maps: new Set<NamedMap>(), pins: [] as NearbyPin[] };

function search(
  { trees, loose }: Searched,
  { lat, lng, limit, radiusKm }: NearbyQuery,
  queue: NodeQueue,
  union: Union | null,
): readonly Hit[] {
  const origin = originAt(lat, lng);
  // A little more than the radius: its haversine is rounded.
  const reach = radiusKm === null ? 1 : Math.min(1, haversineOfKm(radiusKm) * (1 + 1e-9) + 1e-20);
  const best = new NearestHits(limit, reach);
  const nowMs = Date.now();
  for (let slot = 0; slot < loose.length; slot++) {
    const { id, lat: pinLat, lng: pinLng, expiresAtMs } = loose[slot]!;
    if (expiresAtMs !== null && expiresAtMs <= nowMs) continue;
    best.add({ tree: -1, slot, id, hav: haversineTo(origin, pinLat, pinLng) });
  }
  const packed = trees.map(({ pins }) => pins);
  findNearest(packed, origin, best, nowMs, queue, union);
  return radiusKm === null ? best.hits : best.hits.filter(({ hav }) => kmOf(hav) <= radiusKm);
}

async function settledWithin(
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
