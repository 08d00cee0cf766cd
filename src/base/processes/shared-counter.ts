import { type CountedPoints, type Counter, memoryCounter } from './counter.js';

/** The supervisor does little else, and answers in 0.1 ms. */
const DEADLINE_MS = 200;

interface Waiting {
  readonly subject: string;
  readonly resolve: (counted: CountedPoints | Promise<CountedPoints>) => void;
}

/**
 * A counter that one process keeps for several. Requests of one turn of the event loop are counted together:
 * alone, a request costs each side 36 µs of processor time; in a batch of 32, 1.1 to 1.5 µs.
 */
export class SharedCounter implements Counter {
  readonly #ask: (subjects: readonly string[], deadlineMs: number) => Promise<readonly number[]>;
  /** Counts while the other process does not answer, so that requests are neither refused nor unlimited. */
  readonly #own = memoryCounter();
  #waiting: Waiting[] = [];

  /** @param ask returns two numbers a subject: requests in its window, milliseconds to its end */
  constructor(ask: (subjects: readonly string[], deadlineMs: number) => Promise<readonly number[]>) {
    this.#ask = ask;
  }

  consume(subject: string): Promise<CountedPoints> {
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

/** Answers `ask` of a SharedCounter. */
export async function countAll(counter: Counter, subjects: readonly string[]): Promise<number[]> {
  const counted = await Promise.all(subjects.map((subject) => counter.consume(subject)));
  return counted.flatMap(({ consumedPoints, msBeforeNext }) => [consumedPoints, msBeforeNext]);
}
