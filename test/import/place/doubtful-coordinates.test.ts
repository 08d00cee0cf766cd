import t from 'tap';
import { doubtOf } from '../../../src/import/place/doubtful-coordinates.js';
import { placerOf } from '../../../src/import/place/placer-of.js';
import { emptyRow } from '../../../src/import/rows/incoming-row.js';
import { loadGeodata } from '../../../src/world/geodata/load.js';

const placer = placerOf(await loadGeodata());

const doubt = (lat: number, lng: number, address: object = {}, defaultCountry: string | null = null) =>
  doubtOf(Object.assign(emptyRow(), { lat, lng, ...address }), defaultCountry, placer);

t.test('coordinates in another country than the row names, or far from all, are doubtful', async (t) => {
  t.equal(doubt(48.85, 2.35, { country: 'Germany' }), 'elsewhere', 'Paris');
  t.equal(doubt(-30, -20, { country: 'Brazil' }), 'elsewhere', 'the Atlantic');
  t.equal(doubt(2.35, 48.85, { country: 'FR' }), 'exchanged');
  t.equal(doubt(48.85, 2.35, { country: 'FR' }), null);
  t.equal(doubt(48.85, 2.35), null, 'names no country');
  t.equal(doubt(48.85, 2.35, { country: 'Nowhere' }), null, 'nor one that is known');
  t.equal(doubt(-30, -20), null);
});

t.test('borders, coasts and territories are none', async (t) => {
  for (const [where, lat, lng, country] of [
    ['Kehl at the Rhine', 48.575, 7.805, 'FR'],
    ['off Sylt', 54.9, 8.0, 'DE'],
    ['San Juan', 18.4, -66.1, 'US'],
    ['Saint-Denis', -20.9, 55.45, 'FR'],
    ['Hong Kong', 22.3, 114.17, 'CN'],
    ['Simferopol', 44.95, 34.1, 'UA'],
  ] as const)
    t.equal(doubt(lat, lng, { country }), null, where);
});

t.test('0, 0 is doubtful beside an address', async (t) => {
  t.equal(doubt(0, 0, { city: 'Berlin' }), 'zeros');
  t.equal(doubt(0, 0, { country: 'DE' }), 'zeros');
  t.equal(doubt(0, 0), null);
  t.equal(doubt(0, 9.5, { country: 'GA' }), null, 'the equator');
});
