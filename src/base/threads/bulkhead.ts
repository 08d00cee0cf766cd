import { AppError } from '../errors.js';
import { type Begin, begun, type HeldTurn, HeldTurns, type TurnUse } from './held-turns.js';
import { noteWait } from './waits.js';

export interface BulkheadOptions {
  /** Plural name of the work, for messages: 'searches'. */
  readonly what: string;
  /** Most turns at a time, at least 1. Read at every turn, as it may follow a measurement. */
  readonly limit: () => number;
  /** Most turns of one account, at least 1; default: all places but one. */
  readonly limitOfAccount?: number;
  /** Most callers that wait, of one account and of all. */
  readonly maxWaitingOfAccount: number;
  readonly maxWaiting: number;
  /** Longest wait for a turn. */
  readonly maxWaitMs: number;
  /** Longest time that a turn is held; default: twice the deadline of a request. */
  readonly maxHoldMs?: number;
  /** Starts a timer and returns the function that stops it; default setTimeout. */
  readonly after?: (ms: number, call: () => void) => () => void;
}

/** Account of the work. `signal` ends the wait, and is read only when there is one. */
export interface Caller {
  readonly accountId: number;
  readonly signal: AbortSignal;
  /** Had a turn already: goes before fresh callers of its account, and is never refused for lack of room. */
  readonly hasBegun?: boolean;
}

interface Waiter {
  readonly enter: () => void;
}

/**
 * When this many times the places are waiting callers that have begun, they go before fresh callers. Otherwise every account would begin, and
 * share the places so thinly that none finishes in time.
 */
const BEGUN_PER_PLACE = 2;

/** Waiting callers of an account. */
interface Line {
  readonly begun: Set<Waiter>;
  readonly fresh: Set<Waiter>;
}

const lengthOf = ({ begun, fresh }: Line): number => begun.size + fresh.size;
const firstOf = ({ begun, fresh }: Line): Waiter => (begun.size > 0 ? begun : fresh).keys().next().value!;

/**
 * Limits how much work of one kind runs at a time. Waiting accounts are served in turn, each first come first served except that callers
 * that have begun go first. With more than one place an account gets at most all but one, so that the next account never waits for it alone.
 * Waiting is bounded in number and time, and ends with the caller.
 */
export class Bulkhead {
  readonly what: string;
  readonly #options: BulkheadOptions;
  readonly #after: NonNullable<BulkheadOptions['after']>;
  readonly #held: HeldTurns;
  readonly #runningOf = new Map<number, number>();
  /** By account, in the order of their next turn. Whenever a place is free, all of these accounts are at their limit. */
  readonly #lines = new Map<number, Line>();
  running = 0;
  waiting = 0;
  #begunWaiting = 0;
  /** Callers without a turn: refused as the queue was full, refused as no turn came in time, and gone while they waited. */
  readonly shed = { full: 0, late: 0, left: 0 };

  constructor(options: BulkheadOptions) {
    this.what = options.what;
    this.#options = options;
    this.#after = options.after ?? setTimer;
    this.#held = new HeldTurns(options.maxHoldMs);
  }

  get limit(): number {
    return this.#options.limit();
  }

  get use(): TurnUse {
    const { oldestSeconds, deadlineMs, overdue } = this.#held;
    return {
      limit: this.limit,
      running: this.running,
      waiting: this.waiting,
      refused: this.shed.full + this.shed.late,
      oldestSeconds,
      deadlineSeconds: deadlineMs / 1000,
      overdue,
    };
  }

  /**
   * Does the work in a turn.
   * @throws AppError RATE_LIMITED when too many wait or no turn comes in time; the signal's reason; errors of `work`; TurnOverdue
   */
  async run<T>(caller: Caller, work: (turn: HeldTurn) => Promise<T>): Promise<T> {
    const { accountId } = caller;
    const waiting = this.#takePlace(accountId) ? null : this.#wait(caller);
    if (waiting) await waiting;
    return this.#held.during(() => this.#leave(accountId), work);
  }

  /**
   * Begins work that outlives the call, such as sending an answer: the turn lasts until `ended` settles. Throws as `run` does.
   * @param begin not called for a caller that has gone
   */
  begin<T>(caller: Caller, begin: Begin<T>): Promise<T> {
    return begun(
      (work) => this.run(caller, work),
      (turn) => {
        caller.signal.throwIfAborted();
        return begin(turn);
      },
    );
  }

  /** Gives free places to waiting callers. Must be called when the limit may have grown. */
  admit(): void {
    if (this.#begunWaiting >= BEGUN_PER_PLACE * this.limit) this.#admitFrom(({ begun }) => begun.size > 0);
    this.#admitFrom(() => true);
  }

  #admitFrom(mayGo: (line: Line) => boolean): void {
    for (const [accountId, line] of this.#lines) {
      if (this.running >= this.limit) return;
      if (!mayGo(line) || !this.#takePlace(accountId)) continue;
      const first = firstOf(line);
      this.#forget(accountId, line, first);
      // Re-inserted behind the other accounts; this loop reaches it again while places are free.
      if (this.#lines.delete(accountId)) this.#lines.set(accountId, line);
      first.enter();
    }
  }

  #takePlace(accountId: number): boolean {
    const { limit } = this;
    const { limitOfAccount = Math.max(1, limit - 1) } = this.#options;
    const own = this.#runningOf.get(accountId) ?? 0;
    if (this.running >= limit || own >= limitOfAccount) return false;
    this.#runningOf.set(accountId, own + 1);
    this.running++;
    return true;
  }

  #leave(accountId: number): void {
    const own = this.#runningOf.get(accountId)! - 1;
    if (own === 0) this.#runningOf.delete(accountId);
    else this.#runningOf.set(accountId, own);
    this.running--;
    this.admit();
  }

  #wait({ accountId, signal, hasBegun }: Caller): Promise<void> {
    const { what, maxWaitMs } = this.#options;
    signal.throwIfAborted();
    const line = this.#lines.get(accountId) ?? { begun: new Set(), fresh: new Set() };
    if (!hasBegun) this.#checkRoom(line);
    const sinceMs = performance.now();
    return new Promise((resolve, reject) => {
      const giveUp = (reason: unknown): void => {
        this.#forget(accountId, line, waiter);
        end();
        reject(reason);
      };
      const onAbort = (): void => {
        this.shed.left++;
        giveUp(signal.reason);
      };
      const stopTimer = this.#after(maxWaitMs, () => {
        this.shed.late++;
        giveUp(this.#refusal(`too many ${what} are running: none could begin within ${maxWaitMs / 1000} s`));
      });
      const end = (): void => {
        stopTimer();
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        enter: () => {
          end();
          noteWait(signal, what, performance.now() - sinceMs);
          resolve();
        },
      };
      (hasBegun ? line.begun : line.fresh).add(waiter);
      if (hasBegun) this.#begunWaiting++;
      this.#lines.set(accountId, line);
      this.waiting++;
      signal.addEventListener('abort', onAbort);
    });
  }

  /** @throws AppError RATE_LIMITED */
  #checkRoom(line: Line): void {
    const { what, maxWaiting, maxWaitingOfAccount } = this.#options;
    const own = lengthOf(line);
    const problem =
      own >= maxWaitingOfAccount
        ? `${own} ${what} of the account are waiting already`
        : this.waiting >= maxWaiting
          ? `too many ${what} are waiting already`
          : null;
    if (problem === null) return;
    this.shed.full++;
    throw this.#refusal(problem);
  }

  #forget(accountId: number, line: Line, waiter: Waiter): void {
    if (line.begun.delete(waiter)) this.#begunWaiting--;
    line.fresh.delete(waiter);
    this.waiting--;
    if (lengthOf(line) === 0) this.#lines.delete(accountId);
  }

  #refusal(message: string): AppError {
    const retryAfterSeconds = Math.max(1, Math.ceil(this.#options.maxWaitMs / 1000));
    return new AppError('RATE_LIMITED', message, { retryAfterSeconds });
  }
}

function setTimer(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}
