import { setMaxListeners } from 'node:events';
import { AppError } from '../../base/errors.js';
import type { Logger } from '../../base/log.js';
import { FairQueue, type TaskOwner, type TurnUse } from '../../base/threads/fair-queue.js';
import { carryTrace, traceOf } from '../../base/tracing/carried.js';
import type { AddressQuery } from '../../geo/gazetteer/place.js';
import type { ServicePlace, ServicePlaces } from '../../geo/street-level/service-places.js';
import type { Attribution } from '../../schema/attributions.js';
import type { Sql } from '../../store/client.js';
import { GEOCODER_ATTRIBUTIONS } from '../attributions.js';
import { ServiceAway } from '../client/client.js';
import { GeocoderClient, type GeocoderCounts, type GeocoderOptions } from './client.js';
import { PlaceCache } from './place-cache.js';
import { RecentAnswers } from './recent-answers.js';
import type { GeocoderService } from './service-url.js';

/** Deadline for a single marker, whose client waits. */
const PROMPT_DEADLINE_MS = 3000;
/**
 * Bounds on single markers that look up addresses: under way, waiting for one account, and waiting in all.
 */
const PROMPT_AT_ONCE = 16;
const PROMPT_LINE = { maxWaitingOfAccount: 50, maxWaiting: 500, maxWaitMs: PROMPT_DEADLINE_MS };

export interface GeocodingOptions
  extends Pick<GeocoderOptions, 'requestDeadlineMs' | 'firstPauseMs' | 'breaker'> {
  service: GeocoderService;
  /** ISO 3166-1 alpha-2 code of a country's code or name; null: unknown. */
  countryCode: (country: string) => string | null;
  sql: Sql;
  log: Logger;
}

/** Places found, by address key, and the number of addresses that the service did not answer. */
export interface LookedUp {
  places: ServicePlaces;
  unanswered: number;
}

/** Counts since the start. */
export interface GeocodingCounts extends GeocoderCounts {
  cache: { hit: number; miss: number };
}

/**
 * Finds places of addresses with a geocoding service. Each normal address is asked for once: answers are
 * stored in the database, and concurrent requests for an address share one. Where the service does not
 * answer, nothing fails: the gazetteer places the address.
 */
export class Geocoding {
  /** Credit for the data of its answers. */
  readonly attribution: Attribution;
  readonly #client: GeocoderClient;
  readonly #cache: PlaceCache;
  readonly #countryCode: GeocodingOptions['countryCode'];
  readonly #log: Logger;
  readonly #concurrency: number;
  readonly #prompt = new FairQueue({ what: 'addresses', limit: PROMPT_AT_ONCE, ...PROMPT_LINE });
  readonly #recent = new RecentAnswers<ServicePlace | null>();
  /** Requests under way, by cache key. */
  readonly #underWay = new Map<string, Promise<ServicePlace | null>>();

  constructor({ service, countryCode, sql, log, ...options }: GeocodingOptions) {
    this.#countryCode = countryCode;
    this.attribution = GEOCODER_ATTRIBUTIONS[service.kind];
    this.#log = log;
    this.#concurrency = service.concurrency;
    this.#cache = new PlaceCache(sql, log, service);
    this.#client = new GeocoderClient(service, {
      ...options,
      onState: (reason) =>
        reason === null
          ? log.info('resumed asking the geocoding service: it answers again')
          : log.warn(
              { err: reason },
              'paused asking the geocoding service, which fails: the gazetteer places addresses',
            ),
    });
  }

  /** Turns of requests, and of single markers that look up addresses. */
  get turns(): Record<'geocoder' | 'addresses', () => TurnUse> {
    return { geocoder: () => this.#client.turns, addresses: () => this.#prompt.use };
  }

  get counts(): GeocodingCounts {
    return { ...this.#client.counts, cache: { hit: this.#cache.hits, miss: this.#cache.misses } };
  }

  /** Stored answers, in one statement. @param addresses by `addressKey` */
  async known(addresses: ReadonlyMap<string, AddressQuery>): Promise<LookedUp> {
    const lookUp = await this.#read(addresses);
    return { places: foundPlaces(lookUp.found), unanswered: lookUp.open.length };
  }

  /**
   * Looks up the addresses of a block of an import, a few at a time, and stores the answers.
   * @param addresses by `addressKey`
   * @param onAnswer called for each address that was asked for
   * @throws the signal's reason; errors of the database
   */
  async lookUp(
    addresses: ReadonlyMap<string, AddressQuery>,
    accountId: number,
    signal: AbortSignal,
    onAnswer: () => void = () => {},
  ): Promise<LookedUp> {
    const { found, open } = await this.#read(addresses);
    const owner = { accountId, prompt: false };
    // A controller of its own, which ends with this call: each request under way listens to it, and the
    // import's signal lives longer.
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    carryTrace(controller.signal, traceOf(signal));
    const abort = (): void => controller.abort(signal.reason);
    signal.addEventListener('abort', abort);
    let next = 0;
    let unanswered = 0;
    const work = async (): Promise<void> => {
      for (let entry = open[next++]; entry; entry = open[next++]) {
        try {
          found.push([entry.key, await this.#ask(entry, owner, controller.signal)]);
          onAnswer();
        } catch (error) {
          if (!(error instanceof ServiceAway)) throw error;
          unanswered++;
        }
      }
    };
    try {
      signal.throwIfAborted();
      await Promise.all(Array.from({ length: 2 * this.#concurrency }, work));
    } finally {
      // An error of one request ends the others.
      controller.abort(signal.reason ?? new Error('the addresses are not needed any more'));
      signal.removeEventListener('abort', abort);
      await this.#cache.flush();
    }
    return { places: foundPlaces(found), unanswered };
  }

  /** Looks up addresses while a client waits, for at most 3 s. Never rejects: on failure nothing is found. */
  async lookUpPromptly(
    addresses: ReadonlyMap<string, AddressQuery>,
    accountId: number,
    signal: AbortSignal,
  ): Promise<ServicePlaces> {
    const controller = new AbortController();
    carryTrace(controller.signal, traceOf(signal));
    const abort = (): void => controller.abort();
    const timer = setTimeout(abort, PROMPT_DEADLINE_MS);
    signal.addEventListener('abort', abort);
    const caller = { accountId, signal: controller.signal };
    try {
      return await this.#prompt.run(caller, () => this.#lookUpFew(addresses, accountId, controller.signal));
    } catch (error) {
      if (!(error instanceof ServiceAway || error instanceof AppError || controller.signal.aborted))
        this.#log.warn({ err: error }, 'could not look up an address: the gazetteer places it');
      return new Map();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }

  /** Writes the answers that are not stored yet. */
  stop(): Promise<void> {
    return this.#cache.flush();
  }

  async #lookUpFew(
    addresses: ReadonlyMap<string, AddressQuery>,
    accountId: number,
    signal: AbortSignal,
  ): Promise<ServicePlaces> {
    const { found, open } = await this.#read(addresses);
    for (const entry of open) {
      found.push([entry.key, await this.#ask(entry, { accountId, prompt: true }, signal)]);
    }
    return foundPlaces(found);
  }

  async #read(addresses: ReadonlyMap<string, AddressQuery>) {
    const entries = Array.from(addresses, ([key, address]) => {
      const country = address.country && (this.#countryCode(address.country) ?? address.country);
      const asked = { ...address, country };
      return { key, address: asked, cacheKey: this.#cache.keyOf(keyWithCountry(key, address, country)) };
    });
    const known = await this.#cache.read([...new Set(entries.map(({ cacheKey }) => cacheKey))]);
    const found: [key: string, place: ServicePlace | null][] = [];
    const open: Entry[] = [];
    for (const entry of entries) {
      const place = known.get(entry.cacheKey);
      if (place === undefined) open.push(entry);
      else found.push([entry.key, place]);
    }
    return { found, open };
  }

  /** @throws ServiceAway; the signal's reason */
  async #ask(
    { address, cacheKey }: Entry,
    owner: TaskOwner,
    signal: AbortSignal,
  ): Promise<ServicePlace | null> {
    const recent = this.#recent.get(cacheKey);
    if (recent !== undefined) return recent;
    for (let asked = this.#underWay.get(cacheKey); asked; asked = this.#underWay.get(cacheKey)) {
      try {
        return await unlessAborted(asked, signal);
      } catch (error) {
        // The caller that shared this request may have given up, which is no answer for this one.
        signal.throwIfAborted();
        if (error instanceof ServiceAway && !owner.prompt) throw error;
      }
    }
    const asking = this.#client.ask(address, owner, signal).then(({ answer, keep }) => {
      if (keep) {
        this.#cache.add(cacheKey, answer);
        this.#recent.add(cacheKey, answer);
      }
      return answer;
    });
    this.#underWay.set(cacheKey, asking);
    try {
      return await asking;
    } finally {
      this.#underWay.delete(cacheKey);
    }
  }
}

/** @throws the signal's reason as soon as it aborts, even while the promise is pending */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

interface Entry {
  readonly key: string;
  /** Its country is an ISO code where the text is known as one. */
  readonly address: AddressQuery;
  readonly cacheKey: string;
}

/** Addresses that differ only in how they name their country share one key. */
const keyWithCountry = (key: string, { country }: AddressQuery, code: string): string =>
  key.slice(0, key.length - country.toLowerCase().length) + code.toLowerCase();

const foundPlaces = (found: readonly (readonly [string, ServicePlace | null])[]): ServicePlaces =>
  new Map(found.filter((entry): entry is readonly [string, ServicePlace] => entry[1] !== null));
