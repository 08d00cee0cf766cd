/** Account of a task, and whether its client waits. */
export interface TaskOwner {
  accountId: number;
  /** Goes before tasks that are not prompt. */
  prompt: boolean;
}

/** One of this many turns goes to a task that is not prompt, so that endless prompt tasks do not stop the others. */
const TURNS = 4;

/** A queue in which prompt items go first and accounts take turns, each with its items in order. Each step is O(1). */
export class FairLine<Item> {
  readonly #prompt = new RoundRobin<Item>();
  readonly #other = new RoundRobin<Item>();
  /** Prompt turns in a row while others waited. */
  #promptTurns = 0;

  push({ accountId, prompt }: TaskOwner, item: Item): void {
    (prompt ? this.#prompt : this.#other).push(accountId, item);
  }

  get length(): number {
    return this.#prompt.length + this.#other.length;
  }

  /** First item of each account, prompt and not. */
  *firsts(): Generator<Item> {
    yield* this.#prompt.firsts();
    yield* this.#other.firsts();
  }

  /** @param promptOnly only a prompt item may run now */
  shift(promptOnly: boolean): Item | undefined {
    if (promptOnly || this.#other.isEmpty) return this.#prompt.shift();
    if (!this.#prompt.isEmpty && ++this.#promptTurns < TURNS) return this.#prompt.shift();
    this.#promptTurns = 0;
    return this.#other.shift();
  }
}

class RoundRobin<Item> {
  /** Items by account, never empty, in the order of the accounts' turns. */
  readonly #lines = new Map<number, Item[]>();

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  get length(): number {
    let length = 0;
    for (const line of this.#lines.values()) length += line.length;
    return length;
  }

  *firsts(): Generator<Item> {
    for (const [first] of this.#lines.values()) yield first!;
  }

  push(accountId: number, item: Item): void {
    const line = this.#lines.get(accountId);
    if (line) line.push(item);
    else this.#lines.set(accountId, [item]);
  }

  shift(): Item | undefined {
    for (const [accountId, line] of this.#lines) {
      const item = line.shift();
      this.#lines.delete(accountId);
      if (line.length > 0) this.#lines.set(accountId, line);
      return item;
    }
    return undefined;
  }
}
