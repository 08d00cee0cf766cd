import type { Geocoder } from '../../geo/gazetteer/geocoder.js';
import type { Geodata } from '../../geo/geodata.js';
import { GeodataPlacer } from '../../geo/placer.js';
import type { RegionFinder } from '../../geo/regions/region-finder.js';

/** The geodata of this process, and its kernels for single markers. What is asked for twice may have been replaced in between. */
export class CurrentGeodata {
  #current: Geodata;
  #placer: GeodataPlacer;

  constructor(geodata: Geodata) {
    this.#current = geodata;
    this.#placer = new GeodataPlacer(geodata);
  }

  get current(): Geodata {
    return this.#current;
  }

  get placer(): GeodataPlacer {
    return this.#placer;
  }

  get geocoder(): Geocoder {
    return this.#placer.geocoder;
  }

  get regions(): RegionFinder {
    return this.#placer.regions;
  }

  /**
   * @param embedded of the types whose layer was loaded
   * @param version other than that of any other contents: threads keep what they made of a version
   */
  replaceLayers(layers: Geodata['layers'], embedded: Geodata['layers'], version: string): void {
    this.#current = { ...this.#current, layers, embedded, version };
    this.#placer = new GeodataPlacer(this.#current);
  }
}
