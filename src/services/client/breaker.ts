/** Consecutive failures that open the breaker. */
const FAILURES = 10;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 300_000;

export type BreakerState = 'closed' | 'open' | 'half_open';

/**
 * Circuit breaker: after 10 consecutive failures no request is sent for 30 s, then one probe. Each failed
 * probe doubles the pause, up to 5 minutes; any answer closes the breaker. cockatiel's breaker has no pause
 * of a length that the service asks for, and wraps the request, so that a probe that its caller gives up
 * counts as one of the two.
 */
export class Breaker {
  readonly #now: () => number;
  #failures = 0;
  #pauses = 0;
  #openUntilMs = Number.NEGATIVE_INFINITY;
  #probing = false;
  /** How often it has opened. */
  opened = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get state(): BreakerState {
    if (this.#pauses === 0) return 'closed';
    return this.#now() < this.#openUntilMs ? 'open' : 'half_open';
  }

  /**
   * Tells whether a request may be sent. A caller that gets true reports the outcome by one of the three
   * methods below.
   */
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

  /** The caller gave the request up, which says nothing about the service. */
  abandoned(): void {
    this.#probing = false;
  }

  /** Opens for a time, which the service itself may ask for. */
  open(forMs: number): void {
    this.#pauses++;
    this.#failures = 0;
    this.#probing = false;
    this.#openUntilMs = this.#now() + Math.min(forMs, LONGEST_PAUSE_MS);
    this.opened++;
  }
}
