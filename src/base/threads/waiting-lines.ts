/** Owner of work that waits for its turn. */
export interface TaskOwner {
  accountId: number;
  /** Goes before work that is not prompt. */
  prompt: boolean;
}

export interface Waiter extends TaskOwner {
  /** Had a turn already. */
  readonly hasBegun: boolean;
  readonly sinceMs: number;
}

/**
 * One of this many turns goes to work that is not prompt, so that endless prompt work does not stop the
 * other.
 */
const TURNS = 4;

/** Waiters of an account. */
interface Line<W> {
  readonly begun: Set<W>;
  readonly fresh: Set<W>;
}

/**
 * Order of those who wait: prompt ones first, accounts in turn, and within an account first come first
 * served, except that those who have begun go before the others.
 */
export class WaitingLines<W extends Waiter> {
  /** By account, in the order of their next turn; no line is empty. */
  readonly #prompt = new Map<number, Line<W>>();
  readonly #other = new Map<number, Line<W>>();
  /** Prompt turns in a row while others waited. */
  #promptTurns = 0;
  length = 0;
  /** Waiters that have begun. */
  begun = 0;

  add(waiter: W): void {
    const { accountId, hasBegun } = waiter;
    const lines = this.#linesOf(waiter);
    const line = lines.get(accountId) ?? { begun: new Set(), fresh: new Set() };
    lines.set(accountId, line);
    (hasBegun ? line.begun : line.fresh).add(waiter);
    if (hasBegun) this.begun++;
    this.length++;
  }

  remove(waiter: W): void {
    const { accountId, hasBegun } = waiter;
    const lines = this.#linesOf(waiter);
    const line = lines.get(accountId)!;
    line.begun.delete(waiter);
    line.fresh.delete(waiter);
    if (line.begun.size + line.fresh.size === 0) lines.delete(accountId);
    if (hasBegun) this.begun--;
    this.length--;
  }

  lengthOf(accountId: number): number {
    let length = 0;
    for (const lines of [this.#prompt, this.#other]) {
      const line = lines.get(accountId);
      if (line) length += line.begun.size + line.fresh.size;
    }
    return length;
  }

  /** When the first of all came; Infinity when none waits. */
  get sinceMs(): number {
    let sinceMs = Number.POSITIVE_INFINITY;
    for (const lines of [this.#prompt, this.#other])
      for (const { begun, fresh } of lines.values())
        for (const line of [begun, fresh])
          if (line.size > 0) sinceMs = Math.min(sinceMs, line.values().next().value!.sinceMs);
    return sinceMs;
  }

  /**
   * Takes the next waiter out, and moves its account behind the others.
   * @param mayGo whether the owner may have a turn now
   * @param begunFirst those who have begun go before other accounts, too
   */
  take(mayGo: (owner: TaskOwner) => boolean, begunFirst: boolean): W | null {
    const other = firstOf(this.#other, mayGo, begunFirst);
    const prompt = firstOf(this.#prompt, mayGo, begunFirst);
    const isPrompt = other === null || (prompt !== null && ++this.#promptTurns < TURNS);
    if (!isPrompt) this.#promptTurns = 0;
    const next = isPrompt ? prompt : other;
    if (next === null) return null;
    this.remove(next);
    const lines = this.#linesOf(next);
    const line = lines.get(next.accountId);
    if (line && lines.delete(next.accountId)) lines.set(next.accountId, line);
    return next;
  }

  #linesOf({ prompt }: W): Map<number, Line<W>> {
    return prompt ? this.#prompt : this.#other;
  }
}

function firstOf<W extends Waiter>(
  lines: ReadonlyMap<number, Line<W>>,
  mayGo: (owner: TaskOwner) => boolean,
  begunFirst: boolean,
): W | null {
  let first: W | null = null;
  for (const { begun, fresh } of lines.values()) {
    const waiter: W = (begun.size > 0 ? begun : fresh).values().next().value!;
    if (!mayGo(waiter)) continue;
    if (!begunFirst || waiter.hasBegun) return waiter;
    first ??= waiter;
  }
  return first;
}
