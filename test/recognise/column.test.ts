import t from 'tap';
import { Gazetteer } from '../../src/geo/gazetteer/gazetteer.js';
import { KnownNames } from '../../src/geo/gazetteer/known-names.js';
import { type Profile, profileColumn } from '../../src/recognise/column.js';
import { gazetteerOfBuild } from '../geo/gazetteer/geocoder-of-build.js';

const profile = (...cells: readonly string[]): Profile =>
  profileColumn(
    cells.map((cell) => [cell]),
    0,
  );

t.test('an empty column says nothing, in numbers', async (t) => {
  for (const empty of [profile(), profile('', '  '), profileColumn([['a'], ['b']], 3)]) {
    for (const name of [
      'count',
      'filled',
      'distinct',
      'averageLength',
      'text',
      'number',
      'fullAddress',
    ] as const)
      t.equal(empty[name], 0, name);
    t.equal(empty.latitude, 0);
    t.equal(empty.ordinal, 0);
    t.ok(Number.isNaN(empty.medianDegrees));
  }
  t.equal(profile('N/A', 'null', '-', 'k.A.', 'x').count, 1, 'nor do words for nothing');
  t.equal(profile('N/A', 'null', '', 'x').filled, 0.75);
});

t.test('shares are of the distinct values, at most six, of the first 40 rows', async (t) => {
  const p = profile('a', 'a', 'a', '1', '', '2');
  t.equal(p.count, 3);
  t.equal(p.filled, 5 / 6);
  t.equal(p.distinct, 3 / 5);
  t.equal(p.text, 1 / 3);
  t.equal(p.number, 2 / 3);
  t.equal(p.averageLength, 1);
  t.equal(profile('a', 'bcd').averageLength, 2);
  t.equal(profile(...Array.from({ length: 7 }, (_, i) => `${i}`), 'a').count, 6);
  t.equal(profile(...Array.from({ length: 13 }, (_, i) => `${i}`), 'a').text, 0);
  t.equal(profile(...Array.from({ length: 40 }, () => '1'), 'a').count, 1);
  t.equal(profile(...Array.from({ length: 39 }, () => '1'), 'a').count, 2);
});

t.test(
  'cells are trimmed, cut to 300 characters and freed of what spreadsheets put before zeros',
  async (t) => {
    t.equal(profile('  7 ').number, 1);
    t.equal(profile('x'.repeat(400)).averageLength, 300);
    for (const zeros of ['="01234"', "'01234"]) {
      t.equal(profile(zeros).digits, 1, zeros);
      t.equal(profile(zeros).averageLength, 5, zeros);
    }
    for (const [text, length] of [
      ['="ab', 4],
      ['ab"', 3],
      ["'ab", 3],
      ["'+1", 2],
      ["'-1", 2],
      ["a'1", 3],
    ] as const)
      t.equal(profile(text).averageLength, length, text);
  },
);

t.test('degrees, their letters and the one in the middle', async (t) => {
  const p = profile('90', '-90', '90.5', '180', '181', 'x');
  t.equal(p.latitude, 2 / 6);
  t.equal(p.longitude, 4 / 6);
  t.equal(profile('10', '9', '100').medianDegrees, 10);
  t.equal(profile('4', '1', '3', '2').medianDegrees, 3);
  t.equal(profile('9.5', 'x', '10.25').medianDegrees, 10.25);
  t.equal(profile('9.51', '8.5', '7').degreesWithDecimals, 1 / 3);
  const letters = profile('51.5° N', '3.5° W', '7.25', '12.5° E');
  t.equal(letters.latLetter, 1 / 4);
  t.equal(letters.lngLetter, 2 / 4);
});

t.test('streets with their number in front or behind', async (t) => {
  for (const text of ['12 Elm', '12a Elm', '12-14,Elm', 'Elm 12', 'Elm 12a', 'Elm 12 b', 'Elm12'])
    t.equal(profile(text).streetNumber, 1, text);
  for (const text of ['Elm', 'Elm 12 bis', 'Elm 12 bc', 'the 12 Elms', '12', '12abcdefghijkl Elm'])
    t.equal(profile(text).streetNumber, 0, text);
});

t.test('each test needs what it looks for', async (t) => {
  t.equal(profile('ada@example.com').email, 1);
  t.equal(profile('example.com').url, 1);
  t.equal(profile('example.com').email, 0);
  t.equal(profile('12345678901').url, 0);
  t.equal(profile('//example.com/images/7').image, 1);
  t.equal(profile('a.jpg').image, 1);
  t.equal(profile('ajpg').image, 0);
  t.equal(profile('(030) 55 501').phone, 1);
  t.equal(profile('phone').phone, 0);
});

t.test('a last part that several addresses share is their town', async (t) => {
  t.equal(profile('Foo 5, Qxtown', 'Bar 7, Qxtown').fullAddress, 1);
  t.equal(profile('Foo 5, Qxtown', 'Bar 7, Zwville').fullAddress, 0, 'one each is none');
  t.equal(profile('Foo 5, Qxtown', 'Bar 7, Qxtown', 'Baz 9, Zwville').fullAddress, 2 / 3);
  t.equal(profile('Foo, Qxtown', 'Bar, Qxtown').fullAddress, 0, 'without a number they are no addresses');
  t.equal(
    profile('Foo 5, Qxtown', 'Bar 7, Qxtown', '10 Downing St, London SW1A 2AA', '17').fullAddress,
    3 / 4,
  );
  t.equal(profile('Foo 5', 'Bar 7').fullAddress, 0);
});

t.test('numbers of rows run from 0 or 1 without a gap', async (t) => {
  t.equal(profile('0', '1', '2').ordinal, 1);
  t.equal(profile('1', '2', '3').ordinal, 1);
  for (const cells of [
    ['2', '3'],
    ['1', '3'],
    ['1', '1'],
    ['1', ''],
    ['01', '02'],
    ['3', '2', '1'],
  ])
    t.equal(profile(...cells).ordinal, 0, cells.join());
});

t.test('values that the gazetteer knows are counted', async (t) => {
  const names = new KnownNames(new Gazetteer(gazetteerOfBuild));
  const p = profileColumn([['Boston'], ['Bayern'], ['94105'], ['00000']], 0, names);
  t.equal(p.knownTown, 1 / 4);
  t.equal(p.knownState, 1 / 4);
  t.equal(p.knownPostalCode, 1 / 4);
  t.equal(profile('Boston').knownTown, 0, 'without a gazetteer none is');
});
