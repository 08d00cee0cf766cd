import { innerPoint } from './inner-point.js';
import type { RegionLayer } from './region-layer.js';
import { isPostal } from './region-type.js';

const NEVER = (): boolean => false;

/** A region of one of the two layers. */
export interface LayerRegion {
  readonly layer: RegionLayer;
  readonly region: number;
}

/**
 * Loaded areas in front of the embedded ones of the same type. An embedded area counts where its code is not
 * loaded and, for types found by point, its middle lies in no loaded area. So the loaded counties of one
 * state leave those of other states in place, and counties that were divided since disappear.
 */
export class LayeredAreas {
  readonly #loaded: RegionLayer;
  readonly #embedded: RegionLayer;
  /** By region: 0 not yet known, 1 counts, 2 does not. */
  readonly #counts: Uint8Array;

  constructor(loaded: RegionLayer, embedded: RegionLayer) {
    this.#loaded = loaded;
    this.#embedded = embedded;
    this.#counts = new Uint8Array(embedded.size);
  }

  byCode(code: string): LayerRegion | null {
    const region = this.#loaded.regionOf(code);
    if (region !== -1) return { layer: this.#loaded, region };
    const below = this.#embedded.regionOf(code);
    return below !== -1 && this.#isCounted(below) ? { layer: this.#embedded, region: below } : null;
  }

  /** @param mayBeNearest see `RegionLayer.regionAt` */
  at(lat: number, lng: number, mayBeNearest?: () => boolean): LayerRegion | null {
    const [loaded, embedded] = [this.#loaded, this.#embedded];
    const inside = loaded.regionAt(lat, lng, NEVER);
    if (inside !== -1) return { layer: loaded, region: inside };
    const below = embedded.regionAt(lat, lng, NEVER);
    if (below !== -1 && this.#isCounted(below)) return { layer: embedded, region: below };
    const near = loaded.regionAt(lat, lng, mayBeNearest);
    if (near !== -1) return { layer: loaded, region: near };
    const nearBelow = embedded.regionAt(lat, lng, mayBeNearest);
    return nearBelow !== -1 && this.#isCounted(nearBelow) ? { layer: embedded, region: nearBelow } : null;
  }

  #isCounted(region: number): boolean {
    if (this.#counts[region] === 0) this.#counts[region] = this.#isReplaced(region) ? 2 : 1;
    return this.#counts[region] === 1;
  }

  #isReplaced(region: number): boolean {
    if (this.#loaded.regionOf(this.#embedded.codeOf(region)) !== -1) return true;
    if (isPostal(this.#loaded.type)) return false;
    const { lat, lng } = innerPoint(this.#embedded.geometryOf(region));
    return this.#loaded.regionAt(lat, lng, NEVER) !== -1;
  }
}
