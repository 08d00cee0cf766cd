/** Latency up to so many times the least is borne: a database that is merely busy answers in some times its best. */
const TOLERANCE = 3;
/** … and so much more: below it nobody feels the difference, and one account that works alone keeps all its places. */
const SLACK_MS = 40;
/** Down fast, up slowly, as TCP does it: with samples four times a second to half in half a second, back in five. */
const DECREASE = 0.7;
const INCREASE = 0.05;
/** The least latency is forgotten as slowly as this: one that has doubled for good is normal after about three minutes. */
const FLOOR_GROWTH = 1.001;

/**
 * How much slow work may run, after what it does to small work: the latency of a small statement is compared with the least it
 * has been of late. It is the idea of Netflix' concurrency-limits and Envoy's adaptive concurrency, with a signal that slow
 * work cannot disturb by its own duration, which differs a thousandfold from one request to the next.
 */
export class LatencyLimit {
  /** Of the places of slow work: 1 is all. */
  share = 1;
  #floorMs = Number.POSITIVE_INFINITY;

  /** @param latencyMs of one small statement, from when it was due */
  observe(latencyMs: number): void {
    this.#floorMs = Math.min(latencyMs, this.#floorMs * FLOOR_GROWTH);
    const isBearable = latencyMs <= this.#floorMs * TOLERANCE + SLACK_MS;
    this.share = isBearable ? Math.min(1, this.share + INCREASE) : this.share * DECREASE;
  }

  /** Places for what a client waits for, of so many. */
  interactive(places: number): number {
    return Math.max(1, Math.round(places * this.share));
  }

  /** Places for what is expected to take its time: they go first. */
  patient(places: number): number {
    return Math.max(1, Math.round(places * this.share ** 2));
  }
}
