import t from 'tap';
import { renderPng } from '../../../src/render/png/render-png.js';
import { fontsOfBuild as fonts, HOSTILE, SCRIPTS } from '../fonts/fonts-of-build.js';
import { inkBox, pictureOf, text } from './pictures.js';

t.test('every letter of every script comes out as its own shape, and not as a box', async (t) => {
  for (const [script, line] of Object.entries(SCRIPTS)) {
    const letters = [...new Set([...line].filter((letter) => /[\p{L}\p{So}]/u.test(letter)))];
    const page = { widthPt: 40, heightPt: 40 };
    const shapes = letters.map((letter) =>
      pictureOf([text(letter, { xPt: 10, yPt: 28 })], page).data.toString('base64'),
    );
    const box = pictureOf([text('□', { xPt: 10, yPt: 28 })], page).data.toString('base64');
    const empty = pictureOf([], page).data.toString('base64');
    t.equal(new Set([box, empty, ...shapes]).size, letters.length + 2, script);
  }
});

t.test('vowels of Devanagari stand beside their letters', async (t) => {
  // Five letters of 2 to 3 glyphs each; the line is as wide as its glyphs are together.
  const { left, right } = inkBox(pictureOf([text('भारतीय भोजनालय', { sizePt: 30 })]))!;
  const width = fonts.widthPt('भारतीय भोजनालय', 30, 400);
  t.equal(Math.abs(right - left - width) < 0.06 * width, true);
});

t.test('a line of Hebrew runs from right to left', async (t) => {
  const { left, right } = inkBox(pictureOf([text('ו', { xPt: 180, anchor: 'end' })]))!;
  const picture = pictureOf([text('ו!', { xPt: 180, anchor: 'end' })]);
  const alone = inkBox(picture)!;
  t.equal(alone.right, right, 'the letter is the rightmost');
  t.equal(alone.left < left, true, 'the exclamation mark is left of it');
});

t.test('hostile texts end in a picture', async (t) => {
  for (const line of HOSTILE) {
    const shapes = [
      text(line, { halo: { color: '#ffffff', widthPt: 2 } }),
      text(line, { xPt: 1e7, weight: 700, anchor: 'middle' }),
    ];
    const png = renderPng({ widthPt: 72, heightPt: 72, title: line, shapes }, fonts);
    t.equal(Buffer.from(png.subarray(1, 4)).toString(), 'PNG');
  }
});
