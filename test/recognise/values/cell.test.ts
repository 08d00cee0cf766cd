import t from 'tap';
import { Cell } from '../../../src/recognise/values/cell.js';

t.test('a cell knows its words in folded form', async (t) => {
  const cell = new Cell('Côte-d’Or  (21)');
  t.equal(cell.folded, "cote-d'or  (21)");
  t.strictSame(cell.words, ['cote', 'd', 'or', '21']);
  t.equal(cell.key, 'cote d or 21');
  t.equal(cell.hasLetter, true);
  t.equal(cell.hasDigit, true);
});

t.test('signs alone are no words', async (t) => {
  t.strictSame(new Cell('-/-').words, []);
  t.strictSame(new Cell('北京 1号').words, ['北京', '1号']);
  t.equal(new Cell('１').hasDigit, false, 'only digits that numbers are written with here');
});
