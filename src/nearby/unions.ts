import type { Union } from '../geo/nearby/find-nearest.js';
import { TREE_BYTES_PER_PIN } from '../geo/nearby/flat-tree.js';
import type { UnitedPins } from '../geo/nearby/united-pins.js';
import type { Tree } from './map-index.js';
import type { PackPool } from './pack-pool.js';
import { Recent } from './recent.js';

export interface UnionsOptions {
  readonly pool: Pick<PackPool, 'unite'>;
  readonly maxBytes: number;
  readonly onError: (error: unknown) => void;
}

/** Trees from which a union pays; fewer are searched one by one. */
const MIN_TREES = 4;
/** Memory of an account besides its pins. */
const ENTRY_BYTES = 4096;
/**
 * Factor of the pause after a build: while trees come and go, building takes at most a tenth of a thread's
 * time.
 */
const REST_FACTOR = 10;
const LEAST_REST_MS = 1000;

interface Built {
  readonly pins: UnitedPins;
  readonly memberCount: number;
  /** Weak, so that trees dropped elsewhere are released. */
  readonly memberOf: WeakMap<Tree, number>;
}

interface Entry {
  built: Built | null;
  /** Infinity during a build. */
  restsUntilMs: number;
}

/** One tree over all trees of an account whose searches visit many, built by a thread. */
export class Unions {
  readonly #options: UnionsOptions;
  readonly #byAccount: Recent<Entry>;
  #isClosed = false;

  constructor(options: UnionsOptions) {
    this.#options = options;
    this.#byAccount = new Recent(options.maxBytes);
  }

  /**
   * @param trees all trees that a search of the account visits; trees outside of the union must be searched
   * beside it
   * @returns null while there is none
   */
  use(accountId: number, trees: readonly Tree[]): Union | null {
    const entry = this.#byAccount.use(accountId);
    if (!entry && trees.length < MIN_TREES) return null;
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
    if (isOld && performance.now() >= (entry?.restsUntilMs ?? 0)) this.#renew(accountId, built, trees);
    return built && covered >= MIN_TREES ? { pins: built.pins, treeOf } : null;
  }

  /** Stops building. */
  close(): void {
    this.#isClosed = true;
    this.#byAccount.clear();
  }

  #renew(accountId: number, built: Built | null, trees: readonly Tree[]): void {
    if (trees.length < MIN_TREES) {
      this.#byAccount.delete(accountId);
      return;
    }
    let bytes = ENTRY_BYTES;
    for (const { pins } of trees) bytes += pins.tree.count * TREE_BYTES_PER_PIN;
    if (this.#isClosed || !this.#byAccount.makeRoom(bytes, accountId)) return;
    const entry: Entry = { built, restsUntilMs: Number.POSITIVE_INFINITY };
    this.#byAccount.set(accountId, entry, bytes);
    void this.#build(accountId, entry, trees);
  }

  /** Never rejects. */
  async #build(accountId: number, entry: Entry, trees: readonly Tree[]): Promise<void> {
    const begunAtMs = performance.now();
    try {
      const pins = await this.#options.pool.unite(
        accountId,
        trees.map((tree) => tree.pins),
      );
      const memberOf = new WeakMap(trees.map((tree, member) => [tree, member]));
      entry.built = { pins, memberCount: trees.length, memberOf };
    } catch (error) {
      if (!this.#isClosed) this.#options.onError(error);
    }
    const doneAtMs = performance.now();
    entry.restsUntilMs = doneAtMs + Math.max(LEAST_REST_MS, REST_FACTOR * (doneAtMs - begunAtMs));
  }
}
