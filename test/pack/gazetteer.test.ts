import { statSync } from 'node:fs';
import t from 'tap';
import { Gazetteer } from '../../src/geo/gazetteer/gazetteer.js';
import { geodataDirectory } from '../../src/world/geodata/files.js';
import { gazetteerOfBuild } from '../geo/gazetteer/geocoder-of-build.js';

t.test('the file is small enough to be held once by a process', async (t) => {
  t.ok(statSync(new URL('gazetteer.bin', geodataDirectory)).size < 32_000_000);
});

t.test('all packages are in it', async (t) => {
  const gazetteer = new Gazetteer(gazetteerOfBuild);
  t.ok(gazetteer.places.population.length > 171_000);
  const postals = gazetteer.postalCodes;
  for (const key of ['us43004', 'cak1a', 'gbsw', 'au2000', 'de80331', 'us430*', 'fr75*', 'es28*'])
    t.not(postals.find(key), -1, key);
  t.equal(postals.find('us09012'), -1, 'no post office of the armed forces');
  t.equal(postals.find('cah0h'), -1, 'no area at the pole');
});

t.test('all points lie where latitude and longitude can', async (t) => {
  const { places, postals } = new Gazetteer(gazetteerOfBuild);
  const isSane = (lat: Int32Array, lng: Int32Array): boolean =>
    lat.every((y) => Math.abs(y) <= 90e6) && lng.every((x) => Math.abs(x) <= 180e6);
  t.ok(isSane(places.lat, places.lng));
  t.ok(isSane(postals.lat, postals.lng));
});
