/** Tries in a row that failed before nothing is sent any more. */
const FAILURES = 10;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 300_000;

export type BreakerState = 'closed' | 'open' | 'half_open';

/**
 * Keeps requests from a service that only fails: after 10 failures in a row none is sent for 30 s, then one, the probe. When that fails, too,
 * the pause is twice as long, up to 5 minutes; any answer ends it.
 */
export class Breaker {
  readonly #now: () => number;
  #failures = 0;
  #pauses = 0;
  #openUntilMs = Number.NEGATIVE_INFINITY;
  #probing = false;
  /** How often it has opened. */
  opened = 0;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get state(): BreakerState {
    if (this.#pauses === 0) return 'closed';
    return this.#now() < this.#openUntilMs ? 'open' : 'half_open';
  }

  /** Whether a request may be sent. Whoever gets true tells the outcome, by one of the three below. */
  admits(): boolean {
    const { state } = this;
    if (state !== 'half_open') return state === 'closed';
    if (this.#probing) return false;
    this.#probing = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauses = 0;
    this.#probing = false;
  }

  failed(): void {
    const { state } = this;
    if (state === 'open') return;
    if (state === 'half_open' || ++this.#failures >= FAILURES) {
      this.open(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#pauses));
    }
  }

  /** The request was given up by who made it: that says nothing of the service. */
  abandoned(): void {
    this.#probing = false;
  }

  /** Nothing is sent for so long, as the service itself may ask for. */
  open(forMs: number): void {
    this.#pauses++;
    this.#failures = 0;
    this.#probing = false;
    this.#openUntilMs = this.#now() + Math.min(forMs, LONGEST_PAUSE_MS);
    this.opened++;
  }
}
