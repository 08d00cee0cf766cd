import type { Precision } from '../../geo/gazetteer/place.js';
import { answerOf, firstOf, members, textOf } from './answer.js';
import { alpha2 } from './country-code.js';
import { type GeocodingProtocol, inOneLine, isCountryCode, withParameters } from './protocol.js';

/** Lowest address rank of `street`: streets (26) up to houses and named objects (30). */
const STREET_RANK = 26;
/** Lowest address rank of cities and municipalities; counties, states and countries are below. */
const CITY_RANK = 13;
const STATE_RANK = 5;

/**
 * Nominatim's `/search` with `format=jsonv2` (https://nominatim.org/release-docs/latest/api/Search/):
 * structured, or free-form for an address without town and ZIP, whose street line may hold all of it.
 */
export const nominatim: GeocodingProtocol = {
  request(endpoint, address) {
    const { street, city, county, state, zip, country } = address;
    const isFree = city === '' && zip === '';
    const common = {
      format: 'jsonv2',
      limit: '1',
      addressdetails: '1',
      ...(isCountryCode(country) && { countrycodes: country.toLowerCase() }),
    };
    if (isFree) {
      const rest = isCountryCode(country) ? '' : country;
      return withParameters(endpoint, { ...common, q: inOneLine({ ...address, country: rest }) });
    }
    const parts = { street, city, county, state, postalcode: zip };
    return withParameters(endpoint, {
      ...common,
      ...parts,
      ...(isCountryCode(country) ? {} : { country }),
    });
  },

  read(answer, { country }) {
    const place = firstOf(answer);
    if (place === null) return null;
    const details = place.address === undefined ? {} : members(place.address);
    return answerOf(
      {
        lat: place.lat,
        lng: place.lon,
        precision: precisionOf(place.place_rank, textOf(place.addresstype)),
        country: alpha2(textOf(details.country_code)),
      },
      country,
    );
  },
};

function precisionOf(rank: unknown, addressType: string): Precision | null {
  if (addressType === 'postcode') return 'postal';
  if (typeof rank !== 'number' || rank < STATE_RANK || addressType === 'country') return null;
  if (rank >= STREET_RANK) return 'street';
  return rank >= CITY_RANK ? 'city' : 'state';
}
