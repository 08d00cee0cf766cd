import type { Sql } from '../store/client.js';
import { listReadableMaps, listSharedWith, type ReadableChange, readReadable } from '../store/nearby.js';
import { AccountMaps, type MapGroup } from './map-groups.js';
import { NamedMap } from './named-map.js';

export interface ReadableMapsOptions {
  readonly sql: Sql;
  /** Called when maps have joined a group. */
  readonly onJoin: (group: MapGroup, maps: readonly NamedMap[]) => Promise<void>;
  /** Called when maps have left a group. */
  readonly onLeave: (group: MapGroup, mapIds: ReadonlySet<number>) => void;
  readonly onDrop: (group: MapGroup) => void;
}

/** Bound on accounts in memory: many accounts come only once. */
const MAX_ACCOUNTS = 10_000;
/** Bound on maps in memory, some 600 bytes each. */
const MAX_MAPS = 200_000;
/** Pairs of account and map that are read again one by one; above it whole lists are read anew. */
const MAX_PAIRS = 5000;

/** Lists of the maps that each account can read, kept up to date by reported changes. */
export class ReadableMaps {
  readonly #options: ReadableMapsOptions;
  readonly #lists = new Map<number, AccountMaps | Promise<AccountMaps>>();
  /** Accounts whose loaded list has a map. */
  readonly #readers = new Map<number, Set<number>>();
  /** Number of maps in all loaded lists. */
  #maps = 0;

  constructor(options: ReadableMapsOptions) {
    this.#options = options;
  }

  of(accountId: number): AccountMaps | Promise<AccountMaps> {
    return this.#lists.get(accountId) ?? this.#read(accountId);
  }

  /** Groups of a map, one for each account with a loaded list. */
  groupsOf(mapId: number): MapGroup[] {
    return this.#readersOf(mapId).flatMap((accountId) => this.#listOf(accountId)?.groupOf(mapId) ?? []);
  }

  /** Takes a map that has become large out of all groups. */
  outgrow(mapId: number): void {
    for (const accountId of this.#readersOf(mapId)) {
      const group = this.#listOf(accountId)?.outgrow(mapId);
      if (group) this.#options.onLeave(group, new Set([mapId]));
    }
  }

  /** Rejects, and can be repeated, when the database cannot be asked. */
  async apply(changes: readonly ReadableChange[] | null): Promise<void> {
    if (changes === null) return this.clear();
    // A list under way may be older than the changes.
    await Promise.allSettled(this.#lists.values());
    const pairs = new Map<string, { accountId: number; mapId: number }>();
    const concern = (accountId: number, mapId: number): void => {
      if (this.#listOf(accountId)) pairs.set(`${accountId} ${mapId}`, { accountId, mapId });
    };
    for (const { accountId, mapId, readers } of changes) {
      concern(accountId, mapId);
      if (readers) for (const reader of this.#readersOf(mapId)) concern(reader, mapId);
    }
    for (const { accountId, mapId } of await this.#sharedWith(changes)) concern(accountId, mapId);
    if (pairs.size > MAX_PAIRS) for (const { accountId } of pairs.values()) this.#forget(accountId);
    else if (pairs.size > 0) await this.#renew([...pairs.values()]);
  }

  /**
   * Accounts that a map is shared with. A deleted map has left their lists; when it is restored, the database
   * knows them.
   */
  async #sharedWith(
    changes: readonly ReadableChange[],
  ): Promise<readonly { accountId: number; mapId: number }[]> {
    const mapIds = changes.flatMap(({ mapId, readers }) => (readers ? [mapId] : []));
    if (mapIds.length === 0 || this.#lists.size === 0) return [];
    return listSharedWith(this.#options.sql, mapIds, [...this.#lists.keys()], MAX_PAIRS + 1);
  }

  clear(): void {
    for (const accountId of [...this.#lists.keys()]) this.#forget(accountId);
  }

  async #renew(pairs: readonly { accountId: number; mapId: number }[]): Promise<void> {
    const rows = await readReadable(this.#options.sql, pairs);
    const now = new Map(rows.map((row) => [`${row.accountId} ${row.id}`, row]));
    const joined = new Map<MapGroup, NamedMap[]>();
    const left = new Map<MapGroup, Set<number>>();
    for (const { accountId, mapId } of pairs) {
      const list = this.#listOf(accountId);
      if (!list) continue;
      const row = now.get(`${accountId} ${mapId}`);
      const old = row?.active ? undefined : row ? list.leaveGroup(mapId) : list.delete(mapId);
      if (old) left.set(old, (left.get(old) ?? new Set()).add(mapId));
      if (!row) {
        this.#removeReader(accountId, mapId);
        continue;
      }
      this.#addReader(accountId, mapId);
      const map = new NamedMap(row);
      const group = list.put(map);
      if (!group) continue;
      const maps = joined.get(group);
      if (maps) maps.push(map);
      else joined.set(group, [map]);
    }
    for (const [group, mapIds] of left) this.#options.onLeave(group, mapIds);
    for (const [group, maps] of joined) await this.#options.onJoin(group, maps);
  }

  #listOf(accountId: number): AccountMaps | undefined {
    const list = this.#lists.get(accountId);
    return list instanceof AccountMaps ? list : undefined;
  }

  #readersOf(mapId: number): number[] {
    return [...(this.#readers.get(mapId) ?? [])];
  }

  #addReader(accountId: number, mapId: number): void {
    const readers = this.#readers.get(mapId) ?? new Set();
    if (readers.has(accountId)) return;
    this.#readers.set(mapId, readers.add(accountId));
    this.#maps++;
  }

  #removeReader(accountId: number, mapId: number): void {
    const readers = this.#readers.get(mapId);
    if (!readers?.delete(accountId)) return;
    if (readers.size === 0) this.#readers.delete(mapId);
    this.#maps--;
  }

  #forget(accountId: number): void {
    const list = this.#listOf(accountId);
    this.#lists.delete(accountId);
    if (!list) return;
    list.isKept = false;
    for (const mapId of list.byId.keys()) this.#removeReader(accountId, mapId);
    for (const group of list.groups) this.#options.onDrop(group);
  }

  #read(accountId: number): Promise<AccountMaps> {
    const lists = this.#lists;
    const reading: Promise<AccountMaps> = listReadableMaps(this.#options.sql, accountId).then((maps) => {
      const list = new AccountMaps();
      for (const map of maps) list.put(new NamedMap(map));
      return list;
    });
    if (lists.size >= MAX_ACCOUNTS || this.#maps >= MAX_MAPS) this.clear();
    lists.set(accountId, reading);
    reading.then(
      (list) => {
        // The list may have been dropped meanwhile.
        if (lists.get(accountId) !== reading) return;
        lists.set(accountId, list);
        list.isKept = true;
        for (const mapId of list.byId.keys()) this.#addReader(accountId, mapId);
      },
      () => {
        if (lists.get(accountId) === reading) lists.delete(accountId);
      },
    );
    return reading;
  }
}
