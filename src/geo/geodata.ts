// Room geo: maths and names without files or network (gazetteer, regions, roads, isochrones, nearby kernels,
// cells).
import type { RegionType } from './regions/region-type.js';

/**
 * Reference data about places, packed in shared memory: one copy a process, handed to threads by reference,
 * read in place by the kernels.
 */
export interface Geodata {
  /** Version of the contents. Threads keep what they derived from the same version. */
  readonly version: string;
  /** Packed file of `gazetteer/geocoder.ts`. */
  readonly gazetteer: SharedArrayBuffer;
  /** Packed layers of `regions/region-layer.ts`, by marker type. */
  readonly layers: Readonly<Partial<Record<RegionType, SharedArrayBuffer>>>;
  /** Embedded layers of the types whose layer an operator loaded: they fill the gaps of the loaded areas. */
  readonly embedded?: Geodata['layers'];
}

/** Empty geodata, enough for rows with coordinates and without areas. */
export const NO_GEODATA: Geodata = { version: 'none', gazetteer: new SharedArrayBuffer(0), layers: {} };
