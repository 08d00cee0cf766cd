import t from 'tap';
import { fontsOfBuild as fonts, HOSTILE, SCRIPTS } from './fonts-of-build.js';

const families = (text: string): string[] =>
  fonts.runs(text, 400, false).map(({ face }) => face.family.replace(/ \d+$/, ''));
const drawn = (text: string): string =>
  fonts
    .runs(text, 400, false)
    .map((run) => run.text)
    .join('');

t.test('every promised script has a face', async (t) => {
  for (const [script, text] of Object.entries(SCRIPTS)) t.equal(drawn(text), text, script);
});

t.test('what no face has becomes a box that can be seen', async (t) => {
  t.equal(drawn('a𓀀ཀ\ue000z'), 'a□□□z');
});

t.test('digits, blanks and brackets belong to the letters before them', async (t) => {
  t.same(families('مرحبا (12) عالم'), ['Noto Sans Arabic']);
  t.same(families('שלום 5!'), ['Noto Sans Hebrew']);
  t.same(families('Café 12'), ['Noto Sans']);
});

t.test('Han characters are Japanese in a text with kana, and Chinese in others', async (t) => {
  t.same(new Set(families('東京の')), new Set(['Noto Sans JP']));
  t.same(new Set(families('东京')), new Set(['Noto Sans SC']));
});

t.test('an emoji of several parts stays in one run', async (t) => {
  t.same(
    fonts.runs('a👨‍👩‍👧❤️', 400, false).map((run) => run.text),
    ['a', '👨‍👩‍👧❤️'],
  );
});

t.test('bold and italic have faces of their own; where there is none the regular one is taken', async (t) => {
  const styleOf = (text: string, weight: 400 | 700, italic: boolean) => {
    const { face } = fonts.runs(text, weight, italic)[0]!;
    return [face.weight, face.italic];
  };
  t.same(styleOf('River', 400, true), [400, true]);
  t.same(styleOf('Title', 700, false), [700, false]);
  t.same(styleOf('عنوان', 700, false), [700, false]);
  t.same(styleOf('نهر', 400, true), [400, false]);
  t.same(styleOf('图', 700, false), [400, false]);
});

t.test('widths are those of the faces', async (t) => {
  // Advances in Noto Sans, thousandths: A 639, V 600, bold A 692; Han characters are square.
  t.equal(fonts.widthPt('AV', 10, 400).toFixed(2), '12.39');
  t.equal(fonts.widthPt('A', 10, 700).toFixed(2), '6.92');
  t.equal(fonts.widthPt('中文', 10, 400), 20);
  t.equal(fonts.widthPt('', 10, 400), 0);
  t.equal(fonts.widthPt('e\u0301', 10, 400), fonts.widthPt('é', 10, 400));
});

t.test('no text is too hostile', async (t) => {
  for (const text of HOSTILE) {
    t.ok([...drawn(text)].length <= 1_000);
    t.ok(Number.isFinite(fonts.widthPt(text, 10, 700)));
  }
});
