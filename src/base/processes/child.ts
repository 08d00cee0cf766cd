import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { MetricFamily } from '../metrics/family.js';
import { Conversation, NoAnswer, ProcessGone } from './conversation.js';
import type { OfChild, OfSupervisor, ProcessRole } from './questions.js';

const RETIRE_ANSWER_MS = 1000;
/** Beats in a row that a process may leave unanswered. */
const MAX_MISSED_BEATS = 3;

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Time that it had been ready; null: never. */
  readonly readyMs: number | null;
}

/** A process that the supervisor started. */
export class Child {
  readonly role: ProcessRole['role'];
  /** Base URL, once it is ready. Rejects with the reason when the start fails; the process is killed then. */
  readonly ready: Promise<string>;
  readonly ended: Promise<ChildEnd>;
  /** It was told to end. */
  isLeaving = false;
  isReady = false;
  /** Beats in a row that it left unanswered. */
  missedBeats = 0;
  readonly #process: ChildProcess;
  readonly #conversation: Conversation<OfChild>;

  /**
   * @param startMs time after which a process that is not ready counts as hanging
   * @param beatMs interval between two beats, and time limit of each
   */
  constructor(
    process: ChildProcess,
    place: ProcessRole,
    answers: OfSupervisor,
    startMs: number,
    beatMs: number,
  ) {
    this.role = place.role;
    this.#process = process;
    this.#conversation = new Conversation<OfChild>(process, answers);
    let readyAtMs: number | null = null;
    this.ended = new Promise((resolve) => {
      const onEnd = (code: number | null, signal: NodeJS.Signals | null): void => {
        this.isReady = false;
        resolve({ code, signal, readyMs: readyAtMs && performance.now() - readyAtMs });
      };
      process.once('exit', onEnd);
      // The process could not be started.
      process.once('error', () => onEnd(null, null));
    });
    this.ready = this.#start(place, startMs);
    this.ready.then(
      () => {
        readyAtMs = performance.now();
        this.isReady = true;
        void this.#keepBeating(beatMs);
      },
      () => this.#process.kill('SIGKILL'),
    );
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  metrics(deadlineMs: number): Promise<MetricFamily[]> {
    return this.#conversation.ask('metrics', null, deadlineMs);
  }

  /** Stops a process that another replaces. Resolves when it has ended; it is killed when it is late. */
  async retire(withinMs: number): Promise<void> {
    this.isLeaving = true;
    await this.#conversation.ask('retire', null, RETIRE_ANSWER_MS).catch(() => this.#process.kill('SIGTERM'));
    await this.#goneWithin(withinMs);
  }

  /** Stops a process with the whole service. Resolves when it has ended; it is killed when it is late. */
  async stop(withinMs: number): Promise<void> {
    this.isLeaving = true;
    this.#process.kill('SIGTERM');
    await this.#goneWithin(withinMs);
  }

  async #start(place: ProcessRole, startMs: number): Promise<string> {
    try {
      return await this.#conversation.ask('start', place, startMs);
    } catch (error) {
      if (!(error instanceof ProcessGone)) throw error;
      const { code, signal } = await this.ended;
      throw new Error(
        `a process with the role ${place.role} ended with ${signal ?? code} before it was ready`,
      );
    }
  }

  /** Kills a process that hangs. A supervisor that stood still itself misses one beat at most. */
  async #keepBeating(beatMs: number): Promise<void> {
    while (this.missedBeats < MAX_MISSED_BEATS) {
      await delay(beatMs, undefined, { ref: false });
      if (this.isLeaving || !this.isReady) return;
      const isMissed = await this.#conversation.ask('beat', null, beatMs).then(
        () => false,
        (error) => error instanceof NoAnswer,
      );
      this.missedBeats = isMissed ? this.missedBeats + 1 : 0;
    }
    if (!this.isLeaving) this.#process.kill('SIGKILL');
  }

  async #goneWithin(ms: number): Promise<void> {
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), ms);
    await this.ended;
    clearTimeout(timer);
  }
}
