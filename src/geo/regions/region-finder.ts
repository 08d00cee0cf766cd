import type { MultiPolygon } from 'geojson';
import type { Geodata } from '../geodata.js';
import { postalCodes } from './postal-code.js';
import { RegionLayer } from './region-layer.js';
import { isPostal, isRegion, type RegionType } from './region-type.js';

/** Where a marker is, by its point and by its address; '' for what the address does not have. */
export interface RegionQuery {
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
  /** Postal code and country as the row has them. */
  readonly zip: string;
  readonly country: string;
}

/** Finds regions in the layers that there are. Nothing is found in a layer that is missing. */
export class RegionFinder {
  readonly #layers = new Map<string, RegionLayer>();

  /** @throws Error for a layer that is broken, or of another type than it stands for */
  constructor(layers: Geodata['layers']) {
    for (const [type, packed] of Object.entries(layers)) {
      const layer = new RegionLayer(packed);
      if (layer.type !== type) throw new Error(`the layer for ${type} has areas of ${layer.type}`);
      this.#layers.set(type, layer);
    }
  }

  /** The region_source of a marker's area, as `census/us_county/06075`: by postal code for postal types, else by point. */
  find(type: RegionType, { lat, lng, zip, country }: RegionQuery): string | null {
    const layer = this.#layers.get(type);
    if (!layer) return null;
    const region = isPostal(type)
      ? firstKnown(layer, postalCodes(type, zip, country.trim()))
      : layer.regionAt(lat, lng);
    return region === -1 ? null : layer.sourceOf(region);
  }

  /** The region_source of an area by its code, as the layer writes it (`06075`, `DE`); null when there is none. */
  sourceOf(type: RegionType, code: string): string | null {
    const layer = this.#layers.get(type);
    const region = layer?.regionOf(code) ?? -1;
    return region === -1 ? null : layer!.sourceOf(region);
  }

  /** The code of the region that a point is in; null for postal types, whose areas are not found by point. */
  codeOf(type: RegionType, lat: number, lng: number): string | null {
    const layer = isPostal(type) ? undefined : this.#layers.get(type);
    const region = layer?.regionAt(lat, lng) ?? -1;
    return region === -1 ? null : layer!.codeOf(region);
  }

  /**
   * The area that the layer of today has for the type and code of a region_source, whichever data set it was matched in; null when it
   * has none, or when it is not the source of an area. Degrees with at most 6 decimals, cut at the antimeridian (RFC 7946).
   */
  geometryOf(regionSource: string): MultiPolygon | null {
    const [, type = '', code = ''] = /^[^/]+\/([^/]+)\/([^/]+)$/.exec(regionSource) ?? [];
    const layer = isRegion(type) ? this.#layers.get(type) : undefined;
    const region = layer?.regionOf(code) ?? -1;
    return region === -1 ? null : layer!.geometryOf(region);
  }
}

function firstKnown(layer: RegionLayer, codes: readonly string[]): number {
  for (const code of codes) {
    const region = layer.regionOf(code);
    if (region !== -1) return region;
  }
  return -1;
}
