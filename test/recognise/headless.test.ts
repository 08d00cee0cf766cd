import t from 'tap';
import { readLabelled } from '../../load/header-score.js';
import { Gazetteer } from '../../src/geo/gazetteer/gazetteer.js';
import { KnownNames } from '../../src/geo/gazetteer/known-names.js';
import { isRowOfData } from '../../src/recognise/headless.js';
import { gazetteerOfBuild } from '../geo/gazetteer/geocoder-of-build.js';
import { OWN } from '../support/labelled-headers.js';

const names = new KnownNames(new Gazetteer(gazetteerOfBuild));
const PLACES: ReadonlySet<string> = new Set(['city', 'zip', 'full_address', 'street', 'country']);

t.test('no labelled header is a row of data', async (t) => {
  const noted = (await readLabelled(OWN)).filter(({ headers, rows }) => isRowOfData(headers, rows, names));
  t.same(
    noted.map(({ id }) => id),
    [],
  );
});

t.test('the first row of addresses is one where the header is lost', async (t) => {
  const headless = (await readLabelled(OWN)).filter(
    ({ rows, labels }) => rows.length >= 2 && labels.some((label) => PLACES.has(label)),
  );
  const found = headless.filter(({ rows }) => isRowOfData(rows[0]!, rows.slice(1), names));
  t.ok(headless.length >= 200);
  // The others stand on one row alone, of words that headers are made of, or beside degrees, which are noted
  // on their own.
  t.ok(found.length >= 0.9 * headless.length, `${found.length} of ${headless.length}`);
});

t.test('cells of the kind that stands below them make a row of data', async (t) => {
  const of = (text: string): boolean => {
    const [header, ...rows] = text.split('\n').map((line) => line.split(';'));
    return isRowOfData(header!, rows, names);
  };
  for (const text of [
    'Alpha Store;Munich;Germany\nBeta Store;Paris;France\nGamma;Rome;Italy',
    'Store 1;Munich;Germany\nStore 2;Paris;France',
    'Alpha;80331\nBeta;10115',
    'Alpha;SW1A 1AA\nBeta;M1 1AE',
    'Alpha;Munich\nBeta;Paris',
    'Marienplatz 1, 80331 München\nAlexanderplatz 3, 10178 Berlin',
    'Alpha;Bavaria\nBeta;Saxony',
    'Alpha;Hauptstr. 5\nBeta;Ringstr. 17',
    'SH-0001;Vase\nSH-0002;Krug',
  ])
    t.equal(of(text), true, text);
  for (const text of [
    'Produkt;Germany;France\nSchrauben;5;7\nNägel;6;8',
    'Filiale XY;2019;2020\na;1999;2001\nb;1998;2005',
    'Adresse 1;Bemerkung\nHauptstr. 5;x\nRingstr. 17;y',
    'Straße 2;ID\nHauptstr. 5;DE\nRingstr. 17;FR',
    'Shop;Nice;Land\nA;Berlin;Germany\nB;Paris;France',
    'Frage;Q1;Q2\nA;Q3;Q4\nB;Q5;Q6',
    'Gestaltung;Paese\\nA;Berlin\\nB;Paris',
    'Gestaltung;Paese\nA;Berlin\nB;Paris',
    'Munich;Germany',
    '',
  ])
    t.equal(of(text), false, text);
});
