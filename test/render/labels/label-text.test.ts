import fc from 'fast-check';
import t from 'tap';
import { labelLines, labelText } from '../../../src/render/labels/label-text.js';

t.test('a label is one line of at most 40 letters', async (t) => {
  t.equal(labelText('  Joe’s\n Diner\t'), 'Joe’s Diner');
  t.equal(labelText('x'.repeat(40)), 'x'.repeat(40));
  t.equal(labelText('x'.repeat(41)), `${'x'.repeat(40)}…`);
  t.equal(labelText('👩‍👩‍👧'.repeat(41)), `${'👩‍👩‍👧'.repeat(40)}…`, 'a family is one letter');
  t.equal(labelText('x'.repeat(1_000_000)), `${'x'.repeat(40)}…`);
});

t.test('what cannot be drawn or turns the line round is gone', async (t) => {
  t.equal(labelText('a\u0000b\u202ec\ud800d'), 'a bcd');
  t.equal(labelText('\u202e \u0007'), '');
});

t.test('of any text, a line without control characters comes, short enough', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
      const label = labelText(text);
      return label.isWellFormed() && !/\p{Cc}/u.test(label) && label.length <= 401;
    }),
  );
});

t.test('a long name has two lines of about the same length, where it has blanks and may', async (t) => {
  t.same(labelLines('Atlanta', 2), ['Atlanta']);
  t.same(labelLines('The shop at the long avenue number twelve', 2), [
    'The shop at the long',
    'avenue number twelve',
  ]);
  t.same(labelLines('The shop at the long avenue number twelve', 1), [
    'The shop at the long avenue number twelv…',
  ]);
  const long =
    'Very long label of a marker that certainly goes beyond forty letters and then some more words';
  t.same(
    labelLines(`${long} 12345`, 2),
    ['Very long label of a marker that', 'certainly goes beyond fort…e words 12345'],
    'no word is cut at the end of the first line, and the end of the name stays',
  );
  t.not(labelLines(`${long} 12345`, 2)[1], labelLines(`${long} 12346`, 2)[1]);
  t.same(labelLines('x'.repeat(60), 2), [`${'x'.repeat(40)}…`]);
  t.same(labelLines('', 2), []);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) =>
      labelLines(text, 2).every((line) => line !== '' && line.isWellFormed()),
    ),
  );
});
