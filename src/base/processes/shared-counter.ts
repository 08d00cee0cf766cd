import { type Counted, type Counter, memoryCounter } from './counter.js';

/** The supervisor does little else, and answers in 0.1 ms. */
const DEADLINE_MS = 200;

interface Waiting {
  readonly subject: string;
  readonly resolve: (counted: Counted | Promise<Counted>) => void;
}

/**
 * A counter that another process keeps for several. What comes in one turn of the event loop is asked for together: a request
 * alone costs each side 36 µs of processor time, one of 32 together 1.1 to 1.5 µs.
 */
export class SharedCounter implements Counter {
  readonly #ask: (subjects: readonly string[], deadlineMs: number) => Promise<readonly number[]>;
  /** While the other process does not answer: never an error, never unlimited. */
  readonly #own = memoryCounter();
  #waiting: Waiting[] = [];

  /** @param ask answered by two numbers a subject: requests of its window, milliseconds to its end */
  constructor(ask: (subjects: readonly string[], deadlineMs: number) => Promise<readonly number[]>) {
    this.#ask = ask;
  }

  consume(subject: string): Promise<Counted> {
    return new Promise((resolve) => {
      if (this.#waiting.push({ subject, resolve }) === 1) setImmediate(() => void this.#send());
    });
  }

  async #send(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = [];
    try {
      const counts = await this.#ask(
        asked.map(({ subject }) => subject),
        DEADLINE_MS,
      );
      asked.forEach(({ resolve }, i) => {
        resolve({ consumedPoints: counts[2 * i]!, msBeforeNext: counts[2 * i + 1]! });
      });
    } catch {
      for (const { subject, resolve } of asked) resolve(this.#own.consume(subject));
    }
  }
}

/** The other side. */
export async function countAll(counter: Counter, subjects: readonly string[]): Promise<number[]> {
  const counted = await Promise.all(subjects.map((subject) => counter.consume(subject)));
  return counted.flatMap(({ consumedPoints, msBeforeNext }) => [consumedPoints, msBeforeNext]);
}
