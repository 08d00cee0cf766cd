import fc from 'fast-check';
import t from 'tap';
import { AppError } from '../../src/base/errors.js';
import { parseQuery } from '../../src/http/query.js';

const KNOWN = new Set(['a', 'b', 'page size', 'ä']);

t.test('it reads what URLSearchParams writes', async () => {
  const name = fc.constantFrom(...KNOWN, 'unknown', '');
  const value = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0'));
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([name]) => name }), (pairs) => {
      const expected = Object.fromEntries(pairs.filter(([name]) => KNOWN.has(name)));
      const found = parseQuery(new URLSearchParams(pairs).toString(), KNOWN);
      return JSON.stringify(found) === JSON.stringify(expected);
    }),
  );
});

t.test('no text makes it throw anything but AppError', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('a', 'b', '=', '&', '%', '+', '2', 'c') }),
  );
  fc.assert(
    fc.property(text, (query) => {
      try {
        parseQuery(query, KNOWN);
        return true;
      } catch (error) {
        return error instanceof AppError && error.code === 'BAD_REQUEST';
      }
    }),
  );
});

t.test('odd pairs are read as a form is', async (t) => {
  t.strictSame(parseQuery('', KNOWN), {});
  t.strictSame(parseQuery('&&a=1&', KNOWN), { a: '1' });
  t.strictSame(parseQuery('a', KNOWN), { a: '' });
  t.strictSame(parseQuery('a=', KNOWN), { a: '' });
  t.strictSame(parseQuery('a==&b=x=y', KNOWN), { a: '=', b: 'x=y' });
  t.strictSame(parseQuery('page+size=1+%2B+2', KNOWN), { 'page size': '1 + 2' });
  t.strictSame(parseQuery('%61=1;b=2', KNOWN), { a: '1;b=2' });
  t.strictSame(parseQuery('c=1&c=2&A=3', KNOWN), {}, 'unknown members may be repeated');
});

t.test('a known member that is given twice is refused by its name', async (t) => {
  for (const query of ['a=1&a=1', 'a&b=2&%61=1']) {
    t.throws(() => parseQuery(query, KNOWN), { code: 'BAD_REQUEST', message: 'a is given more than once' });
  }
});

t.test('what is not percent-encoded UTF-8 is refused, in unknown members too', async (t) => {
  for (const pair of ['a=%zz', 'a=%', 'a=%C3', 'unknown=%ff', '%ED%A0%80=1']) {
    t.throws(
      () => parseQuery(pair, KNOWN),
      { code: 'BAD_REQUEST', message: /is not percent-encoded UTF-8: "/ },
      pair,
    );
  }
  t.throws(() => parseQuery('b=%00', KNOWN), { message: 'the query contains the character U+0000' });
  t.throws(() => parseQuery(`a=%zz${'x'.repeat(10_000)}`, KNOWN), {
    message: `the query is not percent-encoded UTF-8: "%zz${'x'.repeat(57)}…"`,
  });
});

t.test('names of Object.prototype are names', async (t) => {
  const known = new Set(['constructor', 'toString']);
  t.strictSame(parseQuery('constructor=1&__proto__=2', known), { constructor: '1' });
});
