import { setImmediate as nextTurn } from 'node:timers/promises';
import { bytesOf, hideOtherMaps, hideRange, isWithin, type PackedPins } from '../geo/nearby/packed-pins.js';
import type { IdRange, NearbyPin, PinRange } from '../store/nearby.js';
import { rangesOfIds } from './id-ranges.js';
import type { PackPool } from './pack-pool.js';
import type { PinTexts } from './pin-json.js';

export interface Tree {
  readonly pins: PackedPins;
  /** Null until they are read, and where there is no room for them. */
  texts: PinTexts | null;
  wantsTexts: boolean;
}

export interface MapIndexOptions {
  /** Whose turn at the threads it takes. */
  readonly accountId: number;
  /** Maps whose pins it has: one, or a group's, which come and go. */
  readonly members: ReadonlySet<number>;
  readonly isGroup: boolean;
  readonly pool: Pick<PackPool, 'pack' | 'readTexts'>;
  /** Bytes that texts may take now. */
  readonly roomForTexts: () => number;
  readonly onResize: (bytes: number) => void;
  /** It cannot be built, and must be thrown away. */
  readonly onFailure: (error: unknown) => void;
}

/** Of a loose pin: measured, with short texts. */
const LOOSE_BYTES = 600;
/** Loose pins are measured one by one in every search. */
const MAX_LOOSE = 300;
const MAX_TREES = 8;
/** Ranges of ids that are hidden before other work gets its turn: about 2 ms. */
const HIDE_AT_ONCE = 4000;
/** A tree with more pins is named by its first and last id when it is packed anew together with others. */
const MAX_LISTED = 20_000;
const EVERYTHING: readonly IdRange[] = [[1, Number.MAX_SAFE_INTEGER - 1]];

/**
 * The pins of one map, or of a group of small ones: trees that never change but for pins that are hidden in them, and loose pins, the
 * newest. A marker is visible in one of them at most. Every change of a marker first hides it everywhere; then it is read again, at
 * once as a loose pin or by a thread into a tree of its own. Loose pins and small trees are packed together from time to time.
 */
export class MapIndex {
  trees: readonly Tree[] = [];
  readonly loose = new Map<number, NearbyPin>();
  readonly #options: MapIndexOptions;
  /** Waits for the next packing; null: everything does. */
  #waiting: PinRange[] | null = null;
  /** Changed or deleted while a packing was under way: what it read of these may be old. */
  #overtaken: IdRange[] = [];
  /** Those of them that became loose pins. */
  #overtakers = new Set<number>();
  /** Maps that were not there all of that time. */
  #newcomers = new Set<number>();
  #working = false;
  #isReady = false;
  #ended = false;
  #settle: () => void = () => {};
  /** Times that changes came to wait for packing which may be old, and how many of these are packed. */
  #oldSeen = 0;
  #oldPacked = 0;
  /** Those that wait for such changes. */
  #waiters: (() => void)[] = [];
  /** Resolves when it can be searched, or has failed. */
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

  /** Ready, and with all that was committed long ago. */
  get isCurrent(): boolean {
    return this.#isReady && this.#oldPacked === this.#oldSeen;
  }

  /** Resolves when it is, or never will be. */
  get current(): Promise<void> {
    if (this.#oldPacked === this.#oldSeen || this.#ended) return this.settled;
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** No thread is asked any more. */
  end(): void {
    this.#ended = true;
    this.#settle();
    this.#tellWaiters();
  }

  #tellWaiters(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  /**
   * Takes in what was committed to one of its maps; it is in effect when it resolves, but for what is to be packed.
   * @param pins the changed markers as they are now; null: too many, a thread reads them
   * @param isOld it may have been committed long ago
   */
  async apply(
    { mapId, changed, deleted }: { mapId: number; changed: readonly IdRange[]; deleted: readonly IdRange[] },
    pins: readonly NearbyPin[] | null,
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

  /** Maps that have become members. @param pins all that they have; null: everything is packed anew */
  join(mapIds: readonly number[], pins: readonly NearbyPin[] | null): void {
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

  /** Maps that are members no more. */
  leave(mapIds: ReadonlySet<number>): void {
    for (const { pins } of this.trees) hideOtherMaps(pins, this.#options.members);
    for (const pin of this.loose.values()) if (mapIds.has(pin.mapId)) this.loose.delete(pin.id);
  }

  #addLoose(pins: readonly NearbyPin[]): void {
    // Without a pause: a search sees all of it or nothing.
    for (const pin of pins) {
      this.loose.set(pin.id, pin);
      if (this.#working) this.#overtakers.add(pin.id);
    }
    this.#resize();
  }

  #resize(): void {
    let bytes = this.loose.size * LOOSE_BYTES;
    for (const { pins, texts } of this.trees)
      bytes += bytesOf(pins) + (texts ? texts.starts.byteLength + texts.bytes.length : 0);
    // Until then it takes what was set aside for it.
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
    // A tree that is hidden as a whole is dropped, as hiding a million pins one by one takes 10 ms.
    this.trees = this.trees.filter(({ pins }) => !isWithin(pins, first, last));
    for (const { pins } of this.trees) hideRange(pins, first, last);
    if (last - first < this.loose.size) for (let id = first; id <= last; id++) this.loose.delete(id);
    else for (const id of this.loose.keys()) if (id >= first && id <= last) this.loose.delete(id);
  }

  /** Packs what waits, then reads texts; one thing at a time. */
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
    // Without a pause from here on.
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
   * The small trees, at least half of all, and each larger one that the smaller ones together outgrow: so a pin is packed as often as
   * the logarithm of their number, however they come. Null: all of them.
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
