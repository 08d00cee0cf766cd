import fc from 'fast-check';
import t from 'tap';
import { DemographicColumn, packColumn, sharedColumn } from '../../../src/geo/demographics/column.js';

const column = (values: [string, string][]) => new DemographicColumn(sharedColumn(packColumn(values)));

t.test('a column answers with the text of a region, whatever its code looks like', async (t) => {
  const packed = column([
    ['94103', '57630'],
    ['06075', 'San Francisco, Ääö'],
    ['06', '39'],
    ['DE', '83'],
    ['6', 'six'],
  ]);
  t.same(
    ['94103', '06075', '06', 'DE', '6'].map((code) => packed.textOf(code)),
    ['57630', 'San Francisco, Ääö', '39', '83', 'six'],
  );
  t.same(
    ['94104', '', '006', 'de', 'D', '941030', 'D E'].map((code) => packed.textOf(code)),
    ['', '', '', '', '', '', ''],
  );
  t.equal(packed.rows, 5);
  t.equal(column([]).textOf('06'), '');
});

t.test('it holds what was packed, as a map does', async () => {
  const entry = fc.tuple(fc.stringMatching(/^[0-9A-Z]{1,5}$/), fc.string({ minLength: 1, unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ([code]) => code }), fc.string(), (entries, other) => {
      const packed = column(entries);
      const map = new Map(entries);
      return (
        entries.every(([code, text]) => packed.textOf(code) === text.toWellFormed()) &&
        packed.textOf(other) === (map.get(other)?.toWellFormed() ?? '')
      );
    }),
  );
});

t.test('a text that is not a region code, and a repeated code, are refused', async (t) => {
  t.throws(() => packColumn([['de', '1']]), /"de" is not a region code/);
  t.throws(() => packColumn([['941031', '1']]), /not a region code/);
  t.throws(
    () =>
      packColumn([
        ['06', '1'],
        ['06', '2'],
      ]),
    /region code 06 occurs twice/,
  );
});
