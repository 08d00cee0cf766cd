import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.js';
import { BackOff } from './back-off.js';
import { Child, type ChildEnd } from './child.js';
import { memoryCounter } from './counter.js';
import { MergedMetrics } from './merged-metrics.js';
import { type OwnMetrics, ownMetrics } from './own-metrics.js';
import type { OfSupervisor, Place } from './questions.js';
import { countAll } from './shared-counter.js';

export interface SupervisorOptions {
  readonly log: Logger;
  /** One a process. */
  readonly places: readonly Place[];
  /** With an IPC channel. */
  readonly launch: () => ChildProcess;
  /** A process that is not ready by then hangs, and is killed. */
  readonly startMs: number;
  /** A process that was told to end and has not by then is killed. */
  readonly stopMs: number;
}

/** A place and the process that has it now. */
interface Slot {
  readonly place: Place;
  readonly backOff: BackOff;
  child: Child | null;
}

/** Keeps several processes running, and what they share: the counters of requests, and their metrics as those of one. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #slots: readonly Slot[];
  /** Those that leave and those that come, too. */
  readonly #children = new Set<Child>();
  readonly #stopping = new AbortController();
  readonly #answers: OfSupervisor;
  readonly #own: OwnMetrics;
  readonly #metrics: MergedMetrics<Child>;
  /** Before that a process that ends while it starts ends the start of all. */
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
   * Starts all.
   * @returns base_url of the first
   * @throws Error with what kept one from being ready, when all have ended
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

  /** Gives each place a new process, one after the other: the old one leaves when the new one is ready. */
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
          log.error({ err: error, role: slot.place.role }, 'a process could not be replaced, and goes on');
        return;
      }
      const old = slot.child!;
      slot.child = next;
      await this.#metrics.look(old);
      await old.retire(stopMs);
    }
    log.info('all processes were replaced');
  }

  #launch(slot: Slot): Child {
    const child = new Child(this.#options.launch(), slot.place, this.#answers, this.#options.startMs);
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
      { pid: child.pid, role, code, signal, restartInMs, ...(reason && { err: reason }) },
      'a process ended, and another is started',
    );
    this.#own.restarted(role);
    await delay(restartInMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    if (this.#isWanted(slot, child)) slot.child = this.#launch(slot);
  }

  /** Whether the place of a process that ended is to be filled. */
  #isWanted(slot: Slot, ended: Child): boolean {
    return slot.child === ended && !this.#stopping.signal.aborted;
  }
}
