import t from 'tap';
import { placerOf } from '../../src/import/place/placer-of.js';
import { placeMarker } from '../../src/markers/place-marker.js';
import { loadGeodata } from '../../src/world/geodata/load.js';

const placer = placerOf(await loadGeodata());
const BERLIN = {
  name: 'A',
  street: '',
  street2: '',
  city: 'Berlin',
  county: '',
  state: '',
  country: 'DE',
  zip: '10117',
  regionCode: '',
};

t.test('a marker with coordinates lies there, whatever its address says', async (t) => {
  for (const type of ['pin', 'circle', 'de_postcode']) {
    const placed = placeMarker(type, { lat: 48.14, lng: 11.58 }, BERLIN, null, placer);
    t.match(placed, { lat: 48.14, lng: 11.58, by: 'coordinates' }, type);
  }
});

t.test('without coordinates it lies where its address does', async (t) => {
  t.match(placeMarker('pin', { lat: Number.NaN, lng: Number.NaN }, BERLIN, null, placer), { by: 'postal' });
});
