/** Ends the sleep of one loop early. */
export class Alarm {
  #ring: () => void = () => {};

  /**
   * Begin it before you look for work and await it after: what wakes in between is not lost. The sleep before it, if any, ends.
   * @returns when the time is over, or `wake` was called
   */
  sleep(ms: number): Promise<void> {
    this.#ring();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#ring = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends the sleep that has begun; none that begins later. */
  wake(): void {
    this.#ring();
  }
}
