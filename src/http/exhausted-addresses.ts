interface Exhausted {
  /** By performance.now(). */
  readonly until: number;
  nextLookUpAt: number;
}

const MAX_ADDRESSES = 10_000;
/** An exhausted address gets 20 look-ups of unknown keys a second. */
const LOOK_UP_EVERY_MS = 50;

/**
 * Addresses that have used up their anonymous rate limit. Unknown keys from there are looked up slowly: a
 * flood of made-up keys costs the database almost nothing, and a valid key behind the same address, new to
 * this process, gets in after some tries.
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

  /** Counts one look-up when it returns true. */
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
