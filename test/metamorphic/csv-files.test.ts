import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import t from 'tap';
import { spoolCsv } from '../support/spooled-table.js';
import { fileKinds, type WrittenFile, writeFile } from './csv-writers.js';
import { SEED } from './spreadsheets.js';

/** Short for `npm test`; `METAMORPHIC_RUNS=20000` for a long round. */
const RUNS = Number(process.env.METAMORPHIC_RUNS ?? 60);
/** Charsets that a file of few letters may not show. */
const UNCERTAIN = new Set(['windows-1257']);
const kinds = fileKinds((charset) => !UNCERTAIN.has(charset));

/** Holds rows against others: blanks around cells and empty cells at the end aside. */
function compare(read: readonly (readonly string[])[], expected: readonly (readonly string[])[]): void {
  const width = expected[0]!.length;
  const whole = (cells: readonly string[] = []): string[] =>
    Array.from({ length: Math.max(width, cells.length) }, (_, i) => (cells[i] ?? '').trim());
  for (const [i, cells] of expected.entries()) assert.deepEqual(whole(read[i]), whole(cells), `row ${i}`);
  assert.equal(read.length, expected.length);
}

function readWithCsvParse({ text, delimiter, standard }: WrittenFile): string[][] {
  const records: string[][] = parse(text, {
    delimiter,
    ...standard,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  });
  return records;
}

t.test('each cell is what its program wrote, in any dialect and encoding', async (t) => {
  const distinct = new Set<string>();
  const cuts = fc.record({
    chunkBytes: fc.integer({ min: 50, max: 5000 }),
    blockBytes: fc.constantFrom(1, 100, 1 << 19),
  });
  const holds = fc.asyncProperty(kinds, cuts, async (kind, cuts) => {
    const file = writeFile(kind);
    const { bytes, encoding, delimiter, header, rows } = file;
    distinct.add(createHash('sha256').update(bytes).digest('base64'));
    const { upload, cells } = await spoolCsv(bytes, undefined, { ...cuts, encoding });
    const read = [upload.columns.map(({ name }) => name), ...cells];
    assert.equal(upload.delimiter, delimiter);
    compare(read, [header, ...rows]);
    if (file.standard !== null) compare(read, readWithCsvParse(file));
  });
  // Some are drawn twice.
  await fc.assert(holds, { numRuns: Math.ceil(1.1 * RUNS), seed: SEED });
  t.ok(distinct.size >= RUNS, `${distinct.size} files`);
});
