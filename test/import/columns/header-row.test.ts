import fc from 'fast-check';
import t from 'tap';
import { LEADING_COLUMNS } from '../../../src/format/exported-file.js';
import { MAX_COLUMN_NAME, readColumnNames } from '../../../src/import/columns/header-row.js';
import { LAST_COLUMN } from '../../../src/schema/import-fields.js';

const namesOf = (cells: string[]) => readColumnNames(cells).map((column) => column.name);

t.test('names are trimmed', async (t) => {
  t.strictSame(readColumnNames([' name ', '\tlat\u00a0']), [
    { index: 0, name: 'name', original: 'name' },
    { index: 1, name: 'lat', original: 'lat' },
  ]);
});

t.test('later duplicates get the next free number', async (t) => {
  t.strictSame(namesOf(['x', 'x', ' x ', 'X']), ['x', 'x (2)', 'x (3)', 'X']);
  t.strictSame(namesOf(['x', 'x', 'x (2)', 'x']), ['x', 'x (3)', 'x (2)', 'x (4)']);
  t.strictSame(namesOf(['x (2)', 'x (2)', 'x', 'x']), ['x (2)', 'x (2) (2)', 'x', 'x (3)']);
});

t.test('empty headers get a provisional name that no other column has', async (t) => {
  t.strictSame(readColumnNames(['a', '', ' ']), [
    { index: 0, name: 'a', original: 'a' },
    { index: 1, name: 'Column 2', original: '', unnamed: true },
    { index: 2, name: 'Column 3', original: '', unnamed: true },
  ]);
  t.strictSame(namesOf(['', 'Column 1', 'Column 1 (2)']), ['Column 1 (3)', 'Column 1', 'Column 1 (2)']);
  t.strictSame(readColumnNames(['\0']), [{ index: 0, name: 'Column 1', original: '', unnamed: true }]);
});

t.test('NUL is removed and long names are cut between characters', async (t) => {
  t.strictSame(namesOf(['na\0me']), ['name']);
  const long = 'x'.repeat(MAX_COLUMN_NAME - 1);
  t.strictSame(namesOf([`${long}yz`, `${long}yw`]), [`${long}y`, `${long}y (2)`]);
  t.strictSame(namesOf([`${long}😀`]), [long]);
});

t.test('names of built-in properties are plain names', async (t) => {
  t.strictSame(namesOf(['__proto__', 'constructor', '__proto__']), [
    '__proto__',
    'constructor',
    '__proto__ (2)',
  ]);
});

t.test('all names differ, and the first of a name keeps it', async () => {
  const cell = fc.constantFrom('', 'x', ' x', 'x (2)', 'x (3)', 'Column 1', 'Column 2', 'Column 2 (2)', 'y');
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 20 }), (cells) => {
      const columns = readColumnNames(cells);
      const keep = columns.every(({ index, name }) => {
        const own = cells[index]!.trim();
        const isFirst = cells.findIndex((other) => other.trim() === own) === index;
        return own === '' || !isFirst || name === own;
      });
      return keep && new Set(columns.map((column) => column.name)).size === cells.length;
    }),
  );
});

t.test('5,000 equal names are no trouble', async (t) => {
  t.equal(namesOf(new Array(5000).fill('x'))[4999], 'x (5000)');
});

t.test('long names are cut at 200 code units, and trimmed where they are cut', async (t) => {
  const full = 'x'.repeat(MAX_COLUMN_NAME);
  t.strictSame(namesOf([full]), [full]);
  t.strictSame(namesOf([`${full}y`]), [full]);
  const short = 'x'.repeat(MAX_COLUMN_NAME - 2);
  t.strictSame(namesOf([`${short}  y`]), [short]);
  t.strictSame(namesOf([`${short}😀`]), [`${short}😀`], 'a pair that ends at the limit');
  t.strictSame(namesOf([`${short}😀y`]), [`${short}😀`]);
  // From the first high surrogate to the last, and what lies beside them.
  for (const [last, isKept] of [
    ['\ud7ff', true],
    ['\ud800', false],
    ['\udbff', false],
    ['\udc00', true],
  ] as const)
    t.equal(
      namesOf([`${short}x${last}y`])[0]!.length,
      MAX_COLUMN_NAME - (isKept ? 0 : 1),
      last.charCodeAt(0).toString(16),
    );
});

t.test('the custom fields of an exported map keep their names, whatever they are', async (t) => {
  const leading = LEADING_COLUMNS.map(([header]) => header);
  const long = 'x'.repeat(MAX_COLUMN_NAME + 5);
  const own = [' City', 'City', '', 'a\0b', long, 'twice', 'twice'];
  const columns = readColumnNames([...leading, ...own, LAST_COLUMN[0]]);
  t.strictSame(
    columns.map(({ name }) => name),
    [...leading, ' City', 'City', '', 'ab', long, 'twice', 'twice (2)', LAST_COLUMN[0]],
  );
  t.strictSame(
    columns.map(({ original }) => original),
    [...leading, ' City', 'City', '', 'ab', long, 'twice', 'twice', LAST_COLUMN[0]],
  );
  t.notOk(columns.some(({ unnamed }) => unnamed));
});

t.test('behind the columns of an exported map names are made unique, but that of the reasons', async (t) => {
  const exported = [...LEADING_COLUMNS.map(([header]) => header), 'error', LAST_COLUMN[0]];
  t.strictSame(readColumnNames([...exported, 'error']).slice(-3), [
    { index: 22, name: 'error', original: 'error' },
    { index: 23, name: 'Location Code', original: 'Location Code' },
    { index: 24, name: 'error', original: 'error' },
  ]);
  t.strictSame(
    readColumnNames([...exported, ' error ', '', 'x'])
      .slice(-3)
      .map(({ name }) => name),
    ['error (2)', 'Column 26', 'x'],
  );
  t.strictSame(
    namesOf(['error', 'error']),
    ['error', 'error (2)'],
    'in any other file it is data by its name',
  );
});
