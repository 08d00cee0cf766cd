import { type PlannedUpload, planUploads } from './again-uploads.js';
import { createMap, importCsv } from './import-csv.js';
import { compareOutcomes } from './outcomes.js';
import { type BenchServer, onBenchServer } from './server.js';
import { roundsOr } from './size.js';
import { median, report } from './table.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { upload } from './upload.js';

const ROUNDS = 3;

/**
 * Uploads into maps that already have markers, each beside the first import of its round, on a database with
 * statistics and on a young one that was never analysed.
 * @throws Error when counts were not exact, after the figures
 */
export async function benchAgain(): Promise<void> {
  const problems = new Set<string>();
  await inTemporaryFolder(async (folder) => {
    const plan = await planUploads(folder);
    const rounds = roundsOr(ROUNDS);
    const warmUp = (server: BenchServer) => importCsv(server, plan[0]!.file, plan[0]!.rows);
    const known: number[][] = [];
    await onBenchServer(async (server, client) => {
      await warmUp(server);
      await client.query('VACUUM ANALYZE markers');
      for (let round = 0; round < rounds; round++) known.push(await uploadAll(server, plan, problems));
    });
    print('statistics are there', plan, known);
    const young: number[][] = [];
    for (let round = 0; round < rounds; round++) {
      await onBenchServer(async (server, client) => {
        await client.query('ALTER TABLE markers SET (autovacuum_enabled = off)');
        await warmUp(server);
        await client.query('TRUNCATE markers; CHECKPOINT');
        young.push(await uploadAll(server, plan, problems));
      });
    }
    print('before the first ANALYZE of a new database', plan, young);
  });
  if (problems.size > 0) throw new Error(`again: counts are not exact\n  ${[...problems].join('\n  ')}`);
  process.stdout.write('  all counts of all rounds are exact\n');
}

/** Runs one round into fresh maps. @returns rows a second of each upload; 0 for a failed one */
async function uploadAll(
  server: BenchServer,
  plan: readonly PlannedUpload[],
  problems: Set<string>,
): Promise<number[]> {
  const maps = {
    anywhere: await createMap(server),
    point: await createMap(server),
    spread: await createMap(server),
  };
  const rates: number[] = [];
  for (const { name, file, rows, onDuplicate, map, expected } of plan) {
    const { job, seconds } = await upload(server, { mapId: maps[map], from: file, onDuplicate });
    rates.push(job.status === 'completed' ? rows / seconds : 0);
    for (const problem of compareOutcomes(job, expected)) problems.add(`${name}: ${problem}`);
  }
  return rates;
}

function print(when: string, plan: readonly PlannedUpload[], rounds: readonly (readonly number[])[]): void {
  const measurements = plan.map(({ name, beside }, index) => {
    const reference = beside === undefined ? 0 : plan.findIndex((other) => other.name === beside);
    const ratio = median(rounds.map((rates) => rates[index]! / rates[reference]!));
    return {
      name,
      value: median(rounds.map((rates) => rates[index]!)),
      unit: 'rows/s',
      ratio: {
        of: beside === undefined ? 'the first import of its round' : 'the same ones spread',
        value: ratio,
      },
    };
  });
  const shown = measurements.filter((_, index) => !plan[index]!.silent);
  report(
    `again: ${plan[0]!.rows.toLocaleString('en')} people rows each, ${when}, medians of ${rounds.length} rounds`,
    shown,
  );
}
