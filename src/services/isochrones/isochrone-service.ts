import { setMaxListeners } from 'node:events';
import type { Logger } from '../../base/log.js';
import type { TurnUse } from '../../base/threads/fair-queue.js';
import { carryTrace, traceOf } from '../../base/tracing/carried.js';
import type { DrivePlace } from '../../geo/drive-time/drive-place.js';
import type { Attribution } from '../../schema/attributions.js';
import { ISOCHRONE_ATTRIBUTIONS } from '../attributions.js';
import {
  type ClientOptions,
  type ClientCounts as OfClient,
  ServiceAway,
  ServiceClient,
} from '../client/client.js';
import type { cleanArea } from './area/clean-area.js';
import { graphhopper } from './graphhopper.js';
import { ors } from './ors.js';
import type { Geometry, IsochroneProtocol, ServiceRefusal } from './protocol.js';
import type { IsochroneEndpoint, IsochroneKind } from './service-url.js';
import { valhalla } from './valhalla.js';
import { plainMessage } from './words.js';

const PROTOCOLS: Record<IsochroneKind, IsochroneProtocol> = { valhalla, graphhopper, ors };
/** An area of an hour has some thousand points of 20 bytes, and a request has up to five areas. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Two hours around a large town take an engine some seconds. */
const REQUEST_DEADLINE_MS = 30_000;
const NO_ROAD = 'the drive-time service knows no road there';

export type IsochroneAnswer =
  /** Coordinates of a GeoJSON MultiPolygon, valid; rings closed, outer ones counter-clockwise. */
  | { coordinates: number[][][][] }
  /** Permanently no area; a clause for a note. */
  | { none: string }
  /** Longest drive of the service in minutes, which the request exceeds. */
  | { tooLong: number }
  /** The service did not answer, or not by its interface; a clause for a note. */
  | { away: string };

export interface IsochroneServiceOptions
  extends Partial<Pick<ClientOptions, 'requestDeadlineMs' | 'firstPauseMs' | 'breaker'>> {
  endpoint: IsochroneEndpoint;
  log: Logger;
  /** Cleans an area, which takes up to half a second: on a thread, where other requests wait for this one. */
  clean: (
    ...of: Parameters<typeof cleanArea>
  ) => ReturnType<typeof cleanArea> | Promise<ReturnType<typeof cleanArea>>;
}

declare module '../../base/threads/thread-pool.js' {
  interface ThreadTasks {
    cleanServiceArea(of: Parameters<typeof cleanArea>): ReturnType<typeof cleanArea>;
  }
}

/** Counts since the start. */
export interface IsochroneServiceCounts extends Omit<OfClient, 'failed'> {
  /** `none`: no road, or an unusable area; `failed` counts tries, the others places. */
  requests: { area: number; none: number; too_long: number; failed: number };
}

/** Key that is equal for requests with equal answers: places are rounded to 5 decimals, 1 m. */
export const isochroneKey = ({ lon, lat, minutes }: DrivePlace): string =>
  `${lon.toFixed(5)},${lat.toFixed(5)},${minutes}`;

const rounded = ({ lon, lat, minutes }: DrivePlace): DrivePlace => ({
  lon: Number(lon.toFixed(5)),
  lat: Number(lat.toFixed(5)),
  minutes,
});

/** Asks a routing service for the areas that a car reaches. */
export class IsochroneService {
  /** `valhalla`, `graphhopper`, `ors`. */
  readonly name: IsochroneKind;
  /** Longest drive that it is asked for. */
  readonly maxMinutes: number;
  /** Credit for its road data. */
  readonly attribution: Attribution;
  readonly #endpoint: IsochroneEndpoint;
  /** Distinguishes services and profiles, as each answers differently. */
  readonly version: string;
  readonly #protocol: IsochroneProtocol;
  readonly #client: ServiceClient;
  readonly #clean: NonNullable<IsochroneServiceOptions['clean']>;
  readonly #stopped = new AbortController();
  readonly #requests = { area: 0, none: 0, too_long: 0 };
  #placesAtATime: number;

  constructor({ endpoint, log, clean, ...options }: IsochroneServiceOptions) {
    // Each import and picture that asks listens to it.
    setMaxListeners(0, this.#stopped.signal);
    const { kind, authorization, perSecond, concurrency, maxMinutes } = endpoint;
    this.name = kind;
    this.maxMinutes = maxMinutes;
    this.attribution = ISOCHRONE_ATTRIBUTIONS[kind];
    this.version = versionOf(endpoint.endpoint);
    this.#endpoint = endpoint;
    this.#protocol = PROTOCOLS[kind];
    this.#placesAtATime = this.#protocol.maxPlaces;
    this.#clean = clean;
    this.#client = new ServiceClient({
      requestDeadlineMs: REQUEST_DEADLINE_MS,
      ...options,
      name: 'the drive-time service',
      authorization,
      perSecond,
      concurrency,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      onState: (reason) =>
        reason === null
          ? log.info('resumed asking the drive-time service: it answers again')
          : log.warn(
              { err: reason },
              'paused asking the drive-time service, which fails: loaded roads or estimates take its place',
            ),
    });
  }

  get counts(): IsochroneServiceCounts {
    const { failed, ...counts } = this.#client.counts;
    return { requests: { ...this.#requests, failed }, ...counts };
  }

  get turns(): TurnUse {
    return this.#client.turns;
  }

  /** `region_source` of areas of this service. */
  regionSource(minutes: number): string {
    return `${this.name}/drive_time/${minutes}`;
  }

  /**
   * Asks for areas, a few at a time, each distinct one once. An area takes up to 400 KB of memory: pass some
   * hundred at a time.
   * @param onAnswer called for each answer as it arrives
   * @returns an answer for each request, by `isochroneKey`
   * @throws the signal's reason; an error when the service is stopped
   */
  async isochrones(
    requests: readonly DrivePlace[],
    accountId: number,
    signal: AbortSignal,
    onAnswer: (key: string, answer: IsochroneAnswer) => void = () => {},
  ): Promise<Map<string, IsochroneAnswer>> {
    const answers = new Map<string, IsochroneAnswer>();
    const answer = (request: DrivePlace, answer: IsochroneAnswer): void => {
      const key = isochroneKey(request);
      answers.set(key, answer);
      if ('coordinates' in answer) this.#requests.area++;
      else if ('none' in answer) this.#requests.none++;
      else if ('tooLong' in answer) this.#requests.too_long++;
      onAnswer(key, answer);
    };
    const open: DrivePlace[] = [];
    for (const request of new Map(requests.map((each) => [isochroneKey(each), rounded(each)])).values()) {
      if (request.minutes > this.maxMinutes) answer(request, { tooLong: this.maxMinutes });
      else open.push(request);
    }
    await this.#askForAll(open, accountId, signal, answer);
    return answers;
  }

  /** Ends requests under way. */
  stop(): void {
    this.#stopped.abort(new Error('the drive-time service is not needed any more'));
  }

  async #askForAll(
    open: readonly DrivePlace[],
    accountId: number,
    signal: AbortSignal,
    answer: (request: DrivePlace, answer: IsochroneAnswer) => void,
  ): Promise<void> {
    // A controller of its own, which ends with this call: each request under way listens to it, and other
    // signals live longer.
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    carryTrace(controller.signal, traceOf(signal));
    const ends = [signal, this.#stopped.signal];
    const abort = (): void => controller.abort(ends.find(({ aborted }) => aborted)?.reason);
    for (const end of ends) end.addEventListener('abort', abort);
    const batches = this.#batchesOf(open);
    let next = 0;
    const work = async (): Promise<void> => {
      for (let batch = batches[next++]; batch; batch = batches[next++]) {
        await this.#askForSome(batch, accountId, controller.signal, answer);
      }
    };
    try {
      for (const end of ends) end.throwIfAborted();
      await Promise.all(Array.from({ length: this.#endpoint.concurrency }, work));
    } finally {
      // An error of one request ends the others.
      controller.abort(new Error('the areas are not needed any more'));
      for (const end of ends) end.removeEventListener('abort', abort);
    }
  }

  /** Groups requests by duration, as one request to the service has one duration for all of its places. */
  #batchesOf(requests: readonly DrivePlace[]): DrivePlace[][] {
    const ofMinutes = new Map<number, DrivePlace[]>();
    for (const request of requests) {
      const same = ofMinutes.get(request.minutes);
      if (same) same.push(request);
      else ofMinutes.set(request.minutes, [request]);
    }
    const batches: DrivePlace[][] = [];
    for (const same of ofMinutes.values()) {
      for (let at = 0; at < same.length; at += this.#placesAtATime) {
        batches.push(same.slice(at, at + this.#placesAtATime));
      }
    }
    return batches;
  }

  /** Splits a refused group in halves, so that one place without a road does not cost the others theirs. */
  async #askForSome(
    places: readonly DrivePlace[],
    accountId: number,
    signal: AbortSignal,
    answer: (request: DrivePlace, answer: IsochroneAnswer) => void,
  ): Promise<void> {
    const { minutes } = places[0]!;
    let asked: Geometry[] | ServiceRefusal;
    try {
      asked = await this.#client.ask<Geometry[] | ServiceRefusal>(
        {
          ...this.#protocol.request(this.#endpoint.endpoint, places, minutes),
          read: (json) => this.#protocol.read(json, places.length),
          readStatus: (status, json) => this.#protocol.readStatus(status, json),
        },
        { accountId, prompt: false },
        signal,
      );
    } catch (error) {
      if (!(error instanceof ServiceAway)) throw error;
      for (const place of places) answer(place, { away: error.message });
      return;
    }
    if (Array.isArray(asked)) {
      for (const [at, place] of places.entries()) answer(place, await this.#areaOf(asked[at] ?? null, place));
    } else if (places.length > 1 && asked.kind !== 'too long') {
      const half = Math.ceil(places.length / 2);
      if (asked.kind === 'too many') this.#placesAtATime = Math.min(this.#placesAtATime, half);
      for (const part of [places.slice(0, half), places.slice(half)]) {
        await this.#askForSome(part, accountId, signal, answer);
      }
    } else for (const place of places) answer(place, this.#refused(asked));
  }

  async #areaOf(geometry: Geometry, place: DrivePlace): Promise<IsochroneAnswer> {
    const area = geometry && (await this.#clean(geometry, place, place.minutes));
    if (area === null) return { none: NO_ROAD };
    if ('coordinates' in area) return area;
    return {
      none: area.unusable === null ? NO_ROAD : `the drive-time service answered an area ${area.unusable}`,
    };
  }

  #refused(refusal: ServiceRefusal): IsochroneAnswer {
    if (refusal.kind === 'no road') return { none: NO_ROAD };
    if (refusal.kind === 'too long') return { tooLong: refusal.maxMinutes };
    const words = refusal.kind === 'refused' ? plainMessage(refusal.words, this.#endpoint.secrets) : '';
    return { none: `the drive-time service refused to draw it${words && `: ${words}`}` };
  }
}

/** Query parameters that identify the operator rather than the question. */
const KEYS = ['key', 'api_key'];

function versionOf(endpoint: URL): string {
  const asked = new URLSearchParams(endpoint.searchParams);
  for (const key of KEYS) asked.delete(key);
  asked.sort();
  return `${endpoint.host}${endpoint.pathname}?${asked}`;
}
