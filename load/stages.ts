import { parse } from 'csv-parse/sync';
import { CsvBlockCutter } from '../src/format/csv-blocks.js';
import { CsvCells } from '../src/format/csv-cells.js';
import { NO_GEODATA } from '../src/geo/geodata.js';
import { mapColumns } from '../src/import/columns/mapping.js';
import { type Decision, decideDuplicates } from '../src/import/duplicates/decide.js';
import { UploadKeys } from '../src/import/duplicates/upload-keys.js';
import { completeOptions } from '../src/import/options.js';
import { completeLines } from '../src/import/prepare/complete-lines.js';
import { prepareBlock } from '../src/import/prepare/prepare-block.js';
import { CsvRowReader } from '../src/import/rows/csv-row.js';
import { emptyRow } from '../src/import/rows/incoming-row.js';
import { newSeed } from '../src/markers/duplicate-key.js';
import { colorNames } from '../src/schema/palette-colors.js';
import { figure, inRounds, median, report, roundsOr, scaled } from './measure.js';
import { peopleRows } from './people-rows.js';
import { PLAIN_ROWS, seededBytes } from './seeded-csv.js';

const ROWS = 300_000;
const COLUMNS = 10;
const ROUNDS = 5;

const KINDS = { plain: PLAIN_ROWS, people: peopleRows() };

/**
 * CPU time that each stage of an import costs a row, of one thread and of V8's helpers, without the database.
 * Each line includes those it builds on.
 */
export async function benchStages(): Promise<void> {
  for (const [name, kind] of Object.entries(KINDS))
    await measureStages(name, kind.header, Buffer.concat([...seededBytes(scaled(ROWS), 1, kind)]));
}

async function measureStages(kind: string, header: string, bytes: Buffer): Promise<void> {
  const cut = () => {
    const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: 5000 });
    const blocks = [];
    for (let at = 0; at < bytes.length; at += 1 << 19)
      blocks.push(...cutter.push(bytes.subarray(at, at + (1 << 19))));
    return [...blocks, ...cutter.finish()];
  };
  const blocks = cut();
  const mapping = mapColumns({ headers: header.split(',') });
  const options = completeOptions({});
  const context = {
    plan: { format: 'csv' as const, encoding: 'utf-8' as const, delimiter: ',', mapping, options },
    mapId: 1,
    firstMarkerId: 1,
    palette: new Set(colorNames('standard')),
    seed: newSeed(),
    geodata: NO_GEODATA,
  };
  const bytesOf = ({ startByte, endByte }: (typeof blocks)[number]) =>
    Buffer.from(bytes.subarray(startByte, endByte));
  const records = (visit: (cells: CsvCells) => void) => {
    for (const block of blocks) {
      const cells = new CsvCells(bytesOf(block), { delimiter: ',', firstLine: 1 });
      while (cells.advance()) visit(cells);
    }
  };
  const prepare = () => blocks.map((block) => prepareBlock(bytesOf(block), block, context));
  const prepared = prepare();
  const decide = async () => {
    const seen = new UploadKeys();
    const decisions: Decision[] = [];
    for (const block of prepared)
      decisions.push(await decideDuplicates({ ...block, existing: null }, seen, 'skip'));
    return decisions;
  };
  const decisions = await decide();

  const stages: Record<string, () => unknown> = {
    'csv-parse (reference), same records': () =>
      blocks.map((block) =>
        parse(bytesOf(block).toString(), { relax_quotes: true, relax_column_count: true }),
      ),
    'receive: count records, cut blocks': cut,
    'find cells': () => records(() => {}),
    '… and read fields': () => {
      const reader = new CsvRowReader(mapping, 1);
      const row = emptyRow();
      records((cells) => reader.read(cells, row));
    },
    '… and normalise, encode for COPY': prepare,
    'decide duplicates': decide,
    'complete lines (category, colour)': () =>
      prepared.map((block, i) => completeLines(block, decisions[i]!.keep)),
  };
  const rows = scaled(ROWS);
  const rounds = roundsOr(ROUNDS);
  const timed = Object.entries(stages).map(([name, run]) => {
    const cpuUs = async (): Promise<number> => {
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    return [name, cpuUs];
  });
  const us: Record<string, number[]> = await inRounds(rounds, Object.fromEntries(timed));
  const share = (100 * countDecoded(prepare)) / (rows * COLUMNS);
  report(
    `stages: ${rows.toLocaleString('en')} ${kind} rows of ${COLUMNS} columns, CPU time, medians of ${rounds} alternating rounds`,
    [
      ...Object.entries(us).map(([name, values]) => figure(name, median(values) / rows, 'µs a row')),
      figure('cells that became strings', share, '%'),
    ],
  );
}

/** Number of cells that are decoded while the blocks are prepared. */
function countDecoded(prepare: () => unknown): number {
  const { toString: decode } = Buffer.prototype;
  let decoded = 0;
  Buffer.prototype.toString = function (this: Buffer, ...range: Parameters<typeof decode>) {
    decoded++;
    return decode.apply(this, range);
  };
  try {
    prepare();
  } finally {
    Buffer.prototype.toString = decode;
  }
  return decoded;
}
