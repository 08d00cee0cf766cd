/** Work by name that all who ask for it at a time share. */
export class OneAtATime<T> {
  readonly #begun = new Map<string, Promise<T>>();

  run(name: string, work: () => Promise<T>): Promise<T> {
    const begun = this.#begun.get(name);
    if (begun !== undefined) return begun;
    const result = work().finally(() => this.#begun.delete(name));
    this.#begun.set(name, result);
    return result;
  }
}
