import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue, type TaskOwner, TurnRefused, type TurnUse } from '../../base/threads/fair-queue.js';
import { askOnce, type Failure, type ServiceReply } from './ask.js';
import { Breaker, type BreakerState } from './breaker.js';
import { MalformedAnswer } from './malformed-answer.js';
import type { Pace } from './service-url.js';

const TRIES = 3;
/** Pause before the second try; doubled before the third. */
const FIRST_PAUSE_MS = 250;
/** Most waiting requests, of an account and of all; later ones are refused. */
const MAX_WAITING_OF_ACCOUNT = 100;
const MAX_WAITING = 1000;
/** Bound on remembered accounts; those whose requests succeed are forgotten. */
const MAX_FAILING_ACCOUNTS = 1000;
/** Account id of requests that belong to no account. */
const NOBODY = 0;
/** Longest pause of a service that is waited for. */
const LONGEST_WAIT_MS = 10_000;

/** Thrown while the service does not answer or is overloaded: callers go on without it. */
export class ServiceAway extends Error {}

/** One question to the service. */
export interface Question<T> {
  readonly url: URL;
  /** Body of a POST, sent as JSON; absent: GET. */
  readonly body?: unknown;
  /** Accepted media types of a `RawAnswer`; absent: JSON. */
  readonly accept?: string;
  /**
   * @param json of any shape, or a RawAnswer
   * @throws MalformedAnswer
   */
  read(json: unknown): T;
  /**
   * Reads an answer with another status than 200 that concerns this question alone and would come again.
   * @param json of any shape; null where it is not JSON
   * @returns undefined where the service failed
   */
  readStatus(status: number, json: unknown): T | undefined;
}

export interface ClientOptions extends Pace {
  /** Name for messages: `the geocoding service`. */
  name: string;
  /** Header `Authorization` of each request. */
  authorization: string | null;
  maxAnswerBytes: number;
  requestDeadlineMs: number;
  /** Called with the reason when the client stops asking, and with null when the service answers again. */
  onState?: (reason: Error | null) => void;
  firstPauseMs?: number;
  breaker?: Breaker;
}

/** Counts since the start. */
export interface ClientCounts {
  /** Failed tries. */
  failed: number;
  retries: number;
  running: number;
  waiting: number;
  breaker: BreakerState;
  breakerOpened: number;
}

/**
 * Asks an outside service: a few requests at a time, again where that may help, and not at all while it only
 * fails.
 */
export class ServiceClient {
  readonly #options: ClientOptions;
  readonly #turns: FairQueue;
  readonly #breaker: Breaker;
  /**
   * Accounts whose requests failed since the last success of any account: failures of one account may be its
   * own fault, of two hardly.
   */
  readonly #failing = new Map<number, Breaker>();
  #lastFailing = NOBODY;
  #failed = 0;
  #retries = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    const { concurrency, perSecond, requestDeadlineMs } = options;
    this.#turns = new FairQueue({
      what: `requests to ${options.name}`,
      limit: concurrency,
      limitOfAccount: concurrency,
      perSecond,
      maxWaitingOfAccount: MAX_WAITING_OF_ACCOUNT,
      maxWaiting: MAX_WAITING,
      maxHoldMs: 2 * requestDeadlineMs,
    });
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

  /** Also open where all requests of the only account that asks fail: the service may be at fault. */
  get #state(): BreakerState {
    const { state } = this.#breaker;
    const isFailing = [...this.#failing.values()].some((breaker) => breaker.state === 'open');
    return state === 'closed' && isFailing ? 'open' : state;
  }

  /** Tells whether a request would be refused at once. */
  get isAway(): boolean {
    return this.#breaker.state === 'open';
  }

  /**
   * @param owner a prompt owner gets one try, others up to three
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
    // Checked before the queue as well, where requests may wait.
    const isFailing = this.#failing.get(owner.accountId)?.state === 'open';
    if (this.isAway || isFailing) throw new ServiceAway(`${name} has failed too often`);
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
      let reply: ServiceReply;
      try {
        reply = await askOnce(asked, signal);
      } catch (error) {
        this.#breaker.abandoned();
        throw error;
      }
      return this.#judge(reply, question, owner);
    };
    return this.#turns.run({ ...owner, signal }, ask).catch((error) => {
      throw error instanceof TurnRefused ? new ServiceAway(`too many requests wait for ${name}`) : error;
    });
  }

  #judge<T>(reply: ServiceReply, question: Question<T>, owner: TaskOwner): { answer: T } | Failure {
    const note = (failure: Failure): Failure =>
      owner.accountId === NOBODY || isOfService(reply)
        ? this.#noteFault(failure)
        : this.#noteFailure(failure, owner);
    if (reply.outcome === 'failed') return note(reply);
    try {
      let answer: T | undefined;
      if (reply.outcome === 'answered') answer = question.read(reply.json);
      else answer = question.readStatus(reply.status, reply.json);
      if (reply.outcome === 'status' && answer === undefined) return note(reply);
      this.#noteSuccess();
      return { answer: answer as T };
    } catch (error) {
      if (!(error instanceof MalformedAnswer)) {
        this.#breaker.abandoned();
        throw error;
      }
      return note({ reason: error, again: false, afterMs: null });
    }
  }

  #noteSuccess(): void {
    const wasAway = this.#state !== 'closed';
    this.#failing.clear();
    this.#breaker.succeeded();
    if (wasAway) this.#options.onState?.(null);
  }

  /**
   * Failures of one account stop that account for a while, and others go on: its requests may make the
   * service fail or take too long. A failure counts towards the shared breaker when the last failure was
   * another account's.
   */
  #noteFailure(failure: Failure, { accountId }: TaskOwner): Failure {
    const wasAway = this.#state !== 'closed';
    const own = this.#failing.get(accountId) ?? new Breaker();
    if (this.#failing.size < MAX_FAILING_ACCOUNTS) this.#failing.set(accountId, own);
    const { opened } = own;
    own.failed();
    if (own.opened > opened && !wasAway) this.#options.onState?.(failure.reason);
    const countsForAll = this.#failing.size > 1 && accountId !== this.#lastFailing;
    this.#lastFailing = accountId;
    if (countsForAll) return this.#noteFault(failure);
    this.#failed++;
    this.#breaker.abandoned();
    return failure;
  }

  #noteFault(failure: Failure): Failure {
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

/** Tells whether a reply blames the service rather than the question: the service wants a key or a pause. */
const isOfService = (reply: ServiceReply): boolean =>
  reply.outcome === 'status' && (reply.afterMs !== null || [401, 407, 408, 429].includes(reply.status));
