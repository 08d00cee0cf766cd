import { setMaxListeners } from 'node:events';
import { carryTrace } from '../../base/tracing/carried.js';
import type { Trace } from '../../base/tracing/trace.js';
import { mosaicSampler } from '../../render/imagery/mosaic-sampler.js';
import { coverOf, degreesPerTilePx, type Tile, type TileCover } from '../../render/imagery/tile-cover.js';
import type { ImagerySampler } from '../../render/imagery/warp.js';
import type { WarpPlan } from '../../render/imagery/warp-plan.js';
import { decodeTile } from './decode-tile.js';
import { TileCache } from './tile-cache.js';
import { TileClient, type TileClientOptions } from './tile-client.js';
import type { TileService } from './tiles-url.js';

/** Bound on tiles of a picture, by the side of a tile: 17 and 21 MB of pixels. */
const MAX_TILES = { 256: 64, 512: 20 } as const;
/** Deadline for all tiles of a picture; later tiles are missing. */
const DEADLINE_MS = 8000;

export interface TilesOptions extends TileClientOptions {
  service: TileService;
  /** Folder of the tile cache, created on first use. */
  cacheDirectory: string;
  deadlineMs?: number;
}

/** Tiles found for a cover: their pixels, null where the service has none. */
export interface FoundTiles {
  readonly cover: TileCover;
  readonly pixels: readonly (Uint8Array | null)[];
  readonly degreesPerPx: number;
  /** Number of tiles that are unavailable now; tiles that the service lacks do not count. */
  readonly missing: number;
}

/** Imagery of a tile service. A service that does not answer causes no error. */
export class Tiles {
  readonly credit: string;
  readonly #service: TileService;
  readonly #client: TileClient;
  readonly #cache: TileCache;
  readonly #deadlineMs: number;

  constructor({ service, cacheDirectory, deadlineMs = DEADLINE_MS, ...options }: TilesOptions) {
    this.credit = service.credit;
    this.#service = service;
    this.#client = new TileClient(service, options);
    this.#cache = new TileCache(cacheDirectory, service.template);
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Tiles that show a plan, or null where none is finer than `coarserThan` degrees a pixel at the equator.
   */
  async find(
    plan: WarpPlan,
    degreesPerPx: number,
    coarserThan: number,
    trace: Trace | null = null,
  ): Promise<FoundTiles | null> {
    const { tileSide, maxZoom } = this.#service;
    const maxTiles = MAX_TILES[tileSide as keyof typeof MAX_TILES];
    const cover = coverOf(plan, degreesPerPx, { tileSide, maxZoom, maxTiles });
    if (cover === null || degreesPerTilePx(cover.zoom, tileSide) >= coarserThan) return null;
    const fetched = await this.#fetchAll(cover, trace);
    return {
      cover,
      pixels: fetched.map((tile) => tile ?? null),
      degreesPerPx: degreesPerTilePx(cover.zoom, tileSide),
      missing: fetched.filter((tile) => tile === undefined).length,
    };
  }

  sampler({ cover, pixels }: FoundTiles, plan: WarpPlan): ImagerySampler {
    return mosaicSampler(cover, pixels, this.#service.tileSide, plan);
  }

  async #fetchAll(
    { zoom, tiles }: TileCover,
    trace: Trace | null,
  ): Promise<(Uint8Array | null | undefined)[]> {
    const signal = AbortSignal.timeout(this.#deadlineMs);
    carryTrace(signal, trace);
    // One listener a tile.
    setMaxListeners(0, signal);
    const find = (tile: Tile) => this.#find(zoom, tile, signal);
    // The first tile alone is a probe: with an absent service the others would be a patchwork of cached
    // tiles.
    const [first, ...others] = tiles;
    const probe = await find(first!);
    if (probe === undefined) return tiles.map(() => undefined);
    const pixels = [probe, ...(await Promise.all(others.map(find)))];
    await this.#cache.trim();
    return pixels;
  }

  /** null: no such tile, or not an image; undefined: unavailable now. */
  async #find(zoom: number, { x, y }: Tile, signal: AbortSignal): Promise<Uint8Array | null | undefined> {
    const { tileSide } = this.#service;
    const kept = await this.#cache.read(zoom, x, y);
    if (kept !== undefined) {
      const pixels = kept && decodeTile(kept, tileSide);
      if (pixels !== null || kept === null) return pixels;
      await this.#cache.forget(zoom, x, y);
    }
    // On any error the embedded imagery shows.
    const bytes = await this.#client.ask(zoom, x, y, signal).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const pixels = bytes && decodeTile(bytes, tileSide);
    if (pixels !== null || bytes === null) await this.#cache.write(zoom, x, y, bytes);
    return pixels;
  }
}
