/** Lets requests wait for jobs: told by NOTIFY, whichever process ran them. */
export class FinishedJobs {
  readonly #waiting = new Map<string, Set<() => void>>();

  /**
   * To be called before the job is queued or looked at, so that no news is missed.
   * @returns resolves to false when the job has not ended in time
   */
  wait(jobId: string, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const ends = this.#waiting.get(jobId) ?? new Set();
      this.#waiting.set(jobId, ends);
      const settle = (finished: boolean) => {
        clearTimeout(timer);
        ends.delete(end);
        if (ends.size === 0) this.#waiting.delete(jobId);
        resolve(finished);
      };
      const end = () => settle(true);
      const timer = setTimeout(settle, timeoutMs, false);
      ends.add(end);
    });
  }

  /** @param jobId '' after a reconnection, when news may have been lost: everybody looks for themselves */
  announce(jobId: string): void {
    const ended = jobId === '' ? [...this.#waiting.values()] : [this.#waiting.get(jobId) ?? []];
    for (const ends of ended) for (const end of [...ends]) end();
  }
}
