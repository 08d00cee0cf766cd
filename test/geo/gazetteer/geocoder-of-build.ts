import { readFileSync } from 'node:fs';
import { Geocoder } from '../../../src/geo/gazetteer/geocoder.js';
import type { AddressQuery, Place, Unplaced } from '../../../src/geo/gazetteer/place.js';
import { geodataDirectory } from '../../../src/world/geodata/files.js';

const EMPTY: AddressQuery = { street: '', city: '', county: '', state: '', country: '', zip: '' };

function readShared(): SharedArrayBuffer {
  const packed = readFileSync(new URL('gazetteer.bin', geodataDirectory));
  const shared = new SharedArrayBuffer(packed.length);
  new Uint8Array(shared).set(packed);
  return shared;
}

/** The gazetteer of the build. */
export const gazetteerOfBuild = readShared();
const geocoder = new Geocoder(gazetteerOfBuild);

export const locate = (
  address: Partial<AddressQuery>,
  defaultCountry: string | null = null,
): Place | Unplaced => geocoder.locate({ ...EMPTY, ...address }, defaultCountry);

/** A result on one line: "DE city 48.1 11.6" with its contradiction, or code and message. */
export function briefly(result: Place | Unplaced): string {
  if ('code' in result) return `${result.code}: ${result.message}`;
  const { country, precision, lat, lng, contradiction } = result;
  const note = contradiction === null ? '' : ` (${contradiction})`;
  return `${country} ${precision} ${lat.toFixed(1)} ${lng.toFixed(1)}${note}`;
}

/** The result for an address, briefly. */
export const answer = (address: Partial<AddressQuery>, defaultCountry: string | null = null): string =>
  briefly(locate(address, defaultCountry));
