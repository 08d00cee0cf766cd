import { AppError } from '../errors.js';
import { Turns } from '../limits/turns.js';

/** Each has a database connection and a snapshot for as long as its client reads: so many at a time in a process, so many in line. */
export const EXPORTS = 8;
const MAX_WAITING = 50;
/** Running and waiting, so that one account with slow clients leaves room for others. */
export const EXPORTS_OF_ACCOUNT = 4;
const WAIT_MS = 20_000;

const busy = (message: string): AppError => new AppError('RATE_LIMITED', message, { retryAfterSeconds: 10 });

/** Bounds the exports of a process. */
export class ExportTurns {
  readonly #turns = new Turns(EXPORTS, MAX_WAITING, 'exports');
  readonly #ofAccount = new Map<number, number>();

  /**
   * Waits for a turn.
   * @returns what ends it; may be called more than once
   * @throws AppError RATE_LIMITED; the signal's reason
   */
  async enter(accountId: number, signal: AbortSignal): Promise<() => void> {
    const others = this.#ofAccount.get(accountId) ?? 0;
    if (others >= EXPORTS_OF_ACCOUNT) throw busy(`${others} exports of the account are under way already`);
    this.#ofAccount.set(accountId, others + 1);
    try {
      const leave = await this.#wait(signal);
      let left = false;
      return () => {
        if (!left) this.#forget(accountId);
        left = true;
        leave();
      };
    } catch (error) {
      this.#forget(accountId);
      throw error;
    }
  }

  async #wait(signal: AbortSignal): Promise<() => void> {
    const waiting = new AbortController();
    const leave = (): void => waiting.abort(signal.reason);
    const timer = setTimeout(() => waiting.abort(busy('too many exports are under way')), WAIT_MS);
    signal.addEventListener('abort', leave);
    try {
      signal.throwIfAborted();
      return await this.#turns.enter(waiting.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  #forget(accountId: number): void {
    const others = this.#ofAccount.get(accountId)! - 1;
    if (others === 0) this.#ofAccount.delete(accountId);
    else this.#ofAccount.set(accountId, others);
  }
}
