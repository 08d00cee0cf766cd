export interface HeldTurn {
  /** Aborted at the deadline of the turn. Created when it is first read, as most work never reads it. */
  readonly signal: AbortSignal;
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

/** Runs work in a turn, and resolves as soon as it has begun. @throws errors of `run` and `begin` */
export function begun<T>(
  run: (work: (turn: HeldTurn) => Promise<void>) => Promise<void>,
  begin: Begin<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    run(async (turn) => {
      const { value, ended } = await begin(turn);
      resolve(value);
      await ended;
    }).catch(reject);
  });
}

/** Work has held a turn past its deadline. */
export class TurnOverdue extends Error {
  override readonly name = 'TurnOverdue';
}

/** Default deadline: twice that of a request. */
const DEADLINE_MS = 60_000;
/** One timer checks all turns: a timer for each would cost as much as a short request. */
const SWEEP_MS = 1000;

/**
 * Holds turns, permits or slots: each is given back when its work ends, fails, or passes the deadline. Work that ignores its
 * signal runs on after the deadline, but without the turn.
 */
export class HeldTurns {
  readonly deadlineMs: number;
  /** Turns in the order in which they began. */
  readonly #held = new Set<{ readonly sinceMs: number; readonly expire: () => void }>();
  #timer: NodeJS.Timeout | null = null;
  overdue = 0;

  constructor(deadlineMs = DEADLINE_MS) {
    this.deadlineMs = deadlineMs;
  }

  get oldestSeconds(): number {
    for (const { sinceMs } of this.#held) return (performance.now() - sinceMs) / 1000;
    return 0;
  }

  /**
   * @param giveBack called once
   * @throws errors of `work`; TurnOverdue
   */
  during<T>(giveBack: () => void, work: (turn: HeldTurn) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let controller: AbortController | null = null;
      let overdue: TurnOverdue | null = null;
      const end = (): boolean => {
        if (!this.#held.delete(held)) return false;
        giveBack();
        return true;
      };
      const held = {
        sinceMs: performance.now(),
        expire: () => {
          if (!end()) return;
          this.overdue++;
          overdue = new TurnOverdue(`a turn was held for over ${this.deadlineMs / 1000} s`);
          controller?.abort(overdue);
          reject(overdue);
        },
      };
      const turn: HeldTurn = {
        get signal() {
          controller ??= new AbortController();
          // The deadline may have passed before the signal is first read.
          if (overdue) controller.abort(overdue);
          return controller.signal;
        },
      };
      this.#held.add(held);
      this.#timer ??= this.#sweepLater();
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
    return setTimeout(this.#sweep, Math.min(SWEEP_MS, this.deadlineMs / 4)).unref();
  }

  readonly #sweep = (): void => {
    const beginMs = performance.now() - this.deadlineMs;
    for (const { sinceMs, expire } of this.#held) {
      if (sinceMs > beginMs) break;
      expire();
    }
    this.#timer = this.#held.size > 0 ? this.#sweepLater() : null;
  };
}
