import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { copyText } from '../../../src/format/cells/copy-text.js';
import { placeTextsOf } from '../../../src/import/prepare/places.js';
import { LINE_COLUMNS } from '../../../src/schema/marker-columns.js';

const PLACE = ['name', 'lat', 'lng', 'cell'] as const;
type Row = Record<(typeof PLACE)[number], string>;

/** Lines of COPY text; what stands in the other columns is of no matter. */
function linesWith(rows: readonly Row[]) {
  const lines = rows.map((row) =>
    LINE_COLUMNS.map((column) => copyText(row[column as keyof Row] ?? column)).join('\t'),
  );
  let at = 0;
  const lineEnds = lines.flatMap((line) => {
    const end = at + Buffer.byteLength(line);
    at = end + ROOM.length;
    return [end, at];
  });
  const bytes = Buffer.from(lines.map((line) => `${line}${ROOM}`).join(''));
  return { lines: bytes, lineEnds: Uint32Array.from(lineEnds), rows: rows.length };
}
const ROOM = '\n   ';

function read(rows: readonly Row[]): Row[] {
  const { rows: count, columns, separator, nothing } = placeTextsOf(linesWith(rows));
  t.equal(count, rows.length);
  const [names, lats, lngs, cells] = (['names', 'lats', 'lngs', 'cells'] as const).map((column) =>
    columns[column].toString().split(separator),
  );
  t.notOk(names!.includes(nothing), 'no name is taken for nothing');
  return names!.map((name, at) => ({ name, lat: lats![at]!, lng: lngs![at]!, cell: cells![at]! }));
}

t.test('the places of rows are read as they were written', async (t) => {
  const rows = [
    { name: 'Bäckerei "Zur Sonne", Berlin', lat: '52.5', lng: '-13.4', cell: '988629035283046' },
    { name: 'N', lat: '0', lng: '1e1', cell: '1' },
    { name: '東京', lat: '35.6', lng: '139.7', cell: '22' },
  ];
  t.same(read(rows), rows);
  t.same(read(rows.slice(0, 1)), rows.slice(0, 1));
});

t.test('whatever the names are', async () => {
  const name = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom('\\N', '\\', 'a\nb', 'tab\there', '\r', 'a\\nb', '\n'),
  );
  const number = fc.integer().map(String);
  const row = fc.record({ name, lat: number, lng: number, cell: number }, { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) =>
      isDeepStrictEqual(read(rows), rows),
    ),
  );
});

t.test('a block without rows has no places', async (t) => {
  const { rows, columns } = placeTextsOf(linesWith([]));
  t.equal(rows, 0);
  t.same(Object.values(columns).map(String), ['', '', '', '']);
});
