import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { parseRecords } from '../../../src/format/records.js';
import { ignoreErrorColumns } from '../../../src/import/columns/error-column.js';
import { mapColumns } from '../../../src/import/columns/mapping.js';
import { rejectColumns, rejectsHeader, renderRejects } from '../../../src/import/report/rejects.js';
import type { RejectionRuns } from '../../../src/schema/rejection-runs.js';

interface Dialect {
  delimiter?: string;
  encoding?: 'utf-8' | 'windows-1252';
}

function render(
  headers: string[],
  body: string,
  rejected: number[],
  unnamed: number[] = [],
  { delimiter = ',', encoding = 'utf-8' }: Dialect = {},
): string {
  const mapping = ignoreErrorColumns(mapColumns({ headers }));
  const task = { format: 'csv' as const, encoding, delimiter, mapping, unnamed };
  const bytes = Buffer.from(body);
  const records = body.split('\n').length;
  const block = { index: 0, startByte: 0, endByte: bytes.length, firstRecord: 0, records, firstLine: 2 };
  const rejections: RejectionRuns = {
    reasons: rejected.map((index) => ['name_missing', null, `why ${index}`]),
    runs: rejected.map((index, reason) => [reason, index, 0, 1]),
  };
  const plan = { format: task.format, encoding, delimiter };
  return (
    rejectsHeader(task) +
    Buffer.from(renderRejects(bytes, block, { plan, columns: rejectColumns(task), rejections })).toString()
  );
}

t.test('the reason stands in its column, whatever the length of the record', async (t) => {
  t.equal(
    render(['name', 'lat', 'lng'], 'a;1;2\nb\nc;1;2;x;y\nd;1;2;;', [0, 1, 2, 3], [], { delimiter: ';' }),
    '\ufeffname;lat;lng;error\r\na;1;2;why 0\r\nb;;;why 1\r\nc;1;2;why 2;x;y\r\nd;1;2;why 3\r\n',
  );
});

t.test('the reasons of an earlier import give way to the new ones', async (t) => {
  t.equal(
    render(['name', 'lat', 'error'], 'a,1,old\nb,2\nc,3,old,x', [0, 1, 2]),
    'name,lat,error\r\na,1,why 0\r\nb,2,why 1\r\nc,3,why 2,x\r\n',
  );
});

t.test('a column without a name stays one', async (t) => {
  t.equal(render(['name', 'Column 2'], 'a,1', [0], [1]), 'name,,error\r\na,1,why 0\r\n');
});

t.test('formulas are neutralised once, in headers and cells, and numbers survive', async (t) => {
  t.equal(
    render(['name', '=x'], "=1+1,-12.5\n'=1+1,+49\n''=1,@a", [0, 1, 2]),
    "name,'=x,error\r\n'=1+1,-12.5,why 0\r\n'=1+1,+49,why 1\r\n''=1,'@a,why 2\r\n",
  );
});

t.test(
  'records of a file with commas stay as they are, but for apostrophes, and those of another length',
  async (t) => {
    const body = 'Bäckerei,-12.5,"a ""b"", c"\r\n\r\n"=1",2,+49 30\nx,"two\nlines"\n"d",5,6,7\n';
    t.equal(
      render(['name', 'lat', 'x'], body, [0, 1, 2, 3]),
      'name,lat,x,error\r\nBäckerei,-12.5,"a ""b"", c",why 0\r\n"\'=1",2,\'+49 30,why 1\r\nx,"two\nlines",,why 2\r\nd,5,6,why 3,7\r\n',
    );
  },
);

t.test('what may be taken for a separator is quoted where the separator is no comma', async (t) => {
  const of = (delimiter: string, body: string) => render(['name', 'lat'], body, [0], [], { delimiter });
  t.equal(of(';', 'a,b|c;"1;5"'), '\ufeffname;lat;error\r\n"a,b|c";"1;5";why 0\r\n');
  t.equal(of('\t', 'a;b\t1,5'), 'name\tlat\terror\r\n"a;b"\t"1,5"\twhy 0\r\n');
  t.equal(of('|', '=a|1'), "name|lat|error\r\n'=a|1|why 0\r\n");
  t.equal(of('^', 'a^1;5'), 'name,lat,error\r\na,1;5,why 0\r\n', 'nobody finds another separator');
});

t.test('copied or made of its cells, the file holds the same', async () => {
  const cells = ['a', '', '-1.5', '"b, ""c"""', '"x"', '=1', "'=1", '"two\nlines"', '+1 555', '"@"'];
  const row = fc.array(fc.constantFrom(...cells), { minLength: 2, maxLength: 4 });
  const rows = fc.array(row, { minLength: 1, maxLength: 10 });
  const read = (text: string) => parseRecords(text, { delimiter: ',', firstLine: 1 });
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom('\n', '\r\n'),
      fc.infiniteStream(fc.boolean()),
      (rows, lineEnd, chosen) => {
        const body = rows.map((cells) => cells.join() + lineEnd).join('');
        const rejected = rows.flatMap((_, i) => (chosen.next().value ? [i] : []));
        const as = (encoding: 'utf-8' | 'windows-1252') =>
          read(render(['a', 'b', 'c'], body, rejected, [], { encoding }).replace('\ufeff', '')).cells;
        assert.deepEqual(as('utf-8'), as('windows-1252'));
      },
    ),
    { numRuns: 1000 },
  );
});
