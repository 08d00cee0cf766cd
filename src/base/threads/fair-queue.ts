import { AppError } from '../errors.js';
import { type TaskOwner, type Waiter, WaitingLines } from './waiting-lines.js';
import { noteWait } from './waits.js';

export type { TaskOwner } from './waiting-lines.js';

export interface FairQueueOptions {
  /** Plural name of the work, for messages: 'searches'. */
  readonly what: string;
  /** Most turns at a time, at least 1. A function is read at every turn, as it may follow a measurement. */
  readonly limit: number | (() => number);
  /** Most turns of one account, at least 1; default: all but one. */
  readonly limitOfAccount?: number;
  /** How many of the turns are for prompt callers alone, and given to these first; default: none. */
  readonly reserved?: number;
  /** Most turns that begin in a second; default: any number. */
  readonly perSecond?: number;
  /** Most callers that wait, of one account and of all; default: any number. */
  readonly maxWaitingOfAccount?: number;
  readonly maxWaiting?: number;
  /** Longest wait for a turn; default: none. */
  readonly maxWaitMs?: number;
  /** Longest time that a turn is held; default: twice the deadline of a request. */
  readonly maxHoldMs?: number;
  /** Starts a timer and returns the function that stops it; default setTimeout. */
  readonly after?: (ms: number, call: () => void) => () => void;
}

/** Account of the work, and how its turn comes. */
export interface Applicant extends Partial<Readonly<TaskOwner>> {
  /** Ends the wait, and is read only when there is one. */
  readonly signal?: AbortSignal;
  /** Had a turn already: goes before fresh callers of its account, and is never refused for lack of room. */
  readonly hasBegun?: boolean;
}

/** An applicant that may go away. */
export interface Caller extends Applicant {
  readonly accountId: number;
  readonly signal: AbortSignal;
}

export interface HeldTurn {
  /** Aborted at the deadline of the turn. Created when it is first read, as most work never reads it. */
  readonly signal: AbortSignal;
  readonly isReserved: boolean;
}

/** Turns of one kind, for the metrics. */
export interface TurnUse {
  /** Turns that can be held at a time. */
  readonly limit: number;
  readonly running: number;
  readonly waiting: number;
  /** Callers that were refused a turn since the start. */
  readonly refused: number;
  readonly oldestSeconds: number;
  readonly deadlineSeconds: number;
  /** Turns taken back at their deadline since the start. */
  readonly overdue: number;
}

/** Begins work that outlives the call: its turn lasts until `ended` settles. */
export type Begin<T> = (turn: HeldTurn) => Promise<{ value: T; ended: Promise<unknown> }>;

/** Too many wait, or no turn came in time. */
export class TurnRefused extends AppError {
  constructor(message: string, maxWaitMs: number) {
    const retryAfterSeconds = Number.isFinite(maxWaitMs) ? Math.max(1, Math.ceil(maxWaitMs / 1000)) : 1;
    super('RATE_LIMITED', message, { retryAfterSeconds });
  }
}

/** Work has held a turn past its deadline. */
export class TurnOverdue extends Error {
  override readonly name = 'TurnOverdue';
}

/** Default deadline of a turn: twice that of a request. */
const HOLD_MS = 60_000;
/** One timer checks the deadlines of all turns: a timer for each would cost as much as a short request. */
const SWEEP_MS = 1000;
/**
 * When this many times the turns are waiting callers that have begun, they go before fresh callers. Otherwise
 * every account would begin, and share the turns so thinly that none finishes in time.
 */
const BEGUN_PER_TURN = 2;
const NO_ACCOUNT = 0;

interface Waiting extends Waiter {
  readonly enter: (isReserved: boolean) => void;
}

interface Held {
  readonly sinceMs: number;
  readonly expire: () => void;
}

/**
 * Limits how much work of one kind runs at a time. Waiting accounts are served in turn (`WaitingLines`), and
 * with more than one turn an account gets at most all but one, so that the next account never waits for it
 * alone. Waiting is bounded in number and time, and ends with the caller. A turn is given back when its work
 * ends, fails, or passes the deadline: work that ignores its signal runs on without the turn.
 */
export class FairQueue {
  readonly what: string;
  readonly #options: FairQueueOptions;
  readonly #maxWaitMs: number;
  readonly #holdMs: number;
  readonly #intervalMs: number;
  readonly #lines = new WaitingLines<Waiting>();
  readonly #runningOf = new Map<number, number>();
  /** Turns in the order in which they began. */
  readonly #held = new Set<Held>();
  #sweeper: NodeJS.Timeout | null = null;
  /** Earliest time of the next turn, where their rate is limited. */
  #nextAtMs = Number.NEGATIVE_INFINITY;
  #pacer: NodeJS.Timeout | null = null;
  running = 0;
  #reservedRunning = 0;
  #overdue = 0;
  /**
   * Callers without a turn: refused as the queue was full, refused as no turn came in time, and gone while
   * they waited.
   */
  readonly shed = { full: 0, late: 0, left: 0 };

  constructor(options: FairQueueOptions) {
    this.what = options.what;
    this.#options = options;
    this.#maxWaitMs = options.maxWaitMs ?? Number.POSITIVE_INFINITY;
    this.#holdMs = options.maxHoldMs ?? HOLD_MS;
    this.#intervalMs = options.perSecond === undefined ? 0 : 1000 / options.perSecond;
  }

  get limit(): number {
    const { limit } = this.#options;
    return typeof limit === 'number' ? limit : limit();
  }

  get waiting(): number {
    return this.#lines.length;
  }

  get oldestWaitingSeconds(): number {
    return Math.max(0, (performance.now() - this.#lines.sinceMs) / 1000);
  }

  get use(): TurnUse {
    const [oldest] = this.#held;
    return {
      limit: this.limit,
      running: this.running,
      waiting: this.waiting,
      refused: this.shed.full + this.shed.late,
      oldestSeconds: oldest === undefined ? 0 : (performance.now() - oldest.sinceMs) / 1000,
      deadlineSeconds: this.#holdMs / 1000,
      overdue: this.#overdue,
    };
  }

  /**
   * Does the work in a turn.
   * @throws TurnRefused when too many wait or no turn comes in time; the signal's reason; errors of `work`;
   * TurnOverdue
   */
  async run<T>(caller: Applicant, work: (turn: HeldTurn) => Promise<T>): Promise<T> {
    const { accountId = NO_ACCOUNT, prompt = false } = caller;
    const owner = { accountId, prompt };
    const isReserved = this.#mayEnterAtOnce(owner) ? this.#enter(owner) : await this.#wait(owner, caller);
    return this.#hold(accountId, isReserved, work);
  }

  /**
   * Begins work that outlives the call, such as sending an answer: the turn lasts until `ended` settles.
   * Resolves as soon as the work has begun. Throws as `run` does.
   * @param begin not called for a caller that has gone
   */
  begin<T>(caller: Applicant, begin: Begin<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.run(caller, async (turn) => {
        caller.signal?.throwIfAborted();
        const { value, ended } = await begin(turn);
        resolve(value);
        await ended;
      }).catch(reject);
    });
  }

  /** These turns with something that all of them use, such as a pool of connections. */
  lending<Lent>(lent: Lent) {
    return {
      run: <T>(caller: Applicant, work: (lent: Lent) => Promise<T>): Promise<T> =>
        this.run(caller, () => work(lent)),
    };
  }

  /** Gives free turns to waiting callers. Must be called when the limit may have grown. */
  admit(): void {
    while (this.waiting > 0 && this.running < this.limit && !this.#isPausing()) {
      const begunFirst = this.#lines.begun >= BEGUN_PER_TURN * this.limit;
      const next = this.#lines.take(this.#mayEnter, begunFirst);
      if (next === null) return;
      next.enter(this.#enter(next));
    }
  }

  /** Begins no turn for a while. */
  pause(forMs: number): void {
    this.#nextAtMs = Math.max(this.#nextAtMs, performance.now() + forMs);
  }

  /** Whenever a turn is free, all who wait may not have it, except during a pause. */
  #mayEnterAtOnce(owner: TaskOwner): boolean {
    if (!this.#mayEnter(owner)) return false;
    return this.#nextAtMs === Number.NEGATIVE_INFINITY || (this.waiting === 0 && !this.#isPausing());
  }

  readonly #mayEnter = ({ accountId, prompt }: TaskOwner): boolean => {
    const { limit } = this;
    const { limitOfAccount = Math.max(1, limit - 1), reserved = 0 } = this.#options;
    if (this.running >= limit || (this.#runningOf.get(accountId) ?? 0) >= limitOfAccount) return false;
    return prompt || this.running - this.#reservedRunning < limit - reserved;
  };

  /** Tells whether the next turn must wait for its time; then it is given when that has come. */
  #isPausing(): boolean {
    const inMs = this.#nextAtMs - performance.now();
    if (!(inMs > 0)) return false;
    this.#pacer ??= setTimeout(() => {
      this.#pacer = null;
      this.admit();
    }, inMs);
    return true;
  }

  /** @returns whether the turn is a reserved one */
  #enter({ accountId, prompt }: TaskOwner): boolean {
    this.#runningOf.set(accountId, (this.#runningOf.get(accountId) ?? 0) + 1);
    this.running++;
    if (this.#intervalMs > 0) this.#nextAtMs = Math.max(this.#nextAtMs, performance.now()) + this.#intervalMs;
    const isReserved = prompt && this.#reservedRunning < (this.#options.reserved ?? 0);
    if (isReserved) this.#reservedRunning++;
    return isReserved;
  }

  #leave(accountId: number, isReserved: boolean): void {
    const own = this.#runningOf.get(accountId)! - 1;
    if (own === 0) this.#runningOf.delete(accountId);
    else this.#runningOf.set(accountId, own);
    this.running--;
    if (isReserved) this.#reservedRunning--;
    this.admit();
  }

  async #wait(owner: TaskOwner, { signal, hasBegun = false }: Applicant): Promise<boolean> {
    const maxWaitMs = this.#maxWaitMs;
    signal?.throwIfAborted();
    if (!hasBegun) this.#checkRoom(owner.accountId);
    const { after = setTimer } = this.#options;
    const sinceMs = performance.now();
    return new Promise((resolve, reject) => {
      const giveUp = (reason: unknown): void => {
        this.#lines.remove(waiter);
        end();
        reject(reason);
      };
      const onAbort = (): void => {
        this.shed.left++;
        giveUp(signal!.reason);
      };
      const onLate = (): void => {
        this.shed.late++;
        const message = `too many ${this.what} are running: none could begin within ${maxWaitMs / 1000} s`;
        giveUp(new TurnRefused(message, maxWaitMs));
      };
      const stopTimer = Number.isFinite(maxWaitMs) ? after(maxWaitMs, onLate) : () => {};
      const end = (): void => {
        stopTimer();
        signal?.removeEventListener('abort', onAbort);
      };
      const enter = (isReserved: boolean): void => {
        end();
        if (signal) noteWait(signal, this.what, performance.now() - sinceMs);
        resolve(isReserved);
      };
      const waiter: Waiting = { ...owner, hasBegun, sinceMs, enter };
      this.#lines.add(waiter);
      signal?.addEventListener('abort', onAbort);
    });
  }

  /** @throws TurnRefused */
  #checkRoom(accountId: number): void {
    const { what, waiting } = this;
    const { maxWaiting = Number.POSITIVE_INFINITY, maxWaitingOfAccount = Number.POSITIVE_INFINITY } =
      this.#options;
    const own = this.#lines.lengthOf(accountId);
    const problem =
      own >= maxWaitingOfAccount
        ? `${own} ${what} of the account are waiting already`
        : waiting >= maxWaiting
          ? `too many ${what} are waiting already`
          : null;
    if (problem === null) return;
    this.shed.full++;
    throw new TurnRefused(problem, this.#maxWaitMs);
  }

  /** @throws errors of `work`; TurnOverdue */
  #hold<T>(accountId: number, isReserved: boolean, work: (turn: HeldTurn) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let controller: AbortController | null = null;
      let overdue: TurnOverdue | null = null;
      const end = (): boolean => {
        if (!this.#held.delete(held)) return false;
        this.#leave(accountId, isReserved);
        return true;
      };
      const held: Held = {
        sinceMs: performance.now(),
        expire: () => {
          if (!end()) return;
          this.#overdue++;
          overdue = new TurnOverdue(`a turn was held for over ${this.#holdMs / 1000} s`);
          controller?.abort(overdue);
          reject(overdue);
        },
      };
      const turn: HeldTurn = {
        isReserved,
        get signal() {
          controller ??= new AbortController();
          // The deadline may have passed before the signal is first read.
          if (overdue) controller.abort(overdue);
          return controller.signal;
        },
      };
      this.#held.add(held);
      this.#sweeper ??= this.#sweepLater();
      const fail = (error: unknown): void => {
        end();
        reject(error);
      };
      try {
        work(turn).then((value) => {
          end();
          resolve(value);
        }, fail);
      } catch (error) {
        fail(error);
      }
    });
  }

  #sweepLater(): NodeJS.Timeout {
    return setTimeout(this.#sweep, Math.min(SWEEP_MS, this.#holdMs / 4)).unref();
  }

  readonly #sweep = (): void => {
    const beginMs = performance.now() - this.#holdMs;
    for (const { sinceMs, expire } of this.#held) {
      if (sinceMs > beginMs) break;
      expire();
    }
    this.#sweeper = this.#held.size > 0 ? this.#sweepLater() : null;
  };
}

function setTimer(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}
