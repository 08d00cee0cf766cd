import type { Union } from '../geo/nearby/find-nearest.js';
import { UNITED_BYTES_PER_PIN, type UnitedPins } from '../geo/nearby/united-pins.js';
import type { Tree } from './map-index.js';
import type { PackPool } from './pack-pool.js';

export interface UnionsOptions {
  readonly pool: Pick<PackPool, 'unite'>;
  readonly maxBytes: number;
  readonly onError: (error: unknown) => void;
}

/** Fewer trees are searched one by one. */
const MIN_TREES = 4;
/** Of an account beside its pins. */
const ENTRY_BYTES = 4096;
/** A union that is in use does not make room for another: both would be built again and again. */
const IN_USE_MS = 30_000;
/** While trees come and go, building takes a tenth of a thread's time at most. */
const REST_FACTOR = 10;
const LEAST_REST_MS = 1000;

interface Built {
  readonly pins: UnitedPins;
  readonly memberCount: number;
  /** Trees that are dropped elsewhere are not kept alive by it. */
  readonly memberOf: WeakMap<Tree, number>;
}

interface Entry {
  built: Built | null;
  bytes: number;
  /** Infinity while it is being built. */
  restsUntilMs: number;
  usedAtMs: number;
}

/** For accounts whose searches look through many trees: one tree over all of these, built by a thread. */
export class Unions {
  readonly #options: UnionsOptions;
  /** By account; the one used longest ago comes first. */
  readonly #entries = new Map<number, Entry>();
  #isClosed = false;

  constructor(options: UnionsOptions) {
    this.#options = options;
  }

  /**
   * @param trees all that a search of the account looks through; those that the union does not cover must be searched beside it
   * @returns null while there is none
   */
  use(accountId: number, trees: readonly Tree[]): Union | null {
    const entry = this.#entries.get(accountId);
    if (!entry && trees.length < MIN_TREES) return null;
    const now = performance.now();
    if (entry) this.#touch(accountId, entry, now);
    const built = entry?.built ?? null;
    const treeOf = new Int32Array(built?.memberCount ?? 0).fill(-1);
    let covered = 0;
    for (let tree = 0; built && tree < trees.length; tree++) {
      const member = built.memberOf.get(trees[tree]!);
      if (member === undefined) continue;
      treeOf[member] = tree;
      covered++;
    }
    const isOld = trees.length - covered >= MIN_TREES || covered < treeOf.length / 2;
    if (isOld && now >= (entry?.restsUntilMs ?? 0)) this.#begin(accountId, trees, now);
    return built && covered >= MIN_TREES ? { pins: built.pins, treeOf } : null;
  }

  /** Nothing is built any more. */
  close(): void {
    this.#isClosed = true;
    this.#entries.clear();
  }

  #touch(accountId: number, entry: Entry, now: number): void {
    if (now - entry.usedAtMs < 1000) return;
    entry.usedAtMs = now;
    this.#entries.delete(accountId);
    this.#entries.set(accountId, entry);
  }

  #begin(accountId: number, trees: readonly Tree[], now: number): void {
    if (trees.length < MIN_TREES) {
      this.#entries.delete(accountId);
      return;
    }
    let bytes = ENTRY_BYTES;
    for (const { pins } of trees) bytes += pins.count * UNITED_BYTES_PER_PIN;
    if (this.#isClosed || !this.#makeRoom(accountId, bytes, now)) return;
    const built = this.#entries.get(accountId)?.built ?? null;
    const entry: Entry = { built, bytes, restsUntilMs: Number.POSITIVE_INFINITY, usedAtMs: now };
    this.#entries.set(accountId, entry);
    this.#options.pool
      .unite(trees.map((tree) => tree.pins))
      .then((pins) => {
        const memberOf = new WeakMap(trees.map((tree, member) => [tree, member]));
        entry.built = { pins, memberCount: trees.length, memberOf };
      })
      .catch((error) => {
        if (!this.#isClosed) this.#options.onError(error);
      })
      .finally(() => {
        const doneAtMs = performance.now();
        entry.restsUntilMs = doneAtMs + Math.max(LEAST_REST_MS, REST_FACTOR * (doneAtMs - now));
      });
  }

  #makeRoom(accountId: number, bytes: number, now: number): boolean {
    let free = this.#options.maxBytes + (this.#entries.get(accountId)?.bytes ?? 0);
    for (const entry of this.#entries.values()) free -= entry.bytes;
    for (const [other, entry] of this.#entries) {
      if (free >= bytes || now - entry.usedAtMs < IN_USE_MS) break;
      if (other === accountId) continue;
      this.#entries.delete(other);
      free += entry.bytes;
    }
    return free >= bytes;
  }
}
