import t from 'tap';
import { countryOf, isSubdivision, isSubdivisionCode } from '../../../src/recognise/values/regions.js';

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

t.test('every generic word before a subdivision, alone or with its article', async (t) => {
  for (const generic of [
    'provincia',
    'departamento',
    'region',
    'estado',
    'kanton',
    'canton',
    'land',
    'state',
    'province',
    'provincie',
  ])
    for (const article of ['', 'de ', 'di ', 'of ', 'do ', 'da ', 'del '])
      t.ok(isSubdivision(`${generic} ${article}bayern`), `${generic} ${article}`);
  for (const text of [
    '',
    'provincia',
    'estadobayern',
    'the state bayern',
    'state von bayern',
    'bayern state',
  ])
    t.notOk(isSubdivision(text), text);
  t.notOk(isSubdivision(`${' '.repeat(60)}bayern`));
});

t.test('every country whose letters stand before its codes', async (t) => {
  for (const code of ['US-CA', 'CA-ON', 'AU-NSW', 'DE-BY', 'BR-SP', 'IT-MI', 'ES-MD', 'MX-JAL'])
    t.ok(isSubdivisionCode(code), code);
  for (const code of ['XX-CA', 'USCA', 'CA-', 'US-CA-X', 'U-CA', 'CACACA'])
    t.notOk(isSubdivisionCode(code), code);
});

t.test('countries by the codes of three letters and by synonyms', async (t) => {
  t.equal(countryOf('gbr'), 'GB');
  t.equal(countryOf('uk'), 'GB');
  t.equal(countryOf('holland'), 'NL');
  t.equal(countryOf('xx'), undefined);
  t.equal(countryOf(''), undefined);
});
