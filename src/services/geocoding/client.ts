import type { TaskOwner, TurnUse } from '../../base/threads/fair-queue.js';
import type { AddressQuery } from '../../geo/gazetteer/place.js';
import type { ServicePlace } from '../../geo/street-level/service-places.js';
import {
  type ClientOptions as AnyClientOptions,
  type ClientCounts as OfClient,
  ServiceClient,
} from '../client/client.js';
import { nominatim } from './nominatim.js';
import { pelias } from './pelias.js';
import { photon } from './photon.js';
import type { GeocodingProtocol } from './protocol.js';
import type { GeocoderKind, GeocoderService } from './service-url.js';

const PROTOCOLS: Record<GeocoderKind, GeocodingProtocol> = { nominatim, pelias, photon };
/** A place with its details takes 1 to 4 KB. */
const MAX_ANSWER_BYTES = 64 * 1024;
const REQUEST_DEADLINE_MS = 5000;

export type GeocoderOptions = Partial<
  Pick<AnyClientOptions, 'onState' | 'requestDeadlineMs' | 'firstPauseMs' | 'breaker'>
>;

/** Counts since the start. */
export interface GeocoderCounts extends Omit<OfClient, 'failed'> {
  /** `empty`: the service knows no such place, or it is in another country. */
  requests: { found: number; empty: number; refused: number; failed: number };
}

/** `keep`: the answer may be stored. null: the service knows no such place. */
interface Answered {
  answer: ServicePlace | null;
  keep: boolean;
}

const REFUSED: Answered = { answer: null, keep: false };

export class GeocoderClient {
  readonly #endpoint: URL;
  readonly #protocol: GeocodingProtocol;
  readonly #client: ServiceClient;
  readonly #requests = { found: 0, empty: 0, refused: 0 };

  constructor({ kind, endpoint, ...service }: GeocoderService, options: GeocoderOptions = {}) {
    this.#endpoint = endpoint;
    this.#protocol = PROTOCOLS[kind];
    this.#client = new ServiceClient({
      ...service,
      requestDeadlineMs: REQUEST_DEADLINE_MS,
      ...options,
      name: 'the geocoding service',
      maxAnswerBytes: MAX_ANSWER_BYTES,
    });
  }

  get turns(): TurnUse {
    return this.#client.turns;
  }

  get counts(): GeocoderCounts {
    const { failed, ...counts } = this.#client.counts;
    return { requests: { ...this.#requests, failed }, ...counts };
  }

  /**
   * @param owner a prompt owner gets one try, others up to three
   * @throws ServiceAway; the signal's reason
   */
  async ask(address: AddressQuery, owner: TaskOwner, signal: AbortSignal): Promise<Answered> {
    const answered = await this.#client.ask<Answered>(
      {
        url: this.#protocol.request(this.#endpoint, address),
        read: (json) => ({ answer: this.#protocol.read(json, address), keep: true }),
        readStatus: (status) => (status === 400 || status === 422 ? REFUSED : undefined),
      },
      owner,
      signal,
    );
    if (answered === REFUSED) this.#requests.refused++;
    else this.#requests[answered.answer === null ? 'empty' : 'found']++;
    return answered;
  }
}
