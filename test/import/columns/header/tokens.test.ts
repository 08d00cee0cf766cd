import t from 'tap';
import { readWords, splitCompound, splitHeader } from '../../../../src/import/columns/header/tokens.js';

const keys = (header: string): string[] => readWords(header).map(({ key }) => key);
const known = (header: string): boolean[] => readWords(header).map(({ senses }) => senses !== undefined);

t.test('headers are split at case, digits and signs', async (t) => {
  t.strictSame(splitHeader('streetAddress'), ['street', 'address']);
  t.strictSame(splitHeader('GPSLatitude'), ['gps', 'latitude']);
  t.strictSame(splitHeader('addr:postcode'), ['addr', 'postcode']);
  t.strictSame(splitHeader('bib_plz'), ['bib', 'plz']);
  t.strictSame(splitHeader('Adresse2'), ['adresse', '2']);
  t.strictSame(splitHeader('StraÃŸe / Nr.'), ['strasse', 'nr']);
  t.strictSame(splitHeader(' \t'), []);
});

t.test('phrases are one word, however they are glued', async (t) => {
  for (const header of ['code postal', 'code_postal', 'CODE-POSTAL', 'codePostal', 'codepostal']) {
    t.strictSame(keys(header), ['codepostal'], header);
  }
});

t.test('compounds are split into known words of one language', async (t) => {
  t.strictSame(keys('KundeStrasse'), ['kunde', 'strasse']);
  t.strictSame(keys('kundestrasse'), ['kunde', 'strasse']);
  t.strictSame(keys('DESCRIZIONECOMUNE'), ['descrizionecomune']);
  t.strictSame(
    splitCompound('descrizioneregione')?.map(({ key }) => key),
    ['descrizione', 'regione'],
  );
  t.equal(splitCompound('debiteurnaam'), null, 'French, English and Dutch parts make no word');
  t.equal(splitCompound('a'.repeat(60)), null);
});

t.test('slips, cut words and unknown first parts are read', async (t) => {
  t.strictSame(known('longtitude'), [true]);
  t.strictSame(known('latitudne'), [true]);
  t.strictSame(known('municipali'), [true]);
  t.strictSame(keys('Schwurbelnummer'), ['schwurbel', 'nummer']);
  t.strictSame(known('qwxyz'), [false]);
});

t.test('brackets only say whose or how a column is', async (t) => {
  t.strictSame(keys('Name (Adressattyp Unternehmen)'), ['name']);
  t.strictSame(keys('Ort (privat)'), ['ort', 'privat']);
  t.strictSame(keys('Titel (unbekanntes Wort'), ['titel']);
  t.strictSame(keys('(PLZ)'), ['plz']);
});

t.test('names of JavaScript are words like others', async (t) => {
  t.strictSame(known('__proto__'), [false]);
  t.strictSame(known('constructor'), [false]);
});

t.test('German words are known with umlauts and without', async (t) => {
  for (const [spelled, folded] of [
    ['Öffnungszeiten', 'Oeffnungszeiten'],
    ['gültig bis', 'gueltig bis'],
    ['Bücherei', 'Buecherei'],
    ['Ländername', 'Laendername'],
    ['Höhe', 'Hoehe'],
  ] as const) {
    const concepts = (header: string) => readWords(header).map(({ senses }) => senses?.any);
    t.ok(concepts(spelled)[0], spelled);
    t.same(concepts(spelled), concepts(folded), spelled);
  }
  t.strictSame(known('Museum Neu Mauer Quelle'), [true, true, true, true], 'what has no umlaut');
});
