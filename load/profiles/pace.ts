/**
 * When requests are due. In a closed loop each connection asks as soon as it has an answer; in an open one requests are due at even
 * distances whether or not answers keep up, and those that are late are sent without a pause.
 */
export class Pace {
  readonly #everyMs: number | null;
  #nextMs: number;

  /** @param perSecond null: a closed loop @param beginMs of `performance.now()`, when the first is due */
  constructor(perSecond: number | null, beginMs: number) {
    this.#everyMs = perSecond === null ? null : 1000 / perSecond;
    this.#nextMs = beginMs;
  }

  /** @returns when the request that a connection is free for is due: now, then, or before now */
  take(nowMs: number): number {
    if (this.#everyMs === null) return nowMs;
    const dueMs = this.#nextMs;
    this.#nextMs += this.#everyMs;
    return dueMs;
  }
}
