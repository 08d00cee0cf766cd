import type { Threads } from '../../base/threads/thread-pool.js';
import type { Block } from '../../format/block.js';
import type { DrivePlaces, DriveTimeAnswer, KnownDriveTimes } from '../../geo/drive-time/known-areas.js';
import type { AddressQuery } from '../../geo/gazetteer/place.js';
import type { ServicePlaces } from '../../geo/street-level/service-places.js';
import type { LookedUp } from '../../services/geocoding/geocoding.js';
import type { Sql } from '../../store/client.js';
import { type ClaimedJob, type LookedUpThing, type Lookups, noteLookups } from '../../store/jobs.js';
import { isTransient } from '../../store/transient.js';
import type { LookedUpAreas } from '../../world/drive-times/drive-times.js';
import type { MetBlock, PrepareContext } from '../prepare/prepare-block.js';
import { type Meeting, prepareOnThread, prepareUnlessLookUps } from './on-threads.js';
import { DatabaseAway } from './patient.js';

/** Interval of the notes of a job whose look-ups take longer than that. */
const TELL_EVERY_MS = 1000;

/** Looks things up until the import ends; calls back for each that is known. */
type LookUp<Asked, Found> = (asked: Asked, onAnswer: () => void) => Promise<Found>;

export interface LookedUpBlocksOptions {
  /** Places of addresses; null: the gazetteer alone knows them. */
  lookUpAddresses: LookUp<ReadonlyMap<string, AddressQuery>, LookedUp> | null;
  /** Areas of drive times; null: the context says what rows are given. */
  lookUpAreas: LookUp<DrivePlaces, LookedUpAreas> | null;
  threads: Threads;
  sql: Sql;
  job: Pick<ClaimedJob, 'id' | 'lease' | 'claims'>;
  path: string;
  context: PrepareContext;
  /** Ends the look-ups. */
  signal: AbortSignal;
  /** Called once a second while they last. */
  onSlow: () => void;
}

/** Answers of look-ups that place the rows of a block. */
interface Known {
  servicePlaces?: ServicePlaces | 'ask';
  driveTimes?: KnownDriveTimes;
}

/**
 * Prepares the blocks of an import with what is to be looked up for them first: the places of addresses at a
 * geocoding service, then the areas of drives that begin there. A block with nothing to look up is prepared
 * once; another once more for each of both, with the look-ups between, which hold no thread. Blocks look
 * theirs up one after the other, in file order: they would wait for the same service or threads anyway, and
 * the first ones can be written early.
 */
export class LookedUpBlocks {
  readonly #options: LookedUpBlocksOptions;
  readonly #unknown: Known;
  /**
   * Answers by index of a block, until it is written: a block that is prepared again must come to the same
   * rows.
   */
  readonly #knownOf = new Map<number, Known>();
  #lookedUp: Promise<void> = Promise.resolve();
  #noted: Promise<void> = Promise.resolve();
  /** The job may show a note, be it one of a process that was killed. */
  #hasNote: boolean;
  /** Addresses that the geocoding service did not answer for, places that the drive-time service did not. */
  unanswered = { addresses: 0, areas: 0 };
  /** Areas that there is no room for. */
  unkept = 0;
  /** Areas that took too long to draw. */
  tooSlow = 0;

  constructor(options: LookedUpBlocksOptions) {
    this.#options = options;
    this.#unknown = {
      ...(options.lookUpAddresses && { servicePlaces: 'ask' as const }),
      ...(options.lookUpAreas && { driveTimes: 'ask' as const }),
    };
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
      // An earlier try may have looked them up.
      let known = this.#knownOf.get(block.index) ?? this.#unknown;
      let lookingUpMs = 0;
      for (;;) {
        const prepared = await prepareUnlessLookUps(threads, path, block, { ...context, ...known }, meeting);
        if ('lines' in prepared) return lookingUpMs === 0 ? prepared : { ...prepared, lookingUpMs };
        await before;
        const began = performance.now();
        const { addressesToLookUp, driveTimesToDraw } = prepared;
        known =
          addressesToLookUp.size > 0
            ? { ...known, servicePlaces: await this.#placesOf(addressesToLookUp) }
            : { ...known, driveTimes: { areas: await this.#areasOf(driveTimesToDraw), open: new Set() } };
        lookingUpMs += performance.now() - began;
        this.#knownOf.set(block.index, known);
      }
    } finally {
      done();
    }
  }

  /** Prepares a block with the answers that it was prepared with before, and asks no source. */
  prepareAgain(block: Block, meeting: Meeting | null): Promise<MetBlock> {
    const { threads, path, context } = this.#options;
    // A source that is still to be asked had nothing to be asked for.
    const known = this.#knownOf.get(block.index) ?? this.#unknown;
    return prepareOnThread(threads, path, block, { ...context, ...known }, meeting);
  }

  written(block: Block): void {
    this.#knownOf.delete(block.index);
  }

  async #placesOf(addresses: ReadonlyMap<string, AddressQuery>): Promise<ServicePlaces> {
    const { places, unanswered } = await this.#lookUp(this.#options.lookUpAddresses!, addresses, 'addresses');
    this.unanswered.addresses += unanswered;
    return places;
  }

  async #areasOf(places: DrivePlaces): Promise<ReadonlyMap<string, DriveTimeAnswer>> {
    const { areas, unanswered, unkept, tooSlow } = await this.#lookUp(
      this.#options.lookUpAreas!,
      places,
      'areas',
    );
    this.unanswered.areas += unanswered;
    this.unkept += unkept;
    this.tooSlow += tooSlow;
    return areas;
  }

  async #lookUp<Asked extends { size: number }, Found>(
    lookUp: LookUp<Asked, Found>,
    asked: Asked,
    what: LookedUpThing,
  ): Promise<Found> {
    const { signal } = this.#options;
    let done = 0;
    const stopTelling = this.#tell(() => ({ what, done, of: asked.size }));
    try {
      return await lookUp(asked, () => {
        done++;
      });
    } catch (error) {
      signal.throwIfAborted();
      if (isTransient(error)) throw new DatabaseAway((error as Error).message);
      throw error;
    } finally {
      stopTelling();
    }
  }

  /** Lets the job show how far it is, where that takes a while. @returns ends it */
  #tell(lookups: () => Lookups): () => void {
    const timer = setInterval(() => {
      this.#options.onSlow();
      this.#note(lookups());
    }, TELL_EVERY_MS);
    return () => {
      clearInterval(timer);
      if (this.#hasNote) this.#note(null);
    };
  }

  /**
   * Writes the progress of look-ups to the job, in order. A failed write is dropped: the next follows a
   * moment later.
   */
  #note(lookups: Lookups | null): void {
    const { sql, job } = this.#options;
    this.#hasNote = lookups !== null;
    this.#noted = this.#noted.then(() => noteLookups(sql, job, lookups)).catch(() => {});
  }
}
