import { Piscina } from 'piscina';
import { THREAD_ARGUMENTS } from '../base/threads/arguments.js';
import type { ThreadUse } from '../base/threads/thread-use.js';
import type { PackedPins } from '../geo/nearby/packed-pins.js';
import type { UnitedPins } from '../geo/nearby/united-pins.js';
import type { PinRange } from '../store/nearby.js';
import { PackLine } from './pack-line.js';
import type { PinTexts } from './pin-json.js';

/** A task that takes longer is stuck: its thread is ended and replaced. Counted from where it begins, not from where it waits. */
const TASK_DEADLINE_MS = 60_000;
/** Two, so that a map that is needed does not wait for the texts of another. */
const THREADS = 2;

/** What is to be packed into one tree. */
export interface PackTask {
  readonly mapIds: readonly number[];
  /** Null: all markers of the maps. */
  readonly ranges: readonly PinRange[] | null;
  /** Whether the tree says which map a pin is of. */
  readonly isGroup: boolean;
}

/** The threads of `workers/nearby.ts`. */
export class PackPool {
  readonly #piscina: Piscina;
  readonly #line = new PackLine(THREADS);

  constructor(databaseUrl: string) {
    this.#piscina = new Piscina({
      filename: new URL('../../workers/nearby.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
      execArgv: [...THREAD_ARGUMENTS],
      workerData: { databaseUrl },
    });
  }

  /** @param accountId whose turn it takes */
  pack(accountId: number, task: PackTask): Promise<PackedPins> {
    return this.#run(accountId, 'pack', task);
  }

  /** @param mapId of pins that do not name their maps @returns null when the texts take more than maxBytes */
  readTexts(accountId: number, mapId: number, pins: PackedPins, maxBytes: number): Promise<PinTexts | null> {
    return this.#run(accountId, 'readTexts', { mapId, pins, maxBytes });
  }

  unite(accountId: number, members: readonly PackedPins[]): Promise<UnitedPins> {
    return this.#run(accountId, 'unite', { members });
  }

  get use(): ThreadUse {
    return this.#line.use;
  }

  close(): Promise<void> {
    return this.#piscina.destroy();
  }

  #run<T>(accountId: number, name: string, task: object): Promise<T> {
    return this.#line.run(accountId, () =>
      this.#piscina.run(task, { name, signal: AbortSignal.timeout(TASK_DEADLINE_MS) }),
    );
  }
}
