import t from 'tap';
import { numbersOf } from '../../../../src/import/columns/table/table-row.js';

t.test('the numbers of a row are read once, however many rows are compared with it', async (t) => {
  const row = { row: 2, cells: ['North', '', '1.5', '2,000.25'] };
  t.same([...numbersOf(row)], [Number.NaN, 0, 1.5, 2000.25]);
  t.equal(numbersOf(row), numbersOf(row));
});
