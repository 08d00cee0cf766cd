import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { AppError } from '../../src/errors.js';
import { CsvBlockCutter } from '../../src/import/csv-blocks.js';
import { detectDialect } from '../../src/import/dialect.js';
import { createSpoolDecoder, decodeBlock } from '../../src/import/encoding.js';
import { parseRecords } from '../../src/import/records.js';

interface Reading {
  delimiter: string;
  encoding: string;
  cells: string[][];
  lines: number[];
}

const FOLDER = new URL('../../../test/fixtures/csv/', import.meta.url);
const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.csv'))
  .map((name) => name.slice(0, -'.csv'.length));

t.ok(names.length >= 40, 'the fixtures are where the test looks for them');

for (const name of names) {
  const upload = readFileSync(new URL(`${name}.csv`, FOLDER));
  const expected = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
  const { charset = null, error, ...reading } = expected;
  for (const chunkBytes of [1, 2, 3, 7, 1 << 19]) {
    t.test(`${name} in chunks of ${chunkBytes}`, async (t) => {
      if (error === undefined) {
        t.strictSame(readUpload(upload, charset, chunkBytes), reading);
        return;
      }
      try {
        readUpload(upload, charset, chunkBytes);
        t.fail('it should not be read');
      } catch (thrown) {
        t.ok(thrown instanceof AppError && thrown.code === 'BAD_REQUEST', 'it is the client who is told');
        t.match((thrown as Error).message, error);
      }
    });
  }
}

/** The way of an upload through all kernels, cut as finely as possible. */
function readUpload(upload: Buffer, charset: string | null, chunkBytes: number): Reading {
  const decoder = createSpoolDecoder(charset);
  const parts = slices(upload, chunkBytes).map((chunk) => decoder.push(chunk));
  const { tail, encoding } = decoder.finish();
  const spool = Buffer.concat([...parts, tail]);

  const { delimiter, preambleBytes } = detectDialect(spool, true);
  const cutter = new CsvBlockCutter({ delimiter, preambleBytes, targetBytes: 1, maxColumns: 100 });
  const blocks = slices(spool, chunkBytes).flatMap((chunk) => cutter.push(chunk));
  blocks.push(...cutter.finish());

  const header = cutter.header!;
  const cells: string[][] = [];
  const lines: number[] = [];
  for (const range of [{ ...header, firstLine: header.line }, ...blocks]) {
    const text = decodeBlock(spool.subarray(range.startByte, range.endByte), encoding);
    const batch = parseRecords(text, { delimiter, firstLine: range.firstLine });
    cells.push(...batch.cells);
    lines.push(...batch.lines);
  }
  return { delimiter, encoding, cells, lines };
}

function slices(bytes: Buffer, size: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let i = 0; i < bytes.length; i += size) parts.push(bytes.subarray(i, i + size));
  return parts;
}
