/** Lets requests wait for the end of jobs in any process, which NOTIFY announces. */
export class FinishedJobs {
  readonly #waiting = new Map<string, Set<() => void>>();

  /**
   * Must be called before the job is queued or read, so that no notification is missed.
   * @returns false when the job has not ended in time
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

  /**
   * @param jobId '' after a reconnection, when notifications may be lost: ends all waits, so that callers
   * read their jobs
   */
  announce(jobId: string): void {
    const ended = jobId === '' ? [...this.#waiting.values()] : [this.#waiting.get(jobId) ?? []];
    for (const ends of ended) for (const end of [...ends]) end();
  }
}
