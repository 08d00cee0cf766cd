/** Latency up to this multiple of the least is tolerated: a busy database takes a few times its best. */
const TOLERANCE = 3;
/**
 * Added to the tolerated latency: below it the difference is not felt, and an account that works alone keeps
 * all its places.
 */
const SLACK_MS = 40;
/**
 * Down fast, up slowly, as in TCP: with four samples a second it halves in half a second and recovers in five
 * seconds.
 */
const DECREASE = 0.7;
const INCREASE = 0.05;
/**
 * Growth of the least latency a sample: a latency that has doubled for good counts as normal after about
 * three minutes.
 */
const FLOOR_GROWTH = 1.001;

/**
 * Limits slow work by its effect on small work: compares the latency of a small statement with its recent
 * minimum. This is the idea of Netflix' concurrency-limits and Envoy's adaptive concurrency, with a signal
 * that does not depend on the duration of slow work, which differs a thousandfold between requests.
 */
export class LatencyLimit {
  /** Share of the places for slow work; 1 is all. */
  share = 1;
  #floorMs = Number.POSITIVE_INFINITY;

  /** @param latencyMs latency of one small statement, from when it was due */
  observe(latencyMs: number): void {
    this.#floorMs = Math.min(latencyMs, this.#floorMs * FLOOR_GROWTH);
    const isBearable = latencyMs <= this.#floorMs * TOLERANCE + SLACK_MS;
    this.share = isBearable ? Math.min(1, this.share + INCREASE) : this.share * DECREASE;
  }

  /** Places for work whose client waits. */
  interactive(places: number): number {
    return Math.max(1, Math.round(places * this.share));
  }

  /** Places for work that is expected to take long: they are reduced first. */
  patient(places: number): number {
    return Math.max(1, Math.round(places * this.share ** 2));
  }
}
