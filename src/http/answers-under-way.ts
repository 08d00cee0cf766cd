import { AppError } from '../base/errors.js';

/**
 * Bounds on the answers that wait in memory for their clients, and the lowest rate at which a client may
 * read.
 */
export interface AnswerLimits {
  /** Bytes of one account, or of one address without a key: eight answers of the longest kind. */
  readonly bytesOfAccount: number;
  readonly bytes: number;
  readonly leastBytesPerSecond: number;
  /** Time over which the rate is measured; the clock runs only while the answer waits for its client. */
  readonly windowMs: number;
}

const LIMITS: AnswerLimits = {
  bytesOfAccount: 64 << 20,
  bytes: 256 << 20,
  // A quarter of a modem's: phones at the edge of a network take 8 to 16 KB/s.
  leastBytesPerSecond: 2048,
  windowMs: 30_000,
};

const UNREAD = 'the account has too many unread answers: read them, or close their connections';
const UNREAD_RETRY_SECONDS = 5;

/** An account, or the address of a client without a key; 0: nobody. */
export type Reader = number | string;

/** Answers of a reader, in the order in which they began. */
interface OfReader {
  bytes: number;
  readonly answers: Set<AnswerUnderWay>;
}

/**
 * Bounds the bytes of answers that clients have yet to read. An account at half its bound gets no new
 * answers; above the bound its oldest answers are cut to make room. Above the bound of all accounts, the
 * account that holds most loses its oldest answers. Without this, 205 connections that read some KB every few
 * seconds held 1.2 GB.
 */
export class AnswersUnderWay {
  readonly limits: AnswerLimits;
  readonly #readers = new Map<Reader, OfReader>();
  bytes = 0;
  /** Number of connections cut since the start, by reason. */
  readonly cut = { slow: 0, memory: 0 };

  constructor(limits: Partial<AnswerLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** True when the account must read its earlier answers first. */
  isFull(accountId: number): boolean {
    return (this.#readers.get(accountId)?.bytes ?? 0) > this.limits.bytesOfAccount / 2;
  }

  /**
   * To be called before the work for an answer, and again in its turn: many requests may have come before any
   * of them was answered.
   * @throws AppError RATE_LIMITED when the account must read its earlier answers first
   */
  check(accountId: number): void {
    if (this.isFull(accountId))
      throw new AppError('RATE_LIMITED', UNREAD, { retryAfterSeconds: UNREAD_RETRY_SECONDS });
  }

  /** @param close cuts the connection */
  begin(reader: Reader, close: () => void): AnswerUnderWay {
    return new AnswerUnderWay(reader, this, close);
  }

  /** For answers alone. */
  note(answer: AnswerUnderWay, bytes: number): void {
    const { reader } = answer;
    const of = this.#readers.get(reader) ?? { bytes: 0, answers: new Set() };
    this.#readers.set(reader, of);
    of.answers.add(answer);
    of.bytes += bytes;
    this.bytes += bytes;
    if (bytes <= 0) return;
    while (of.bytes > this.limits.bytesOfAccount && this.#cutOldest(of, answer));
    while (this.bytes > this.limits.bytes && this.#cutOldest(this.#largest(), answer));
  }

  /** For answers alone. */
  forget(answer: AnswerUnderWay, bytes: number): void {
    const of = this.#readers.get(answer.reader);
    if (!of?.answers.delete(answer)) return;
    of.bytes -= bytes;
    this.bytes -= bytes;
    if (of.answers.size === 0) this.#readers.delete(answer.reader);
  }

  #cutOldest({ answers }: OfReader, except: AnswerUnderWay): boolean {
    for (const answer of answers) {
      if (answer === except) continue;
      answer.giveUp('memory');
      return true;
    }
    return false;
  }

  #largest(): OfReader {
    let largest: OfReader | null = null;
    for (const of of this.#readers.values()) if (of.bytes > (largest?.bytes ?? -1)) largest = of;
    return largest!;
  }
}

/** One answer, from its first chunk to its end. */
export class AnswerUnderWay {
  #heldBytes = 0;
  /** Bytes that the client has read in this window. */
  #takenBytes = 0;
  #waitedMs = 0;
  #waitsSinceMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    readonly reader: Reader,
    readonly all: AnswersUnderWay,
    readonly close: () => void,
  ) {}

  /** Sets the bytes that the answer holds in memory. */
  holds(bytes: number): void {
    if (this.#isOver) return;
    this.all.note(this, bytes - this.#heldBytes);
    this.#heldBytes = bytes;
  }

  /** The socket is full: the client has to read. */
  waits(): void {
    if (this.#isOver || this.#waitsSinceMs !== null) return;
    this.#waitsSinceMs = performance.now();
    this.#timer = setTimeout(this.#judge, Math.max(1, this.all.limits.windowMs - this.#waitedMs));
  }

  /** The client has read bytes. @param isWaiting the socket is still full */
  took(bytes: number, isWaiting: boolean): void {
    this.#takenBytes += bytes;
    if (!isWaiting) this.#stopClock();
  }

  end(): void {
    this.#stopClock();
    if (this.#isOver) return;
    this.#isOver = true;
    this.all.forget(this, this.#heldBytes);
  }

  giveUp(reason: 'slow' | 'memory'): void {
    if (this.#isOver) return;
    this.end();
    this.all.cut[reason]++;
    this.close();
  }

  #stopClock(): void {
    clearTimeout(this.#timer);
    if (this.#waitsSinceMs !== null) this.#waitedMs += performance.now() - this.#waitsSinceMs;
    this.#waitsSinceMs = null;
  }

  readonly #judge = (): void => {
    const { windowMs, leastBytesPerSecond } = this.all.limits;
    if (this.#takenBytes < (leastBytesPerSecond * windowMs) / 1000) {
      this.giveUp('slow');
      return;
    }
    this.#takenBytes = 0;
    this.#waitedMs = 0;
    this.#waitsSinceMs = null;
    this.waits();
  };
}
