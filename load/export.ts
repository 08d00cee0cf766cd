import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { to as copyTo } from 'pg-copy-streams';
import { ROW_EXPRESSIONS } from '../src/format/write/format-rows.js';
import { figure, inRounds, median, rateOf, report, roundsOr, scaled } from './measure.js';
import { type BenchServer, onBenchServer } from './server.js';
import { importSeeded } from './upload.js';

const ROWS = 1_000_000;
const ROUNDS = 5;

async function openExport({ baseUrl, key }: BenchServer, map: number): Promise<IncomingMessage> {
  const request = get(`${baseUrl}/maps/${map}/markers.csv`, { headers: { authorization: `Bearer ${key}` } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the export was answered ${response.statusCode}`);
  return response;
}

async function countBytes(chunks: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

/**
 * An export from the request to the last byte, beside a raw COPY of the same columns on one connection, in
 * alternating rounds.
 */
export async function benchExport(): Promise<void> {
  await onBenchServer(async (server, client) => {
    const rows = scaled(ROWS);
    const rounds = roundsOr(ROUNDS);
    const map = await importSeeded(server, rows);
    const copy = `COPY (SELECT ${ROW_EXPRESSIONS.join()} FROM markers WHERE map_id = ${map} ORDER BY id) TO STDOUT`;
    const bytes = await countBytes(await openExport(server, map)); // warms both sides
    await server.forgetPeakRss();
    const before = await server.peakRssMb();
    const rates = await inRounds(rounds, {
      copy: () => rateOf(rows, () => countBytes(client.query(copyTo(copy)))),
      export: () => rateOf(rows, async () => countBytes(await openExport(server, map))),
    });
    const [raw, rate] = [median(rates.copy), median(rates.export)];
    const ratio = { of: 'raw COPY', value: rate / raw };
    report(`export: ${rows.toLocaleString('en')} rows, medians of ${rounds} alternating rounds`, [
      figure('raw COPY, one connection', raw, 'rows/s'),
      figure('GET markers.csv to the last byte', rate, 'rows/s (goal 100,000)', ratio),
      figure('the same', ((rate / rows) * bytes) / 1e6, 'MB/s'),
      figure('peak RSS, more than before', (await server.peakRssMb()) - before, 'MB'),
    ]);
  });
}
