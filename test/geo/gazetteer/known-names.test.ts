import t from 'tap';
import { Gazetteer } from '../../../src/geo/gazetteer/gazetteer.js';
import { KnownNames } from '../../../src/geo/gazetteer/known-names.js';
import { gazetteerOfBuild } from './geocoder-of-build.js';

const names = new KnownNames(new Gazetteer(gazetteerOfBuild));
const kindsOf = (text: string): string =>
  Object.entries(names.kindsOf(text))
    .flatMap(([kind, is]) => (is ? [kind] : []))
    .join(' ');

t.test('texts are names of the kinds of places that are called so', (t) => {
  for (const [text, kinds] of [
    ['München', 'town'],
    // A region of Senegal and a county of Missouri, too.
    ['ST LOUIS', 'town state county'],
    ['New York', 'town state county'],
    ['Bayern', 'state'],
    ['Cook', 'county'],
    ['94105', 'postalCode'],
    ['M5H 3T4', 'postalCode'],
    // Hamlets called so there are, but words they are mostly.
    ['Open', ''],
    ['00000', ''],
    ['350 5th Ave', ''],
    ['', ''],
    ['💥', ''],
  ] as const)
    t.equal(kindsOf(text), kinds, text);
  t.end();
});
