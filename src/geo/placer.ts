import { Geocoder } from './gazetteer/geocoder.js';
import type { Geodata } from './geodata.js';
import { RegionFinder } from './regions/region-finder.js';

/** What finds the place of an address, and the area at a place. */
export interface Kernels {
  readonly geocoder: Pick<Geocoder, 'locate'>;
  readonly regions: Pick<RegionFinder, 'find'>;
}

/** What places rows and single markers: the kernels of one version of the geodata, each made when it is first asked. */
export class Placer implements Kernels {
  readonly #geodata: Geodata;
  #geocoder: Geocoder | null = null;
  #regions: RegionFinder | null = null;

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
    this.#regions ??= new RegionFinder(this.#geodata.layers);
    return this.#regions;
  }
}
