/** Whose task it is, and whether somebody waits for the answer. */
export interface TaskOwner {
  accountId: number;
  /** Goes before those that are not. */
  prompt: boolean;
}

/** Of so many turns in a row one is for what is not prompt, so that prompt tasks without end do not stop it. */
const TURNS = 4;

/** A line in which accounts take turns, each with its own in their order, and what is prompt goes first. Each step is O(1). */
export class FairLine<Item> {
  readonly #prompt = new RoundRobin<Item>();
  readonly #other = new RoundRobin<Item>();
  /** Turns in a row that prompt ones had while others waited. */
  #promptTurns = 0;

  push({ accountId, prompt }: TaskOwner, item: Item): void {
    (prompt ? this.#prompt : this.#other).push(accountId, item);
  }

  get length(): number {
    return this.#prompt.length + this.#other.length;
  }

  /** The first of each account's in either line. */
  *firsts(): Generator<Item> {
    yield* this.#prompt.firsts();
    yield* this.#other.firsts();
  }

  /** @param promptOnly there is no place for others */
  shift(promptOnly: boolean): Item | undefined {
    if (promptOnly || this.#other.isEmpty) return this.#prompt.shift();
    if (!this.#prompt.isEmpty && ++this.#promptTurns < TURNS) return this.#prompt.shift();
    this.#promptTurns = 0;
    return this.#other.shift();
  }
}

class RoundRobin<Item> {
  /** Account -> what it has in line, never empty; in the order of their turns. */
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
