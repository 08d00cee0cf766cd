import type { Mutant } from '../mutant.js';

/** Places and types of rows and markers. */
export const PLACING: readonly Mutant[] = [
  {
    name: 'an address counts before the coordinates of its row',
    file: 'src/markers/place-marker.ts',
    find: 'isNowhere(at) ? placer.geocoder.locate(address, defaultCountry) : null',
    replace: 'placer.geocoder.locate(address, defaultCountry)',
    tests: ['markers/place-marker'],
  },
  {
    name: 'the middle of a state says the county',
    file: 'src/markers/place-marker.ts',
    find: "place.precision === 'state' && wanted === 'us_county'",
    replace: "place.precision === 'state' && wanted === 'us_zip'",
    tests: ['import/place/place-row'],
  },
  {
    name: 'a row has the area of the one before it',
    file: 'src/import/place/place-row.ts',
    find: "  row.regionSource = '';\n  const found",
    replace: '  const found',
    tests: ['import/place/place-row'],
  },
  {
    name: 'the default country is not that of addresses without one',
    file: 'src/import/place/place-row.ts',
    find: 'placeMarker(wanted, row, address, options.defaultCountry, placer)',
    replace: 'placeMarker(wanted, row, address, null, placer)',
    tests: ['import/place/place-row'],
  },
  {
    name: 'an overwriting import leaves the area as it is',
    file: 'src/store/block-transactions.ts',
    find: ' region_source = r.region_source,',
    replace: '',
    tests: ['import/run/placing'],
  },
  {
    name: 'another area is no change',
    file: 'src/store/block-transactions.ts',
    find: ' OR m.region_source IS DISTINCT FROM r.region_source',
    replace: '',
    tests: ['import/run/placing'],
  },
  {
    name: 'a patch of the zip keeps the area',
    file: 'src/markers/marker-write.ts',
    find: 'if (patch.type === undefined && given === null && !addressChanged)',
    replace: 'if (patch.type === undefined && given === null)',
    tests: ['api/placing'],
  },
  {
    name: 'coordinates of a patch lose to its address',
    file: 'src/markers/marker-write.ts',
    find: 'const at = given ?? (addressChanged ? null : stored);',
    replace: 'const at = addressChanged ? null : (given ?? stored);',
    tests: ['api/placing'],
  },
  {
    name: 'what rows were placed by is not in the ledger',
    file: 'src/import/run/write-block.ts',
    find: 'isAllByCoordinates(placed) ? null : placed',
    replace: 'null',
    tests: ['import/run/placing'],
  },
];
