// Room base: what any Node service needs: errors, log, parts, tracing, metrics, disk, threads, processes.

import type { Logger } from './log.js';
import { type MetricReader, mergeReaders } from './metrics/metric-reader.js';

export interface StopHow {
  /** Another process takes over the address: /readyz stays ready, and SHUTDOWN_DELAY is skipped. */
  readonly quietly: boolean;
}

/** A part of the service: its start, its stop and its metrics. */
export interface Part {
  /** For logs and tests. */
  readonly name: string;
  readonly start?: () => unknown;
  /** Called once, and only if the part has begun to start. */
  readonly stop?: (how: StopHow) => unknown;
  readonly metrics?: readonly MetricReader[];
}

export interface Runnable {
  start?(): unknown;
  stop?(): unknown;
  /** Called if there is no `stop`. */
  close?(): unknown;
  readonly metrics?: readonly MetricReader[];
}

/**
 * Stages in the order in which they start; they stop in reverse order. The values are the milliseconds that
 * each may take to stop, whose sum with SHUTDOWN_DELAY bounds the whole stop.
 */
const STOP_TIMEOUTS_MS = {
  /** The embedded PostgreSQL. */
  database: 2000,
  connections: 1000,
  /** Threads and child processes. */
  threads: 500,
  /** Jobs and background work. */
  work: 2500,
  /** Requests under way. */
  requests: 3000,
  listener: 500,
  /** Work that begins once requests are answered, and the delay in which a balancer notices the stop. */
  open: 1000,
};

/** A supervisor kills a service that stops for longer than 10 s. */
const STOP_WITHIN_MS = 9_500;

export type Stage = keyof typeof STOP_TIMEOUTS_MS;

export interface PartsOptions {
  readonly log: Logger;
  /** Added to the time limits of the stages. */
  readonly moreTimeMs?: Partial<Record<Stage, number>>;
  /** Called before each part starts; tests throw here to see what a failed start leaves behind. */
  readonly beforeStart?: ((part: string) => void) | undefined;
}

const STAGES = Object.keys(STOP_TIMEOUTS_MS) as Stage[];

/**
 * The parts of the service by stage. Stages start one after the other, the parts of a stage in the order in
 * which they were added. Stages stop in reverse, each within its time limit; the parts of a stage stop
 * together.
 */
export class Parts {
  readonly #options: PartsOptions;
  readonly #parts = new Map<Stage, Part[]>();
  /** Parts that have begun to start and have not been stopped. */
  readonly #running = new Set<Part>();

  constructor(options: PartsOptions) {
    this.#options = options;
    for (const stage of STAGES) this.#parts.set(stage, []);
  }

  /** Adds a part; one without `start` counts as running. */
  add(stage: Stage, part: Part): void {
    this.#parts.get(stage)!.push(part);
    if (!part.start) this.#running.add(part);
  }

  /** Adds an object with the usual methods as a part. */
  run(stage: Stage, name: string, part: Runnable): void {
    const { start, metrics = [] } = part;
    this.add(stage, {
      name,
      ...(start && { start: () => start.call(part) }),
      stop: () => (part.stop ? part.stop() : part.close?.()),
      metrics,
    });
  }

  /** Starts a part at once, because other parts are made with it. @throws errors of `open` */
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

  /** @throws the error of a failed start; the caller stops the other parts */
  async start(): Promise<void> {
    for (const parts of this.#parts.values())
      for (const part of parts) {
        if (!part.start) continue;
        this.#options.beforeStart?.(part.name);
        this.#running.add(part);
        await part.start();
      }
  }

  /** Stops all running parts. Never rejects: errors are logged. A second call does nothing. */
  async stop(how: StopHow): Promise<void> {
    const { moreTimeMs = {} } = this.#options;
    const beganMs = performance.now();
    for (const stage of STAGES.toReversed()) {
      const stopping = this.#parts.get(stage)!.filter((part) => this.#running.delete(part));
      const stopped = Promise.all(stopping.map((part) => this.#stop(part, how)));
      const timeoutMs = STOP_TIMEOUTS_MS[stage] + (moreTimeMs[stage] ?? 0);
      // PostgreSQL writes its checkpoint for as long as the earlier stages leave: 3 s after large imports.
      const leftMs =
        stage === 'database' ? STOP_WITHIN_MS + sum(moreTimeMs) - (performance.now() - beganMs) : 0;
      await this.#within(Math.max(timeoutMs, leftMs), stage, stopped);
    }
  }

  /** Readings of all parts, merged by name. */
  get metrics(): MetricReader[] {
    return mergeReaders([...this.#parts.values()].flat().flatMap(({ metrics = [] }) => metrics));
  }

  async #stop(part: Part, how: StopHow): Promise<void> {
    try {
      await part.stop?.(how);
    } catch (error) {
      this.#options.log.error(
        { part: part.name, err: error },
        'could not stop a part of the service: stopping the others',
      );
    }
  }

  async #within(timeoutMs: number, stage: Stage, stopped: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<'expired'>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, 'expired');
    });
    if ((await Promise.race([stopped, expired])) === 'expired')
      this.#options.log.warn(
        { stage, timeoutMs },
        'gave up waiting for a stage to stop: going on with the stop',
      );
    clearTimeout(timer);
  }
}

const sum = (timesMs: Partial<Record<Stage, number>>): number =>
  Object.values(timesMs).reduce((total, timeMs) => total + timeMs, 0);
