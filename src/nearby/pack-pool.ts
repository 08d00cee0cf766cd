import { Piscina } from 'piscina';
import { THREAD_ARGUMENTS } from '../base/threads/arguments.js';
import { entryOf } from '../base/threads/entry.js';
import { FairQueue } from '../base/threads/fair-queue.js';
import type { ThreadUse } from '../base/threads/thread-use.js';
import type { PackedPins } from '../geo/nearby/packed-pins.js';
import type { UnitedPins } from '../geo/nearby/united-pins.js';
import type { PinRange } from '../store/nearby.js';
import type { PinTexts } from './pin-json.js';

/**
 * Time from the start of a task after which its thread counts as stuck and is replaced. Waiting does not
 * count.
 */
const TASK_DEADLINE_MS = 60_000;
/** Two threads, so that a needed map does not wait for the texts of another. */
const THREADS = 2;

/** Pins to pack into one tree. */
export interface PackTask {
  readonly mapIds: readonly number[];
  /** Null: all markers of the maps. */
  readonly ranges: readonly PinRange[] | null;
  /** Tells whether the tree stores the map of each pin. */
  readonly isGroup: boolean;
}

export class PackPool {
  readonly #piscina: Piscina;
  /** Each account has one task under way. */
  readonly #turns = new FairQueue({
    what: 'trees',
    limit: THREADS,
    limitOfAccount: 1,
    maxHoldMs: 2 * TASK_DEADLINE_MS,
  });

  /** @param onError is told of a thread that fails without a task: unheard, that would end the process */
  constructor(databaseUrl: string, onError: (error: unknown) => void) {
    this.#piscina = new Piscina({
      filename: entryOf('nearby').href,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
      execArgv: [...THREAD_ARGUMENTS],
      workerData: { databaseUrl },
    });
    this.#piscina.on('error', onError);
  }

  /** @param accountId account whose turn it takes */
  pack(accountId: number, task: PackTask): Promise<PackedPins> {
    return this.#run(accountId, 'pack', task);
  }

  /**
   * @param mapId map of pins that do not name theirs
   * @returns null where the texts take more than maxBytes
   */
  readTexts(accountId: number, mapId: number, pins: PackedPins, maxBytes: number): Promise<PinTexts | null> {
    return this.#run(accountId, 'readTexts', { mapId, pins, maxBytes });
  }

  unite(accountId: number, members: readonly PackedPins[]): Promise<UnitedPins> {
    return this.#run(accountId, 'unite', { members });
  }

  get use(): ThreadUse {
    const { limit, running: busy, waiting, oldestWaitingSeconds } = this.#turns;
    return { limit, busy, waiting, oldestWaitingSeconds };
  }

  close(): Promise<void> {
    return this.#piscina.destroy();
  }

  #run<T>(accountId: number, name: string, task: object): Promise<T> {
    return this.#turns.run({ accountId }, () =>
      this.#piscina.run(task, { name, signal: AbortSignal.timeout(TASK_DEADLINE_MS) }),
    );
  }
}
