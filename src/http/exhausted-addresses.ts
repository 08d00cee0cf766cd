interface Exhausted {
  /** By performance.now(). */
  readonly until: number;
  nextLookUpAt: number;
}

const MAX_ADDRESSES = 10_000;
/** From an address with nothing left, so many keys a second that nobody has seen yet are looked up: 20. */
const LOOK_UP_EVERY_MS = 50;

/**
 * Addresses that have used up their anonymous counter. Keys from there that may be anything are looked up slowly: a flood of made-up
 * ones costs the database next to nothing, and a good key behind the same address, new to this process, gets in after some tries.
 */
export class ExhaustedAddresses {
  readonly #addresses = new Map<string, Exhausted>();

  /** @param retryAfterSeconds until the counter's window ends, rounded up */
  add(address: string, retryAfterSeconds: number): void {
    const now = performance.now();
    const known = this.#addresses.get(address);
    if (known && known.until > now) return;
    this.#addresses.delete(address);
    if (this.#addresses.size >= MAX_ADDRESSES) {
      const [oldest] = this.#addresses.keys();
      this.#addresses.delete(oldest!);
    }
    this.#addresses.set(address, { until: now + retryAfterSeconds * 1000, nextLookUpAt: now });
  }

  /** Counts as a look-up where the answer is yes. */
  mayLookUp(address: string): boolean {
    const exhausted = this.#addresses.get(address);
    if (!exhausted) return true;
    const now = performance.now();
    if (exhausted.until <= now) {
      this.#addresses.delete(address);
      return true;
    }
    if (exhausted.nextLookUpAt > now) return false;
    exhausted.nextLookUpAt = now + LOOK_UP_EVERY_MS;
    return true;
  }
}
