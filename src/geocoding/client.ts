import { setTimeout as delay } from 'node:timers/promises';
import type { AddressQuery } from '../geo/gazetteer/place.js';
import type { ServicePlace } from '../geo/street-level/service-places.js';
import type { TaskOwner } from '../threads/fair-line.js';
import { MalformedAnswer } from './answer.js';
import { askOnce, REQUEST_DEADLINE_MS, type Reply } from './ask.js';
import { Breaker, type BreakerState } from './breaker.js';
import { nominatim } from './nominatim.js';
import { pelias } from './pelias.js';
import { photon } from './photon.js';
import type { Protocol } from './protocol.js';
import type { GeocoderKind, GeocoderService } from './service-url.js';
import { LineFull, Turns } from './turns.js';

const PROTOCOLS: Record<GeocoderKind, Protocol> = { nominatim, pelias, photon };
const TRIES = 3;
/** Before the second try; twice as long before the third. */
const FIRST_PAUSE_MS = 250;
/** A service that asks for a longer pause is not waited for. */
const LONGEST_WAIT_MS = 10_000;

/** The service does not answer for now, or has too much to do: what is asked is to be placed without it. */
export class GeocoderAway extends Error {}

export interface ClientOptions {
  /** Told when the service stops being asked, and when it answers again; null: it does. */
  onState?: (reason: Error | null) => void;
  requestDeadlineMs?: number;
  firstPauseMs?: number;
  breaker?: Breaker;
}

/** Since the start. */
export interface ClientCounts {
  /** `empty`: the service knows no such place, or it is in another country. */
  requests: { found: number; empty: number; refused: number; failed: number };
  retries: number;
  running: number;
  waiting: number;
  breaker: BreakerState;
  breakerOpened: number;
}

/** Asks a geocoding service: a few requests at a time, again where that may help, and not at all while it only fails. */
export class GeocoderClient {
  readonly #service: GeocoderService;
  readonly #protocol: Protocol;
  readonly #turns: Turns;
  readonly #breaker: Breaker;
  readonly #onState: (reason: Error | null) => void;
  readonly #deadlineMs: number;
  readonly #firstPauseMs: number;
  readonly #requests = { found: 0, empty: 0, refused: 0, failed: 0 };
  #retries = 0;

  constructor(service: GeocoderService, options: ClientOptions = {}) {
    this.#service = service;
    this.#protocol = PROTOCOLS[service.kind];
    this.#turns = new Turns(service);
    this.#breaker = options.breaker ?? new Breaker();
    this.#onState = options.onState ?? (() => {});
    this.#deadlineMs = options.requestDeadlineMs ?? REQUEST_DEADLINE_MS;
    this.#firstPauseMs = options.firstPauseMs ?? FIRST_PAUSE_MS;
  }

  get counts(): ClientCounts {
    return {
      requests: { ...this.#requests },
      retries: this.#retries,
      running: this.#turns.running,
      waiting: this.#turns.waiting,
      breaker: this.#breaker.state,
      breakerOpened: this.#breaker.opened,
    };
  }

  /** Whether a request would be refused here and now. */
  get isAway(): boolean {
    return this.#breaker.state === 'open';
  }

  /**
   * @param owner a prompt one is asked for once, others up to three times
   * @returns null: the service knows no such place. `keep`: the same may be taken for true for a while
   * @throws GeocoderAway; the signal's reason
   */
  async ask(
    address: AddressQuery,
    owner: TaskOwner,
    signal: AbortSignal,
  ): Promise<{ answer: ServicePlace | null; keep: boolean }> {
    const url = this.#protocol.request(this.#service.endpoint, address);
    for (let tries = 1; ; tries++) {
      const reply = await this.#try(url, address, owner, signal);
      if ('answer' in reply) return reply;
      const { reason, again, afterMs } = reply;
      if (!again || owner.prompt || tries === TRIES || this.isAway) {
        throw new GeocoderAway(reason.message, { cause: reason });
      }
      this.#retries++;
      if (afterMs === null) {
        const pauseMs = this.#firstPauseMs * 2 ** (tries - 1) * (0.5 + Math.random());
        await delay(pauseMs, undefined, { signal });
      }
    }
  }

  async #try(
    url: URL,
    address: AddressQuery,
    owner: TaskOwner,
    signal: AbortSignal,
  ): Promise<{ answer: ServicePlace | null; keep: boolean } | Extract<Reply, { outcome: 'failed' }>> {
    // Before the line as well, where requests may wait for a while.
    if (this.isAway) throw new GeocoderAway('the geocoding service has failed too often');
    const leave = await this.#turns.enter(owner, signal).catch((error) => {
      throw error instanceof LineFull
        ? new GeocoderAway('too many requests wait for the geocoding service')
        : error;
    });
    try {
      if (!this.#breaker.admits()) throw new GeocoderAway('the geocoding service has failed too often');
      let reply: Reply;
      try {
        reply = await askOnce(url, this.#service.authorization, signal, this.#deadlineMs);
      } catch (error) {
        this.#breaker.abandoned();
        throw error;
      }
      return this.#judge(reply, address);
    } finally {
      leave();
    }
  }

  #judge(reply: Reply, address: AddressQuery) {
    if (reply.outcome === 'failed') return this.#failed(reply);
    if (reply.outcome === 'refused') {
      this.#succeeded();
      this.#requests.refused++;
      return { answer: null, keep: false };
    }
    try {
      const answer = this.#protocol.read(reply.json, address);
      this.#succeeded();
      this.#requests[answer === null ? 'empty' : 'found']++;
      return { answer, keep: true };
    } catch (error) {
      if (!(error instanceof MalformedAnswer)) throw error;
      return this.#failed({ outcome: 'failed', reason: error, again: false, afterMs: null });
    }
  }

  #succeeded(): void {
    const wasAway = this.#breaker.state !== 'closed';
    this.#breaker.succeeded();
    if (wasAway) this.#onState(null);
  }

  #failed(reply: Extract<Reply, { outcome: 'failed' }>) {
    const { again, afterMs, reason } = reply;
    this.#requests.failed++;
    const { opened } = this.#breaker;
    if (afterMs !== null && afterMs > LONGEST_WAIT_MS) this.#breaker.open(afterMs);
    else this.#breaker.failed();
    if (afterMs !== null && again) this.#turns.pause(Math.min(afterMs, LONGEST_WAIT_MS));
    if (this.#breaker.opened > opened) this.#onState(reason);
    return reply;
  }
}
