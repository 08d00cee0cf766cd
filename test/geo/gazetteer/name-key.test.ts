import fc from 'fast-check';
import t from 'tap';
import { countryKey, MAX_NAME_LENGTH, nameKey } from '../../../src/geo/gazetteer/name-key.js';

t.test('the key of a name', async (t) => {
  const KEYS: readonly (readonly [string, string])[] = [
    ['St. Louis', 'saintlouis'],
    ['Saint-Louis', 'saintlouis'],
    ['Ft Worth', 'fortworth'],
    ['Loves Pk Hts', 'lovespkheights'],
    ['N Las Vegas', 'northlasvegas'],
    ['N.Y.', 'ny'],
    ['W. Va.', 'wva'],
    ["O'Fallon", 'ofallon'],
    ['Hawai‘i', 'hawaii'],
    ['Straße des 17. Juni', 'strassedes17juni'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Świętokrzyska', 'swietokrzyska'],
    ['İstanbul', 'istanbul'],
    ['Diyarbakır', 'diyarbakir'],
    ['Đà Nẵng', 'danang'],
    ['Coeur d’Alene', 'coeurdalene'],
    ['Tom & Jerry', 'tomandjerry'],
    ['½ Way', '12way'],
    ['ﬁn', 'fin'],
    ['constructor', 'constructor'],
    ['вулиця Лесі Українки', ''],
    ['Αθήνα', ''],
    ['Athens Αθήνα', ''],
    ['東京', ''],
    ['–', ''],
    ['', ''],
    ['a'.repeat(MAX_NAME_LENGTH), 'a'.repeat(MAX_NAME_LENGTH)],
    ['a'.repeat(MAX_NAME_LENGTH + 1), ''],
  ];
  for (const [name, key] of KEYS) t.equal(nameKey(name), key, name);
});

t.test('a name has the same key however its accents are written, and whatever else is in it', async (t) => {
  const characters = fc.oneof(
    fc.constantFrom(...`aeiou sto st n e AFTER twp 019 .,-/()&'’‘\`´ʻ&ßøœæđıİſµªº²¨½éèüÅñçłŋ`),
    fc.integer({ min: 0, max: 0x5ff }).map((code) => String.fromCharCode(code)),
    fc.string({ unit: 'binary', maxLength: 1 }),
  );
  // A mark that is dropped, beyond the characters that are looked up: with it the name is spelled out as a whole.
  const MARK = '\u20d0';
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 30 }), (parts) => {
      const name = parts.join('');
      t.equal(nameKey(name), nameKey(name + MARK), JSON.stringify(name));
      t.equal(nameKey(nameKey(name)), nameKey(name));
    }),
    { numRuns: 2_000, verbose: 0 },
  );
  t.equal(nameKey('Zürich'.normalize('NFD')), nameKey('Zürich'));
});

t.test('a country in another script is known by its letters', async (t) => {
  t.equal(countryKey('Österreich'), 'osterreich');
  t.equal(countryKey('日本'), 'u65e5u672c');
  t.equal(countryKey(' 日本! '), 'u65e5u672c');
  t.equal(countryKey('123'), '123');
  t.equal(countryKey(''), '');
});
