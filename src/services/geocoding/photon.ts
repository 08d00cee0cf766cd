import type { Precision } from '../../geo/gazetteer/place.js';
import { answerOf, firstOf, members, pointOf, textOf } from './answer.js';
import { alpha2 } from './country-code.js';
import { type GeocodingProtocol, inOneLine, isCountryCode, withParameters } from './protocol.js';

/** Precision by the `type` of a match. `country` is too coarse; `other` (natural features) is no address. */
const PRECISION = new Map<string, Precision>([
  ['house', 'street'],
  ['street', 'street'],
  ['locality', 'city'],
  ['district', 'city'],
  ['city', 'city'],
  ['county', 'state'],
  ['state', 'state'],
]);
/** Values of the OSM key `place`: releases before 0.3.5 have no `type`. */
const TOWNS = new Set(['city', 'town', 'village', 'hamlet', 'suburb', 'borough', 'municipality', 'quarter']);
const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/**
 * Photon's `/api` (https://github.com/komoot/photon/blob/master/docs/api-v1.md), with the address in one
 * line.
 */
export const photon: GeocodingProtocol = {
  request(endpoint, address) {
    const isCode = isCountryCode(address.country);
    const country = isCode ? (NAMES.of(address.country) ?? '') : address.country;
    return withParameters(endpoint, {
      // The query includes the country's name, as releases before 1.0 lack the filter.
      q: inOneLine({ ...address, country }),
      limit: '1',
      ...(isCode && { countrycode: address.country }),
    });
  },

  read(answer, { country }) {
    const feature = firstOf(members(answer).features);
    if (feature === null) return null;
    const properties = members(feature.properties);
    return answerOf(
      {
        ...pointOf(feature),
        precision: precisionOf(properties),
        country: alpha2(textOf(properties.countrycode)),
      },
      country,
    );
  },
};

function precisionOf({ type, osm_key, osm_value, housenumber, street }: Readonly<Record<string, unknown>>) {
  if (osm_value === 'postcode' || osm_value === 'postal_code') return 'postal';
  if (textOf(housenumber) !== '') return 'street';
  const known = PRECISION.get(textOf(type));
  if (known !== undefined || type === 'country') return known ?? null;
  if (textOf(street) !== '' || osm_key === 'highway') return 'street';
  if (osm_key !== 'place') return null;
  if (osm_value === 'state') return 'state';
  return TOWNS.has(textOf(osm_value)) ? 'city' : null;
}
