import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { allAdded, createMap } from './import-csv.js';
import { writeSeededCsv } from './seeded-csv.js';
import { writeSeededWorkbook } from './seeded-workbook.js';
import { type BenchServer, startBenchServer } from './server.js';
import { roundsOr, scaled } from './size.js';
import { type Measurement, median, report } from './table.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { watchedUpload } from './watched-upload.js';

const ROWS = 1_000_000;
const WARM_UP_ROWS = 10_000;
const ROUNDS = 3;

interface Figures {
  readonly path: string;
  readonly rates: number[];
  readonly peaksMb: number[];
}

/**
 * An Excel workbook beside the same rows as CSV, upload to `completed`, each round on a server that has just
 * begun.
 */
export async function benchWorkbooks(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const rows = scaled(ROWS);
    const rounds = roundsOr(ROUNDS);
    const [csv, workbook] = ['csv', 'xlsx'].map(
      (ending): Figures => ({ path: join(folder, `rows.${ending}`), rates: [], peaksMb: [] }),
    ) as [Figures, Figures];
    const small = { csv: join(folder, 'small.csv'), workbook: join(folder, 'small.xlsx') };
    await writeSeededCsv(csv.path, rows);
    await writeSeededWorkbook(workbook.path, rows);
    await writeSeededCsv(small.csv, WARM_UP_ROWS);
    await writeSeededWorkbook(small.workbook, WARM_UP_ROWS);
    for (let round = 0; round < rounds; round++) {
      await measure(csv, rows, small.csv);
      await measure(workbook, rows, small.workbook);
    }
    const [csvRate, rate] = [median(csv.rates), median(workbook.rates)];
    const [csvPeak, peak] = [median(csv.peaksMb), median(workbook.peaksMb)];
    const megabytes = async ({ path }: Figures): Promise<number> => (await stat(path)).size / 1e6;
    const measurements: Measurement[] = [
      { name: 'the CSV file', value: await megabytes(csv), unit: 'MB' },
      { name: 'the workbook', value: await megabytes(workbook), unit: 'MB' },
      { name: 'CSV, upload to completed', value: csvRate, unit: 'rows/s' },
      {
        name: 'workbook, upload to completed',
        value: rate,
        unit: 'rows/s',
        ratio: { of: 'CSV', value: rate / csvRate, goal: '0.5' },
      },
      { name: 'CSV, peak RSS of the server', value: csvPeak, unit: 'MB' },
      { name: 'workbook, the same', value: peak, unit: 'MB' },
      { name: 'more than CSV', value: peak - csvPeak, unit: 'MB (goal 100)' },
    ];
    report(
      `workbooks: ${rows.toLocaleString('en')} rows of 10 columns, medians of ${rounds} rounds`,
      measurements,
    );
  });
}

async function measure({ path, rates, peaksMb }: Figures, rows: number, warmUp: string): Promise<void> {
  const server = await startBenchServer();
  try {
    await importFile(server, warmUp, WARM_UP_ROWS);
    const { seconds, peakRssMb } = await importFile(server, path, rows);
    rates.push(rows / seconds);
    peaksMb.push(peakRssMb);
  } finally {
    await server.stop();
  }
}

async function importFile(server: BenchServer, from: string, rows: number) {
  return allAdded(await watchedUpload(server, { mapId: await createMap(server), from }), rows);
}
