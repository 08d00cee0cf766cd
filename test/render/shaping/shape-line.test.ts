import t from 'tap';
import { loadFonts } from '../../../src/render/fonts/load-fonts.js';
import { shapeLine } from '../../../src/render/shaping/shape-line.js';
import { visualRuns } from '../../../src/render/shaping/visual-order.js';
import { fontsDirectory } from '../../../src/world/geodata/files.js';

const fonts = loadFonts(fontsDirectory);
const runsOf = (text: string) => fonts.runs(text, 400, false);
const orderOf = (text: string) => visualRuns(runsOf(text)).flatMap(({ text }) => text.trim() || []);

t.test('pieces stand in visual order, by the direction of the first letter', async (t) => {
  t.same(orderOf('Hotel فندق Cairo'), ['Hotel', 'فندق', 'Cairo']);
  t.same(orderOf('فندق Cairo 5'), ['Cairo 5', 'فندق']);
  t.same(orderOf('فندق 12 abc'), ['abc', '12', 'فندق']);
});

t.test('what ends a line of Arabic stands at its left', async (t) => {
  const [first] = shapeLine(runsOf('قاهرة!')).glyphs;
  t.match(first, { text: '!', x: 0 });
});

t.test('of a Thai sara am the circle stands upon its letter, and the tone above it', async (t) => {
  const glyphs = shapeLine(runsOf('น้ำ')).glyphs;
  const [, circle, tone] = glyphs;
  t.same(
    glyphs.map(({ text, isMark }) => [text, isMark]),
    [
      ['น', false],
      ['', true],
      ['้', true],
      ['ำ', false],
    ],
  );
  t.equal(circle!.y, 0);
  // A face has a raised tone for it.
  t.not(tone!.glyph.id, shapeLine(runsOf('น้')).glyphs[1]!.glyph.id);
});

t.test('brackets are turned where letters go from right to left, and found as written', async (t) => {
  const opening = (text: string) =>
    shapeLine(runsOf(text)).glyphs.find((glyph) => glyph.text === '(')!.glyph.id;
  const closing = shapeLine(runsOf('قا)')).glyphs.find((glyph) => glyph.text === ')')!.glyph.id;
  t.not(opening('قا (قا)'), opening('a (a)'));
  t.not(closing, opening('قا(قا'));
});

const glyphNames = (text: string) => shapeLine(runsOf(text)).glyphs.map(({ glyph }) => glyph.name);

t.test('in Bengali a vowel has its form for the beginning of a word there alone', async (t) => {
  t.same(glyphNames('বেনবে'), ['bnmE.init', 'bnBA', 'bnNA', 'bnmE', 'bnBA']);
  const [first, , blank, second] = glyphNames('বে বে');
  t.same([first, blank, second], ['bnmE.init', 'space', 'bnmE.init']);
});

t.test('a Bengali reph that its vowel has drawn is not drawn again', async (t) => {
  t.same(glyphNames('র্সি'), ['bnmI_Reph', 'bnSA', 'bnNull']);
  t.same(glyphNames('র্স'), ['bnSA', 'bnReph']);
});

t.test('a Thai tone beside a tall letter is narrow, with a vowel below them, too', async (t) => {
  t.same(glyphNames('ปุ่น'), ['uni0E1B', 'uni0E38', 'uni0E48.narrow', 'uni0E19']);
});
