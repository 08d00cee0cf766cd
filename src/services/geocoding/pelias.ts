import type { Precision } from '../../geo/gazetteer/place.js';
import { answerOf, firstOf, members, pointOf, textOf } from './answer.js';
import { alpha2 } from './country-code.js';
import { type GeocodingProtocol, inOneLine, withParameters } from './protocol.js';

/**
 * Precision by layer. Countries and larger layers are left out; a county is no more exact than a small state.
 */
const PRECISION = new Map<string, Precision>([
  ...['address', 'venue', 'street', 'intersection'].map((layer) => [layer, 'street'] as const),
  ['postalcode', 'postal'],
  ...['neighbourhood', 'macrohood', 'microhood', 'borough', 'locality', 'localadmin'].map(
    (layer) => [layer, 'city'] as const,
  ),
  ...['county', 'macrocounty', 'region', 'macroregion', 'dependency'].map(
    (layer) => [layer, 'state'] as const,
  ),
]);

/**
 * Pelias' `/v1/search/structured`, or `/v1/search` with the address in one line, as the path decides
 * (https://github.com/pelias/documentation). The layer of a match shows whether it fell back to something
 * coarser.
 */
export const pelias: GeocodingProtocol = {
  request(endpoint, address) {
    const { street, city, county, state, zip, country } = address;
    if (!/\/structured$/.test(endpoint.pathname)) {
      return withParameters(endpoint, { text: inOneLine(address), size: '1' });
    }
    const parts = { address: street, locality: city, county, region: state, postalcode: zip, country };
    return withParameters(endpoint, { ...parts, size: '1' });
  },

  read(answer, { country }) {
    const feature = firstOf(members(answer).features);
    if (feature === null) return null;
    const properties = members(feature.properties);
    return answerOf(
      {
        ...pointOf(feature),
        precision: PRECISION.get(textOf(properties.layer)) ?? null,
        country: alpha2(textOf(properties.country_code)) || alpha2(textOf(properties.country_a)),
      },
      country,
    );
  },
};
