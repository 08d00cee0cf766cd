import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import t from 'tap';
import { loadFonts } from '../../../src/render/fonts/load-fonts.js';
import { type PdfAbout, writePdf } from '../../../src/render/pdf/write-pdf.js';
import type { Scene, Shape } from '../../../src/render/scene.js';
import { fontsDirectory } from '../../../src/world/geodata/files.js';
import { colorAt } from '../../support/pictures/pixels.js';
import { rasterPdf, readPdf } from '../../support/pictures/read-pdf.js';
import {
  imageShape,
  LINES,
  pinsShape,
  rectangle,
  sampleScene,
  textShape,
} from '../../support/pictures/sample-scene.js';

const fonts = loadFonts(fontsDirectory);
const about: PdfAbout = {
  createdAt: new Date('2026-05-04T03:02:01Z'),
  attributions: ['© OpenStreetMap contributors', 'Natural Earth'],
};

const letter = (...shapes: Shape[]): Scene => ({ widthPt: 612, heightPt: 792, title: 'Shops', shapes });
const pdfOf = (scene: Scene) => buffer(writePdf(scene, fonts, about));
const textsOf = async (scene: Scene) => readPdf(await pdfOf(scene)).texts.map(({ text }) => text);

/** All streams of a file that can be read as text. */
function operatorsOf(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/FlateDecode.*?stream\n(.*?)\nendstream/gs);
  return Array.from(streams, ([, bytes]) =>
    inflateSync(Buffer.from(bytes!, 'latin1')).toString('latin1'),
  ).join('\n');
}

t.test('a page has exactly the size of its paper', async (t) => {
  for (const [widthPt, heightPt] of [
    [612, 792],
    [792, 612],
    [595.28, 841.89],
    [841.89, 595.28],
  ] as const) {
    const bytes = await pdfOf({ widthPt, heightPt, title: '', shapes: [] });
    const { pages, mediaBox } = readPdf(bytes);
    t.same([pages, mediaBox], [1, [0, 0, widthPt, heightPt]]);
    t.match(bytes.toString('latin1'), `/MediaBox [0 0 ${widthPt} ${heightPt}]`);
  }
});

t.test('it says what it is, whose data it shows and when it was made', async (t) => {
  const { info } = readPdf(await pdfOf(letter()));
  t.match(info, {
    Title: 'Shops',
    Subject: '© OpenStreetMap contributors; Natural Earth',
    Author: 'cartload',
    Creator: 'cartload',
    Producer: 'cartload',
    CreationDate: 'D:20260504030201Z',
  });
});

t.test(
  'readers of screens are told the language, that there is a map, and the texts around it',
  async (t) => {
    const scene = letter(
      rectangle([9, 9, 50, 50], { fill: null, stroke: null }),
      textShape('Paris', 50, 100),
      textShape('Legend', 50, 200),
    );
    const { lang, structure } = readPdf(await pdfOf({ ...scene, textsAround: 1 }));
    t.equal(lang, 'en');
    t.same(structure, [
      { role: 'Figure', alt: 'Map: Shops' },
      { role: 'P', alt: undefined },
    ]);
  },
);

t.test('a title that is no XML stays what it is, and the metadata XML', async (t) => {
  const title = '</rdf:li> <b>A & B</b> (قاهرة) \\) \ud800';
  const { info, metadataTitle } = readPdf(await pdfOf({ ...letter(), title }));
  t.equal(info.Title, title.toWellFormed());
  t.equal(metadataTitle, title.toWellFormed());
});

t.test('the same scene gives the same bytes', async (t) => {
  t.ok((await pdfOf(sampleScene())).equals(await pdfOf(sampleScene())));
});

t.test('texts are found once each, where they are drawn, halo or not', async (t) => {
  const halo = { color: '#ffffff', widthPt: 3 };
  const scene = letter(
    textShape('Office AVA', 50, 100, { halo, sizePt: 20 }),
    textShape('at its end', 300, 200, { anchor: 'end', weight: 700 }),
    textShape('in the middle', 300, 300, { anchor: 'middle', italic: true, halo: null }),
  );
  const { texts } = readPdf(await pdfOf(scene));
  t.same(
    texts.map(({ text }) => text),
    ['Office AVA', 'at its end', 'in the middle'],
  );
  const [start, end, middle] = texts as [(typeof texts)[0], (typeof texts)[0], (typeof texts)[0]];
  t.match(start, { xPt: 50, yPt: 100, sizePt: 20 });
  t.ok(Math.abs(end.xPt + end.widthPt - 300) < 0.1);
  t.ok(Math.abs(middle.xPt + middle.widthPt / 2 - 300) < 0.1);
});

t.test('Arabic, Hebrew, Devanagari, Thai and Chinese are found as they are spelt', async (t) => {
  const scene = letter(...LINES.map((line, i) => textShape(line, 50, 50 + 40 * i)));
  // PDFium turns the brackets of an Arabic line round.
  const found = (await textsOf(scene)).join('').replaceAll(' ', '').replace(')2024(', '(2024)');
  for (const line of LINES)
    if (!line.startsWith('Hotel')) t.ok(found.includes(line.replaceAll(' ', '')), line);
});

t.test('letters that one glyph draws with different dots or vowels are told apart', async (t) => {
  for (const word of ['بيت', 'تبن', 'نبت', 'بَيْت', 'שָׁלוֹם', 'น้ำ', 'ถ้ำ'])
    t.equal((await textsOf(letter(textShape(word, 50, 100)))).join('|').normalize(), word.normalize());
});

t.test(
  'readers that ask are told what the vowels of Devanagari hide, and of plain letters nothing',
  async (t) => {
    const content = operatorsOf(await pdfOf(letter(textShape('दिल्ली', 50, 100))));
    const spelt = Buffer.from('\ufeffदिल्ली', 'utf16le').swap16();
    // Half of each of these letters is what a tabulator is.
    t.ok(content.replaceAll('\\t', '\t').includes(`/ActualText (${spelt.toString('latin1')})`));
    t.notMatch(operatorsOf(await pdfOf(letter(textShape('Delhi', 50, 100)))), /ActualText/);
  },
);

t.test('of a font only the letters that occur are in the file', async (t) => {
  const bytes = await pdfOf(letter(textShape('Ab', 50, 100), textShape('北京', 50, 200)));
  t.ok(bytes.length < 20_000, `${bytes.length} bytes`);
});

t.test('100,000 markers are less than a megabyte', async (t) => {
  for (const symbol of ['pin', 'dot'] as const) {
    const bytes = await pdfOf(letter(pinsShape(symbol, 4, 100_000, 20)));
    t.ok(bytes.length < 1_000_000, `${symbol}: ${bytes.length} bytes`);
  }
});

t.test('the last marker lies on top, at its place', async (t) => {
  const bytes = await pdfOf(
    letter({
      kind: 'pins',
      symbol: 'dot',
      sizePt: 20,
      places: Float32Array.of(100, 100, 100, 100, 300, 500),
      colorOf: Uint16Array.of(0, 1, 0),
      colors: ['#ff0000', '#0000ff'],
    }),
  );
  const page = rasterPdf(bytes, 612);
  t.equal(colorAt(page, 100, 100), '#0000ff');
  t.equal(colorAt(page, 300, 500), '#ff0000');
  t.equal(colorAt(page, 320, 500), '#ffffff');
});

t.test('a translucent area lets through what lies below it, its hole everything', async (t) => {
  const hole: Shape = {
    kind: 'path',
    d: 'M100,100L300,100L300,300L100,300ZM150,150L250,150L250,250L150,250Z',
    fill: { color: '#000000', opacity: 0.5 },
    stroke: { color: '#00ff00', opacity: 0.5, widthPt: 20 },
  };
  const page = rasterPdf(await pdfOf(letter(hole)), 612);
  t.equal(colorAt(page, 125, 200), '#808080');
  t.equal(colorAt(page, 200, 200), '#ffffff');
  // Half of the line lies outside, half upon the area.
  t.equal(colorAt(page, 95, 200), '#80ff80');
  t.equal(colorAt(page, 105, 200), '#40bf40');
});

t.test('what comes after something translucent is opaque', async (t) => {
  const faint = { color: '#ffffff', opacity: 0.1 };
  const veil = rectangle([0, 0, 40, 40], { fill: faint, stroke: { ...faint, widthPt: 1 } });
  const dot: Shape = { ...pinsShape('dot', 60, 1), places: Float32Array.of(300, 300) };
  const pin: Shape = { ...pinsShape('pin', 60, 1), places: Float32Array.of(200, 300) };
  const square = imageShape(50, 50, 100);
  const page = rasterPdf(await pdfOf(letter(veil, dot, veil, pin, veil, square)), 612);
  t.equal(colorAt(page, 300, 300), '#d62728');
  t.equal(colorAt(page, 190, 275), '#d62728');
  t.equal(colorAt(page, 60, 60), '#dc3c3c');
});

t.test(
  'a translucent line and its area are painted one after the other: at once, the line would cut the area',
  async (t) => {
    const black = { color: '#000000', opacity: 0.5 };
    const area = (opacity: number) =>
      rectangle([9, 9, 50, 50], { fill: black, stroke: { ...black, opacity, widthPt: 3 } });
    t.match(operatorsOf(await pdfOf(letter(area(0.5)))), /\nf\*\n[^B]*\nS\n/);
    t.match(operatorsOf(await pdfOf(letter(area(1)))), /\nB\*\n/);
  },
);

t.test('an image fills its box', async (t) => {
  const page = rasterPdf(await pdfOf(letter(imageShape(100, 200, 80))), 612);
  t.equal(colorAt(page, 110, 210), '#dc3c3c');
  t.equal(colorAt(page, 170, 210), '#3ca03c');
  t.equal(colorAt(page, 110, 270), '#3c3cc8');
  t.equal(colorAt(page, 185, 270), '#ffffff');
});

t.test('hostile texts end in a page', async (t) => {
  const hostile = [
    'x'.repeat(100_000),
    'e\u0301\u0302\u0303'.repeat(30_000),
    '\u202e\u2066\u200f'.repeat(1000),
    '\0\ud800\udc00\udfff\n\t',
    'لا'.repeat(50_000),
    'क्षि'.repeat(50_000),
    '((([[['.repeat(1000),
    ') Tj ET (<</ActualText',
    '',
    ' ',
    '\u0301',
  ];
  const { pages } = readPdf(
    await pdfOf({ ...letter(...hostile.map((text) => textShape(text, 50, 100))), title: hostile[0]! }),
  );
  t.equal(pages, 1);
});

t.test('shapes that cannot be drawn are named', async (t) => {
  const refused = (shape: Shape, message: RegExp) =>
    t.throws(() => writePdf(letter(shape), fonts, about), message);
  const black = { fill: { color: '#000000', opacity: 1 } };
  refused(textShape('a', Number.NaN, 0), /length of a picture is NaN/);
  refused({ kind: 'path', d: 'M1,1A2,2', stroke: null, ...black }, /Path data cannot be read at 4/);
  refused({ ...pinsShape('dot', 4, 3), colors: ['#000000'] }, /marker has color 1 of 1/);
  refused({ ...pinsShape('pin', 4, 1), colors: ['red'] }, /color of a picture is #/);
  refused({ ...imageShape(0, 0, 9), bytes: Buffer.from('GIF89a') }, /Unknown image format/);
  refused(
    { ...imageShape(0, 0, 9), bytes: Uint8Array.of(0xff, 0xd8, 0, 0) },
    /image of the picture cannot be read/,
  );
});
