import { Gazetteer } from './gazetteer/gazetteer.js';
import { Geocoder } from './gazetteer/geocoder.js';
import { KnownNames } from './gazetteer/known-names.js';
import { countryKey } from './gazetteer/name-key.js';
import type { Geodata } from './geodata.js';
import { AreaFinder } from './regions/area-finder.js';
import { CountyNames } from './regions/county-names.js';
import { innerPoint } from './regions/inner-point.js';
import { RegionFinder } from './regions/region-finder.js';

/** Finds the places of rows and single markers. */
export interface Placer {
  readonly geocoder: Pick<Geocoder, 'locate'>;
  readonly regions: Pick<RegionFinder, 'find' | 'sourceOf' | 'countryAt'>;
  readonly areas: Pick<AreaFinder, 'byCode' | 'byCounty' | 'nameOf'>;
  /** ISO 3166-1 alpha-2 code of a country's code or name; null: unknown. */
  countryCode(country: string): string | null;
  /** A point inside of an area, by its `region_source`; null: no such area. */
  pointOf(regionSource: string): { lat: number; lng: number } | null;
}

/** Bound on remembered points of areas: computing one takes some 20 µs. */
const MAX_POINTS = 10_000;
/** Bound on remembered names of countries, of which each row may have one: folding one takes 1.5 µs. */
const MAX_COUNTRIES = 1000;

/** Kernels of one version of the geodata, each built on first use. */
export class GeodataPlacer implements Placer {
  readonly #geodata: Geodata;
  #gazetteer: Gazetteer | null = null;
  #geocoder: Geocoder | null = null;
  #regions: RegionFinder | null = null;
  #areas: AreaFinder | null = null;
  #counties: CountyNames | null = null;
  readonly #countryCodes = new Map<string, string | null>();
  readonly #points = new Map<string, { lat: number; lng: number } | null>();

  constructor(geodata: Geodata) {
    this.#geodata = geodata;
  }

  get version(): string {
    return this.#geodata.version;
  }

  get geocoder(): Geocoder {
    this.#geocoder ??= new Geocoder(this.#geodata.gazetteer);
    return this.#geocoder;
  }

  get regions(): RegionFinder {
    this.#regions ??= new RegionFinder(this.#geodata.layers, this.#geodata.embedded);
    return this.#regions;
  }

  get areas(): AreaFinder {
    this.#areas ??= new AreaFinder(this.regions, () => {
      this.#counties ??= new CountyNames(this.#geodata.gazetteer);
      return this.#counties;
    });
    return this.#areas;
  }

  /** null: there is no gazetteer. */
  get names(): KnownNames | null {
    return this.#geodata.gazetteer.byteLength === 0 ? null : new KnownNames(this.#known);
  }

  countryCode(country: string): string | null {
    if (this.#geodata.gazetteer.byteLength === 0) return null;
    let code = this.#countryCodes.get(country);
    if (code === undefined) {
      const number = this.#known.countryNames.first(countryKey(country));
      code = number < 0 ? null : this.#known.countryCode(number);
      if (this.#countryCodes.size >= MAX_COUNTRIES) this.#countryCodes.clear();
      this.#countryCodes.set(country, code);
    }
    return code;
  }

  get #known(): Gazetteer {
    this.#gazetteer ??= new Gazetteer(this.#geodata.gazetteer);
    return this.#gazetteer;
  }

  pointOf(regionSource: string): { lat: number; lng: number } | null {
    let point = this.#points.get(regionSource);
    if (point === undefined) {
      const geometry = this.regions.geometryOf(regionSource);
      point = geometry === null ? null : innerPoint(geometry);
      if (this.#points.size >= MAX_POINTS) this.#points.clear();
      this.#points.set(regionSource, point);
    }
    return point;
  }
}
