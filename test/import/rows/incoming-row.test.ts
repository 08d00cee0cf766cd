import fc from 'fast-check';
import t from 'tap';
import { CopyWriter } from '../../../src/format/copy-writer.js';
import { CsvCells } from '../../../src/format/csv-cells.js';
import { JsonCells } from '../../../src/format/json-cells.js';
import { CsvRowReader } from '../../../src/import/rows/csv-row.js';
import { emptyRow, type IncomingRow, TEXT } from '../../../src/import/rows/incoming-row.js';
import { JsonRowReader } from '../../../src/import/rows/json-row.js';
import type { ColumnMapping } from '../../../src/schema/job.js';
import { runs } from '../../support/runs.js';

const columns = (fields: (string | null)[]): ColumnMapping[] =>
  fields.map((field, index) => ({
    index,
    header: field ?? `custom ${index}`,
    field,
    how: field === null ? 'custom' : 'inferred',
    confidence: 1,
  }));

const TEXTS = Object.keys(TEXT) as (keyof typeof TEXT)[];
const MEMBERS = [
  'lat',
  'lng',
  'radiusMiles',
  'impliesCountry',
  'impliesRadius',
  'watched',
  'removed',
  'customFields',
  'extras',
  ...TEXTS,
] as const;
const membersOf = (row: IncomingRow) => structuredClone(MEMBERS.map((member) => [member, row[member]]));

t.test('a cleared row is an empty one, whatever stood in it', async (t) => {
  const row = emptyRow();
  for (const [member, value] of membersOf(row)) {
    const used = typeof value === 'number' ? 7 : Array.isArray(value) ? ['seen'] : 'used';
    Object.assign(row, { [member as string]: used });
  }
  row.clear();
  t.strictSame(membersOf(row), membersOf(emptyRow()));
  row.clear(Buffer.from('used'));
  for (const text of Object.values(TEXT)) row.setCell(text, 0, 4);
  t.equal(row.name, 'used');
  row.clear();
  t.strictSame(membersOf(row), membersOf(emptyRow()));
});

t.test('a text is a range of bytes until it is set', async (t) => {
  const row = emptyRow();
  const bytes = Buffer.from('Köln\tx');
  row.clear(bytes);
  row.setCell(TEXT.city, 0, bytes.length);
  const written = (text: number): string => {
    const out = new CopyWriter(Buffer.alloc(1));
    row.write(text, out);
    return Buffer.from(out.finish()).toString();
  };
  t.equal(row.city, 'Köln\tx');
  t.notOk(row.isString(TEXT.city));
  t.equal(written(TEXT.city), String.raw`Köln\tx`);
  row.city = '';
  t.ok(row.isEmpty(TEXT.city));
  t.equal(written(TEXT.city), String.raw`\N`);
  row.city = 'Bonn\\';
  t.equal(written(TEXT.city), String.raw`Bonn\\`);
});

/** Each record as `read` leaves it in a row that is used for all of them, or in a new one each. */
const readAll = <T>(
  records: readonly T[],
  read: (record: T, row: IncomingRow) => void,
  row: () => IncomingRow,
) =>
  records.map((record) => {
    const into = row();
    try {
      read(record, into);
    } catch (error) {
      return error;
    }
    return membersOf(into);
  });

const FIELDS = [
  ['name', 'full_address', 'category', null, 'radius', 'marker_type', 'drive_time', 'expire', 'county'],
  ['name', 'lat', 'lng', 'lat_lng', 'country', 'zip', 'color'],
  ['name', 'street', 'house_number', 'full_address', 'city', 'state', null, null],
];
const cell = fc.constantFrom('', '', '1', '2,5', '52.5, 13.4', 'pin', 'Main St', 'Berlin', 'x');

t.test('a CSV record read after others is what it is alone', async (t) => {
  const uploads = fc.constantFrom(...FIELDS).chain((fields) =>
    fc.record({
      fields: fc.constant(fields),
      records: fc.array(fc.array(cell, { maxLength: fields.length }), { maxLength: 6 }),
    }),
  );
  fc.assert(
    fc.property(uploads, ({ fields, records }) => {
      const used = emptyRow();
      const reader = new CsvRowReader(columns(fields), 1, [0, -1]);
      const read = (cells: string[], row: IncomingRow) => reader.read(CsvCells.of(cells), row);
      const alone = (cells: string[], row: IncomingRow) =>
        new CsvRowReader(columns(fields), 1, [0, -1]).read(CsvCells.of(cells), row);
      return isSame(
        readAll(records, read, () => used),
        readAll(records, alone, emptyRow),
      );
    }),
    { numRuns: runs(200, 1000) },
  );
  t.pass('no record shows another');
});

t.test('a JSON marker read after others is what it is alone', async (t) => {
  const fields = ['lat', 'lng', 'full_address', 'city', 'category', 'county', 'expire', 'drive_time'];
  const text = (of: fc.Arbitrary<string>) => fc.option(of, { nil: undefined });
  const custom_fields = fc.record(Object.fromEntries(fields.map((field) => [field, text(cell)])));
  const marker = fc.record(
    {
      name: cell,
      lat: fc.constantFrom(1, 91),
      lng: fc.constantFrom(2, 'x'),
      category: cell,
      address: fc.record({ street: cell, zip: cell }, { requiredKeys: [] }),
      custom_fields,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(marker, { maxLength: 6 }), (markers) => {
      const used = emptyRow();
      const reader = new JsonRowReader(columns(fields), ['city']);
      const read = (element: unknown, row: IncomingRow) => readElement(reader, element, row);
      const alone = (element: unknown, row: IncomingRow) =>
        readElement(new JsonRowReader(columns(fields), ['city']), element, row);
      return isSame(
        readAll(markers, read, () => used),
        readAll(markers, alone, emptyRow),
      );
    }),
    { numRuns: runs(200, 1000) },
  );
  t.pass('no marker shows another');
});

function readElement(reader: JsonRowReader, element: unknown, row: IncomingRow): void {
  const cells = new JsonCells(Buffer.from(JSON.stringify(element)), reader.names);
  cells.advance();
  reader.read(cells, row);
}

/** NaN is NaN, and a row without a member is not one where it is empty. */
const isSame = (a: unknown, b: unknown): boolean => inspect(a) === inspect(b);
const inspect = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (Number.isNaN(member) ? 'NaN' : member));
