/** Who asks for work, such as a request. */
export interface Asker {
  /** Aborted when the asker leaves. */
  readonly signal: AbortSignal;
}

interface Begun<T> {
  readonly result: Promise<T>;
  readonly abandoned: AbortController;
  askers: number;
}

/** Work by name that all who ask for it at a time share. It is abandoned when all of them have left. */
export class OneAtATime<T> {
  readonly #begun = new Map<string, Begun<T>>();

  /** @throws errors of `work`; the reason of the asker's signal */
  async run(name: string, { signal }: Asker, work: (abandoned: AbortSignal) => Promise<T>): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      const begun = this.#begun.get(name) ?? this.#begin(name, work);
      const leave = (): void => {
        begun.askers--;
        if (begun.askers === 0) begun.abandoned.abort(signal.reason);
      };
      begun.askers++;
      signal.addEventListener('abort', leave, { once: true });
      try {
        return await begun.result;
      } catch (error) {
        // Who came just when the others had left asks anew.
        if (signal.aborted || !begun.abandoned.signal.aborted) throw error;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    }
  }

  #begin(name: string, work: (abandoned: AbortSignal) => Promise<T>): Begun<T> {
    const abandoned = new AbortController();
    const result = work(abandoned.signal).finally(() => this.#begun.delete(name));
    const begun = { result, abandoned, askers: 0 };
    this.#begun.set(name, begun);
    return begun;
  }
}
