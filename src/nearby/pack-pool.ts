import { Piscina } from 'piscina';
import type { PackedPins } from '../geo/nearby/packed-pins.js';
import type { UnitedPins } from '../geo/nearby/united-pins.js';
import type { IdRange } from '../store/nearby.js';
import { THREAD_ARGUMENTS } from '../threads/arguments.js';
import type { ThreadUse } from '../threads/thread-use.js';
import type { PinTexts } from './pin-json.js';

const THREADS = 2;
/** A task that takes longer is stuck: its thread is ended and replaced. */
const TASK_DEADLINE_MS = 60_000;

/** The threads of `workers/nearby.ts`: two, so that a map that is needed does not wait for the texts of another. A map has one task at a time. */
export class PackPool {
  readonly #piscina: Piscina;
  /** When the tasks that have not ended were given, the oldest first; as many as there are maps that are packed. */
  readonly #givenAtMs = new Map<object, number>();

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

  /** Reads and packs the markers of a map. @param ranges null: all of them */
  pack(mapId: number, ranges: readonly IdRange[] | null): Promise<PackedPins> {
    return this.#run('pack', { mapId, ranges });
  }

  /** @returns null when the texts take more than maxBytes */
  readTexts(mapId: number, pins: PackedPins, maxBytes: number): Promise<PinTexts | null> {
    return this.#run('readTexts', { mapId, pins, maxBytes });
  }

  unite(members: readonly PackedPins[]): Promise<UnitedPins> {
    return this.#run('unite', { members });
  }

  get use(): ThreadUse {
    const open = this.#givenAtMs.size;
    // They begin in the order in which they were given.
    const next = [...this.#givenAtMs.values()][THREADS];
    return {
      limit: THREADS,
      busy: Math.min(open, THREADS),
      waiting: Math.max(0, open - THREADS),
      oldestWaitingSeconds: next === undefined ? 0 : (performance.now() - next) / 1000,
    };
  }

  close(): Promise<void> {
    return this.#piscina.destroy();
  }

  async #run<T>(name: string, task: object): Promise<T> {
    this.#givenAtMs.set(task, performance.now());
    try {
      return await this.#piscina.run(task, { name, signal: AbortSignal.timeout(TASK_DEADLINE_MS) });
    } finally {
      this.#givenAtMs.delete(task);
    }
  }
}
