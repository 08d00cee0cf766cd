import t from 'tap';
import { cut, quote } from '../../src/base/cut.js';
import { badRequest } from '../../src/base/errors.js';

t.test('long texts are cut, never between the halves of a surrogate pair', async (t) => {
  t.equal(cut('abc', 3), 'abc');
  t.equal(cut('abcd', 3), 'abc…');
  t.equal(cut('ab😀d', 3), 'ab…');
  t.equal(cut('ab😀d', 4), 'ab😀…');
  t.equal(quote('a"b'.repeat(40), 3), '"a\\"b…"');
  t.equal(quote('x'.repeat(61)), `"${'x'.repeat(60)}…"`);
  t.equal(badRequest('x'.repeat(1 << 20)).message.length, 4001, 'no message is longer');
});
