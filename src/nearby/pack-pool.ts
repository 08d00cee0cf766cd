import { Piscina } from 'piscina';
import type { PackedPins } from '../geo/nearby/packed-pins.js';
import type { UnitedPins } from '../geo/nearby/united-pins.js';
import type { IdRange } from '../store/nearby.js';
import { THREAD_ARGUMENTS } from '../threads/arguments.js';
import type { PinTexts } from './pin-json.js';

/** A task that takes longer is stuck: its thread is ended and replaced. */
const TASK_DEADLINE_MS = 60_000;

/** The threads of `workers/nearby.ts`: two, so that a map that is needed does not wait for the texts of another. A map has one task at a time. */
export class PackPool {
  readonly #piscina: Piscina;

  constructor(databaseUrl: string) {
    this.#piscina = new Piscina({
      filename: new URL('../../workers/nearby.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: 2,
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

  close(): Promise<void> {
    return this.#piscina.destroy();
  }

  #run<T>(name: string, task: object): Promise<T> {
    return this.#piscina.run(task, { name, signal: AbortSignal.timeout(TASK_DEADLINE_MS) });
  }
}
