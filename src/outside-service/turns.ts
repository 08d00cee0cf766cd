import { FairLine, type TaskOwner } from '../threads/fair-line.js';

/** Requests that wait, of an account and of all: who comes later does without. */
const MAX_WAITING_OF_ACCOUNT = 100;
const MAX_WAITING = 1000;

/** Too many wait already. */
export class LineFull extends Error {}

interface Waiter {
  readonly enter: () => void;
  /** Gave up; stays in line until it would be its turn. */
  left: boolean;
}

/**
 * Lets so many requests at a time, and so many a second, go to a service. Accounts take turns, and what somebody waits for goes before what
 * imports ask.
 */
export class Turns {
  readonly #concurrency: number;
  readonly #intervalMs: number;
  readonly #line = new FairLine<Waiter>();
  readonly #waitingOf = new Map<number, number>();
  #nextAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  running = 0;

  constructor({ concurrency, perSecond }: { concurrency: number; perSecond: number }) {
    this.#concurrency = concurrency;
    this.#intervalMs = 1000 / perSecond;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /**
   * Waits for a turn.
   * @returns what ends it, to be called once
   * @throws LineFull; the signal's reason
   */
  async enter(owner: TaskOwner, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const own = this.#waitingOf.get(owner.accountId) ?? 0;
    if (own >= MAX_WAITING_OF_ACCOUNT || this.waiting >= MAX_WAITING)
      throw new LineFull('too many wait already');
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
    return () => {
      this.running--;
      this.#admit();
    };
  }

  /** Nobody gets a turn for so long. */
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
