import t from 'tap';
import { mapColumns } from '../../../src/import/columns/mapping.js';
import { findRegionCodes } from '../../../src/import/columns/region-code-column.js';

const fields = (headers: string[], markerType: string): (string | null)[] =>
  findRegionCodes(mapColumns({ headers }), markerType).map(({ field }) => field);

t.test('the header of a column with codes is known for types that have such', async (t) => {
  for (const header of [
    'FIPS',
    'GEOID',
    'fips_code',
    'County FIPS Code',
    'County Code',
    'region_code',
    ' Region Code ',
  ])
    t.strictSame(fields([header, 'Value'], 'us_county'), ['region_code', null], header);
  for (const header of ['FIPS', 'State Code', 'State FIPS', 'GEOID', 'ISO_3166_2'])
    t.strictSame(fields([header, 'Value'], 'us_state'), ['region_code', null], header);
  for (const header of ['ISO', 'ISO code', 'iso-3', 'ISO_A2', 'alpha-3', 'Country Code'])
    t.strictSame(fields([header, 'Value'], 'country'), ['region_code', null], header);
  t.strictSame(fields(['ZCTA5CE20'], 'us_zip'), ['region_code']);
  t.strictSame(fields(['Postcode district'], 'uk_postcode'), ['region_code']);
});

t.test('elsewhere such a header is nothing of its own', async (t) => {
  t.strictSame(fields(['FIPS', 'ISO'], 'pin'), [null, null]);
  t.strictSame(fields(['FIPS', 'GEOID'], 'drive_time'), [null, null]);
  t.strictSame(fields(['ISO', 'alpha-3'], 'us_county'), [null, null]);
  t.strictSame(fields(['region_code'], 'pin'), ['region_code'], 'by its exact name');
});

t.test('one column has the codes: what is named exactly, else the surest header', async (t) => {
  t.strictSame(fields(['FIPS', 'region_code'], 'us_county'), [null, 'region_code']);
  t.strictSame(fields(['County Code', 'GEOID'], 'us_county'), [null, 'region_code']);
});

t.test('the number of a county stands with that of its state', async (t) => {
  t.strictSame(fields(['State FIPS', 'County FIPS', 'Rate'], 'us_county'), ['state', 'region_code', null]);
  t.strictSame(fields(['state', 'State FIPS', 'County FIPS'], 'us_county'), ['state', null, 'region_code']);
});
