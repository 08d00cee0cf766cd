/** A process that died by chance is back at once; one that dies at each start is tried six times a minute. */
export const FIRST_RESTART_MS = 100;
export const MAX_RESTART_MS = 10_000;
/** One that was ready for so long has nothing to do with the deaths before. */
export const STEADY_MS = 30_000;

/** How long to wait before a process is started again. */
export class BackOff {
  #nextMs = FIRST_RESTART_MS;

  /** @param readyMs how long the process that ended had been ready; 0: it never was */
  afterEnd(readyMs: number): number {
    if (readyMs >= STEADY_MS) this.#nextMs = FIRST_RESTART_MS;
    const waitMs = this.#nextMs;
    this.#nextMs = Math.min(2 * waitMs, MAX_RESTART_MS);
    return waitMs;
  }
}
