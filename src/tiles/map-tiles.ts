import { badRequest } from '../base/errors.js';
import { counter, gauge, type MetricReader } from '../base/metrics/metric-reader.js';
import type { FairQueue } from '../base/threads/fair-queue.js';
import { numbered } from '../base/threads/shared-value.js';
import type { ThreadPool, Threads } from '../base/threads/thread-pool.js';
import type { Geodata } from '../geo/geodata.js';
import type { TileFilter } from '../store/tile-markers.js';
import { ByteCache } from './byte-cache.js';
import { bytesOfTile, type DrawnTile, drawnTile, type FinishedTile, NO_TILE } from './drawn-tile.js';
import type { MapSource, ReadSource } from './map-source.js';
import { type Asker, OneAtATime } from './one-at-a-time.js';
import { slotsOf } from './pin-set.js';
import type { TileAddress } from './tile-place.js';

declare module '../base/threads/thread-pool.js' {
  interface ThreadTasks {
    readMapSource(of: { geodata: Geodata; mapId: number; filter: TileFilter }): ReadSource;
    drawMapTiles(of: { geodata: Geodata; source: MapSource; places: readonly TileAddress[] }): FinishedTile[];
  }
}

/** Bounds over all accounts: markers of the maps that were shown last, and their tiles. */
const SOURCE_BYTES = 128 * 1024 * 1024;
const BYTES_OF_REFUSAL = 1024;
const TILE_BYTES = 32 * 1024 * 1024;
/** Markers up to which a changed map is read anew at once, within 0.1 s. */
const SMALL = 50_000;
/**
 * A larger map that changes all the time is shown for this many times as long as it took to read, though it
 * has changed.
 */
const SHOWN_PER_READ = 4;

/** Same as MOST_MARKERS of map-source.ts, which loads what only threads need. */
const MOST_MARKERS = 5_000_000;
const TOO_LARGE = `the map has over ${MOST_MARKERS} markers, more than tiles can show: ask for those of a category, or of a text with q`;
const NO_PINS = { keys: new Float64Array(0), ids: new Float64Array(0), colors: new Uint16Array(0) };

/** Bounds on what one task of a thread draws: tiles, and markers of those after the first. */
const MOST_TOGETHER = { tiles: 16, markers: 1000 };

/** Number of markers in a tile; Infinity for a map with areas, whose tiles may be much work. */
function markersIn({ pins, areas }: MapSource, place: TileAddress): number {
  if (areas !== null) return Number.POSITIVE_INFINITY;
  const [first, end] = slotsOf(pins, place);
  return end - first;
}

/** A tile that waits for being drawn. */
interface Wanted {
  readonly name: string;
  readonly place: TileAddress;
  readonly markers: number;
  readonly resolve: (tile: DrawnTile) => void;
  readonly reject: (error: unknown) => void;
}

export interface MapTilesOptions {
  readonly threads: Pick<ThreadPool, 'for'>;
  /** Turns for reading maps and drawing tiles. */
  readonly turns: FairQueue;
  readonly geodata: { readonly current: Geodata };
}

/** A map as its owner wants to see it. */
export interface AskedMap {
  readonly accountId: number;
  readonly mapId: number;
  /** State as from `readTileState`. */
  readonly state: string | null;
  readonly filter: TileFilter;
  /** Its signal is read only where the map is read or a tile drawn. */
  readonly request: Asker;
}

interface Held {
  readonly source: MapSource;
  /** The source is empty, and tiles are refused. */
  readonly isTooLarge: boolean;
  readonly state: string;
  /** Distinct for each read. */
  readonly version: number;
  readonly readAtMs: number;
  readonly readMs: number;
  /** Tiles that wait for being drawn, in the order in which they were asked for. */
  readonly wanted: Map<string, Wanted>;
}

/** Takes a tile out of those that wait, with as many others as go well with it. */
function takeTogether(waiting: Map<string, Wanted>, name: string): Wanted[] {
  const first = waiting.get(name);
  if (first === undefined) return [];
  waiting.delete(name);
  const some = [first];
  let { markers } = first;
  for (const wanted of waiting.values()) {
    if (some.length === MOST_TOGETHER.tiles || markers >= MOST_TOGETHER.markers) break;
    if (markers + wanted.markers > MOST_TOGETHER.markers) continue;
    waiting.delete(wanted.name);
    some.push(wanted);
    markers += wanted.markers;
  }
  return some;
}

/** Tiles of maps. Nothing is read or kept of a map until its tiles are asked for. */
export class MapTiles {
  readonly #options: MapTilesOptions;
  readonly #sources = new ByteCache<Held>(SOURCE_BYTES);
  readonly #tiles = new ByteCache<DrawnTile>(TILE_BYTES);
  readonly #reading = new OneAtATime<Held>();
  readonly #drawing = new OneAtATime<DrawnTile>();
  #versions = 0;
  /** Since the start, for the metrics. */
  readonly counts = { read: 0, drawn: 0 };
  #kept = 0;
  readonly #ms = { reading: 0, drawing: 0 };

  constructor(options: MapTilesOptions) {
    this.#options = options;
  }

  get metrics(): MetricReader[] {
    const { counts } = this;
    const seconds = () => ({ reading: this.#ms.reading / 1000, drawing: this.#ms.drawing / 1000 });
    return [
      gauge(
        'tile_bytes',
        'Memory of maps that tiles are drawn from, and of their tiles',
        () => ({ maps: this.#sources.bytes, tiles: this.#tiles.bytes }),
        'of',
      ),
      counter('tile_maps_read_total', 'Maps that were read for their tiles', () => counts.read),
      counter(
        'tiles_total',
        'Tiles of maps that were asked for',
        () => ({ drawn: counts.drawn, kept: this.#kept }),
        'result',
      ),
      counter('tile_seconds_total', 'Time in which threads read maps and draw tiles', seconds, 'work'),
    ];
  }

  /** Source that the tiles of a map are drawn from. @throws TurnRefused */
  async source(asked: AskedMap): Promise<MapSource> {
    return (await this.#held(asked)).source;
  }

  /** @throws TurnRefused */
  async tile(asked: AskedMap, place: TileAddress): Promise<DrawnTile> {
    const held = await this.#held(asked);
    const markers = markersIn(held.source, place);
    // Most tiles of a view of large scale.
    if (markers === 0) return NO_TILE;
    const name = `${held.version} ${place.z} ${place.x} ${place.y}`;
    const known = this.#tiles.use(name);
    if (known) {
      this.#kept++;
      return known;
    }
    return this.#drawing.run(
      name,
      asked.request,
      (signal) =>
        new Promise((resolve, reject) => {
          held.wanted.set(name, { name, place, markers, resolve, reject });
          this.#inTurn(asked, signal, (threads, geodata) => this.#draw(held, name, threads, geodata)).catch(
            (error) => {
              held.wanted.delete(name);
              reject(error);
            },
          );
        }),
    );
  }

  /** Draws a tile, and others of the map that wait; none when it was drawn beside another. */
  async #draw(held: Held, name: string, threads: Threads, geodata: Geodata): Promise<void> {
    const some = takeTogether(held.wanted, name);
    if (some.length === 0) return;
    const beginMs = performance.now();
    try {
      const places = some.map(({ place }) => place);
      const drawn = await threads.run('drawMapTiles', { geodata, source: held.source, places });
      this.#ms.drawing += performance.now() - beginMs;
      this.counts.drawn += some.length;
      for (const [at, wanted] of some.entries()) {
        const tile = drawnTile(drawn[at]!);
        this.#tiles.set(wanted.name, tile, bytesOfTile(tile));
        wanted.resolve(tile);
      }
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }

  /** @throws AppError BAD_REQUEST for too many markers; TurnRefused */
  async #held(asked: AskedMap): Promise<Held> {
    const { mapId, filter } = asked;
    const name = JSON.stringify([mapId, filter.category, filter.text]);
    const state = `${asked.state} ${this.#options.geodata.current.version}`;
    const held = this.#sources.use(name);
    const read = () =>
      this.#reading.run(name, asked.request, (signal) => this.#read(asked, name, state, signal));
    let current = held !== undefined && this.#isCurrent(held, state) ? held : await read();
    // Others' read may have begun before what the caller has just written.
    if (current.state !== state && !this.#isLarge(current)) current = await read();
    if (current.isTooLarge) throw badRequest(TOO_LARGE);
    return current;
  }

  #isCurrent(held: Held, stateNow: string): boolean {
    const { source, state, readAtMs, readMs } = held;
    if (state === stateNow && Date.now() < source.expiresAtMs) return true;
    return this.#isLarge(held) && performance.now() - readAtMs < readMs * SHOWN_PER_READ;
  }

  #isLarge({ source, isTooLarge }: Held): boolean {
    return isTooLarge || source.pins.ids.length > SMALL;
  }

  async #read(asked: AskedMap, name: string, state: string, signal: AbortSignal): Promise<Held> {
    const { mapId, filter } = asked;
    let beginMs = 0;
    const { areas, ...rest } = await this.#inTurn(asked, signal, (threads, geodata) => {
      beginMs = performance.now();
      return threads.run('readMapSource', { geodata, mapId, filter });
    });
    const source = { ...rest, areas: areas && numbered(areas) };
    const isTooLarge = source.pins.ids.length > MOST_MARKERS;
    const readAtMs = performance.now();
    const held = {
      source: isTooLarge ? { ...source, pins: NO_PINS, areas: null } : source,
      isTooLarge,
      state,
      version: this.#versions++,
      readAtMs,
      readMs: readAtMs - beginMs,
      wanted: new Map(),
    };
    this.counts.read++;
    this.#ms.reading += held.readMs;
    this.#sources.set(name, held, isTooLarge ? BYTES_OF_REFUSAL : source.bytes);
    return held;
  }

  /** Work that has begun outlives callers that leave: it is kept, and they often come back. */
  #inTurn<T>(
    { accountId }: AskedMap,
    signal: AbortSignal,
    work: (threads: Threads, geodata: Geodata) => Promise<T>,
  ): Promise<T> {
    const { threads, turns, geodata } = this.#options;
    return turns.run({ accountId, signal }, () =>
      work(threads.for({ accountId, prompt: false }), geodata.current),
    );
  }
}
