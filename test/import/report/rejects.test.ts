import t from 'tap';
import { ignoreErrorColumn } from '../../../src/import/columns/error-column.js';
import { mapColumns } from '../../../src/import/columns/mapping.js';
import { rejectColumns, rejectsHeader, renderRejects } from '../../../src/import/report/rejects.js';
import type { RejectionRuns } from '../../../src/schema/rejection-runs.js';

function render(headers: string[], body: string, rejected: number[], unnamed: number[] = []): string {
  const task = { format: 'csv' as const, mapping: ignoreErrorColumn(mapColumns({ headers })), unnamed };
  const bytes = Buffer.from(body);
  const records = body.split('\n').length;
  const block = { index: 0, startByte: 0, endByte: bytes.length, firstRecord: 0, records, firstLine: 2 };
  const rejections: RejectionRuns = {
    reasons: rejected.map((index) => ['name_missing', null, `why ${index}`]),
    runs: rejected.map((index, reason) => [reason, index, 0, 1]),
  };
  const plan = { format: task.format, encoding: 'utf-8' as const, delimiter: ';' };
  return (
    rejectsHeader(task) + renderRejects(bytes, block, { plan, columns: rejectColumns(task), rejections })
  );
}

t.test('the reason stands in its column, whatever the length of the record', (t) => {
  t.equal(
    render(['name', 'lat', 'lng'], 'a;1;2\nb\nc;1;2;x;y\nd;1;2;;', [0, 1, 2, 3]),
    'name,lat,lng,error\r\na,1,2,why 0\r\nb,,,why 1\r\nc,1,2,why 2,x,y\r\nd,1,2,why 3\r\n',
  );
  t.end();
});

t.test('the reasons of an earlier import give way to the new ones', (t) => {
  t.equal(
    render(['name', 'lat', 'error'], 'a;1;old\nb;2\nc;3;old;x', [0, 1, 2]),
    'name,lat,error\r\na,1,why 0\r\nb,2,why 1\r\nc,3,why 2,x\r\n',
  );
  t.end();
});

t.test('a column without a name stays one', (t) => {
  t.equal(render(['name', 'Column 2'], 'a;1', [0], [1]), 'name,,error\r\na,1,why 0\r\n');
  t.end();
});

t.test('formulas are neutralised once, in headers and cells, and numbers survive', (t) => {
  t.equal(
    render(['name', '=x'], "=1+1;-12.5\n'=1+1;+49\n''=1;@a", [0, 1, 2]),
    "name,'=x,error\r\n'=1+1,-12.5,why 0\r\n'=1+1,+49,why 1\r\n''=1,'@a,why 2\r\n",
  );
  t.end();
});
