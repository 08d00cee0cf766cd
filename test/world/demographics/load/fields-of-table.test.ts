import t from 'tap';
import { DemographicColumn, sharedColumn } from '../../../../src/geo/demographics/column.js';
import type { SourcedField } from '../../../../src/world/demographics/catalog.js';
import type { DemographicType } from '../../../../src/world/demographics/field.js';
import { fieldsOfTable } from '../../../../src/world/demographics/load/fields-of-table.js';

const CODES = ['94101', '94102', '94103', '94104'];

function fields(
  columns: Record<string, string[]>,
  types: [string, DemographicType][] = [],
  catalog: SourcedField[] = [],
) {
  const table = {
    codes: CODES,
    lines: [2, 3, 4, 5],
    columns: Object.entries(columns).map(([header, cells]) => ({ header, cells })),
  };
  return fieldsOfTable(table, 'us_zip', new Map(types), catalog).map(({ packed, ...field }) => {
    const column = new DemographicColumn(sharedColumn(packed));
    return { ...field, texts: CODES.map((code) => column.textOf(code)) };
  });
}

t.test('the type of a column is told by its values', async (t) => {
  const [income, share, people, name] = fields({
    Income: ['$1,200', '$950.50', '-', ''],
    Share: ['12%', '7.5 %', 'N/A', '0%'],
    People: ['1,200', '30', '-666666666', '(X)'],
    Name: ['12', 'Mission', '', '-'],
  });
  t.match(income, { key: 'income', type: 'currency', rows: 2, texts: ['1200', '950.5', '', ''] });
  t.match(share, { type: 'percent', texts: ['12', '7.5', '', '0'] });
  t.match(people, { type: 'number', texts: ['1200', '30', '', ''] });
  t.match(name, { type: 'text', rows: 3, texts: ['12', 'Mission', '', '-'] });
});

t.test('or by its header, or by the option before that', async (t) => {
  const columns = { 'Median income (currency)': ['1', '2', '3', '4'] };
  t.match(fields(columns)[0], { key: 'median_income', label: 'Median income', type: 'currency' });
  t.match(fields(columns, [['Median income (currency)', 'text']])[0], {
    label: 'Median income',
    type: 'text',
  });
});

t.test('a decimal comma is read where the column shows one', async (t) => {
  t.same(fields({ A: ['1.500', '2,5', '3', ''] })[0]!.texts, ['1500', '2.5', '3', '']);
  t.same(fields({ A: ['1.500', '2.5', '3', ''] })[0]!.texts, ['1.5', '2.5', '3', '']);
});

t.test('a field of the embedded catalog keeps its id', async (t) => {
  t.equal(fields({ population: ['1', '2', '3', '4'] })[0]!.id, 1);
  t.equal(fields({ Population2: ['1', '2', '3', '4'] })[0]!.id, null);
});

t.test('what cannot be is refused', async (t) => {
  const catalog: SourcedField[] = [
    { id: 1, key: 'population', label: 'Population', type: 'number', levels: ['us_state'], loaded: [] },
  ];
  t.throws(() => fields({ 'A (number)': ['1', 'x', '', ''] }), {
    message: 'line 3: "x" in "A (number)" is not a number, as the column is of type number',
  });
  t.throws(() => fields({ 'A $': ['1', '', '', ''], a: ['1', '', '', ''] }), {
    message: 'the columns "A $" and "a" would both be the field a',
  });
  t.throws(() => fields({ A: ['1', '', '', ''] }, [['B', 'text']]), {
    message: 'the file has no column "B" to give a type',
  });
  t.throws(() => fields({ Population: ['many', 'few', '', ''] }, [], catalog), {
    message: /^the field population is of type number at the level us_state, and of type text in this file/,
  });
});
