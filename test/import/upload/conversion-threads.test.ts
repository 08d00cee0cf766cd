import t from 'tap';
import { type Conversion, ConversionThreads } from '../../../src/import/upload/conversion-threads.js';
import type { ConvertedTable, SourceFile } from '../../../src/import/upload/converted-table.js';
import { caller, twoTurns, watchThreads } from '../../support/started-threads.js';
import { handMadeWorkbook, rowsXml, withFile } from '../../support/workbook-file.js';

const { allGone } = watchThreads(t);

const withSource = (bytes: Uint8Array, work: (source: SourceFile) => Promise<void>): Promise<void> =>
  withFile(bytes, ({ fd }, directory) =>
    work({ kind: 'workbook', fd, directory, maxPartBytes: 1 << 30, maxColumns: 100 }),
  );

async function readAll(conversion: Conversion): Promise<{ csv: string; table: ConvertedTable }> {
  const chunks: Buffer[] = [];
  const parts = conversion.read(0);
  for (;;) {
    const { done, value } = await parts.next();
    if (done) return { csv: Buffer.concat(chunks).toString(), table: value };
    chunks.push(value);
  }
}

const ROWS = 20_000;
const MANY = handMadeWorkbook({
  sheet: `${rowsXml([['name', 'value']])}${Array.from({ length: ROWS }, (_, i) => `<row r="${i + 2}"><c t="inlineStr"><is><t>Place number ${i}</t></is></c><c><v>${i}</v></c></row>`).join('')}`,
});

t.test('a workbook of many chunks is read by a thread, which ends with it', async (t) => {
  await withSource(MANY, async (source) => {
    const conversion = await new ConversionThreads(twoTurns()).start(source, caller(1));
    t.same(await conversion.sheets(), [{ name: 'Stores', isVisible: true }]);
    t.same((await conversion.preview(0)).slice(0, 2), [
      { row: 1, cells: ['name', 'value'] },
      { row: 2, cells: ['Place number 0', '0'] },
    ]);
    const { csv, table } = await readAll(conversion);
    t.equal(
      csv,
      `name,value\n${Array.from({ length: ROWS }, (_, i) => `Place number ${i},${i}\n`).join('')}`,
    );
    t.same(table, { header: null, width: 2, merged: [], tallRows: [], notes: [] });
    await conversion.end();
  });
  await allGone();
});

t.test('what is refused is told as it is', async (t) => {
  await withSource(Buffer.from('PK\x03\x04'), async (source) => {
    const conversion = await new ConversionThreads(twoTurns()).start(source, caller(1));
    await t.rejects(conversion.sheets(), { code: 'BAD_REQUEST', message: /damaged zip archive/ });
    await conversion.end();
  });
  await allGone();
});

t.test('features that would be a table of empty cells are refused', async (t) => {
  const feature = (name: string): string => `{"type":"Feature","geometry":null,"properties":{"${name}":1}}`;
  const names = Array.from({ length: 4990 }, (_, i) => feature(`p${i}`));
  const text = `{"type":"FeatureCollection","features":[${[...names, ...Array<string>(12_000).fill(names.at(-1)!)].join()}]}`;
  await withSource(Buffer.from(text), async (source) => {
    const conversion = await new ConversionThreads(twoTurns()).start(
      { ...source, kind: 'geojson', maxColumns: 5000 },
      caller(1),
    );
    await t.rejects(readAll(conversion), { code: 'BAD_REQUEST', message: /have 4990 different properties/ });
    await conversion.end();
  });
  await allGone();
});

t.test('a file that takes too long is refused, and its thread ends', async (t) => {
  await withSource(MANY, async (source) => {
    const conversion = await new ConversionThreads(twoTurns(), { deadlineMs: 1 }).start(source, caller(1));
    await t.rejects(readAll(conversion), { code: 'BAD_REQUEST', message: /takes too long to read/ });
    await conversion.end();
  });
  await allGone();
});

t.test('a file that takes too much work for its size is refused', async (t) => {
  const sizes: number[] = [];
  const activeMsFor = (bytes: number): number => {
    sizes.push(bytes);
    return 1;
  };
  await withSource(MANY, async (source) => {
    const conversion = await new ConversionThreads(twoTurns(), { activeMsFor }).start(source, caller(1));
    await t.rejects(readAll(conversion), { code: 'BAD_REQUEST', message: /s of work to read/ });
    await conversion.end();
  });
  t.same(sizes, [MANY.length]);
  await allGone();
});

t.test('who leaves ends the thread, and the next gets its turn', async (t) => {
  await withSource(MANY, async (source) => {
    const threads = new ConversionThreads(twoTurns());
    const leaving = new AbortController();
    const [first, second] = [
      await threads.start(source, caller(1, leaving.signal)),
      await threads.start(source, caller(2)),
    ];
    const third = threads.start(source, caller(3));
    const asked = t.rejects(readAll(first), { message: 'gone' });
    leaving.abort(new Error('gone'));
    await asked;
    await first.end();
    const next = await third;
    t.match((await readAll(next)).table, { width: 2 });
    await second.end();
    await next.end();
  });
  await allGone();
});
