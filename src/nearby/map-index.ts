import { setImmediate as nextTurn } from 'node:timers/promises';
import { bytesOf, hideRange, isWithin, type PackedPins } from '../geo/nearby/packed-pins.js';
import type { IdRange, NearbyPin } from '../store/nearby.js';
import { rangesOfIds, sizeOf } from './id-ranges.js';
import type { PackPool } from './pack-pool.js';
import type { PinTexts } from './pin-json.js';

export interface Tree {
  readonly pins: PackedPins;
  /** Null until they are read, and where there is no room for them. */
  texts: PinTexts | null;
  wantsTexts: boolean;
}

export interface MapIndexOptions {
  readonly mapId: number;
  readonly pool: Pick<PackPool, 'pack' | 'readTexts'>;
  readonly readPins: (mapId: number, ranges: readonly IdRange[]) => Promise<NearbyPin[]>;
  /** Bytes that texts may take now. */
  readonly roomForTexts: () => number;
  /** It cannot be built or brought up to date, and must be thrown away. */
  readonly onFailure: (error: unknown) => void;
}

/** So many changed markers are read at once, before the next search; more are packed by a thread meanwhile. */
const AT_ONCE = 500;
/** Loose pins are measured one by one in every search. */
const MAX_LOOSE = 300;
const MAX_TREES = 8;
/** Ranges of ids that are hidden before other work gets its turn: about 2 ms. */
const HIDE_AT_ONCE = 4000;
/** A tree with more pins is named by its first and last id when it is packed anew together with others. */
const MAX_LISTED = 20_000;
const LAST_ID = Number.MAX_SAFE_INTEGER - 1;

/**
 * The pins of one map: trees that never change but for pins that are hidden in them, and loose pins, the newest. A marker is
 * visible in one of them at most. Every change of a marker first hides it everywhere; then it is read again, at once as a loose
 * pin or by a thread into a tree of its own. Loose pins and small trees are packed together from time to time.
 */
export class MapIndex {
  trees: readonly Tree[] = [];
  readonly loose = new Map<number, NearbyPin>();
  readonly #options: MapIndexOptions;
  /** Waits for the next packing. */
  #waiting: IdRange[] = [[1, LAST_ID]];
  /** Changed or deleted while a packing was under way: what it read of these may be old. */
  #overtaken: IdRange[] = [];
  /** Those of them that became loose pins. */
  #overtakers = new Set<number>();
  #working = false;
  #isReady = false;
  #ended = false;
  #settle: () => void = () => {};
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

  get bytes(): number {
    // A loose pin: measured, with short texts.
    let bytes = this.loose.size * 600;
    for (const { pins, texts } of this.trees)
      bytes += bytesOf(pins) + (texts ? texts.starts.byteLength + texts.bytes.length : 0);
    return bytes;
  }

  /** No thread is asked any more. */
  end(): void {
    this.#ended = true;
    this.#settle();
  }

  /** Takes in what was committed; what is deleted, or a small change, is in effect when it resolves. */
  async apply({ changed, deleted }: { changed: IdRange[]; deleted: IdRange[] }): Promise<void> {
    await this.#hide(deleted);
    if (sizeOf(changed) > AT_ONCE) {
      this.#waiting = this.#waiting.concat(changed);
    } else if (changed.length > 0) {
      const pins = await this.#options.readPins(this.#options.mapId, changed);
      // Without a pause from here on: a search sees all of it or nothing.
      await this.#hide(changed);
      for (const pin of pins) {
        this.loose.set(pin.id, pin);
        if (this.#working) this.#overtakers.add(pin.id);
      }
    }
    this.#work();
  }

  async #hide(ranges: readonly IdRange[]): Promise<void> {
    for (let i = 0; i < ranges.length; i++) {
      if (i > 0 && i % HIDE_AT_ONCE === 0) await nextTurn();
      this.#hideRange(ranges[i]!);
      if (this.#working) this.#overtaken.push(ranges[i]!);
    }
  }

  #hideRange([first, last]: IdRange): void {
    // A tree that is hidden as a whole is dropped, as hiding a million pins one by one takes 10 ms.
    this.trees = this.trees.filter(({ pins }) => !isWithin(pins, first, last));
    for (const { pins } of this.trees) hideRange(pins, first, last);
    if (last - first < this.loose.size) for (let id = first; id <= last; id++) this.loose.delete(id);
    else for (const id of this.loose.keys()) if (id >= first && id <= last) this.loose.delete(id);
  }

  /** Packs what waits, then reads texts; one thing at a time. */
  #work(): void {
    if (this.#working || this.#ended) return;
    if (this.loose.size > MAX_LOOSE)
      this.#waiting = this.#waiting.concat(rangesOfIds([...this.loose.keys()].sort(ascending)));
    const task = this.#waiting.length > 0 ? this.#pack() : this.#readTexts();
    if (task === null) return;
    this.#working = true;
    task.then(
      () => {
        this.#working = false;
        this.#work();
      },
      (error) => {
        this.end();
        this.#options.onFailure(error);
      },
    );
  }

  async #pack(): Promise<void> {
    const { mapId, pool } = this.#options;
    const isWhole = this.#waiting.some(([first, last]) => first === 1 && last === LAST_ID);
    const ranges: IdRange[] = isWhole ? [[1, LAST_ID]] : this.#waiting;
    this.#waiting = [];
    this.#overtaken = [];
    this.#overtakers.clear();
    const pins = await pool.pack(mapId, isWhole ? null : ranges);
    // Without a pause from here on.
    const newer = [...this.#overtakers].flatMap((id) => this.loose.get(id) ?? []);
    for (const range of ranges) this.#hideRange(range);
    for (const [first, last] of this.#overtaken) hideRange(pins, first, last);
    for (const pin of newer) this.loose.set(pin.id, pin);
    const left = this.trees.filter((tree) => !isAllHidden(tree.pins));
    if (pins.count > 0) left.push({ pins, texts: null, wantsTexts: true });
    this.trees = left;
    if (left.length > MAX_TREES) this.#waiting = this.#waiting.concat(rangesToMerge(left));
    this.#isReady = true;
    this.#settle();
  }

  #readTexts(): Promise<void> | null {
    const { mapId, pool, roomForTexts } = this.#options;
    const tree = this.trees.find((each) => each.wantsTexts);
    if (!tree) return null;
    tree.wantsTexts = false;
    return pool.readTexts(mapId, tree.pins, roomForTexts()).then((texts) => {
      tree.texts = texts && { starts: texts.starts, bytes: Buffer.from(texts.bytes.buffer) };
    });
  }
}

const ascending = (a: number, b: number): number => a - b;

function isAllHidden({ count, hidden }: PackedPins): boolean {
  const full = count >> 3;
  for (let at = 0; at < full; at++) if (hidden[at] !== 0xff) return false;
  return (count & 7) === 0 || hidden[full] === (1 << (count & 7)) - 1;
}

/**
 * The small trees, at least half of all, and each larger one that the smaller ones together outgrow: so a pin is packed as often as
 * the logarithm of their number, however they come.
 */
function rangesToMerge(trees: readonly Tree[]): IdRange[] {
  const bySize = trees.map(({ pins }) => pins).sort((a, b) => a.count - b.count);
  let taken = 0;
  for (let amount = 0; taken < bySize.length; taken++) {
    const { count } = bySize[taken]!;
    if (taken >= MAX_TREES / 2 && count > amount) break;
    amount += count;
  }
  return taken === bySize.length ? [[1, LAST_ID]] : bySize.slice(0, taken).flatMap(rangesOfTree);
}

function rangesOfTree({ count, ids, slotsById }: PackedPins): IdRange[] {
  if (count > MAX_LISTED) return [[ids[slotsById[0]!]!, ids[slotsById[count - 1]!]!]];
  return rangesOfIds(Array.from(slotsById, (slot) => ids[slot]!));
}
