import t from 'tap';
import { postalCodes } from '../../../src/geo/regions/postal-code.js';

t.test('a US ZIP is five digits; what ZIP+4 adds is cut', async (t) => {
  for (const zip of ['94103', ' 94103 ', '94103-1234', '94103 1234', '94103.0', '941031234'])
    t.same(postalCodes('us_zip', zip, 'US'), ['94103'], zip);
  for (const zip of ['', '9410', '941034', '94103-12', 'A4103', '94103-1234-5'])
    t.same(postalCodes('us_zip', zip, ''), [], zip);
});

t.test('an apostrophe before a code, as shops write it, is no part of it', async (t) => {
  t.same(postalCodes('us_zip', "'02139", 'US'), ['02139']);
  t.same(postalCodes('uk_postcode', "'EH12 9RR", 'GB'), ['EH12', 'EH']);
  t.same(postalCodes('us_zip', "''02139", 'US'), []);
});

t.test('lost leading zeros of a US ZIP come back when the row says that it is one', async (t) => {
  t.same(postalCodes('us_zip', '2139', 'USA'), ['02139']);
  t.same(postalCodes('us_zip', '2139-4307', 'US'), ['02139']);
  t.same(postalCodes('us_zip', '501', 'United States'), ['00501']);
  t.same(postalCodes('us_zip', '2139', ''), []);
});

t.test('a Canadian code is known by its first three characters', async (t) => {
  for (const zip of ['K1A 0B1', 'k1a0b1', 'K1A', 'K1A-0B1'])
    t.same(postalCodes('ca_fsa', zip, 'Canada'), ['K1A'], zip);
  for (const zip of ['K1', 'D1A 0B1', 'K1A 0B', '12345']) t.same(postalCodes('ca_fsa', zip, ''), [], zip);
});

t.test('a British code is looked up as district, then without its letter, then as area', async (t) => {
  t.same(postalCodes('uk_postcode', 'SW1A 1AA', 'GB'), ['SW1A', 'SW1', 'SW']);
  t.same(postalCodes('uk_postcode', 'sw1a1aa', 'UK'), ['SW1A', 'SW1', 'SW']);
  t.same(postalCodes('uk_postcode', 'SW11AA', ''), ['SW1', 'SW']);
  t.same(postalCodes('uk_postcode', 'EH12 9RR', 'Scotland'), ['EH12', 'EH']);
  t.same(postalCodes('uk_postcode', 'M1', ''), ['M1', 'M']);
  t.same(postalCodes('uk_postcode', 'EH', ''), ['EH']);
  t.same(postalCodes('uk_postcode', 'JE2 3AB', 'Jersey'), ['JE2', 'JE']);
  for (const zip of ['12345', 'SW1A 1A', 'ABC1 1AA', 'S W1'])
    t.same(postalCodes('uk_postcode', zip, ''), [], zip);
});

t.test(
  'an Australian code has four digits, a German one five, with the zero that a spreadsheet lost',
  async (t) => {
    t.same(postalCodes('au_postcode', '2000', 'AU'), ['2000']);
    t.same(postalCodes('au_postcode', '0800', 'Australia'), ['0800']);
    t.same(postalCodes('au_postcode', '800', ''), ['0800']);
    t.same(postalCodes('au_postcode', '20000', ''), []);
    for (const zip of ['10115', 'D-10115', 'DE-10115', 'D 10115', 'd10115'])
      t.same(postalCodes('de_postcode', zip, 'Deutschland'), ['10115'], zip);
    t.same(postalCodes('de_postcode', '1067', 'DE'), ['01067']);
    t.same(postalCodes('de_postcode', 'A-1010', ''), []);
  },
);

t.test(
  'a country of another type is no match; none is fine; names, codes, accents and dots are read',
  async (t) => {
    t.same(postalCodes('us_zip', '10115', 'DE'), []);
    t.same(postalCodes('us_zip', '10115', 'Germany'), []);
    t.same(postalCodes('us_zip', '06600', 'México'), []);
    t.same(postalCodes('us_zip', '10115', ''), ['10115']);
    for (const country of [
      'us',
      'U.S.A.',
      'United States of America',
      'Vereinigte Staaten',
      'États-Unis',
      'Estados Unidos',
      'EE. UU.',
      'Puerto Rico',
      'PR',
    ])
      t.same(postalCodes('us_zip', '00901', country), ['00901'], country);
    for (const country of ['Allemagne', 'alemania', 'GERMANIA', 'Duitsland', 'D', 'DEU'])
      t.same(postalCodes('de_postcode', '10115', country), ['10115'], country);
    for (const country of [
      'Royaume-Uni',
      'Großbritannien',
      'GREAT BRITAIN',
      'Reino Unido',
      'Northern Ireland',
    ])
      t.same(postalCodes('uk_postcode', 'BT1 5GS', country), ['BT1', 'BT'], country);
  },
);
