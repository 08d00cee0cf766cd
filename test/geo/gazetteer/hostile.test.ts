import fc from 'fast-check';
import t from 'tap';
import { nameKey } from '../../../src/geo/gazetteer/name-key.js';
import { answer, locate } from './geocoder-of-build.js';

const KNOWN = [
  { city: 'München', country: 'Österreich' },
  { city: 'Zürich', country: 'Schweiz' },
  { city: 'São Paulo', state: 'SP', country: 'Brasil' },
  { city: 'Saint-Étienne', country: 'France' },
  { city: 'Springfield', state: 'Illinois', country: 'États-Unis' },
  { city: 'Łódź', country: 'Polska' },
  { city: 'St. John’s', state: 'NL', country: 'Canada' },
  { city: 'A Coruña', country: 'España' },
  { zip: 'K1A 0B1', city: 'Ottawa', state: 'Québec' },
];
const WRITINGS: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
  (text) => `  ${text}\t`,
  (text) => text.replaceAll('-', ' '),
];

t.test('case, accents and blanks change nothing', async (t) => {
  const where = ({ city = '', zip = '', state = '', country = '' }): string =>
    answer({ city, zip, state, country }).replace(/'[^']*'|\(.*/g, '');
  for (const address of KNOWN) {
    for (const write of WRITINGS) {
      const written = Object.fromEntries(Object.entries(address).map(([part, text]) => [part, write(text)]));
      t.equal(where(written), where(address), JSON.stringify(written));
    }
  }
});

t.test('whatever the cells hold, there is a result, with a short message', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('a', ' ', ',', '1', 'ß', '/', '(', '-', '\0', '\u202e', '😀', 'ع', '\ud800'),
    }),
    fc.constantFrom(
      'Paris',
      'TX',
      'Germany',
      '10115',
      'SW1A 1AA',
      'N/A',
      'Georgia',
      'constructor',
      '__proto__',
    ),
  );
  const address = fc.record({
    street: text,
    city: text,
    county: text,
    state: text,
    country: text,
    zip: text,
  });
  fc.assert(
    fc.property(address, fc.option(text), (query, defaultCountry) => {
      const result = locate(query, defaultCountry);
      if ('code' in result) return result.message.length > 0 && result.message.length < 400;
      return Math.abs(result.lat) <= 90 && Math.abs(result.lng) <= 180 && /^[A-Z]{2}$/.test(result.country);
    }),
    { numRuns: 2_000 },
  );
});

t.test('words that every object has as members are words like others', async (t) => {
  const blank = { street: '', city: '', county: '', state: '', country: 'US', zip: '' };
  for (const word of Object.getOwnPropertyNames(Object.prototype)) {
    const letters = word.toLowerCase().replaceAll('_', '');
    t.equal(nameKey(`st ${word}`), `saint${letters}`);
    t.equal(nameKey(`${word} city`), `${letters}city`);
    for (const column of Object.keys(blank))
      t.ok('code' in locate({ ...blank, [column]: word }, null), `${column}: ${word}`);
  }
});

t.test('a cell of 32,000 characters is refused with a short message', async (t) => {
  for (const cell of [
    'x'.repeat(32_000),
    'St. '.repeat(8_000),
    ', '.repeat(16_000),
    '1 '.repeat(16_000),
    'é-'.repeat(16_000),
  ])
    for (const part of ['street', 'city', 'county', 'state', 'country', 'zip'] as const) {
      const result = locate({ [part]: cell });
      t.ok('code' in result && result.message.length < 400, part);
    }
});

t.test('messages hold no control characters and no marks of direction', async (t) => {
  t.equal(answer({ city: 'A\0B\nC\u202eD' }, 'US'), "address_unknown: city 'A B C D' is not known in US");
});

t.test('a key is its own key', async (t) => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => nameKey(nameKey(text)) === nameKey(text)));
  t.equal(nameKey('St. Louis'), nameKey('Saint-Louis'));
  t.equal(nameKey("O'Fallon"), nameKey('OFallon'));
  t.equal(nameKey('N.Y.'), 'ny');
  t.equal(nameKey('Москва'), '', 'no name in Latin script');
  t.equal(nameKey('x'.repeat(101)), '');
});
