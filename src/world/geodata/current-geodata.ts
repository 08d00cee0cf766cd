import type { Geocoder } from '../../geo/gazetteer/geocoder.js';
import type { Geodata } from '../../geo/geodata.js';
import { GeodataPlacer } from '../../geo/placer.js';
import type { RegionFinder } from '../../geo/regions/region-finder.js';

/**
 * The geodata of this process, and its kernels for single markers. A later access may return newer geodata.
 */
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
   * @param embedded embedded layers of the types that were loaded
   * @param version distinct from that of any other contents: threads keep what they derived from a version
   */
  replaceLayers(layers: Geodata['layers'], embedded: Geodata['layers'], version: string): void {
    this.#current = { ...this.#current, layers, embedded, version };
    this.#placer = new GeodataPlacer(this.#current);
  }
}
