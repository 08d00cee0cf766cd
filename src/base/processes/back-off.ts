/**
 * A process that died once is restarted at once; one that dies at each start is restarted six times a minute.
 */
export const FIRST_RESTART_MS = 100;
export const MAX_RESTART_MS = 10_000;
/** A process that was ready for this long starts with a fresh back-off. */
export const STEADY_MS = 30_000;

/** Waiting time before a process is restarted. */
export class BackOff {
  #nextMs = FIRST_RESTART_MS;

  /** @param readyMs time that the process had been ready; 0: never */
  afterEnd(readyMs: number): number {
    if (readyMs >= STEADY_MS) this.#nextMs = FIRST_RESTART_MS;
    const waitMs = this.#nextMs;
    this.#nextMs = Math.min(2 * waitMs, MAX_RESTART_MS);
    return waitMs;
  }
}
