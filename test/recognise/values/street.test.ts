import t from 'tap';
import { Cell } from '../../../src/recognise/values/cell.js';
import { hasStreetType, isHouseNumber, looksLikeStreet } from '../../../src/recognise/values/street.js';

t.test('streets with and without numbers', async (t) => {
  for (const text of [
    '12 Elm Street',
    'Hauptstraße 5a',
    '12 bis rue de la Paix',
    'Via Roma, 12/B',
    'Calle Mayor s/n',
    'Rua das Flores, nº 5',
    'Dorpsweg 3-A',
    'CR 45 # 30-12',
    'Neuer Kamp 31',
  ]) {
    t.ok(looksLikeStreet(new Cell(text)), text);
  }
  for (const text of ['Berlin', 'Ada Quint', '12345', '']) t.notOk(looksLikeStreet(new Cell(text)), text);
});

t.test('towns that end like streets are no streets', async (t) => {
  for (const text of ['Nürnberg', 'Bielefeld', 'Heidelberg']) t.notOk(hasStreetType(new Cell(text)), text);
  t.ok(hasStreetType(new Cell('Lindenallee')));
});

t.test('house numbers', async (t) => {
  for (const text of ['5', '12a', '12-14', '3 bis', 's/n', 'SNC', '155/2', 'Nº 7'])
    t.ok(isHouseNumber(text), text);
  for (const text of ['', 'a', '123456', '12.5.2020', 'Haus 5']) t.notOk(isHouseNumber(text), text);
});

t.test('what is almost a street is none', async (t) => {
  for (const text of [
    '12-14 Elm',
    '12/3 Elm',
    '12a Elm',
    '12 b Elm',
    '12 ter Elm',
    '12quater Elm',
    '12, Elm',
    '12 , Elm',
    'n° 5 Elm',
    'no5 Elm',
    'N. 5 Elm',
    '5 1st Elm',
    '5 22nd Elm',
    '5 3rd Elm',
    '5 117th Elm',
    '12345 Elm',
    'Foo 5',
    'Foo. 5',
    'Foo, 5',
    'Foo n 5',
    'Foo nº5',
    'Foo nr. 5',
    'Foo no 5',
    'Foo num. 5',
    'Foo # 5',
    'Foo 12345',
    'Foo 5-7',
    'Foo 5 / 7',
    'Foo 5+7',
    'Foo 5 a',
    'Foo 5a-b2',
    'Foo 5/12',
    'Foo s/n',
    'Foo sn.',
    'Foo SNC',
    'Foo 5, Leeds',
    'Foo 5; Leeds',
    'Foo 5(back)',
    'Foo 5\nLeeds',
  ])
    t.ok(looksLikeStreet(new Cell(text)), text);
  for (const text of [
    'Elm',
    'A 12',
    '12 5 Elm',
    '123456 Elm',
    '12e Elm',
    '12Elm',
    '12-123456 Elm',
    'x12 Elm',
    '5 22 Elm',
    '5 12345th Elm',
    'Foo 123456',
    'Foo5',
    'Foo 5 bar',
    'Foo 5ab',
    'Foo .5',
    'Foo sna',
    'Foo 5-b2345',
  ])
    t.notOk(looksLikeStreet(new Cell(text)), text);
});

t.test('the word that makes a street', async (t) => {
  for (const text of [
    'Foo st',
    'rue Foo',
    'Foo Lindenhof',
    'Foo Pastor',
    'Hauptstr',
    'Parkallee',
    'Prinsengracht',
    `${'a '.repeat(13)}street`,
    'Foo Kirchberg',
  ])
    t.ok(hasStreetType(new Cell(text)), text);
  for (const text of [
    '',
    'Allee',
    'Singel',
    'Kerkhof',
    'Foo p',
    'Foo Motor',
    'Foo streets',
    'Foo Lindenhofer',
    `${'a '.repeat(14)}street`,
  ])
    t.notOk(hasStreetType(new Cell(text)), text);
});

t.test('what is almost a house number is none', async (t) => {
  for (const text of [
    '5 a',
    '12B',
    '12ter',
    '12 quater',
    '12/14',
    '12 + 14',
    '12–14',
    '12,14',
    '12-14a',
    '12-a',
    '1-2-3-4',
    'no 5',
    'n5',
    'nº5',
    'no. 5',
    '12345',
    'sn',
    's/n.',
    '12345-12345-12',
  ])
    t.ok(isHouseNumber(text), text);
  for (const text of [
    '5 ab',
    'x5',
    '5.',
    '12 bister',
    '1-2-3-4-5',
    '12-123456',
    'xs/n',
    's/nx',
    's.n',
    'sncx',
    'xsnc',
    'no.. 5x',
    '12345-12345-123',
  ])
    t.notOk(isHouseNumber(text), text);
});
