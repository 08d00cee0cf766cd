import t from 'tap';
import type { RegionType } from '../../src/geo/regions/region-type.js';
import { creditsOf } from '../../src/images/credits.js';

const EMBEDDED: Record<string, { dataset: string; credit: string | null }> = {
  us_county: { dataset: 'census', credit: null },
  us_state: { dataset: 'census', credit: null },
  country: { dataset: 'naturalearth', credit: null },
  us_zip: { dataset: 'approx', credit: null },
  de_postcode: { dataset: 'approx', credit: null },
};

const credits = (types: readonly RegionType[], sources: readonly string[] = [], of = EMBEDDED) =>
  creditsOf(
    { regionTypes: new Set(types), driveTimeSources: new Set(sources) },
    { sourceOf: (type) => of[type]! },
  );

t.test('each source of areas is named once, in the same order every time', (t) => {
  t.same(credits([]), []);
  t.same(credits(['us_state', 'us_county', 'country']), ['Made with Natural Earth', 'U.S. Census Bureau']);
  t.same(credits(['us_zip', 'de_postcode']), ['postal areas approximated']);
  t.end();
});

t.test('what the operator loaded is named as they said, or not at all', (t) => {
  const loaded = { us_zip: { dataset: 'zcta', credit: 'Our survey' }, country: { dataset: 'x', credit: '' } };
  t.same(credits(['us_zip', 'country'], [], loaded), ['Our survey']);
  t.end();
});

t.test('drive times name the streets that they follow, and say when they are estimates', (t) => {
  t.same(credits([], ['roads', 'valhalla']), ['© OpenStreetMap contributors']);
  t.same(credits([], ['ors', 'estimate']), [
    'drive times estimated',
    '© openrouteservice.org by HeiGIT, © OpenStreetMap contributors',
  ]);
  t.end();
});
