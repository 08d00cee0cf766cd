import t from 'tap';
import type { RegionType } from '../../src/geo/regions/region-type.js';
import { creditsOf, creditsOfValues } from '../../src/images/credits.js';
import { EMBEDDED_FIELDS } from '../../src/world/demographics/embedded-fields.js';

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

t.test('each source of areas is named once, in the same order every time', async (t) => {
  t.same(credits([]), []);
  t.same(credits(['us_state', 'us_county', 'country']), ['Made with Natural Earth', 'U.S. Census Bureau']);
  t.same(credits(['us_zip', 'de_postcode']), ['postal areas approximated']);
});

t.test('what the operator loaded is named as they said, or not at all', async (t) => {
  const loaded = { us_zip: { dataset: 'zcta', credit: 'Our survey' }, country: { dataset: 'x', credit: '' } };
  t.same(credits(['us_zip', 'country'], [], loaded), ['Our survey']);
});

t.test('drive times name the streets that they follow, and say when they are estimates', async (t) => {
  t.same(credits([], ['roads', 'valhalla']), ['© OpenStreetMap contributors']);
  t.same(credits([], ['ors', 'estimate']), [
    'drive times estimated',
    '© openrouteservice.org by HeiGIT, © OpenStreetMap contributors',
  ]);
});

t.test('classes of demographic values name the sources of these values', async (t) => {
  const asked: (readonly string[])[] = [];
  const map = {
    readValueCredits: async (labels: readonly string[]) => {
      asked.push(labels);
      return labels.includes('Renters') ? ['City survey'] : [];
    },
  };
  for (const { label } of EMBEDDED_FIELDS)
    t.equal((await creditsOfValues(map, [label])).length, label === 'Population' ? 0 : 1, label);
  t.same(
    await creditsOfValues(map, ['Income per person (intl. $) (mean)', 'Renters (sum)', 'Renters (sum)']),
    ['Free material from GAPMINDER.ORG', 'City survey'],
  );
  t.same(asked.at(-1), ['Income per person (intl. $)', 'Renters']);
  asked.length = 0;
  t.same(await creditsOfValues(map, []), []);
  t.same(asked, [], 'without classes nothing is asked');
});
