/** Small chunks of all bodies together: each takes the main thread 0.5 µs, most of it in uWebSockets.js. */
const CHUNKS_A_MS = 200;
/** Shorter waits are owed until the next turn. */
const LEAST_WAIT_MS = 5;

/** A body that comes in many small chunks. */
export interface PacedBody {
  /** @returns its chunks since the last call */
  takeUnpaid(): number;
  holdBack(): void;
  goOn(): void;
}

/**
 * Slows senders of many small chunks, so that these take a tenth of the main thread, however many bodies come
 * that way.
 */
export class ChunkPace {
  #bodies: PacedBody[] = [];
  /** When all chunks so far are paid for. */
  #paidAtMs = 0;

  /** To be called once for the chunks of a body since its last takeUnpaid. */
  expect(body: PacedBody): void {
    if (this.#bodies.push(body) === 1) setImmediate(() => this.#settle());
  }

  #settle(): void {
    const bodies = this.#bodies;
    this.#bodies = [];
    const now = performance.now();
    this.#paidAtMs = Math.max(now, this.#paidAtMs);
    for (const body of bodies) {
      this.#paidAtMs += body.takeUnpaid() / CHUNKS_A_MS;
      const waitMs = this.#paidAtMs - now;
      if (waitMs < LEAST_WAIT_MS) continue;
      body.holdBack();
      // One after the other: what came for all of them meanwhile would be read at a stretch.
      setTimeout(() => body.goOn(), waitMs);
    }
  }
}
