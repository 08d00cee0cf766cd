import t from 'tap';
import { readLabelled } from '../../load/header-score.js';
import { lexicon, misspellings } from '../../src/recognise/lexicon.js';
import { readWords, splitCompound, splitHeader } from '../../src/recognise/tokens.js';

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

/** The concepts of a header's words. */
const meaning = (header: string): string =>
  readWords(header)
    .map(({ senses }) => senses?.any.join('+') ?? '?')
    .join(' ');

t.test('a header means the same however its words are set apart', async (t) => {
  const rows = await readLabelled('test/fixtures/headers/own.jsonl');
  const headers = new Set(rows.flatMap((row) => row.headers).filter((header) => !/[([{#]/.test(header)));
  let tried = 0;
  for (const header of headers) {
    const parts = splitHeader(header);
    if (parts.length < 2 || parts.some((part) => !/^[a-z]{2,}$/.test(part))) continue;
    const capital = (part: string): string => part[0]!.toUpperCase() + part.slice(1);
    const forms = [
      parts.join(' '),
      parts.join('_').toUpperCase(),
      parts.join('-'),
      parts.join('.'),
      ` ${parts.join(' / ')}: `,
      parts.map((part, at) => (at === 0 ? part : capital(part))).join(''),
      parts.map(capital).join(''),
    ];
    const others = forms.filter((form) => meaning(form) !== meaning(forms[0]!));
    if (others.length > 0) t.same(others, [], header);
    tried += forms.length;
  }
  t.ok(tried > 2000, `${tried}`);
});

t.test('signs, digits and cases part words', async (t) => {
  t.strictSame(splitHeader('House#'), ['house', 'number']);
  t.strictSame(splitHeader('Unit # 2'), ['unit', 'number', '2']);
  t.strictSame(splitHeader('#1'), ['1']);
  t.strictSame(splitHeader('1#'), ['1']);
  t.strictSame(splitHeader('10km2b'), ['10', 'km', '2', 'b']);
  t.strictSame(splitHeader('ABCName'), ['abc', 'name']);
  t.strictSame(splitHeader('naïveÉtat'), ['naive', 'etat']);
  t.strictSame(splitHeader('__a--b..c'), ['a', 'b', 'c']);
  t.equal(splitHeader('ab '.repeat(100)).length, 40, 'of a sentence its beginning');
});

t.test('of brackets wherever they stand', async (t) => {
  t.strictSame(keys('Ort [privat] Name'), ['ort', 'privat', 'name']);
  t.strictSame(keys('Ort {privat}'), ['ort', 'privat']);
  t.strictSame(keys('Ort (privat'), ['ort', 'privat']);
  t.strictSame(keys('Ort (zzqk) PLZ'), ['ort', 'plz'], 'an unknown word within says nothing');
  t.strictSame(keys('Ort (Name der Firma)').includes('firma'), false);
  t.strictSame(keys('(Ort) privat'), ['ort', 'privat']);
  t.strictSame(keys('(('), []);
});

t.test('every way to make a plural', async (t) => {
  for (const [plural, single] of [
    ['companies', 'company'],
    ['addresses', 'address'],
    ['streets', 'street'],
    ['gemeenten', 'gemeente'],
    ['woonplaatsen', 'woonplaats'],
    ['orte', 'ort'],
  ] as const) {
    t.equal(meaning(plural), meaning(single), plural);
    t.not(meaning(plural), '?');
  }
});

t.test('a letter that is missing, twice or wrong in a long word is a slip', async (t) => {
  for (const [slip, word] of misspellings()) {
    if (slip.length < 6 || lexicon().has(slip)) continue;
    if (splitHeader(slip).length !== 1 || splitCompound(slip)) continue;
    if (meaning(slip) === '?') t.fail(`${slip} for ${word}`);
  }
  for (const [slip, word] of [
    ['latittude', 'latitude'],
    ['longitudde', 'longitude'],
    ['munizipality', 'municipality'],
    ['adresss', 'adress'],
  ] as const)
    t.equal(meaning(slip), meaning(word), slip);
  for (const text of ['citi', 'ziip', 'lattt', 'latxyzitude', 'qlatitudinalqq'])
    t.equal(meaning(text), '?', text);
});

t.test('the last part of a word that begins with anything', async (t) => {
  const heads =
    'adresse adres address strasse straat nummer number naam name kategorie bezeichnung plaats type typ url link foto bild code datum anzahl zahl status platz';
  for (const head of heads.split(' ')) {
    t.strictSame(keys(`qqx${head}`), ['qqx', head]);
    t.strictSame(known(`qqx${head}`), [false, true], head);
    t.not(keys(`qx${head}`)[0], 'qx', 'two letters are no word');
  }
});

t.test('compounds with every letter between, of words of three letters at least', async (t) => {
  const split = (text: string) => splitCompound(text)?.map(({ key }) => key);
  t.strictSame(split('kundestrasse'), ['kunde', 'strasse']);
  t.strictSame(split('kundesstrasse'), ['kunde', 'strasse']);
  t.strictSame(split('landsstrasse'), ['land', 'strasse']);
  t.strictSame(split('schulenort'), ['schule', 'ort']);
  t.strictSame(split('kundeort'), ['kunde', 'ort'], 'three letters are enough');
  t.equal(split('strasse'), undefined, 'one word is no compound');
  t.equal(split('kundeorts'), undefined, 'no letter stands behind the last part');
  t.equal(split('kundexort'), undefined);
  t.equal(split('kundex'), undefined);
  t.strictSame(split('kundestrasse'.repeat(3))?.length, 6);
  t.equal(split('kundeort'.repeat(4)), undefined, 'more than six are none');
  t.equal(split('ort'.repeat(17)), undefined, 'nor is anything of more than 48 letters');
});

t.test('five letters and more that only one meaning begins with', async (t) => {
  t.equal(meaning('denominazi'), meaning('denominazione'));
  t.equal(meaning('coordinat'), meaning('coordinates'));
  t.equal(meaning('coordin'), '?', 'coordinates and a coordinator');
  t.equal(meaning('deno'), '?');
});
