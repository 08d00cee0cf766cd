import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.js';
import { BackOff } from './back-off.js';
import { Child, type ChildEnd } from './child.js';
import { memoryCounter } from './counter.js';
import { MergedMetrics } from './merged-metrics.js';
import { type OwnMetrics, ownMetrics } from './own-metrics.js';
import type { OfSupervisor, ProcessRole } from './questions.js';
import { countAll } from './shared-counter.js';

export interface SupervisorOptions {
  readonly log: Logger;
  readonly places: readonly ProcessRole[];
  /** Forks a process with an IPC channel. */
  readonly launch: () => ChildProcess;
  /** Time after which a process that is not ready is killed. */
  readonly startMs: number;
  /** Time after which a stopping process is killed. */
  readonly stopMs: number;
  /**
   * Interval between two beats of a ready process, and time limit of each: one that hangs for some six
   * intervals is killed and replaced.
   */
  readonly beatMs?: number;
}

const BEAT_MS = 5000;

/** A place and its current process. */
interface Slot {
  readonly place: ProcessRole;
  readonly backOff: BackOff;
  child: Child | null;
}

/**
 * Keeps several processes running, with shared request counters and merged metrics. node:cluster and the
 * cluster limiter of rate-limiter-flexible would save SharedCounter alone: uWebSockets.js listens by itself,
 * and starts, beats, merged metrics and retiring need the conversation with each process all the same. That
 * limiter sends a message for each request, which costs each side 36 µs instead of 1.5.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #slots: readonly Slot[];
  /** All processes, including those that are starting or stopping. */
  readonly #children = new Set<Child>();
  readonly #stopping = new AbortController();
  readonly #answers: OfSupervisor;
  readonly #own: OwnMetrics;
  readonly #metrics: MergedMetrics<Child>;
  /** All places have started once; before that, one failed start ends the whole start. */
  #isUp = false;
  #rolling: Promise<void> | null = null;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#slots = options.places.map((place) => ({ place, backOff: new BackOff(), child: null }));
    this.#own = ownMetrics(this.#slots);
    this.#metrics = new MergedMetrics(this.#own.families, () => this.#children);
    const counter = memoryCounter();
    this.#answers = {
      count: (subjects) => countAll(counter, subjects),
      scrape: () => this.#metrics.render(),
    };
  }

  /**
   * Starts all processes.
   * @returns base URL of the first
   * @throws Error of a failed start, after all processes have ended
   */
  async start(): Promise<string> {
    for (const slot of this.#slots) slot.child = this.#launch(slot);
    try {
      const [url] = await Promise.all(this.#slots.map(({ child }) => child!.ready));
      this.#isUp = true;
      return url!;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Resolves when all have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#children].map((child) => child.stop(this.#options.stopMs)));
  }

  /** Replaces the processes one by one: the old one stops when the new one is ready. */
  roll(): Promise<void> {
    this.#rolling ??= this.#roll().finally(() => {
      this.#rolling = null;
    });
    return this.#rolling;
  }

  async #roll(): Promise<void> {
    const { log, stopMs } = this.#options;
    for (const slot of this.#slots) {
      if (this.#stopping.signal.aborted) return;
      const next = this.#launch(slot);
      try {
        await next.ready;
      } catch (error) {
        if (!this.#stopping.signal.aborted)
          log.error(
            { err: error, role: slot.place.role },
            'could not replace a process: the old one goes on',
          );
        return;
      }
      const old = slot.child!;
      slot.child = next;
      await this.#metrics.look(old);
      await old.retire(stopMs);
    }
    log.info('replaced all processes');
  }

  #launch(slot: Slot): Child {
    const { launch, startMs, beatMs = BEAT_MS } = this.#options;
    const child = new Child(launch(), slot.place, this.#answers, startMs, beatMs);
    this.#children.add(child);
    child.ready.then(
      () => this.#options.log.info({ pid: child.pid, role: child.role }, 'a process is ready'),
      () => {},
    );
    child.ended.then((end) => this.#onEnd(slot, child, end));
    return child;
  }

  async #onEnd(slot: Slot, child: Child, { code, signal, readyMs }: ChildEnd): Promise<void> {
    const { log } = this.#options;
    const { role } = slot.place;
    this.#children.delete(child);
    await this.#metrics.ended(child);
    const isFailedStart = readyMs === null && !this.#isUp;
    if (isFailedStart || child.isLeaving || !this.#isWanted(slot, child)) return;
    const restartInMs = slot.backOff.afterEnd(readyMs ?? 0);
    const reason = await child.ready.then(
      () => undefined,
      (error) => error,
    );
    log.error(
      {
        ...{ pid: child.pid, role, code, signal, restartInMs },
        ...(child.missedBeats > 0 && { missedBeats: child.missedBeats }),
        ...(reason && { err: reason }),
      },
      'lost a process: starting another in its place',
    );
    this.#own.replaced(role, child.missedBeats > 0);
    await delay(restartInMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    if (this.#isWanted(slot, child)) slot.child = this.#launch(slot);
  }

  /** True when the place of an ended process needs a new one. */
  #isWanted(slot: Slot, ended: Child): boolean {
    return slot.child === ended && !this.#stopping.signal.aborted;
  }
}
