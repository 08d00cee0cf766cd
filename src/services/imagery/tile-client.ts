import type { RawAnswer } from '../client/ask.js';
import { type ClientCounts, type ClientOptions, ServiceClient } from '../client/client.js';
import { MalformedAnswer } from '../client/malformed-answer.js';
import { isTile } from './decode-tile.js';
import { type TileService, tileUrl } from './tiles-url.js';

const NAME = 'the tile service';
/** A tile of 512 pixels as PNG has 400 KB. */
const MAX_TILE_BYTES = 1024 * 1024;
const REQUEST_DEADLINE_MS = 4000;
const MEDIA_TYPES = new Set(['image/png', 'image/jpeg', 'image/jpg']);
/** All requests have equal rank: a process draws one picture at a time. */
const OWNER = { accountId: 0, prompt: false };

export type TileClientOptions = Partial<
  Pick<ClientOptions, 'requestDeadlineMs' | 'firstPauseMs' | 'breaker' | 'onState'>
>;

export class TileClient {
  readonly #service: TileService;
  readonly #client: ServiceClient;

  constructor(service: TileService, options: TileClientOptions = {}) {
    this.#service = service;
    const { authorization, perSecond, concurrency } = service;
    this.#client = new ServiceClient({
      requestDeadlineMs: REQUEST_DEADLINE_MS,
      ...options,
      name: NAME,
      authorization,
      perSecond,
      concurrency,
      maxAnswerBytes: MAX_TILE_BYTES,
    });
  }

  get counts(): ClientCounts {
    return this.#client.counts;
  }

  /**
   * @returns bytes that begin as a PNG or JPEG of at most 1,024 pixels a side; null: the service has no such
   * tile
   * @throws ServiceAway; the signal's reason
   */
  ask(zoom: number, x: number, y: number, signal: AbortSignal): Promise<Uint8Array | null> {
    return this.#client.ask<Uint8Array | null>(
      {
        url: tileUrl(this.#service, zoom, x, y),
        accept: 'image/png, image/jpeg',
        read: (answer) => read(answer as RawAnswer),
        readStatus: (status) => (status === 404 || status === 410 || status === 204 ? null : undefined),
      },
      OWNER,
      signal,
    );
  }
}

function read({ bytes, mediaType }: RawAnswer): Uint8Array {
  if (!MEDIA_TYPES.has(mediaType)) throw new MalformedAnswer(`${NAME} answered what is no PNG or JPEG`);
  if (!isTile(bytes)) throw new MalformedAnswer(`${NAME} answered an image that is none, or too large`);
  return bytes;
}
