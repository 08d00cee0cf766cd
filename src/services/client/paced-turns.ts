import { FairLine, type TaskOwner } from '../../base/threads/fair-line.js';
import { HeldTurns, type TurnUse } from '../../base/threads/held-turns.js';

/** Most waiting requests, of an account and of all; later ones are refused. */
const MAX_WAITING_OF_ACCOUNT = 100;
const MAX_WAITING = 1000;

/** Too many requests are waiting. */
export class QueueFull extends Error {}

interface Waiter {
  readonly enter: () => void;
  /** The caller gave up; the waiter stays in the queue until its turn. */
  left: boolean;
}

/**
 * Limits requests to a service, at a time and a second. Accounts take turns, and requests whose client waits go before those of imports.
 */
export class PacedTurns {
  readonly #concurrency: number;
  readonly #intervalMs: number;
  readonly #line = new FairLine<Waiter>();
  readonly #waitingOf = new Map<number, number>();
  #nextAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  readonly #held: HeldTurns;
  running = 0;
  #refused = 0;

  /** @param deadlineMs longest time that a turn is held */
  constructor({
    concurrency,
    perSecond,
    deadlineMs,
  }: {
    concurrency: number;
    perSecond: number;
    deadlineMs?: number;
  }) {
    this.#concurrency = concurrency;
    this.#intervalMs = 1000 / perSecond;
    this.#held = new HeldTurns(deadlineMs);
  }

  get use(): TurnUse {
    const { oldestSeconds, deadlineMs, overdue } = this.#held;
    return {
      limit: this.#concurrency,
      running: this.running,
      waiting: this.waiting,
      refused: this.#refused,
      oldestSeconds,
      deadlineSeconds: deadlineMs / 1000,
      overdue,
    };
  }

  get waiting(): number {
    return this.#line.length;
  }

  /**
   * Waits for a turn, and does the work in it.
   * @throws QueueFull; the signal's reason; errors of `work`; TurnOverdue
   */
  async run<T>(owner: TaskOwner, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    await this.#wait(owner, signal);
    return this.#held.during(this.#leave, work);
  }

  async #wait(owner: TaskOwner, signal: AbortSignal): Promise<void> {
    const own = this.#waitingOf.get(owner.accountId) ?? 0;
    if (own >= MAX_WAITING_OF_ACCOUNT || this.waiting >= MAX_WAITING) {
      this.#refused++;
      throw new QueueFull('too many wait already');
    }
    this.#waitingOf.set(owner.accountId, own + 1);
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiter.left = true;
        reject(signal.reason);
      };
      const waiter: Waiter = {
        left: false,
        enter: () => {
          this.#forget(owner.accountId);
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave);
      this.#line.push(owner, waiter);
      this.#admit();
    });
  }

  readonly #leave = (): void => {
    this.running--;
    this.#admit();
  };

  /** Gives no turns for a while. */
  pause(forMs: number): void {
    this.#nextAtMs = Math.max(this.#nextAtMs, performance.now() + forMs);
  }

  #forget(accountId: number): void {
    const own = this.#waitingOf.get(accountId)! - 1;
    if (own === 0) this.#waitingOf.delete(accountId);
    else this.#waitingOf.set(accountId, own);
  }

  #admit(): void {
    while (this.running < this.#concurrency && this.waiting > 0) {
      const inMs = this.#nextAtMs - performance.now();
      if (inMs > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = null;
          this.#admit();
        }, inMs);
        return;
      }
      const waiter = this.#line.shift(false)!;
      waiter.enter();
      if (waiter.left) continue;
      this.running++;
      this.#nextAtMs = Math.max(this.#nextAtMs, performance.now()) + this.#intervalMs;
    }
  }
}
