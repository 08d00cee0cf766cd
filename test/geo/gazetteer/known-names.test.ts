import t from 'tap';
import { Gazetteer } from '../../../src/geo/gazetteer/gazetteer.js';
import { KnownNames } from '../../../src/geo/gazetteer/known-names.js';
import { gazetteerOfBuild } from './geocoder-of-build.js';

const names = new KnownNames(new Gazetteer(gazetteerOfBuild));
const kindsOf = (text: string): string =>
  Object.entries(names.kindsOf(text))
    .flatMap(([kind, is]) => (is ? [kind] : []))
    .join(' ');

t.test('texts are names of the kinds of places that are called so', async (t) => {
  for (const [text, kinds] of [
    ['München', 'town'],
    // A region of Senegal and a county of Missouri, too.
    ['ST LOUIS', 'town state county'],
    ['New York', 'town state county'],
    ['Bayern', 'state'],
    ['Cook', 'county'],
    // Hamlets called so there are, but words they are mostly.
    ['Open', ''],
    ['', ''],
    ['💥', ''],
  ] as const)
    t.equal(kindsOf(text), kinds, text);
});

t.test('postal codes are those that exist', async (t) => {
  for (const code of ['94105', 'M5H 3T4']) t.ok(names.isPostalCode(code), code);
  for (const text of ['00000', '350 5th Ave', '']) t.notOk(names.isPostalCode(text), text);
});
