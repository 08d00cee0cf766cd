/**
 * Due times of requests. In a closed loop each connection sends as soon as it has an answer; in an open one requests are due at even intervals
 * whether or not answers keep up, and late ones are sent without a pause.
 */
export class Pace {
  readonly #everyMs: number | null;
  #nextMs: number;

  /**
   * @param perSecond null: a closed loop
   * @param beginMs due time of the first, in terms of `performance.now()`
   */
  constructor(perSecond: number | null, beginMs: number) {
    this.#everyMs = perSecond === null ? null : 1000 / perSecond;
    this.#nextMs = beginMs;
  }

  /** @returns due time of the next request of a free connection, which may be past */
  take(nowMs: number): number {
    if (this.#everyMs === null) return nowMs;
    const dueMs = this.#nextMs;
    this.#nextMs += this.#everyMs;
    return dueMs;
  }
}
