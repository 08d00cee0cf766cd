import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import t from 'tap';
import { LEADING_COLUMNS } from '../../../src/format/exported-file.js';
import { ANYWHERE } from '../../../src/import/upload/open-table.js';
import type { Settle } from '../../../src/import/upload/read-table.js';
import { settleTable } from '../../../src/import/upload/settle-table.js';
import { LAST_COLUMN } from '../../../src/schema/import-fields.js';
import { csvOf, SEED, sheets } from '../../metamorphic/spreadsheets.js';
import { readLayouts } from '../../support/layouts.js';
import { spoolCsv } from '../../support/spooled-table.js';

const LAYOUTS = readLayouts(join(import.meta.dirname, '../../../../test/fixtures/layouts'));
/** Header rows of real files with some of their rows; not part of the repository. */
const REAL_FILES = '../shared/data/headers';
/** Short for `npm test`; `METAMORPHIC_RUNS=20000` for a long round. */
const RUNS = Number(process.env.METAMORPHIC_RUNS ?? 200);

t.test(
  'the header, the rows that are no data and the data are those that a careful person names',
  async (t) => {
    t.ok(LAYOUTS.length >= 120, `${LAYOUTS.length} layouts`);
    for (const { name, csv, headerRow, groupRow, skipped, dataLines, names } of LAYOUTS) {
      const { upload, lines } = await spoolCsv(csv);
      const found = upload.table!;
      t.strictSame(
        {
          headerRow: found.headerRow,
          groupRow: found.groupRow,
          skipped: found.skipped,
          skippedCount: found.skippedCount,
          dataLines: lines,
          rows: upload.rows,
          names: names && upload.columns.map((column) => column.name),
        },
        {
          headerRow,
          groupRow,
          skipped,
          skippedCount: skipped.length,
          dataLines,
          rows: dataLines.length,
          names,
        },
        name,
      );
    }
  },
);

t.test('where chunks end says nothing of where the table is', async (t) => {
  for (const { name, csv } of LAYOUTS) {
    const [whole, cut] = [await spoolCsv(csv), await spoolCsv(csv, undefined, { chunkBytes: 7 })];
    t.same({ ...cut.upload, receivingMs: 0 }, { ...whole.upload, receivingMs: 0 }, name);
  }
});

t.test('a header of over a MiB is refused, however it is encoded, before it is decoded', async (t) => {
  for (const cell of [
    Buffer.alloc(1 << 20, 0xff),
    Buffer.from('é'.repeat(1 << 19)),
    Buffer.alloc(7 << 20, 'x'),
  ]) {
    const below = `\n${'é,1,2\n'.repeat(3)}`;
    const csv = Buffer.concat([Buffer.from('name,lat,lng,'), cell, Buffer.from(below)]);
    await t.rejects(spoolCsv(csv), { code: 'BAD_REQUEST', message: /^the header, row 1, has \d+ bytes/ });
  }
});

t.test('a plain table of places is left as it is', async (t) => {
  const holds = fc.asyncProperty(sheets(), async (sheet) => {
    const { upload, cells } = await spoolCsv(csvOf(sheet));
    const { headerRow, groupRow, skippedCount } = upload.table!;
    return headerRow === 1 && groupRow === null && skippedCount === 0 && cells.length === sheet.rows.length;
  });
  await fc.assert(holds, { numRuns: RUNS, seed: SEED });
  t.pass('all its rows are data');
});

t.test('encodings and line ends say nothing of where the table is', async (t) => {
  const text = 'Läden 2026;;;\n;;;\nGeschäft;Ort;Breitengrad;Längengrad\nCafé;Köln;50,94;6,96\nSumme;;;\n';
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  const ways: [string, Buffer][] = [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE', utf16],
    ['UTF-16 BE', Buffer.from(utf16).swap16()],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['CRLF', Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['CR', Buffer.from(text.replaceAll('\n', '\r'))],
    ['no line end at the end', Buffer.from(text.slice(0, -1))],
    ['a line that names the delimiter', Buffer.from(`sep=;\n${text}`)],
  ];
  for (const [name, bytes] of ways) {
    const { upload, cells } = await spoolCsv(bytes);
    t.same(cells, [['Café', 'Köln', '50,94', '6,96']], name);
    t.match(upload.table, { headerRow: 3, skippedCount: 3 }, name);
    t.equal(upload.columns[0]!.name, 'Geschäft', name);
  }
});

const TITLES = [
  'Our places in 2026',
  'Report: places of the north',
  '"Places, as of March"',
  'Filialliste',
  '',
];
const FOOTERS = ['Source: our own survey', '(12 rows affected)', 'Erstellt am 01.03.2026', 'Page 1 of 1'];

t.test('rows above and below a table of several columns change no row of it', async (t) => {
  const some = fc.record({
    // Empty rows right above a footer belong to it.
    sheet: sheets().filter(
      ({ headers, rows }) => headers.length > 1 && rows.at(-1)?.every((cell) => cell === '') !== true,
    ),
    above: fc.array(fc.constantFrom(...TITLES), { maxLength: 4 }),
    below: fc.array(fc.constantFrom(...FOOTERS), { maxLength: 3 }),
  });
  const holds = fc.asyncProperty(some, async ({ sheet, above, below }) => {
    const plain = await spoolCsv(csvOf(sheet));
    const lines = above.map((line) => `${line}\n`).join('');
    const framed = await spoolCsv(`${lines}\n${csvOf(sheet)}\n${below.map((line) => `${line}\n`).join('')}`);
    const read = ({ upload, cells }: typeof plain) => JSON.stringify([upload.columns, upload.rows, cells]);
    return read(framed) === read(plain) && framed.upload.table!.headerRow === above.length + 2;
  });
  await fc.assert(holds, { numRuns: RUNS, seed: SEED });
  t.pass('columns and records are the same');
});

const isHere = existsSync(REAL_FILES);
t.test(
  'plain files of many publishers are left as they are, but for a row of tags',
  { skip: !isHere && 'no ../shared' },
  async (t) => {
    const quoted = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const changed: string[] = [];
    for (const file of ['train', 'dev2', 'dev']) {
      const lines = readFileSync(join(REAL_FILES, `${file}.jsonl`), 'utf8')
        .trim()
        .split('\n');
      for (const line of lines) {
        const { id, headers, rows } = JSON.parse(line) as { id: string; headers: string[]; rows: string[][] };
        const csv = [headers, ...rows].map((cells) => `${cells.map(quoted).join(',') || '""'}\n`).join('');
        const { upload } = await spoolCsv(csv);
        const { headerRow, groupRow, skippedCount } = upload.table!;
        const firstCells = (rows[0] ?? []).filter((cell) => cell !== '');
        const blank = rows.filter((cells) => cells.every((cell) => cell === '')).length;
        const tags = Number(firstCells.length > 0 && firstCells.every((cell) => cell.startsWith('#')));
        if (
          headerRow !== 1 ||
          groupRow !== null ||
          skippedCount !== tags ||
          upload.rows !== rows.length - tags - blank
        )
          changed.push(id);
      }
    }
    t.same(changed, []);
  },
);

const PLAIN = 'name,lat,lng\nA,1,2\nB,3,4\nTotal,,\n';

t.test('header_row and skip_rows_after say where the table is', async (t) => {
  const lines = async (headerRow: number | null, lastRow: number | null) =>
    (await spoolCsv(PLAIN, { headerRow, lastRow })).lines;
  t.same(await lines(null, null), [2, 3], 'found');
  t.same(await lines(1, null), [2, 3], 'the header that is found, too');
  t.same(await lines(2, null), [3], 'a header that nothing tells from data');
  t.same(await lines(null, 2), [2]);
  t.same(await lines(null, 1), [], 'no row');
  t.same(await lines(null, 4), [2, 3, 4], 'a total that is data');
  t.same(await lines(null, 99), [2, 3, 4], 'beyond the end');
  const unit = await spoolCsv('name,lat,lng\n,°,°\nA,1,2\n', { headerRow: null, lastRow: 1 });
  t.same(unit.lines, [], 'no row below a header with units');
  const joined = await spoolCsv('A,,B,\nname,city,lat,lng\nx,Rome,1,2\n', { headerRow: 2, lastRow: null });
  t.same(
    joined.upload.columns.map(({ name }) => name),
    ['name', 'city', 'lat', 'lng'],
    'a header that is told is that row alone',
  );
});

t.test('rows that the options name but the file does not have are refused', async (t) => {
  const refused = (headerRow: number | null, lastRow: number | null, csv = PLAIN) =>
    spoolCsv(csv, { headerRow, lastRow });
  await t.rejects(refused(5, null), {
    code: 'BAD_REQUEST',
    message: /^header_row: row 5 lies beyond the last row, 4:/,
  });
  await t.rejects(refused(2, null, 'a\n\nb\n'), {
    code: 'BAD_REQUEST',
    message: /^header_row: row 2 is empty/,
  });
  await t.rejects(refused(3, 2), {
    code: 'BAD_REQUEST',
    message: /^skip_rows_after: row 2 stands above the header, row 3:/,
  });
});

t.test('a header far down a large file is found where it is told', async (t) => {
  const above = Array.from({ length: 20_000 }, (_, i) => `line ${i},of prose\n`).join('');
  const { upload, lines } = await spoolCsv(`${above}name,lat\nA,1\n`, { headerRow: 20_001, lastRow: null });
  t.same(lines, [20_002]);
  t.match(upload.table, { headerRow: 20_001, skippedCount: 20_000 });
  t.equal(upload.table!.skipped.length, 100);
});

t.test('repeated headers and footers of a file of many blocks are left out', async (t) => {
  const row = `${'x'.repeat(60)},53.8,-1.55\n`;
  const pages = Array.from({ length: 400 }, () => `name,lat,lng\n${row.repeat(50)}`).join('');
  const { upload, cells } = await spoolCsv(`Stores\n\n${pages}Total,,\n\nSource: survey\n`);
  t.ok(upload.blocks.length > 2);
  t.equal(upload.rows, 20_000);
  t.equal(cells.length, 20_000);
  t.equal(upload.table!.skippedCount, 2 + 399 + 2);
  t.equal(
    upload.blocks.reduce((sum, { records }) => sum + records, 0),
    20_000,
  );
});

t.test('an exported map is read whole, and its fields keep the blanks of their names', async (t) => {
  const header = [...LEADING_COLUMNS.map(([name]) => name), ' km ', LAST_COLUMN[0]].join(',');
  const rowOf = (name: string, value: string): string =>
    [name, 'pin', ...LEADING_COLUMNS.slice(2).map(() => ''), value, ''].join(',');
  const { upload, lines } = await spoolCsv([header, rowOf('(m)', '(m)'), rowOf('Total', '5'), ''].join('\n'));
  t.same(lines, [2, 3]);
  t.equal(upload.columns.at(-2)!.name, ' km ');
});

t.test('rows that are no data do not count against the limit of rows', async (t) => {
  const framed = (rows: number) =>
    `Stores\n\nname,lat,lng\n${'A,1,2\n'.repeat(rows)}Total,,\nSource: survey\n`;
  t.equal((await spoolCsv(framed(3), undefined, { maxRows: 3 })).upload.rows, 3);
  for (const rows of [4, 100])
    await t.rejects(spoolCsv(framed(rows), undefined, { maxRows: 3 }), {
      message: "the upload has more rows than the plan's limit of 3",
    });
});

t.test('the header stands below any number of rows of empty cells', async (t) => {
  const { upload, lines } = await spoolCsv(`${',,\n'.repeat(30_000)}Name,lat,lng\nA,1,2\n`);
  t.same(lines, [30_002]);
  t.match(upload.table, { headerRow: 30_001, skippedCount: 30_000 });
});

t.test(
  'an undeclared charset with bytes of ASCII within its characters is read before quotes and delimiters are',
  async (t) => {
    for (const [charset, name] of [
      ['shift_jis', 'スポーツ用品代表'],
      ['big5', '臺北餐廳成功'],
    ] as const) {
      const row = `"${name}","48.1","11.5","a \\"small\\" one"\n`;
      const { upload, cells } = await spoolCsv(iconv.encode(`name,lat,lng,note\n${row.repeat(5)}`, charset));
      t.strictSame(cells, Array(5).fill([name, '48.1', '11.5', 'a "small" one']), charset);
      t.match(upload.notes[0], /^The file is not valid UTF-8; it was read as /);
    }
    const name = 'ホテルポ"';
    const piped = await spoolCsv(iconv.encode(`name|note\n${name}|x\n${name}|"y"\n`, 'shift_jis'));
    t.strictSame(piped.cells, [
      [name, 'x'],
      [name, 'y'],
    ]);
  },
);

t.test(
  'rows of over 64 KiB at the beginning and the end are read elsewhere, with the same outcome',
  async (t) => {
    let settled = 0;
    // Copies as to and from a thread.
    const settle: Settle = async (table) => {
      settled++;
      return structuredClone(settleTable(structuredClone(table)));
    };
    for (const [columns, isElsewhere] of [
      [4, false],
      [900, true],
    ] as const) {
      const row = (cell: (i: number) => string): string =>
        Array.from({ length: columns }, (_, i) => cell(i)).join();
      const data = Array.from({ length: 40 }, (_, n) => row((i) => (i === 0 ? `Place ${n}` : `${n + i}`)));
      const total = row((i) => (i === 0 ? 'Total' : `${780 + 40 * i}`));
      const csv = [row((i) => (i === 0 ? 'name' : `c${i}`)), ...data, '', total, ''].join('\n');
      settled = 0;
      const there = await spoolCsv(csv, ANYWHERE, { settle });
      t.equal(settled > 0, isElsewhere, `${columns} columns`);
      const { receivingMs: _, ...upload } = there.upload;
      const { receivingMs: __, ...here } = (await spoolCsv(csv)).upload;
      t.same(upload, here);
      t.equal(upload.rows, 40);
      t.match(upload.table, { headerRow: 1, below: { count: 1 } });
    }
  },
);
