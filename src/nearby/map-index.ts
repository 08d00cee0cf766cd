import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  areIdsWithin,
  bytesOfPins,
  hideOtherMaps,
  hideRange,
  type PackedPins,
} from '../geo/nearby/packed-pins.js';
import type { IdRange, PinRange, StoredPin } from '../store/nearby.js';
import { rangesOfIds } from './id-ranges.js';
import type { PackPool } from './pack-pool.js';
import type { PinTexts } from './pin-json.js';

export interface Tree {
  readonly pins: PackedPins;
  /** Null until the texts are read, and where there is no room for them. */
  texts: PinTexts | null;
  wantsTexts: boolean;
}

export interface MapIndexOptions {
  /** Account whose turn at the threads the index takes. */
  readonly accountId: number;
  /** Maps whose pins it has: one, or the changing members of a group. */
  readonly members: ReadonlySet<number>;
  readonly isGroup: boolean;
  readonly pool: Pick<PackPool, 'pack' | 'readTexts'>;
  /** Bytes that texts may take now. */
  readonly roomForTexts: () => number;
  readonly onResize: (bytes: number) => void;
  /** Called when it cannot be built: the owner must drop it. */
  readonly onFailure: (error: unknown) => void;
}

/** Measured memory of a loose pin with short texts. */
const LOOSE_BYTES = 600;
/** Bound on loose pins, which every search measures one by one. */
const MAX_LOOSE = 300;
const MAX_TREES = 8;
/** Ranges of ids hidden before other work gets its turn: about 2 ms. */
const HIDE_AT_ONCE = 4000;
/** Pins above which a tree that is packed again together with others is named by its first and last id. */
const MAX_LISTED = 20_000;
const EVERYTHING: readonly IdRange[] = [[1, Number.MAX_SAFE_INTEGER - 1]];

/**
 * The pins of one map, or of a group of small ones: trees that never change except that pins are hidden in
 * them, and loose pins, the newest. A marker is visible in at most one of them. Each change of a marker first
 * hides it everywhere; then it is read again, at once as a loose pin or by a thread into a tree of its own.
 * Loose pins and small trees are merged from time to time.
 */
export class MapIndex {
  trees: readonly Tree[] = [];
  readonly loose = new Map<number, StoredPin>();
  readonly #options: MapIndexOptions;
  /** Ranges that wait for the next packing; null: everything. */
  #waiting: PinRange[] | null = null;
  /** Markers changed or deleted during the current packing, which may have read old versions of them. */
  #overtaken: IdRange[] = [];
  /** Ids of those that became loose pins. */
  #overtakers = new Set<number>();
  /** Maps that joined during the current packing. */
  #newcomers = new Set<number>();
  #working = false;
  #isReady = false;
  #ended = false;
  #settle: () => void = () => {};
  /** Batches of possibly old changes that came to wait for packing, and how many of them are packed. */
  #oldSeen = 0;
  #oldPacked = 0;
  /** Callers that wait for such changes. */
  #waiters: (() => void)[] = [];
  /** Resolves when the index can be searched, or has failed. */
  readonly settled: Promise<void>;

  constructor(options: MapIndexOptions) {
    this.#options = options;
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#work();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Tells whether it is ready and includes all changes that were committed long ago. */
  get isCurrent(): boolean {
    return this.#isReady && this.#oldPacked === this.#oldSeen;
  }

  /** Resolves when the index is current, or never will be. */
  get current(): Promise<void> {
    if (this.#oldPacked === this.#oldSeen || this.#ended) return this.settled;
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Stops asking threads. */
  end(): void {
    this.#ended = true;
    this.#settle();
    this.#tellWaiters();
  }

  #tellWaiters(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  /**
   * Applies what was committed to one of its maps; changes are in effect when this resolves, except those
   * still to be packed.
   * @param pins the changed markers as they are now; null: too many, a thread reads them
   * @param isOld they may have been committed long ago
   */
  async apply(
    { mapId, changed, deleted }: { mapId: number; changed: readonly IdRange[]; deleted: readonly IdRange[] },
    pins: readonly StoredPin[] | null,
    isOld = false,
  ): Promise<void> {
    await this.#hide(deleted);
    if (pins === null) {
      if (isOld) this.#oldSeen++;
      if (this.#waiting) for (const [first, last] of changed) this.#waiting.push([first, last, mapId]);
    } else {
      await this.#hide(changed);
      this.#addLoose(pins);
    }
    this.#work();
  }

  /** Adds maps. @param pins all their pins; null: everything is packed again */
  join(mapIds: readonly number[], pins: readonly StoredPin[] | null): void {
    for (const mapId of mapIds) this.#newcomers.add(mapId);
    if (pins === null) {
      this.#waiting = null;
      this.#oldSeen++;
    } else {
      for (const { id } of pins) this.#hideRange([id, id]);
      this.#addLoose(pins);
    }
    this.#work();
  }

  /** Removes maps. */
  leave(mapIds: ReadonlySet<number>): void {
    for (const { pins } of this.trees) hideOtherMaps(pins, this.#options.members);
    for (const pin of this.loose.values()) if (mapIds.has(pin.mapId)) this.loose.delete(pin.id);
  }

  #addLoose(pins: readonly StoredPin[]): void {
    // Synchronous, so that a search sees all of it or nothing.
    for (const pin of pins) {
      this.loose.set(pin.id, pin);
      if (this.#working) this.#overtakers.add(pin.id);
    }
    this.#resize();
  }

  #resize(): void {
    let bytes = this.loose.size * LOOSE_BYTES;
    for (const { pins, texts } of this.trees)
      bytes += bytesOfPins(pins) + (texts ? texts.starts.byteLength + texts.bytes.length : 0);
    // Until the index is ready it counts with its reserved bytes.
    if (this.#isReady) this.#options.onResize(bytes);
  }

  async #hide(ranges: readonly IdRange[]): Promise<void> {
    for (let i = 0; i < ranges.length; i++) {
      if (i > 0 && i % HIDE_AT_ONCE === 0) await nextTurn();
      this.#hideRange(ranges[i]!);
      if (this.#working) this.#overtaken.push(ranges[i]!);
    }
  }

  #hideRange([first, last]: IdRange | PinRange): void {
    // A wholly hidden tree is dropped: hiding a million pins one by one takes 10 ms.
    this.trees = this.trees.filter(({ pins }) => !areIdsWithin(pins, first, last));
    for (const { pins } of this.trees) hideRange(pins, first, last);
    if (last - first < this.loose.size) for (let id = first; id <= last; id++) this.loose.delete(id);
    else for (const id of this.loose.keys()) if (id >= first && id <= last) this.loose.delete(id);
  }

  /** Packs waiting changes, then reads texts, one thing at a time. */
  #work(): void {
    if (this.#working || this.#ended) return;
    if (this.#waiting && this.loose.size > MAX_LOOSE) this.#waiting.push(...this.#looseRanges());
    const task = this.#waiting === null || this.#waiting.length > 0 ? this.#pack() : this.#readTexts();
    if (task === null) return;
    this.#working = true;
    task.then(
      () => {
        this.#working = false;
        this.#resize();
        this.#work();
      },
      (error) => {
        this.end();
        this.#options.onFailure(error);
      },
    );
  }

  #looseRanges(): PinRange[] {
    const pins = [...this.loose.values()].sort((a, b) => a.id - b.id);
    return rangesOfIds(
      pins.map(({ id }) => id),
      (at) => pins[at]!.mapId,
    );
  }

  async #pack(): Promise<void> {
    const { accountId, members, isGroup, pool } = this.#options;
    const ranges = this.#waiting;
    const oldSeen = this.#oldSeen;
    this.#waiting = [];
    this.#overtaken = [];
    this.#overtakers.clear();
    this.#newcomers.clear();
    const pins = await pool.pack(accountId, { mapIds: [...members], ranges, isGroup });
    // Synchronous from here on.
    const newer = [...this.#overtakers].flatMap((id) => this.loose.get(id) ?? []);
    for (const range of ranges ?? EVERYTHING) this.#hideRange(range);
    for (const [first, last] of this.#overtaken) hideRange(pins, first, last);
    const kept = [...members].filter((mapId) => !this.#newcomers.has(mapId));
    hideOtherMaps(pins, new Set(kept));
    for (const pin of newer) this.loose.set(pin.id, pin);
    const left = this.trees.filter((tree) => !isAllHidden(tree.pins));
    if (pins.ids.length > 0) left.push({ pins, texts: null, wantsTexts: true });
    this.trees = left;
    if (left.length > MAX_TREES) this.#waiting = this.#toMerge(left);
    this.#isReady = true;
    this.#settle();
    this.#oldPacked = oldSeen;
    if (this.isCurrent) this.#tellWaiters();
  }

  /**
   * Trees to merge: the small ones, at least half of all, and each larger one that the smaller ones together
   * outgrow. So a pin is packed as often as the logarithm of their number, in whatever order they come. Null:
   * all trees.
   */
  #toMerge(trees: readonly Tree[]): PinRange[] | null {
    const bySize = trees.map(({ pins }) => pins).sort((a, b) => a.ids.length - b.ids.length);
    let taken = 0;
    for (let amount = 0; taken < bySize.length; taken++) {
      const count = bySize[taken]!.ids.length;
      if (taken >= MAX_TREES / 2 && count > amount) break;
      amount += count;
    }
    if (taken === bySize.length || this.#waiting === null) return null;
    return this.#waiting.concat(bySize.slice(0, taken).flatMap((pins) => this.#rangesOf(pins)));
  }

  #rangesOf({ ids, slotsById, mapIds }: PackedPins): PinRange[] {
    const [only] = this.#options.members;
    const mapOf = (at: number): number => mapIds?.[slotsById[at]!] ?? only!;
    const listed = Array.from(slotsById, (slot) => ids[slot]!);
    if (mapIds !== null || listed.length <= MAX_LISTED) return rangesOfIds(listed, mapOf);
    return [[listed[0]!, listed[listed.length - 1]!, only!]];
  }

  #readTexts(): Promise<void> | null {
    const { accountId, members, pool, roomForTexts } = this.#options;
    const tree = this.trees.find((each) => each.wantsTexts);
    if (!tree) return null;
    tree.wantsTexts = false;
    const [only = 0] = members;
    return pool.readTexts(accountId, only, tree.pins, roomForTexts()).then((texts) => {
      tree.texts = texts && { starts: texts.starts, bytes: Buffer.from(texts.bytes.buffer) };
    });
  }
}

function isAllHidden({ ids, hidden }: PackedPins): boolean {
  const full = ids.length >> 3;
  for (let at = 0; at < full; at++) if (hidden[at] !== 0xff) return false;
  return (ids.length & 7) === 0 || hidden[full] === (1 << (ids.length & 7)) - 1;
}
