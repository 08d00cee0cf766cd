import t from 'tap';
import { ODS_NAMESPACES, OdsReader } from '../../../src/format/workbook/ods-reader.js';
import type { RowSink } from '../../../src/format/workbook/row-sink.js';
import { SheetPreview } from '../../../src/format/workbook/sheet-preview.js';
import { SheetRecords } from '../../../src/format/workbook/sheet-records.js';
import { WorkbookReader } from '../../../src/format/workbook/workbook-reader.js';
import { XmlScanner } from '../../../src/format/workbook/xml-scanner.js';
import { type HandMade, handMadeWorkbook, rowsXml, withFile } from '../../support/workbook-file.js';

const previewOf = (made: HandMade) =>
  withFile(handMadeWorkbook(made), async ({ fd }, directory) => {
    const file = { fd, directory, maxPartBytes: 1 << 30, maxColumns: 5000 };
    return (await WorkbookReader.open(file)).preview(0);
  });

t.test('a preview has the first rows with their texts as they are', async (t) => {
  const rows = [['name', 'note'], [], ['Zürich', 'a "b", c'], ['two\nlines', 'x']];
  t.same(await previewOf({ sheet: rowsXml(rows) }), [
    { row: 1, cells: ['name', 'note'] },
    { row: 3, cells: ['Zürich', 'a "b", c'] },
    { row: 4, cells: ['two\nlines', 'x'] },
  ]);
});

t.test('a preview of cells that all name one long text is short', async (t) => {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(16_000)}</row>`;
  for (const text of ['x'.repeat(100_000), '"'.repeat(60_000), 'ä'.repeat(60_000)]) {
    const rows = await previewOf({ sheet: row.repeat(60), strings: [`<t>${text}</t>`] });
    const cells = rows.flatMap(({ cells }) => cells);
    t.ok(cells.every(({ length }) => length <= 300));
    t.ok(cells.join('').length <= 64 * 1024 + 300);
    t.ok(rows.every(({ cells }) => cells.length <= 200));
  }
});

/**
 * Reads an OpenDocument table of one row that is repeated to the end of the sheet.
 * @returns cells that the sink was given
 */
function cellsOfRepeated(sink: RowSink, cell: string): number {
  let given = 0;
  const { set } = sink;
  sink.set = (column, text) => {
    given++;
    set.call(sink, column, text);
  };
  const names = ['table', 'text']
    .map((n) => `xmlns:${n}="urn:oasis:names:tc:opendocument:xmlns:${n}:1.0"`)
    .join(' ');
  const row = `<table:table-cell table:number-columns-repeated="16384"><text:p>${cell}</text:p></table:table-cell>`;
  const table = `<table:table><table:table-row table:number-rows-repeated="1048576">${row}</table:table-row></table:table>`;
  const scanner = new XmlScanner(new OdsReader(() => sink), 'content.xml', ODS_NAMESPACES);
  scanner.push(
    Buffer.from(
      `<x xmlns="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ${names}><spreadsheet>${table}</spreadsheet></x>`,
    ),
  );
  scanner.finish();
  return given;
}

t.test('a wide row that is repeated to the end of a sheet is looked at a few times', async (t) => {
  for (const cell of ['x', '<text:s/>']) {
    const preview = new SheetPreview();
    const given = cellsOfRepeated(preview, cell);
    t.ok(given > 0 && given <= 60 * 16_384, String(given));
    t.equal(preview.rows.length, cell === 'x' ? 60 : 0);
  }
});

t.test('a wide row that is repeated to the end of a sheet is refused before it is read', async (t) => {
  t.throws(() => cellsOfRepeated(new SheetRecords(5000), '<text:s/>'), /repeats its cells too often/);
});
