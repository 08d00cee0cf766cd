import type { ServicePlaces } from '../../geo/street-level/service-places.js';
import type { Geocoding } from '../../geocoding/geocoding.js';
import type { Sql } from '../../store/client.js';
import { type ClaimedJob, type Lookups, noteLookups } from '../../store/jobs.js';
import { isPassing } from '../../store/passing.js';
import type { Threads } from '../../threads/thread-pool.js';
import type { Block } from '../block.js';
import type { MetBlock, PrepareContext } from '../prepare/prepare-block.js';
import { type Meeting, prepareOnThread, prepareUnlessUnasked } from './on-threads.js';
import { DatabaseAway } from './patient.js';

/** Between two notes of a job whose look-ups take longer than that. */
const TELL_EVERY_MS = 1000;

export interface StreetLevelOptions {
  geocoding: Geocoding;
  threads: Threads;
  sql: Sql;
  /** Whose account's turns at the service are used. */
  job: Pick<ClaimedJob, 'id' | 'lease' | 'claims' | 'accountId'>;
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
  #noted: Promise<void> = Promise.resolve();
  /** The job may show a note; of a process that was killed, too. */
  #hasNote: boolean;
  /** Addresses that the service did not answer for. */
  unanswered = 0;

  constructor(options: StreetLevelOptions) {
    this.#options = options;
    this.#hasNote = options.job.claims > 1;
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
    const { geocoding, job, signal } = this.#options;
    let done = 0;
    const stopTelling = this.#tell(() => ({ done, of: addresses.size }));
    try {
      const { places, unanswered } = await geocoding.lookUp(addresses, job.accountId, signal, () => {
        done++;
      });
      this.unanswered += unanswered;
      return places;
    } catch (error) {
      signal.throwIfAborted();
      if (isPassing(error)) throw new DatabaseAway((error as Error).message);
      throw error;
    } finally {
      stopTelling();
    }
  }

  /** Lets the job show how far it is, where that takes a while. @returns ends it */
  #tell(lookups: () => Lookups): () => void {
    const timer = setInterval(() => this.#note(lookups()), TELL_EVERY_MS);
    return () => {
      clearInterval(timer);
      if (this.#hasNote) this.#note(null);
    };
  }

  /** In their order. What fails is told again a moment later. */
  #note(lookups: Lookups | null): void {
    const { sql, job } = this.#options;
    this.#hasNote = lookups !== null;
    this.#noted = this.#noted.then(() => noteLookups(sql, job, lookups)).catch(() => {});
  }
}
