import { Gazetteer } from './gazetteer/gazetteer.js';
import { Geocoder } from './gazetteer/geocoder.js';
import { countryKey } from './gazetteer/name-key.js';
import type { Geodata } from './geodata.js';
import { AreaFinder } from './regions/area-finder.js';
import { CountyNames } from './regions/county-names.js';
import { innerPoint } from './regions/inner-point.js';
import { RegionFinder } from './regions/region-finder.js';

/** What places rows and single markers. */
export interface Placer {
  readonly geocoder: Pick<Geocoder, 'locate'>;
  readonly regions: Pick<RegionFinder, 'find' | 'sourceOf'>;
  readonly areas: Pick<AreaFinder, 'byCode' | 'byCounty' | 'nameOf'>;
  /** ISO 3166-1 alpha-2 of a code or name; null when it is not known. */
  countryCode(country: string): string | null;
  /** A point inside of an area, by its `region_source`; null when there is no such area. */
  pointOf(regionSource: string): { lat: number; lng: number } | null;
}

/** Points of areas that are kept: working one out takes some 20 µs. */
const MAX_POINTS = 10_000;

/** The kernels of one version of the geodata, each made when it is first asked. */
export class GeodataPlacer implements Placer {
  readonly #geodata: Geodata;
  #gazetteer: Gazetteer | null = null;
  #geocoder: Geocoder | null = null;
  #regions: RegionFinder | null = null;
  #areas: AreaFinder | null = null;
  #counties: CountyNames | null = null;
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

  countryCode(country: string): string | null {
    this.#gazetteer ??= new Gazetteer(this.#geodata.gazetteer);
    const number = this.#gazetteer.countryNames.first(countryKey(country));
    return number < 0 ? null : this.#gazetteer.countryCode(number);
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
