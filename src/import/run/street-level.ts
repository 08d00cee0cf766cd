import type { ServicePlaces } from '../../geo/street-level/service-places.js';
import type { Geocoding } from '../../geocoding/geocoding.js';
import { isPassing } from '../../store/passing.js';
import type { Threads } from '../../threads/thread-pool.js';
import type { Block } from '../block.js';
import type { MetBlock, PrepareContext } from '../prepare/prepare-block.js';
import { type Meeting, prepareOnThread, prepareUnlessUnasked } from './on-threads.js';
import { DatabaseAway } from './patient.js';

export interface StreetLevelOptions {
  geocoding: Geocoding;
  threads: Threads;
  /** Whose turns at the service are used. */
  accountId: number;
  path: string;
  context: PrepareContext;
  /** Ends the look-ups. */
  signal: AbortSignal;
}

/**
 * Prepares the blocks of an import with what a geocoding service knows of their addresses. A block without addresses to ask for is
 * prepared once; another twice, with the look-ups between, which hold no thread. Blocks look theirs up one after the other, in
 * file order: the service is asked as often as it allows anyway, and the first ones can be written early.
 */
export class StreetLevel {
  readonly #options: StreetLevelOptions;
  /** Of the blocks that are not written yet: a block that is prepared again must come to the same rows. */
  readonly #placesOf = new Map<number, ServicePlaces>();
  #lookedUp: Promise<void> = Promise.resolve();
  /** Addresses that the service did not answer for. */
  unanswered = 0;

  constructor(options: StreetLevelOptions) {
    this.#options = options;
  }

  /** @throws DatabaseAway; the signal's reason; what fails on the thread */
  async prepare(block: Block, meeting: Meeting | null): Promise<MetBlock> {
    const { threads, path, context } = this.#options;
    const before = this.#lookedUp;
    let done = (): void => {};
    this.#lookedUp = new Promise((resolve) => {
      done = resolve;
    });
    try {
      const first = await prepareUnlessUnasked(threads, path, block, context, meeting);
      if ('lines' in first) return first;
      await before;
      this.#placesOf.set(block.index, await this.#lookUp(first.unasked));
    } finally {
      done();
    }
    return this.prepareAgain(block, meeting);
  }

  /** As it was prepared before, without asking. */
  prepareAgain(block: Block, meeting: Meeting | null): Promise<MetBlock> {
    const { threads, path, context } = this.#options;
    const servicePlaces = this.#placesOf.get(block.index) ?? new Map();
    return prepareOnThread(threads, path, block, { ...context, servicePlaces }, meeting);
  }

  written(block: Block): void {
    this.#placesOf.delete(block.index);
  }

  async #lookUp(addresses: Parameters<Geocoding['lookUp']>[0]): Promise<ServicePlaces> {
    const { geocoding, accountId, signal } = this.#options;
    try {
      const { places, unanswered } = await geocoding.lookUp(addresses, accountId, signal);
      this.unanswered += unanswered;
      return places;
    } catch (error) {
      signal.throwIfAborted();
      if (isPassing(error)) throw new DatabaseAway((error as Error).message);
      throw error;
    }
  }
}
