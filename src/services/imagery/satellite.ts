import type { Trace } from '../../base/tracing/trace.js';
import { imageryShapes, mostDpiOf } from '../../render/imagery/imagery-shapes.js';
import { levelSampler } from '../../render/imagery/level-sampler.js';
import type { PackedPicture } from '../../render/imagery/packed-picture.js';
import { rasterSize } from '../../render/imagery/raster-size.js';
import type { ImagerySampler } from '../../render/imagery/warp.js';
import { planWarp, type WarpPlan } from '../../render/imagery/warp-plan.js';
import type { MapFrame } from '../../render/map-frame.js';
import type { PictureOptions } from '../../render/options.js';
import type { Shape } from '../../render/scene.js';
import type { FoundTiles, Tiles } from './tiles.js';

/** Credit of the embedded imagery. */
const BLUE_MARBLE_CREDIT = 'NASA Blue Marble';
/** Resolution that suffices to find the tiles of a map. */
const COARSE_DPI = 72;

/** A satellite picture as the ground of a map. */
export interface SatelliteGround {
  readonly shapes: Shape[];
  /** Credits of the imagery shown. */
  readonly credits: string[];
  /** Tells whether tiles are missing that the service has. */
  readonly isIncomplete: boolean;
}

/**
 * Draws imagery: the operator's tiles where they are finer than the embedded picture, which lies behind them.
 */
export class Satellite {
  readonly #embedded: PackedPicture;
  readonly #tiles: Tiles | null;

  constructor(embedded: PackedPicture, tiles: Tiles | null) {
    this.#embedded = embedded;
    this.#tiles = tiles;
  }

  /**
   * Takes as long as the tiles, at most 8 s, then up to half a second of this thread. Never rejects for a
   * failing service.
   */
  async draw(
    frame: MapFrame,
    format: PictureOptions['format'],
    trace: Trace | null = null,
  ): Promise<SatelliteGround> {
    const embeddedDegrees = this.#embedded.levels[0]!.degreesPerPx;
    const cover = await this.#findTiles(frame, format, embeddedDegrees, trace);
    const found = cover?.pixels.some((tile) => tile !== null) ? cover : null;
    const size = rasterSize(frame, mostDpiOf(format), found?.degreesPerPx ?? embeddedDegrees);
    const plan = planWarp(frame.projection, frame.map, size);
    const embedded = new Behind(() => levelSampler(this.#embedded, plan, size.degreesPerPx));
    const samplers = found === null ? [embedded] : [this.#tiles!.sampler(found, plan), embedded];
    const shapes = imageryShapes(frame, plan, samplers, format);
    const credits = found === null ? [] : [this.#tiles!.credit];
    if (embedded.isUsed) credits.push(BLUE_MARBLE_CREDIT);
    return { shapes, credits, isIncomplete: (cover?.missing ?? 0) > 0 };
  }

  async #findTiles(
    frame: MapFrame,
    format: PictureOptions['format'],
    coarserThan: number,
    trace: Trace | null,
  ): Promise<FoundTiles | null> {
    if (this.#tiles === null) return null;
    const coarse: WarpPlan = planWarp(frame.projection, frame.map, rasterSize(frame, COARSE_DPI, 1e-9));
    const { degreesPerPx } = rasterSize(frame, mostDpiOf(format), 1e-9);
    return this.#tiles.find(coarse, degreesPerPx, coarserThan, trace);
  }
}

/** The embedded picture, decoded on first use: where tiles cover everything, it is not needed. */
class Behind implements ImagerySampler {
  readonly #make: () => ImagerySampler;
  #sampler: ImagerySampler | undefined;

  constructor(make: () => ImagerySampler) {
    this.#make = make;
  }

  get isUsed(): boolean {
    return this.#sampler !== undefined;
  }

  sample(lon: number, lat: number, to: Uint8Array, at: number): boolean {
    this.#sampler ??= this.#make();
    return this.#sampler.sample(lon, lat, to, at);
  }
}
