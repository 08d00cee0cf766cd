import t from 'tap';
import { DidYouMean } from '../../../src/geo/gazetteer/did-you-mean.js';
import { Gazetteer } from '../../../src/geo/gazetteer/gazetteer.js';
import { nameKey } from '../../../src/geo/gazetteer/name-key.js';
import { gazetteerOfBuild } from './geocoder-of-build.js';

const gazetteer = new Gazetteer(gazetteerOfBuild);
const LARGEST = 40;

/** All texts one edit away from a name. */
function* misspellingsOf(key: string): Generator<string> {
  for (let at = 0; at <= key.length; at++) {
    const [before, after] = [key.slice(0, at), key.slice(at)];
    if (after) yield before + after.slice(1);
    if (after.length > 1) yield before + after[1] + after[0] + after.slice(2);
    for (const letter of 'aeioqtz') {
      yield before + letter + after;
      if (after) yield before + letter + after.slice(1);
    }
  }
}

t.test('each misspelling of a large city by one edit finds it, or one with more inhabitants', async (t) => {
  const country = gazetteer.countryNames.first('us');
  const { places, placeNames } = gazetteer;
  const first = gazetteer.firstPlaceOf(country);
  const meant = new DidYouMean(gazetteer);
  let asked = 0;
  const missed: string[] = [];
  for (let place = first; place < first + LARGEST; place++) {
    const key = nameKey(places.name(place));
    for (const misspelt of misspellingsOf(key)) {
      if (misspelt.length < 4 || misspelt === key) continue;
      asked++;
      const found = meant.find(misspelt, country);
      const isFound = placeNames
        .all(nameKey(found ?? ''))
        .some((other) => places.population[other]! >= places.population[place]!);
      if (!isFound) missed.push(`${misspelt}: ${found}`);
    }
  }
  t.ok(asked > 5_000, `${asked} asked`);
  t.same(missed, []);
});
