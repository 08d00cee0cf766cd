// Room nearby: trees of pins in memory, kept fresh while markers change.
import { setTimeout as delay } from 'node:timers/promises';
import FlatQueue from 'flatqueue';
import { notFound } from '../base/errors.js';
import type { Logger } from '../base/log.js';
import type { MetricReader } from '../base/metrics/metric-reader.js';
import type { ThreadUse } from '../base/threads/thread-use.js';
import { findNearest, type Union } from '../geo/nearby/find-nearest.js';
import { haversineOfKm, haversineTo, kmOf, originAt } from '../geo/nearby/great-circle.js';
import { type Hit, NearestHits } from '../geo/nearby/nearest-hits.js';
import type { Turns } from '../http/route.js';
import type { Sql } from '../store/client.js';
import { readPins, readPinsById, readPinsOfMaps, type StoredPin, scanNearest } from '../store/nearby.js';
import { ChangeFeed } from './change-feed.js';
import { IndexCache, type IndexState } from './index-cache.js';
import type { AccountMaps, MapGroup } from './map-groups.js';
import type { MapIndex, Tree } from './map-index.js';
import type { NamedMap } from './named-map.js';
import { PackPool } from './pack-pool.js';
import { pinJson } from './pin-json.js';
import { ReadableMaps } from './readable-maps.js';
import { nearbyReadings } from './readings.js';
import { searchRings } from './search-rings.js';
import { throttledReporter } from './throttled-reporter.js';
import { Unions } from './unions.js';

export interface NearbyOptions {
  readonly sql: Sql;
  /** Turns of searches in maps that have no index yet. */
  readonly scans: Turns<Sql>;
  readonly databaseUrl: string;
  readonly log: Logger;
  /** Bound on all indexes of this process. */
  readonly maxBytes?: number;
}

export interface NearbySearch {
  readonly accountId: number;
  readonly lat: number;
  readonly lng: number;
  /** Largest number of pins. */
  readonly limit: number;
  /** null: unlimited. */
  readonly radiusKm: number | null;
  /** null: all maps that the account can read. */
  readonly mapIds: readonly number[] | null;
  /** Watched only while the search waits. */
  readonly signal: AbortSignal;
}

export interface NearbyHit {
  readonly map: NamedMap;
  readonly km: number;
  /** JSON of the pin's other members (see PinTexts). */
  readonly json: Buffer;
  readonly start: number;
  readonly end: number;
}

const MAX_BYTES = 256 * 1024 * 1024;
/** Share of `maxBytes` for unions of trees. */
const UNIONS_SHARE = 1 / 8;
/** Wait for an index under construction, after which the database is asked. */
const COLD_WAIT_MS = 100;
/** Tries of a search whose pins disappear before their texts are read. */
const TRIES = 3;
/** Maps chosen by name that are searched by indexes of their own; larger choices use their groups. */
const FEW_MAPS = 16;
/** Interval between warnings, which may come with every search. */
const WARN_EVERY_MS = 60_000;

/** Trees and loose pins of one query. */
interface Searched {
  readonly maps: ReadonlyMap<number, NamedMap>;
  readonly trees: readonly Tree[];
  /** Map of each tree; null: its pins name their maps. */
  readonly mapOf: readonly (NamedMap | null)[];
  readonly loose: readonly StoredPin[];
  /** Maps that count in trees of several maps; null: all. */
  readonly chosen: ReadonlySet<number> | null;
}

/** One of the indexes to search. */
interface Part {
  /** Null: no index; the database is asked. */
  readonly index: MapIndex | null;
  /** Null: the index of a group. */
  readonly map: NamedMap | null;
  readonly mapIds: Iterable<number>;
  readonly markers: number;
}

/**
 * Finds the nearest pins of all maps that an account can read, with indexes in the memory of this process.
 */
export class Nearby {
  readonly #sql: Sql;
  readonly #pool: PackPool;
  readonly #readable: ReadableMaps;
  readonly #cache: IndexCache;
  readonly #unions: Unions;
  readonly #feed: ChangeFeed;
  readonly #queue = new FlatQueue();
  readonly #scans: Turns<Sql>;

  constructor({ sql, scans, databaseUrl, log, maxBytes = MAX_BYTES }: NearbyOptions) {
    const onError = throttledReporter(WARN_EVERY_MS, (error, more) =>
      log.warn(
        { err: error, more },
        'could not update nearby search: searches ask the database or see changes late',
      ),
    );
    this.#sql = sql;
    this.#scans = scans;
    this.#pool = new PackPool(databaseUrl, onError);
    this.#cache = new IndexCache({
      pool: this.#pool,
      readPins: (mapId, ranges) => readPins(sql, mapId, ranges),
      readPinsOfMaps: (mapIds) => readPinsOfMaps(sql, mapIds),
      maxBytes: maxBytes * (1 - UNIONS_SHARE),
      onError,
    });
    this.#readable = new ReadableMaps({
      sql,
      onJoin: (group, maps) => this.#cache.join(group, maps),
      onLeave: (group, mapIds) => this.#cache.leave(group, mapIds),
      onDrop: (group) => this.#cache.dropGroup(group),
    });
    this.#unions = new Unions({ pool: this.#pool, maxBytes: maxBytes * UNIONS_SHARE, onError });
    this.#feed = new ChangeFeed({
      sql,
      onError,
      onGap: () => {
        this.#readable.clear();
        this.#cache.clear();
      },
      onChanges: async ({ readable, maps }, areOld) => {
        await this.#readable.apply(readable);
        for (const change of maps) {
          const groups = this.#readable.groupsOf(change.mapId);
          const hasOutgrown = await this.#cache.apply(change, groups, areOld);
          if (hasOutgrown) this.#readable.outgrow(change.mapId);
        }
      },
    });
  }

  get indexes(): IndexState {
    return this.#cache.state;
  }

  get threads(): ThreadUse {
    return this.#pool.use;
  }

  get metrics(): MetricReader[] {
    return nearbyReadings(this);
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

  /**
   * Call this when this process has committed a write, before it is answered: the next search sees the write.
   */
  announceWrite(): void {
    this.#feed.announce();
  }

  /**
   * Nearest first, ties by id.
   * @throws AppError NOT_FOUND when one of `mapIds` cannot be read
   */
  async find(query: NearbySearch): Promise<NearbyHit[]> {
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

  async #gather(query: NearbySearch): Promise<Searched> {
    const list = await this.#readable.of(query.accountId);
    const chosen = query.mapIds === null ? null : new Set(query.mapIds);
    const parts = this.#partsOf(list, chosen, query.accountId);
    const isCold = parts.some(({ index }) => !index?.isCurrent);
    const asked = isCold ? await this.#askForCold(parts, chosen, query) : NOBODY;
    const loose = [...asked.pins];
    const trees: Tree[] = [];
    const mapOf: (NamedMap | null)[] = [];
    for (const part of parts) {
      // An index that became ready meanwhile has the pins that the database returned.
      if (!part.index?.isCurrent || asked.parts.has(part)) continue;
      for (const tree of part.index.trees) {
        trees.push(tree);
        mapOf.push(part.map);
      }
      for (const pin of part.index.loose.values())
        if (part.map || !chosen || chosen.has(pin.mapId)) loose.push(pin);
    }
    return { maps: list.byId, trees, mapOf, loose, chosen };
  }

  /** @throws AppError NOT_FOUND */
  #partsOf(list: AccountMaps, chosen: ReadonlySet<number> | null, accountId: number): Part[] {
    const parts: Part[] = [];
    const addMap = (map: NamedMap): void => {
      const index = this.#cache.useMap(map, accountId);
      parts.push({ index, map, mapIds: [map.id], markers: map.markers });
    };
    const addGroup = (group: MapGroup): void => {
      const index = list.isKept ? this.#cache.useGroup(group, accountId) : null;
      parts.push({ index, map: null, mapIds: group.members, markers: group.markers });
    };
    if (chosen === null) {
      list.groups.forEach(addGroup);
      list.large.forEach(addMap);
      return parts;
    }
    const groups = new Set<MapGroup>();
    for (const mapId of chosen) {
      const map = list.byId.get(mapId);
      if (!map) throw notFound();
      const group = chosen.size > FEW_MAPS ? list.groupOf(mapId) : undefined;
      if (group) groups.add(group);
      else if (map.active) addMap(map);
    }
    groups.forEach(addGroup);
    return parts;
  }

  /**
   * Waits for indexes under construction or without old changes, then asks the database for the nearest pins
   * of maps that still have none.
   */
  async #askForCold(
    parts: readonly Part[],
    chosen: ReadonlySet<number> | null,
    query: NearbySearch,
  ): Promise<{ parts: ReadonlySet<Part>; pins: readonly StoredPin[] }> {
    const begun = parts.flatMap(({ index }) => index ?? []);
    await settledWithin(begun, COLD_WAIT_MS, query.signal);
    const cold = parts.filter(({ index }) => !index?.isCurrent);
    const idsOf = (some: readonly Part[]): number[] =>
      some.flatMap(({ mapIds }) => [...mapIds]).filter((id) => !chosen || chosen.has(id));
    const single = cold.filter(({ map }) => map !== null);
    // Maps of groups are small: each of their pins is measured.
    const [ids, grouped] = [idsOf(single), idsOf(cold.filter(({ map }) => map === null))];
    if (ids.length + grouped.length === 0) return NOBODY;
    const markers = single.reduce((sum, part) => sum + part.markers, 0);
    const pins = await this.#scans.run(query, (sql) =>
      Promise.all([
        ids.length === 0 ? [] : searchRings(sql, ids, markers, query),
        grouped.length === 0 ? [] : scanNearest(sql, grouped, query, query.limit),
      ]),
    );
    return { parts: new Set(cold), pins: pins.flat() };
  }

  /** Adds the JSON of each hit and drops pins that are gone. */
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
      const map = mapOf[tree] ?? maps.get(trees[tree]!.pins.mapIds![slot]!)!;
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
const NOBODY = { parts: new Set<Part>(), pins: [] as StoredPin[] };

function search(
  { trees, loose, chosen }: Searched,
  { lat, lng, limit, radiusKm }: NearbySearch,
  queue: FlatQueue,
  union: Union | null,
): readonly Hit[] {
  const origin = originAt(lat, lng);
  // A little more than the radius, as its haversine is rounded.
  const reach = radiusKm === null ? 1 : Math.min(1, haversineOfKm(radiusKm) * (1 + 1e-9) + 1e-20);
  const best = new NearestHits(limit, reach);
  const nowMs = Date.now();
  for (let slot = 0; slot < loose.length; slot++) {
    const { id, lat: pinLat, lng: pinLng, expiresAtMs } = loose[slot]!;
    if (expiresAtMs !== null && expiresAtMs <= nowMs) continue;
    best.add({ tree: -1, slot, id, hav: haversineTo(origin, pinLat, pinLng) });
  }
  const packed = trees.map(({ pins }) => pins);
  findNearest(packed, { origin, best, nowMs, mapIds: chosen }, queue, union);
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
  await Promise.race([Promise.all(indexes.map((index) => index.current)), late]);
  timer.abort();
  signal.throwIfAborted();
}
