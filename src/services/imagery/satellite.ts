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

/** Whom imagery of the build names. */
export const BLUE_MARBLE_CREDIT = 'NASA Blue Marble';
/** Enough to see which tiles a map shows. */
const COARSE_DPI = 72;

/** The ground of a map that is a satellite's picture. */
export interface SatelliteGround {
  readonly shapes: Shape[];
  /** Whose imagery it shows. */
  readonly credits: string[];
  /** Tiles are missing that the service would have had. */
  readonly isIncomplete: boolean;
}

/** Draws imagery: the operator's tiles where there are finer ones than the embedded picture, which stands behind them. */
export class Satellite {
  readonly #embedded: PackedPicture;
  readonly #tiles: Tiles | null;

  constructor(embedded: PackedPicture, tiles: Tiles | null) {
    this.#embedded = embedded;
    this.#tiles = tiles;
  }

  /** Takes as long as the tiles do, 8 s at most, and then up to half a second of this thread. Never rejects for a service. */
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

/** Made when something is asked of it: where tiles show all, nothing is decoded. */
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
