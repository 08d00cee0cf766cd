import { tmpdir } from 'node:os';
import t from 'tap';
import { SharedStringsReader } from '../../../src/format/workbook/shared-strings.js';
import { type SheetContext, SheetReader } from '../../../src/format/workbook/sheet-reader.js';
import { SheetRecords } from '../../../src/format/workbook/sheet-records.js';
import { StringStore } from '../../../src/format/workbook/string-store.js';
import type { XmlHandler } from '../../../src/format/workbook/xml-scanner.js';

/** A string of them all would be longer than V8 allows. */
const RUNS = 600;
const RUN = 'x'.repeat(1 << 20);

function readRuns(reader: XmlHandler, parent: string): void {
  for (let i = 0; i < RUNS; i++) {
    reader.open('t', 't', parent);
    reader.text(RUN);
    reader.close('t', parent);
  }
}

t.test('a shared text of more runs than can be held ends where a cell does', async (t) => {
  const store = new StringStore(tmpdir());
  const reader = new SharedStringsReader(store);
  readRuns(reader, 'si');
  reader.close('si', 'sst');
  t.equal(store.count, 1);
});

t.test('an inline text of more runs than can be held is that of its cell', async (t) => {
  const records = new SheetRecords(1);
  const context: SheetContext = { readings: [], strings: new StringStore(tmpdir()), is1904: false };
  const reader = new SheetReader(records, context);
  reader.open('row', 'row', 'sheetData');
  reader.open('c', 'c t="inlineStr"', 'row');
  readRuns(reader, 'is');
  reader.close('c', 'row');
  reader.close('sheetData', 'worksheet');
  t.equal(records.count, 1);
});
