import type { FairQueue } from '../base/threads/fair-queue.js';
import type { ThreadPool } from '../base/threads/thread-pool.js';
import { loadPacked } from '../world/geodata/load.js';
import { ByteCache } from './byte-cache.js';
import type { BaseFiles } from './draw-base-tile.js';
import { bytesOfTile, type DrawnTile, drawnTile, type FinishedTile, NO_TILE } from './drawn-tile.js';
import { type Asker, OneAtATime } from './one-at-a-time.js';
import type { TileAddress } from './tile-place.js';

declare module '../base/threads/thread-pool.js' {
  interface ThreadTasks {
    drawBaseTile(of: { files: BaseFiles | null; place: TileAddress }): FinishedTile;
  }
}

/** Deepest zoom of land, borders and names, for which coasts are good to some 400 m. */
export const BASE_ZOOM = 10;
/** Zooms of streets, where a road network is loaded. */
export const STREET_ZOOMS = { min: 11, max: 14 } as const;
const TILE_BYTES = 32 * 1024 * 1024;
/** Deepest zoom of the coarse data. */
const COARSE_ZOOM = 4;

export interface BaseTilesOptions {
  readonly threads: Pick<ThreadPool, 'run'>;
  /** Turns for drawing tiles; those of the base map are of no account. */
  readonly turns: FairQueue;
  readonly roads: { readonly tilesVersion: string | null };
}

/** Tiles of the base map. Its files are read when the first is asked for. */
export class BaseTiles {
  readonly #options: BaseTilesOptions;
  readonly #tiles = new ByteCache<DrawnTile>(TILE_BYTES);
  readonly #drawing = new OneAtATime<DrawnTile>();
  readonly #files = new Map<string, Promise<SharedArrayBuffer>>();

  constructor(options: BaseTilesOptions) {
    this.#options = options;
  }

  /** Tells whether streets are loaded. */
  get hasStreets(): boolean {
    return this.#options.roads.tilesVersion !== null;
  }

  /** @throws TurnRefused */
  async tile(place: TileAddress, request: Asker): Promise<DrawnTile> {
    const { threads, turns, roads } = this.#options;
    const isStreets = place.z > BASE_ZOOM;
    if (isStreets && roads.tilesVersion === null) return NO_TILE;
    const name = `${isStreets ? roads.tilesVersion : ''} ${place.z} ${place.x} ${place.y}`;
    const known = this.#tiles.use(name);
    if (known) return known;
    return this.#drawing.run(name, request, async (signal) => {
      const tile = await turns.run({ signal }, async () => {
        const files = isStreets ? null : await this.#filesOf(place);
        return drawnTile(await threads.run('drawBaseTile', { files, place }));
      });
      this.#tiles.set(name, tile, bytesOfTile(tile));
      return tile;
    });
  }

  async #filesOf({ z }: TileAddress): Promise<BaseFiles> {
    const name = `base-map-${z > COARSE_ZOOM ? '10m' : '50m'}.bin`;
    const [bytes, names] = await Promise.all([this.#read(name), this.#read('base-map-names.bin')]);
    return { lines: { name, bytes }, names };
  }

  /** A file that cannot be read is tried again with the next tile. */
  #read(name: string): Promise<SharedArrayBuffer> {
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const bytes = loadPacked(name);
    this.#files.set(name, bytes);
    bytes.catch(() => this.#files.delete(name));
    return bytes;
  }
}
