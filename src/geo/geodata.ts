import type { RegionType } from './regions/region-type.js';

/**
 * What is known of places, packed, in shared memory: handed to threads by reference, held once by a process. Kernels read it in place.
 */
export interface Geodata {
  /** Changes with the contents: threads keep what they made of the same version. */
  readonly version: string;
  /** Of `gazetteer/geocoder.ts`. */
  readonly gazetteer: SharedArrayBuffer;
  /** Of `regions/region-layer.ts`, by the marker type whose areas they are. */
  readonly layers: Readonly<Partial<Record<RegionType, SharedArrayBuffer>>>;
  /** The embedded layers of the types whose layer was loaded: they have what was not. */
  readonly embedded?: Geodata['layers'];
}

/** For what needs none: rows with coordinates that are no areas. */
export const NO_GEODATA: Geodata = { version: 'none', gazetteer: new SharedArrayBuffer(0), layers: {} };
