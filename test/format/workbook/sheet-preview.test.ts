import t from 'tap';
import { WorkbookReader } from '../../../src/format/workbook/workbook-reader.js';
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
