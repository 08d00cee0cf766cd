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

/** Each abbreviation of a table with its full word. */
const pairsOf = (table: Readonly<Record<string, string>>): [word: string, abbreviation: string][] =>
  Object.entries(table).flatMap(([word, all]) => all.split(' ').map((one): [string, string] => [word, one]));

t.test('abbreviations are written out where they stand for a word, and nowhere else', async (t) => {
  const BEFORE = {
    saint: 'st ste sainte sankt sint',
    santa: 'sta',
    santo: 'sto',
    mount: 'mt',
    fort: 'ft',
    point: 'pt',
    north: 'n',
    south: 's',
    east: 'e',
    west: 'w',
  };
  for (const [word, abbreviation] of pairsOf(BEFORE)) {
    t.equal(nameKey(`${abbreviation} Ville`), `${word}ville`);
    t.equal(nameKey(`${abbreviation}. Ville`), `${word}ville`);
    t.equal(nameKey(`Ville ${abbreviation}`), `ville${abbreviation}`, 'at the end');
    t.equal(nameKey(abbreviation), abbreviation, 'alone');
  }
  const AFTER = {
    heights: 'hts hgts',
    springs: 'spgs spg',
    township: 'twp',
    junction: 'jct',
    village: 'vlg',
    beach: 'bch',
  };
  for (const [word, abbreviation] of pairsOf(AFTER)) {
    t.equal(nameKey(`Ville ${abbreviation}.`), `ville${word}`);
    t.equal(nameKey(`${abbreviation} Ville`), `${abbreviation}ville`, 'at the beginning');
  }
  t.equal(nameKey('Port St Lucie'), 'portsaintlucie');
  t.equal(nameKey('Ville N Ville'), 'villenville', 'a direction stands first');
  t.equal(nameKey('N 12'), 'n12', 'and before a word');
  t.equal(nameKey('N Las'), 'northlas');
});

t.test('letters that Unicode does not take apart are read as people write them without', async (t) => {
  const LETTERS = 'ß ss ø o œ oe æ ae đ d ð d þ th ł l ı i ħ h ŋ n ə a ɓ b ɗ d ŧ t'.split(' ');
  for (let at = 0; at < LETTERS.length; at += 2)
    for (const letter of [LETTERS[at]!, `${LETTERS[at]}\u20d0`])
      t.equal(nameKey(letter), LETTERS[at + 1], letter);
  for (const apostrophe of "'’‘`ʻʼʽʿʾ") t.equal(nameKey(`O${apostrophe}Fallon`), 'ofallon', apostrophe);
});

t.test('a name has the same key however its accents are written, and whatever else is in it', async (t) => {
  const characters = fc.oneof(
    fc.constantFrom(...`aeiou sto st n e AFTER twp 019 .,-/()&'’‘\`´ʻ&ßøœæđıİſµªº²¨½éèüÅñçłŋ`),
    fc.integer({ min: 0, max: 0x5ff }).map((code) => String.fromCharCode(code)),
    fc.string({ unit: 'binary', maxLength: 1 }),
  );
  // A dropped mark outside of the lookup table: with it the whole name is spelled out.
  const MARK = '\u20d0';
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 30 }), (parts) => {
      const name = parts.join('');
      return nameKey(name) === nameKey(name + MARK) && nameKey(nameKey(name)) === nameKey(name);
    }),
    { numRuns: 2_000 },
  );
  t.equal(nameKey('Zürich'.normalize('NFD')), nameKey('Zürich'));
});

t.test('a country in another script is known by its letters', async (t) => {
  t.equal(countryKey('Österreich'), 'osterreich');
  t.equal(countryKey('日本'), 'u65e5u672c');
  t.equal(countryKey(' 日本! '), 'u65e5u672c');
  t.equal(countryKey('123'), '123');
  t.equal(countryKey('日'.repeat(60)).length, 300);
  t.equal(countryKey('日'.repeat(61)), '', 'names of countries are shorter');
  t.equal(countryKey(''), '');
});
