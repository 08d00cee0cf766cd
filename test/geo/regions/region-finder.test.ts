import t from 'tap';
import type { RegionFeature } from '../../../src/geo/regions/pack-region-layer.js';
import { RegionFinder } from '../../../src/geo/regions/region-finder.js';
import { packRegionLayer } from '../../../src/geo/regions/region-layer.js';
import type { RegionType } from '../../../src/geo/regions/region-type.js';
import { box, share } from '../../support/region-layers.js';

const square = (code: string, west = 0): RegionFeature => ({ code, polygons: [[box(west, 0, west + 1, 1)]] });

const packed = (type: RegionType, dataset: string, ...features: RegionFeature[]) =>
  share(packRegionLayer({ type, dataset }, features));

const finder = new RegionFinder({
  us_county: packed('us_county', 'census', square('06075'), square('06001', 1)),
  us_zip: packed('us_zip', 'approx', square('94103')),
  uk_postcode: packed('uk_postcode', 'approx', square('SW')),
});
const nowhere = { lat: 50, lng: 50, zip: '', country: '' };

t.test('the source of a region names data set, type and code', async (t) => {
  t.equal(finder.find('us_county', { ...nowhere, lat: 0.5, lng: 0.5 }), 'census/us_county/06075');
  t.equal(finder.find('us_county', { ...nowhere, lat: 0.5, lng: 1.5 }), 'census/us_county/06001');
  t.equal(finder.find('us_zip', { ...nowhere, zip: '94103-1234' }), 'approx/us_zip/94103');
});

t.test('postal areas are found by postal code and country alone, wherever the point is', async (t) => {
  t.equal(finder.find('us_zip', { lat: 0.5, lng: 0.5, zip: '', country: 'US' }), null);
  t.equal(finder.find('us_zip', { lat: 0.5, lng: 0.5, zip: ' ', country: 'US' }), null);
  t.equal(finder.find('us_zip', { lat: 0.5, lng: 0.5, zip: '94103', country: 'DE' }), null);
  t.equal(finder.find('us_zip', { lat: 0.5, lng: 0.5, zip: '94104', country: '' }), null);
  t.equal(finder.find('us_zip', { ...nowhere, zip: '94103', country: ' ' }), 'approx/us_zip/94103');
});

t.test('a British code finds its district where the layer has districts, else its area', async (t) => {
  const districts = new RegionFinder({
    uk_postcode: packed('uk_postcode', 'ons', square('SW1A'), square('SW1', 1), square('EH12', 2)),
  });
  const find = (zip: string, within = districts) => within.find('uk_postcode', { ...nowhere, zip });
  t.equal(find('SW1A 1AA'), 'ons/uk_postcode/SW1A');
  t.equal(find('SW1P 1AA'), 'ons/uk_postcode/SW1');
  t.equal(find('EH1 1AA'), null);
  t.equal(find('SW1A 1AA', finder), 'approx/uk_postcode/SW');
});

t.test('the code of a point is known for types with points, in layers that there are', async (t) => {
  t.equal(finder.codeOf('us_county', 0.5, 0.5), '06075');
  t.equal(finder.codeOf('us_county', 50, 50), null);
  t.equal(finder.codeOf('us_zip', 0.5, 0.5), null);
  t.equal(finder.codeOf('country', 0.5, 0.5), null);
  t.equal(finder.find('country', { ...nowhere, lat: 0.5, lng: 0.5 }), null);
});

t.test(
  'a point just outside of all counties has the nearest one, unless it is abroad or its row says so',
  async (t) => {
    const beside = { ...nowhere, lat: -0.02, lng: 0.5 };
    const sourceIn = (countries: RegionFeature[], countryCode = '') =>
      new RegionFinder({
        us_county: packed('us_county', 'census', square('06075')),
        country: packed('country', 'natural-earth', ...countries),
      }).find('us_county', { ...beside, countryCode });
    const mexico: RegionFeature = { code: 'MX', polygons: [[box(0, -1, 1, -0.001)]] };
    t.equal(sourceIn([square('US')]), 'census/us_county/06075', 'on water');
    t.equal(sourceIn([square('US')], 'PR'), 'census/us_county/06075');
    t.equal(sourceIn([square('US')], 'MX'), null, 'its row says Mexico');
    t.equal(sourceIn([square('US'), mexico]), null, 'in Mexico');
    t.equal(sourceIn([square('US'), mexico], 'US'), null, 'in Mexico, whatever its row says');
    t.equal(finder.find('us_county', beside), 'census/us_county/06075', 'without a layer of countries');
    t.equal(
      finder.find('us_county', { ...nowhere, lat: 0.5, lng: 0.5, countryCode: 'MX' }),
      'census/us_county/06075',
      'in it, whatever its row says',
    );
  },
);

t.test('a point is abroad for a type when the layer of countries says another country', async (t) => {
  const countries = new RegionFinder({
    country: packed('country', 'natural-earth', square('US'), square('DE', 10)),
  });
  t.equal(countries.isAbroad('us_zip', 0.5, 0.5), false);
  t.equal(countries.isAbroad('us_zip', 0.5, 10.5), true);
  t.equal(countries.isAbroad('us_zip', 50, 50), false, 'where no country is');
  t.equal(finder.isAbroad('us_zip', 0.5, 10.5), false, 'without a layer of countries');
});

t.test('embedded areas count where none is loaded', async (t) => {
  const layered = new RegionFinder(
    {
      us_zip: packed('us_zip', 'census', square('20001')),
      us_county: packed('us_county', 'acme', square('06075'), square('02063', 5), square('02066', 6)),
    },
    {
      us_zip: packed('us_zip', 'approx', square('20001', 3), square('94103')),
      us_county: packed('us_county', 'census', square('06075', -0.2), square('06001', 1), {
        code: '02261',
        polygons: [[box(5, 0, 7.2, 1)]],
      }),
    },
  );
  t.equal(layered.find('us_zip', { ...nowhere, zip: '20001' }), 'census/us_zip/20001');
  t.equal(layered.find('us_zip', { ...nowhere, zip: '94103' }), 'approx/us_zip/94103');
  t.equal(layered.find('us_zip', { ...nowhere, zip: '94104' }), null);
  t.same(layered.geometryOf('approx/us_zip/20001')!.coordinates, [[box(0, 0, 1, 1)]]);
  t.same(layered.geometryOf('approx/us_zip/94103')!.coordinates, [[box(0, 0, 1, 1)]]);
  const county = (lng: number) => layered.find('us_county', { ...nowhere, lat: 0.5, lng });
  t.equal(county(0.5), 'acme/us_county/06075');
  t.equal(county(1.5), 'census/us_county/06001');
  t.equal(county(-0.01), 'acme/us_county/06075', 'in the old borders of a loaded area and near it');
  t.equal(county(-0.15), null, 'in the old borders alone');
  t.equal(county(5.5), 'acme/us_county/02063');
  t.equal(county(7.01), 'acme/us_county/02066', 'not in the county that was divided');
  t.equal(layered.sourceOf('us_county', '02261'), null);
  t.equal(layered.sourceOf('us_county', '06001'), 'census/us_county/06001');
  t.equal(layered.geometryOf('census/us_county/02261'), null);
});

t.test('an area has a source by its code, too', async (t) => {
  t.equal(finder.sourceOf('us_county', '06001'), 'census/us_county/06001');
  t.equal(finder.sourceOf('us_county', '06'), null);
  t.equal(finder.sourceOf('country', 'DE'), null);
});

t.test('the geometry of a source is that of the layer of today, whichever data set it names', async (t) => {
  const geometry = { type: 'MultiPolygon', coordinates: [[box(0, 0, 1, 1)]] };
  t.same(finder.geometryOf('approx/us_zip/94103'), geometry);
  t.same(finder.geometryOf('census/us_zip/94103'), geometry);
  for (const source of [
    'approx/us_zip/94104',
    'x/country/DE',
    'valhalla/drive_time/10',
    'us_zip/94103',
    'a/us_zip/94103/b',
    '',
  ])
    t.equal(finder.geometryOf(source), null, source);
});

t.test('a layer that stands for another type is refused', async (t) => {
  const counties = packed('us_county', 'census', square('06075'));
  t.throws(() => new RegionFinder({ us_state: counties }), /the layer for us_state has areas of us_county/);
});
