import { setTimeout as delay } from 'node:timers/promises';
import type { TaskOwner } from '../../base/threads/fair-line.js';
import type { TurnUse } from '../../base/threads/held-turns.js';
import { askOnce, type Failure, type Reply } from './ask.js';
import { Breaker, type BreakerState } from './breaker.js';
import { MalformedAnswer } from './malformed-answer.js';
import { LineFull, Turns } from './turns.js';
import type { Pace } from './url-parts.js';

const TRIES = 3;
/** Before the second try; twice as long before the third. */
const FIRST_PAUSE_MS = 250;
/** Of accounts: whose requests were answered without fault is forgotten. */
const MAX_REFUSED_ACCOUNTS = 1000;
/** Says nothing of whoever asks. */
const NOBODY = 0;
/** A service that asks for a longer pause is not waited for. */
const LONGEST_WAIT_MS = 10_000;

/** The service does not answer for now, or has too much to do: what is asked is to be done without it. */
export class ServiceAway extends Error {}

/** One thing that is asked. */
export interface Question<T> {
  readonly url: URL;
  /** Sent by POST, as JSON; absent: GET. */
  readonly body?: unknown;
  /** Media types of what is wanted as it comes, a `RawAnswer`; absent: JSON. */
  readonly accept?: string;
  /** @param json of whatever shape, or a RawAnswer @throws MalformedAnswer */
  read(json: unknown): T;
  /**
   * What an answer of another status than 200 says of this one question, which would be answered so again.
   * @param json of whatever shape; null when it is none
   * @returns undefined when it says something of the service: that failed
   */
  readStatus(status: number, json: unknown): T | undefined;
}

export interface ClientOptions extends Pace {
  /** For messages: `the geocoding service`. */
  name: string;
  /** Header of each request. */
  authorization: string | null;
  maxAnswerBytes: number;
  requestDeadlineMs: number;
  /** Told when the service stops being asked, and when it answers again; null: it does. */
  onState?: (reason: Error | null) => void;
  firstPauseMs?: number;
  breaker?: Breaker;
}

/** Since the start. */
export interface ClientCounts {
  /** Tries that failed. */
  failed: number;
  retries: number;
  running: number;
  waiting: number;
  breaker: BreakerState;
  breakerOpened: number;
}

/** Asks an outside service: a few requests at a time, again where that may help, and not at all while it only fails. */
export class ServiceClient {
  readonly #options: ClientOptions;
  readonly #turns: Turns;
  readonly #breaker: Breaker;
  /**
   * Of accounts whose requests were refused (4xx) since the last answer to anybody: what one account asks may be at fault, what two ask hardly.
   */
  readonly #refused = new Map<number, Breaker>();
  #lastRefused = NOBODY;
  #failed = 0;
  #retries = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#turns = new Turns({ ...options, deadlineMs: 2 * options.requestDeadlineMs });
    this.#breaker = options.breaker ?? new Breaker();
  }

  get turns(): TurnUse {
    return this.#turns.use;
  }

  get counts(): ClientCounts {
    return {
      failed: this.#failed,
      retries: this.#retries,
      running: this.#turns.running,
      waiting: this.#turns.waiting,
      breaker: this.#state,
      breakerOpened: this.#breaker.opened,
    };
  }

  /** Open, too, where the only account that asks is refused: its key may be wrong. */
  get #state(): BreakerState {
    const { state } = this.#breaker;
    const isRefused = [...this.#refused.values()].some((breaker) => breaker.state === 'open');
    return state === 'closed' && isRefused ? 'open' : state;
  }

  /** Whether a request would be refused here and now. */
  get isAway(): boolean {
    return this.#breaker.state === 'open';
  }

  /**
   * @param owner a prompt one is asked for once, others up to three times
   * @throws ServiceAway; the signal's reason
   */
  async ask<T>(question: Question<T>, owner: TaskOwner, signal: AbortSignal): Promise<T> {
    for (let tries = 1; ; tries++) {
      const reply = await this.#try(question, owner, signal);
      if ('answer' in reply) return reply.answer;
      const { reason, again, afterMs } = reply;
      if (!again || owner.prompt || tries === TRIES || this.isAway) {
        throw new ServiceAway(reason.message, { cause: reason });
      }
      this.#retries++;
      if (afterMs === null) {
        const firstMs = this.#options.firstPauseMs ?? FIRST_PAUSE_MS;
        await delay(firstMs * 2 ** (tries - 1) * (0.5 + Math.random()), undefined, { signal });
      }
    }
  }

  async #try<T>(
    question: Question<T>,
    owner: TaskOwner,
    signal: AbortSignal,
  ): Promise<{ answer: T } | Failure> {
    const { name, authorization, maxAnswerBytes, requestDeadlineMs } = this.#options;
    // Before the line as well, where requests may wait for a while.
    const isRefused = this.#refused.get(owner.accountId)?.state === 'open';
    if (this.isAway || isRefused) throw new ServiceAway(`${name} has failed too often`);
    const ask = async (): Promise<{ answer: T } | Failure> => {
      if (!this.#breaker.admits()) throw new ServiceAway(`${name} has failed too often`);
      const { url, body, accept } = question;
      const asked = {
        service: name,
        url,
        body,
        accept,
        authorization,
        maxAnswerBytes,
        deadlineMs: requestDeadlineMs,
      };
      let reply: Reply;
      try {
        reply = await askOnce(asked, signal);
      } catch (error) {
        this.#breaker.abandoned();
        throw error;
      }
      return this.#judge(reply, question, owner);
    };
    return this.#turns.run(owner, signal, ask).catch((error) => {
      throw error instanceof LineFull ? new ServiceAway(`too many requests wait for ${name}`) : error;
    });
  }

  #judge<T>(reply: Reply, question: Question<T>, owner: TaskOwner): { answer: T } | Failure {
    if (reply.outcome === 'failed') return this.#noteFailure(reply);
    try {
      let answer: T | undefined;
      if (reply.outcome === 'answered') answer = question.read(reply.json);
      else answer = question.readStatus(reply.status, reply.json);
      if (reply.outcome === 'status' && answer === undefined)
        return isRefusal(reply.status) ? this.#noteRefusal(reply, owner) : this.#noteFailure(reply);
      this.#noteSuccess();
      return { answer: answer as T };
    } catch (error) {
      if (!(error instanceof MalformedAnswer)) {
        this.#breaker.abandoned();
        throw error;
      }
      return this.#noteFailure({ reason: error, again: false, afterMs: null });
    }
  }

  #noteSuccess(): void {
    const wasAway = this.#state !== 'closed';
    this.#refused.clear();
    this.#breaker.succeeded();
    if (wasAway) this.#options.onState?.(null);
  }

  /**
   * One account's say nothing of the service: that account stops asking for a while, and others go on. Towards everybody's breaker a refusal
   * counts when the last one was another account's.
   */
  #noteRefusal(failure: Failure, { accountId }: TaskOwner): Failure {
    if (accountId === NOBODY) return this.#noteFailure(failure);
    const wasAway = this.#state !== 'closed';
    const own = this.#refused.get(accountId) ?? new Breaker();
    if (this.#refused.size < MAX_REFUSED_ACCOUNTS) this.#refused.set(accountId, own);
    const { opened } = own;
    own.failed();
    if (own.opened > opened && !wasAway) this.#options.onState?.(failure.reason);
    const countsForAll = this.#refused.size > 1 && accountId !== this.#lastRefused;
    this.#lastRefused = accountId;
    if (countsForAll) {
      this.#noteFailure({ ...failure, afterMs: null });
    } else {
      this.#failed++;
      this.#breaker.abandoned();
    }
    return failure;
  }

  #noteFailure(failure: Failure): Failure {
    const { again, afterMs, reason } = failure;
    this.#failed++;
    const { opened } = this.#breaker;
    if (afterMs !== null && afterMs > LONGEST_WAIT_MS) this.#breaker.open(afterMs);
    else this.#breaker.failed();
    if (afterMs !== null && again) this.#turns.pause(Math.min(afterMs, LONGEST_WAIT_MS));
    if (this.#breaker.opened > opened) this.#options.onState?.(reason);
    return failure;
  }
}

/** Of what was asked, rather than of the service: it wants no key, no rest and no other try. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 407, 408, 429].includes(status);
