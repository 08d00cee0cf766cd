import t from 'tap';
import { summariseDefects } from '../../../src/import/report/error-summary.js';
import { hintFor } from '../../../src/import/report/hints.js';
import { type DefectCount, mergeDefects } from '../../../src/import/report/rejection-runs.js';

const error = (code: string, column: string | null, message: string): DefectCount => [
  code,
  column,
  1,
  message,
];

t.test('errors are grouped by code and column, the most frequent first, then in file order', async (t) => {
  const first = mergeDefects([
    error('name_missing', null, 'a'),
    error('coordinate_invalid', 'lat', 'b'),
    error('coordinate_invalid', 'lng', 'c'),
  ]);
  const second = mergeDefects([
    error('coordinate_invalid', 'lng', 'd'),
    error('coordinate_invalid', 'lng', 'e'),
    error('name_missing', null, 'f'),
  ]);
  const summary = summariseDefects([...first, ...second]);
  t.same(
    summary.map(({ code, column, count, example }) => [code, column, count, example]),
    [
      ['coordinate_invalid', 'lng', 3, 'c'],
      ['name_missing', null, 2, 'a'],
      ['coordinate_invalid', 'lat', 1, 'b'],
    ],
  );
  for (const { hint } of summary) t.match(hint, /^[A-Z].*\.$/);
  t.match(hintFor('coordinate_invalid', 'lng "3 O" has the letter O, which is'), /^Write E or W/);
  t.notMatch(hintFor('coordinate_invalid', 'lat "abc" is not a number'), /E or W/);
  t.same(summariseDefects([]), []);
});

t.test('columns named by the sender make no summary endless; odd codes and names do no harm', async (t) => {
  const many = Array.from({ length: 500 }, (_, i) => error('value_invalid', `f${i}`, 'x'));
  t.equal(summariseDefects(mergeDefects(many)).length, 100);
  t.match(summariseDefects(mergeDefects([error('__proto__', 'constructor', 'x')])), [
    { code: '__proto__', column: 'constructor', count: 1 },
  ]);
});
