import { type Geodata, NO_GEODATA } from '../geo/geodata.js';

/** Nothing is packed yet. */
export async function loadGeodata(): Promise<Geodata> {
  return NO_GEODATA;
}
