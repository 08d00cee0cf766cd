import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { figure, inRounds, median, report, roundsOr, scaled } from './measure.js';
import { writeSeededCsv } from './seeded-csv.js';
import { writeSeededWorkbook } from './seeded-workbook.js';
import { onBenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { allAdded, createMap, importCsv, type Watched, watchedUpload } from './upload.js';

const ROWS = 1_000_000;
const WARM_UP_ROWS = 10_000;
const ROUNDS = 3;

/**
 * An Excel workbook beside the same rows as CSV, upload to `completed`, each round on a server that has just
 * begun.
 */
export async function benchWorkbooks(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const rows = scaled(ROWS);
    const rounds = roundsOr(ROUNDS);
    const megabytes: number[] = [];
    const measureOf = async (ending: string, write: typeof writeSeededWorkbook) => {
      const [file, small] = [join(folder, `rows.${ending}`), join(folder, `small.${ending}`)];
      await write(file, rows);
      await write(small, WARM_UP_ROWS);
      megabytes.push((await stat(file)).size / 1e6);
      return () =>
        onBenchServer(async (server) => {
          await importCsv(server, small, WARM_UP_ROWS);
          return allAdded(await watchedUpload(server, { mapId: await createMap(server), from: file }), rows);
        });
    };
    const { csv, workbook } = await inRounds(rounds, {
      csv: await measureOf('csv', writeSeededCsv),
      workbook: await measureOf('xlsx', writeSeededWorkbook),
    });
    const rateOf = (watched: Watched[]): number => median(watched.map(({ seconds }) => rows / seconds));
    const peakOf = (watched: Watched[]): number => median(watched.map(({ peakRssMb }) => peakRssMb));
    const ratio = { of: 'CSV', value: rateOf(workbook) / rateOf(csv), goal: '0.5' };
    report(`workbooks: ${rows.toLocaleString('en')} rows of 10 columns, medians of ${rounds} rounds`, [
      figure('the CSV file', megabytes[0]!, 'MB'),
      figure('the workbook', megabytes[1]!, 'MB'),
      figure('CSV, upload to completed', rateOf(csv), 'rows/s'),
      figure('workbook, upload to completed', rateOf(workbook), 'rows/s', ratio),
      figure('CSV, peak RSS of the server', peakOf(csv), 'MB'),
      figure('workbook, the same', peakOf(workbook), 'MB'),
      figure('more than CSV', peakOf(workbook) - peakOf(csv), 'MB (goal 100)'),
    ]);
  });
}
