/** Lets a request wait for a job of its own: told by NOTIFY, whichever process ran it. */
export class FinishedJobs {
  readonly #waiting = new Map<string, () => void>();

  /**
   * To be called before the job is queued, so that no news is missed.
   * @returns resolves to false when the job has not ended in time
   */
  wait(jobId: string, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (finished: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(jobId);
        resolve(finished);
      };
      const timer = setTimeout(end, timeoutMs, false);
      this.#waiting.set(jobId, () => end(true));
    });
  }

  /** Ends a wait whose job was not queued after all. */
  forget(jobId: string): void {
    this.#waiting.get(jobId)?.();
  }

  /** @param jobId '' after a reconnection, when news may have been lost: everybody looks for themselves */
  announce(jobId: string): void {
    if (jobId !== '') this.#waiting.get(jobId)?.();
    else for (const end of this.#waiting.values()) end();
  }
}
