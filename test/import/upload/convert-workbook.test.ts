import * as sheetjs from '@e965/xlsx';
import t from 'tap';
import { WorkbookConverter } from '../../../src/import/upload/convert-workbook.js';
import type { SourceFile } from '../../../src/import/upload/converted-table.js';
import { withFile } from '../../support/workbook-file.js';

const csvOf = (sheet: sheetjs.WorkSheet, bookType: sheetjs.BookType, options: Partial<SourceFile> = {}) => {
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, sheet, 'S');
  return withFile(sheetjs.write(book, { type: 'buffer', bookType }) as Buffer, async ({ fd }, directory) => {
    const converter = await WorkbookConverter.open({
      ...{ kind: 'workbook', fd, directory, maxPartBytes: 1 << 30, maxColumns: 100, ...options },
    });
    const parts = converter.read(0);
    const chunks: Buffer[] = [];
    for (;;) {
      const { done, value } = await parts.next();
      if (done) return { csv: Buffer.concat(chunks).toString().trim().split('\n'), table: value };
      chunks.push(value);
    }
  });
};

const merged = (rows: unknown[][], ...ranges: string[]): sheetjs.WorkSheet => {
  const sheet = sheetjs.utils.aoa_to_sheet(rows);
  sheet['!merges'] = ranges.map((range) => sheetjs.utils.decode_range(range));
  return sheet;
};

for (const kind of ['xlsx', 'xlsb', 'biff8', 'ods'] as const) {
  t.test(`cells of data that are merged over rows are filled down on request: ${kind}`, async (t) => {
    const sheet = merged(
      [
        ['Country', 'Name', 'Where', null],
        [null, null, 'Lat', 'Lng'],
        ['France, North', 'A', 48, 2],
        [null, 'B', 49, 3],
        [null, null, null, null],
        [null, 'C', 47, 1],
        ['Spain', 'D', 40, -3],
      ],
      'A1:A2',
      'B1:B2',
      'C1:D1',
      'A3:A6',
    );
    const plain = await csvOf(sheet, kind);
    t.same(plain.csv.slice(2), ['"France, North",A,48,2', ',B,49,3', '', ',C,47,1', 'Spain,D,40,-3']);
    t.same(
      plain.table.mergedDown?.filter(({ row }) => row > 2),
      [{ row: 3, column: 0, rows: 3 }],
    );
    const { csv, table } = await csvOf(sheet, kind, { fillsMerged: true });
    t.same(csv, [
      'Country,Name,Where',
      ',,Lat,Lng',
      '"France, North",A,48,2',
      '"France, North",B,49,3',
      '',
      '"France, North",C,47,1',
      'Spain,D,40,-3',
    ]);
    t.equal(table.mergedDown, undefined);
    t.same(table.merged, plain.table.merged);
  });
}

for (const kind of ['xlsx', 'xlsb', 'biff8'] as const) {
  t.test(`addresses take the place of texts that lead to them, under headers of such: ${kind}`, async (t) => {
    const sheet = sheetjs.utils.aoa_to_sheet([
      ['Shops of 2026'],
      ['Name', 'Website', 'Info', 'Photo'],
      ['A', 'our site', 'more', 'see'],
      ['B', 'mail us', 'more', 'photo'],
      ['C', 'https://c.example/', 'more'],
    ]);
    const link = (cell: string, target: string) => {
      sheet[cell].l = { Target: target };
    };
    link('A3', 'https://a.example/');
    link('B3', 'https://a.example/?x=1&y=2,3');
    link('B4', 'mailto:b@b.example');
    link('C3', 'https://a.example/info');
    link('D3', 'https://a.example/a.jpg#x=1&y');
    const { csv } = await csvOf(sheet, kind);
    t.same(csv.slice(2), [
      'A,"https://a.example/?x=1&y=2,3",more,https://a.example/a.jpg#x=1&y',
      'B,mail us,more,photo',
      'C,https://c.example/,more',
    ]);
    const { csv: named } = await csvOf(sheet, kind, { linkHeaders: ['Info'] });
    t.match(named[2], /,https:\/\/a\.example\/info,/);
  });
}
