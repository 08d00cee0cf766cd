import t from 'tap';
import { RegionFinder } from '../../../src/geo/regions/region-finder.js';
import { regionCodeOf } from '../../../src/import/enrich/region-code.js';
import { loadGeodata } from '../../../src/world/geodata/load.js';

const regions = new RegionFinder((await loadGeodata()).layers);
const row = { lat: Number.NaN, lng: Number.NaN, zip: '', country: '', type: 'pin', regionSource: '' };
const berlin = { ...row, lat: 52.52, lng: 13.405, zip: '10115' };
const manhattan = { ...row, lat: 40.72, lng: -74, zip: '10013' };

t.test('a postal code of a place in another country is no ZIP, though one has these digits', async (t) => {
  t.equal(regionCodeOf(berlin, 'us_zip', regions), '');
  t.equal(regionCodeOf({ ...berlin, country: 'US' }, 'us_zip', regions), '');
  t.equal(regionCodeOf({ ...berlin, country: 'Germany' }, 'us_zip', regions), '');
  t.equal(regionCodeOf(manhattan, 'us_zip', regions), '10013');
  t.equal(regionCodeOf({ ...manhattan, country: 'USA' }, 'us_zip', regions), '10013');
  t.equal(regionCodeOf({ ...manhattan, lat: 30, lng: -60 }, 'us_zip', regions), '10013', 'at sea');
  t.equal(
    regionCodeOf({ ...row, lat: 7.09, lng: 171.38, zip: '96960' }, 'us_zip', regions),
    '96960',
    'Majuro',
  );
});

t.test('a place across the border has no value of the county nearby', async (t) => {
  const tijuana = { ...row, lat: 32.5027, lng: -117.0037 };
  t.equal(regionCodeOf(tijuana, 'us_county', regions), '');
  t.equal(regionCodeOf(tijuana, 'us_state', regions), '');
  t.equal(regionCodeOf(tijuana, 'country', regions), 'MX');
});

t.test('the area that a row was given counts before its point', async (t) => {
  const given = { ...berlin, type: 'us_county', regionSource: 'census/us_county/06075' };
  t.equal(regionCodeOf(given, 'us_county', regions), '06075');
  t.equal(regionCodeOf(given, 'us_state', regions), '');
});
