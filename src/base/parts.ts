import type { Logger } from './log.js';
import { mergeReadings, type Reading } from './metrics/reading.js';

/** How the service stops. */
export interface StopHow {
  /** Others go on at the address: /readyz does not fail, and SHUTDOWN_DELAY is not waited for. */
  readonly quietly: boolean;
}

/** One piece of the service: how it begins, how it ends, and what it tells of itself. */
export interface Part {
  /** For logs and tests. */
  readonly name: string;
  readonly start?: () => unknown;
  /** Called once, and only when the part has begun to start. */
  readonly stop?: (how: StopHow) => unknown;
  readonly metrics?: readonly Reading[];
}

export interface Runnable {
  start?(): unknown;
  stop?(): unknown;
  /** Called where there is no `stop`. */
  close?(): unknown;
  readonly metrics?: readonly Reading[];
}

/**
 * In the order in which they start; they stop in the reverse order. In milliseconds: how long each may take to stop, which together with
 * SHUTDOWN_DELAY bounds the whole stop.
 */
const STOP_TIMEOUTS_MS = {
  /** The embedded PostgreSQL. */
  database: 2000,
  connections: 1000,
  /** And processes. */
  threads: 500,
  /** Jobs, and what nobody waits for. */
  work: 2500,
  /** Requests under way. */
  requests: 3000,
  listener: 500,
  /** What begins once requests are answered, and the time in which a balancer sees that they no longer will be. */
  open: 1000,
};

export type Stage = keyof typeof STOP_TIMEOUTS_MS;

export interface PartsOptions {
  readonly log: Logger;
  /** On top of the defaults. */
  readonly moreTimeMs?: Partial<Record<Stage, number>>;
  /** Called before each part starts; a test that throws here sees what a failed start leaves behind. */
  readonly beforeStart?: ((part: string) => void) | undefined;
}

const STAGES = Object.keys(STOP_TIMEOUTS_MS) as Stage[];

/**
 * The pieces of the service by stage. Stages start one after the other, and within a stage its parts in the order in which they were added.
 * Stages stop in reverse, each within its time limit, and the parts of a stage together.
 */
export class Parts {
  readonly #options: PartsOptions;
  readonly #parts = new Map<Stage, Part[]>();
  /** Parts that have begun to start and were not told to stop. */
  readonly #running = new Set<Part>();

  constructor(options: PartsOptions) {
    this.#options = options;
    for (const stage of STAGES) this.#parts.set(stage, []);
  }

  /** What has nothing to start runs from now on. */
  add(stage: Stage, part: Part): void {
    this.#parts.get(stage)!.push(part);
    if (!part.start) this.#running.add(part);
  }

  /** Adds what has the usual methods. */
  run(stage: Stage, name: string, part: Runnable): void {
    const { start, metrics = [] } = part;
    this.add(stage, {
      name,
      ...(start && { start: () => start.call(part) }),
      stop: () => (part.stop ? part.stop() : part.close?.()),
      metrics,
    });
  }

  /** Starts now what the other parts are made with. @throws what `open` throws */
  async open<T>(
    stage: Stage,
    name: string,
    open: () => Promise<T>,
    stop: (opened: T) => unknown,
  ): Promise<T> {
    this.#options.beforeStart?.(name);
    const opened = await open();
    this.add(stage, { name, stop: () => stop(opened) });
    return opened;
  }

  /** @throws what kept a part from starting; the caller stops the others */
  async start(): Promise<void> {
    for (const parts of this.#parts.values())
      for (const part of parts) {
        if (!part.start) continue;
        this.#options.beforeStart?.(part.name);
        this.#running.add(part);
        await part.start();
      }
  }

  /** Never rejects: what keeps a part from stopping is logged. The second call finds nothing to stop. */
  async stop(how: StopHow): Promise<void> {
    const { moreTimeMs = {} } = this.#options;
    for (const stage of STAGES.toReversed()) {
      const stopping = this.#parts.get(stage)!.filter((part) => this.#running.delete(part));
      const stopped = Promise.all(stopping.map((part) => this.#stop(part, how)));
      await this.#within(STOP_TIMEOUTS_MS[stage] + (moreTimeMs[stage] ?? 0), stage, stopped);
    }
  }

  /** Readings of all parts; those of one name are told together. */
  get metrics(): Reading[] {
    return mergeReadings([...this.#parts.values()].flat().flatMap(({ metrics = [] }) => metrics));
  }

  async #stop(part: Part, how: StopHow): Promise<void> {
    try {
      await part.stop?.(how);
    } catch (error) {
      this.#options.log.error({ part: part.name, err: error }, 'could not stop a part of the service');
    }
  }

  async #within(timeoutMs: number, stage: Stage, stopped: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<'expired'>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, 'expired');
    });
    if ((await Promise.race([stopped, expired])) === 'expired')
      this.#options.log.warn({ stage, timeoutMs }, 'shutdown goes on without waiting longer');
    clearTimeout(timer);
  }
}
