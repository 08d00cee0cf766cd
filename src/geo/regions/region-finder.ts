import type { MultiPolygon } from 'geojson';
import type { Geodata } from '../geodata.js';
import { LayeredAreas, type LayerRegion } from './layered-areas.js';
import { postalCodes } from './postal-code.js';
import { RegionLayer } from './region-layer.js';
import { isPostal, isRegion, type RegionType } from './region-type.js';

/** Location of a marker by its point and its address; '' for missing parts of the address. */
export interface RegionQuery {
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
  /** Postal code and country as the row has them, which find postal areas. */
  readonly zip: string;
  readonly country: string;
  /** ISO 3166-1 alpha-2 code of the row's country; '' or absent: unknown. */
  readonly countryCode?: string;
}

const US = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM']);
const AU = new Set(['AU', 'CX', 'CC', 'NF']);
/** Countries on whose ground areas of a type lie. */
const COUNTRIES_OF: Readonly<Partial<Record<RegionType, ReadonlySet<string>>>> = {
  us_county: US,
  us_state: US,
  // Palau, Micronesia and the Marshall Islands are in the ZIP system.
  us_zip: new Set([...US, 'PW', 'FM', 'MH']),
  au_state: AU,
};

/** Tells whether areas of a type can lie in a country. @param countryCode ISO 3166-1 alpha-2 */
export const mayLieIn = (type: RegionType, countryCode: string): boolean =>
  COUNTRIES_OF[type]?.has(countryCode) ?? true;

/** Finds regions in the layers given. A missing layer finds nothing. */
export class RegionFinder {
  readonly #layers = new Map<string, RegionLayer>();
  /** Types whose embedded areas stand behind loaded ones. */
  readonly #layered = new Map<string, LayeredAreas>();

  /**
   * @param embedded embedded layers of loaded types, which count where nothing is loaded
   * @throws Error for a layer that is broken or of another type than its key
   */
  constructor(layers: Geodata['layers'], embedded: Geodata['layers'] = {}) {
    for (const [type, packed] of Object.entries(layers)) {
      const layer = layerOf(type, packed);
      this.#layers.set(type, layer);
      const below = embedded[layer.type];
      if (below) this.#layered.set(type, new LayeredAreas(layer, layerOf(type, below)));
    }
  }

  /**
   * `region_source` of a marker's area, such as `census/us_county/06075`: by postal code for postal types,
   * else by point.
   */
  find(type: RegionType, { lat, lng, zip, country, countryCode = '' }: RegionQuery): string | null {
    if (!isPostal(type)) return sourceOf(this.#areaAt(type, lat, lng, countryCode));
    for (const code of postalCodes(type, zip, country.trim())) {
      const source = this.sourceOf(type, code);
      if (source !== null) return source;
    }
    return null;
  }

  /** `region_source` of an area by its code in the layer (`06075`, `DE`); null: no such area. */
  sourceOf(type: RegionType, code: string): string | null {
    return sourceOf(this.#areaOf(type, code));
  }

  /** Code of the region of a point; null for postal types, whose areas are not found by point. */
  codeOf(type: RegionType, lat: number, lng: number): string | null {
    const area = isPostal(type) ? null : this.#areaAt(type, lat, lng, '');
    return area === null ? null : area.layer.codeOf(area.region);
  }

  /**
   * ISO 3166-1 alpha-2 code of the country of a point, as `codeOf` finds it without an object: most rows of
   * an import ask.
   */
  countryAt(lat: number, lng: number): string | null {
    const layer = this.#layers.get('country');
    if (layer === undefined) return null;
    if (this.#layered.has('country')) return this.codeOf('country', lat, lng);
    const region = layer.regionAt(lat, lng);
    return region === -1 ? null : layer.codeOf(region);
  }

  /**
   * Tells whether a point is in another country than the areas of a type; false for types without a country.
   */
  isAbroad(type: RegionType, lat: number, lng: number): boolean {
    const country = this.countryAt(lat, lng);
    return country !== null && !mayLieIn(type, country);
  }

  /**
   * Geometry, in today's layer, of the area that a `region_source` names by type and code, whatever data set
   * it was matched in; null where the layer lacks it or the text names no area. Degrees with at most 6
   * decimals, cut at the antimeridian (RFC 7946).
   */
  geometryOf(regionSource: string): MultiPolygon | null {
    const [, type = '', code = ''] = /^[^/]+\/([^/]+)\/([^/]+)$/.exec(regionSource) ?? [];
    const area = isRegion(type) ? this.#areaOf(type, code) : null;
    return area === null ? null : area.layer.geometryOf(area.region);
  }

  #areaOf(type: RegionType, code: string): LayerRegion | null {
    const layered = this.#layered.get(type);
    if (layered) return layered.byCode(code);
    const layer = this.#layers.get(type);
    const region = layer?.regionOf(code) ?? -1;
    return region === -1 ? null : { layer: layer!, region };
  }

  /** The nearest area counts for points on water; towns beyond the country's border have none. */
  #areaAt(type: RegionType, lat: number, lng: number, countryCode: string): LayerRegion | null {
    const layer = this.#layers.get(type);
    if (!layer) return null;
    const isElsewhere = countryCode !== '' && !mayLieIn(type, countryCode);
    const mayBeNearest =
      type === 'country' ? undefined : () => !isElsewhere && !this.isAbroad(type, lat, lng);
    const layered = this.#layered.get(type);
    if (layered) return layered.at(lat, lng, mayBeNearest);
    const region = layer.regionAt(lat, lng, mayBeNearest);
    return region === -1 ? null : { layer, region };
  }
}

function layerOf(type: string, packed: SharedArrayBuffer): RegionLayer {
  const layer = new RegionLayer(packed);
  if (layer.type !== type) throw new Error(`the layer for ${type} has areas of ${layer.type}`);
  return layer;
}

const sourceOf = (area: LayerRegion | null): string | null =>
  area === null ? null : area.layer.sourceOf(area.region);
