import t from 'tap';
import { detectDialect } from '../../src/format/dialect.js';
import {
  exportedColumns,
  isExportHeader,
  LEADING_COLUMNS,
  UPDATED_HEADER,
} from '../../src/format/exported-file.js';
import { readColumnNames } from '../../src/import/columns/header-row.js';
import { exactField, LAST_COLUMN } from '../../src/schema/import-fields.js';

const LEADING = LEADING_COLUMNS.map(([header]) => header);
const headerOf = (...customFields: string[]): string[] => [...LEADING, ...customFields, LAST_COLUMN[0]];
const namesOf = (cells: readonly string[]): string[] => readColumnNames(cells).map(({ name }) => name);

t.test('every column of an export is read as its field by its name alone, too', async (t) => {
  for (const [header, field] of [...LEADING_COLUMNS, LAST_COLUMN]) t.equal(exactField(header), field);
});

t.test('an export is known by its first columns and the one that ends its custom fields', async (t) => {
  t.ok(isExportHeader(headerOf()));
  t.ok(isExportHeader(headerOf('Phone', 'name')));
  t.ok(isExportHeader([...headerOf('Phone'), 'Added']));
  t.notOk(isExportHeader(LEADING));
  t.notOk(isExportHeader([...LEADING, 'Phone']));
  t.notOk(isExportHeader(['Phone', ...headerOf()]));
  t.notOk(isExportHeader(headerOf().with(3, 'City')));
  t.notOk(isExportHeader([]));
  t.equal(exportedColumns(['name', 'lat', 'lng']), null);
});

t.test('its columns are what they are by their place', async (t) => {
  const fields = LEADING_COLUMNS.map(([, field]) => field);
  t.same(exportedColumns(headerOf()), [...fields, 'location_code']);
  t.same(exportedColumns([...headerOf('City', 'Location Code', 'error'), 'Added', 'error']), [
    ...fields,
    'custom',
    'custom',
    'custom',
    'location_code',
  ]);
});

t.test('its custom fields keep their names as they are', async (t) => {
  const names = ['', ' ', ' a ', 'City', 'Location Code', 'error', 'x'.repeat(300), '__proto__'];
  t.same(namesOf(headerOf(...names)), headerOf(...names));
  t.notOk(readColumnNames(headerOf('')).some(({ unnamed }) => unnamed));
  t.same(namesOf(headerOf('a', 'a')), headerOf('a', 'a (2)'), 'unless somebody doubled one');
});

t.test('columns behind it are named as in any file, but for the reasons of rejected rows', async (t) => {
  t.same(namesOf([...headerOf('a', 'error'), ' a ', '', 'b', 'b', 'error']), [
    ...headerOf('a', 'error'),
    'a (2)',
    'Column 27',
    'b',
    'b (2)',
    'error',
  ]);
});

t.test('its delimiter is a comma, whatever its custom fields are called', async (t) => {
  const text = `${headerOf(';'.repeat(100), '|\t'.repeat(50)).join()}\r\n`;
  t.equal(detectDialect(Buffer.from(text), true).delimiter, ',');
  t.equal(detectDialect(Buffer.from(headerOf('a').join(';')), true).delimiter, ';', 'a spreadsheet saved it');
});

t.test(
  'an export is known by other versions, too: by one that has more columns, and by one that has fewer',
  async (t) => {
    const later = headerOf('Phone').toSpliced(LEADING.length - 1, 0, 'Website');
    const columns = exportedColumns(later)!;
    t.equal(columns[later.indexOf('Website')], 'custom');
    t.equal(columns[later.indexOf('Expire')], 'expire');
    const timed = headerOf('Updated').toSpliced(LEADING.length - 1, 0, UPDATED_HEADER);
    t.same(
      exportedColumns(timed)!.filter((_, i) => timed[i] === UPDATED_HEADER),
      ['ignored', 'custom'],
    );
    t.same(columns.slice(-2), ['custom', 'location_code']);
    t.equal(detectDialect(Buffer.from(`${later.join()},${';'.repeat(60)}\r\n`), true).delimiter, ',');
    // This version's files have the columns of the first one, in their order, and the new ones before Expire.
    const first =
      'Name,Marker Type,Street Address,Street Address 2,City,County,State,Post Code,Country,Latitude,Longitude,Radius,Drive Time,' +
      'Category (Color),Color,Photo URL,Photo Width,Photo Height,Videosite ID,Video Width,Video Height,Expire';
    t.same(
      LEADING.filter((header) => first.split(',').includes(header)),
      first.split(','),
    );
    t.equal(LEADING.at(-1), 'Expire');
    t.ok(isExportHeader([...first.split(','), 'Phone', 'Location Code']));
  },
);
