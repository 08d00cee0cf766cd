import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { to as copyTo } from 'pg-copy-streams';
import { ROW_EXPRESSIONS } from '../src/format/write/format-rows.js';
import { countBytes } from './count-bytes.js';
import { importSeeded } from './import-csv.js';
import { type BenchServer, onBenchServer } from './server.js';
import { type Measurement, median, report } from './table.js';

const ROWS = 1_000_000;
const ROUNDS = 5;

async function openExport({ baseUrl, key }: BenchServer, map: number): Promise<IncomingMessage> {
  const request = get(`${baseUrl}/maps/${map}/markers.csv`, { headers: { authorization: `Bearer ${key}` } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the export was answered ${response.statusCode}`);
  return response;
}

/**
 * An export from the request to the last byte, beside a raw COPY of the same columns on one connection, in
 * alternating rounds.
 */
export async function benchExport(): Promise<void> {
  await onBenchServer(async (server, client) => {
    const map = await importSeeded(server, ROWS);
    const copy = `COPY (SELECT ${ROW_EXPRESSIONS.join()} FROM markers WHERE map_id = ${map} ORDER BY id) TO STDOUT`;
    await countBytes(await openExport(server, map)); // warms both sides
    await server.forgetPeakRss();
    const before = await server.peakRssMb();
    const rates = { copy: [] as number[], export: [] as number[] };
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const begin = performance.now();
      await countBytes(client.query(copyTo(copy)));
      const between = performance.now();
      bytes = await countBytes(await openExport(server, map));
      rates.copy.push(ROWS / ((between - begin) / 1000));
      rates.export.push(ROWS / ((performance.now() - between) / 1000));
    }
    const raw = median(rates.copy);
    const rate = median(rates.export);
    const measurements: Measurement[] = [
      { name: 'raw COPY, one connection', value: raw, unit: 'rows/s' },
      {
        name: 'GET markers.csv to the last byte',
        value: rate,
        unit: 'rows/s (goal 100,000)',
        ratio: { of: 'raw COPY', value: rate / raw },
      },
      { name: 'the same', value: ((rate / ROWS) * bytes) / 1e6, unit: 'MB/s' },
      { name: 'peak RSS, more than before', value: (await server.peakRssMb()) - before, unit: 'MB' },
    ];
    report(
      `export: ${ROWS.toLocaleString('en')} rows, medians of ${ROUNDS} alternating rounds`,
      measurements,
    );
  });
}
