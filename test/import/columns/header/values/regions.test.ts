import t from 'tap';
import {
  countryOf,
  isSubdivision,
  isSubdivisionCode,
} from '../../../../../src/import/columns/header/values/regions.js';

t.test('countries by name in seven languages and by code', async (t) => {
  for (const key of [
    'germany',
    'deutschland',
    'allemagne',
    'alemania',
    'germania',
    'alemanha',
    'duitsland',
    'de',
    'deu',
  ]) {
    t.equal(countryOf(key), 'DE', key);
  }
  t.equal(countryOf('usa'), 'US');
  t.equal(countryOf('atlantis'), undefined);
  t.equal(countryOf('constructor'), undefined);
  t.equal(countryOf('x'.repeat(100)), undefined);
});

t.test('first-level subdivisions by name, with or without a generic word before', async (t) => {
  for (const key of ['bayern', 'st gallen', 'departamento de lima', 'yucatan', 'cote d or', 'pichincha']) {
    t.ok(isSubdivision(key), key);
  }
  t.notOk(isSubdivision('abierto'));
  t.notOk(isSubdivision('__proto__'));
});

t.test('first-level subdivisions by code', async (t) => {
  for (const code of ['CA', 'nsw', 'US-MO', 'TO', 'SP']) t.ok(isSubdivisionCode(code), code);
  for (const code of ['', '12', 'open']) t.notOk(isSubdivisionCode(code), code);
});
