/** Ends the sleep of one loop early. */
export class Alarm {
  #ring: () => void = () => {};

  /**
   * Start it before looking for work and await it afterwards, so that no `wake` in between is lost. Ends an
   * earlier sleep.
   * @returns when the time is over, or `wake` is called
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

  /** Ends the current sleep, not a later one. */
  wake(): void {
    this.#ring();
  }
}
