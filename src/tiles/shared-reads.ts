/**
 * Reads by name that all who ask before one begins share: each is told what was there when it asked, or
 * later. One of a name runs at a time.
 */
export class SharedReads<T> {
  readonly #running = new Map<string, Promise<T>>();
  readonly #next = new Map<string, Promise<T>>();

  /** @throws errors of `read` */
  read(name: string, read: () => Promise<T>): Promise<T> {
    const known = this.#next.get(name);
    if (known !== undefined) return known;
    const running = this.#running.get(name);
    if (running === undefined) return this.#begin(name, read);
    const begin = (): Promise<T> => {
      this.#next.delete(name);
      return this.#begin(name, read);
    };
    const next = running.then(begin, begin);
    this.#next.set(name, next);
    return next;
  }

  #begin(name: string, read: () => Promise<T>): Promise<T> {
    const running = read().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }
}
