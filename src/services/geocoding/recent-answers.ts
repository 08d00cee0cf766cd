/** Answers in each of two generations. */
const MAX_ANSWERS = 10_000;
const KEEP_MS = 600_000;

/**
 * The last answers, for callers that looked into the database before these were stored: the addresses of a
 * block are looked up over minutes, and another import may ask for some of them meanwhile.
 */
export class RecentAnswers<T> {
  #young = new Map<string, { answer: T; untilMs: number }>();
  #old = new Map<string, { answer: T; untilMs: number }>();

  add(key: string, answer: T): void {
    if (this.#young.size >= MAX_ANSWERS) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, { answer, untilMs: performance.now() + KEEP_MS });
  }

  get(key: string): T | undefined {
    const found = this.#young.get(key) ?? this.#old.get(key);
    return found && performance.now() < found.untilMs ? found.answer : undefined;
  }
}
