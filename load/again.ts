import { type PlannedUpload, planSync } from './again-uploads.js';
import { type CpuTime, cpuARow, cpuTimeOf } from './cpu-time.js';
import { createMap, importCsv } from './import-csv.js';
import { compareOutcomes } from './outcomes.js';
import { type BenchServer, onBenchServer } from './server.js';
import { roundsOr } from './size.js';
import { median, report } from './table.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { upload } from './upload.js';

const ROUNDS = 5;

/** Rate and processor time of an upload. */
interface Measured {
  /** 0 of a failed one. */
  rate: number;
  /** µs a row; null without Linux's /proc. */
  cpu: CpuTime | null;
}

/**
 * Uploads of a spreadsheet that is kept in step with its map, beside its first import.
 * @throws Error when counts were not exact, after the figures
 */
export async function benchSync(): Promise<void> {
  const problems = new Set<string>();
  await inTemporaryFolder(async (folder) => {
    const plan = await planSync(folder);
    const rounds: Measured[][] = [];
    await onBenchServer(async (server, client) => {
      await importCsv(server, plan[0]!.file, plan[0]!.rows);
      await client.query('VACUUM ANALYZE markers');
      for (let round = roundsOr(ROUNDS); round > 0; round--)
        rounds.push(await uploadAll(server, plan, problems));
    });
    print(plan, rounds);
  });
  if (problems.size > 0) throw new Error(`sync: counts are not exact\n  ${[...problems].join('\n  ')}`);
}

/** Runs one round into fresh maps. */
async function uploadAll(
  server: BenchServer,
  plan: readonly PlannedUpload[],
  problems: Set<string>,
): Promise<Measured[]> {
  const maps = {
    anywhere: await createMap(server),
    coded: await createMap(server),
  };
  const measured: Measured[] = [];
  for (const { name, file, rows, onDuplicate, map, expected, further = {} } of plan) {
    const before = await cpuTimeOf(server);
    const { job, seconds } = await upload(server, { mapId: maps[map], from: file, onDuplicate, further });
    const after = await cpuTimeOf(server);
    const cpu = before === null || after === null ? null : cpuARow(before, after, rows);
    measured.push({ rate: job.status === 'completed' ? rows / seconds : 0, cpu });
    for (const problem of compareOutcomes(job, expected)) problems.add(`${name}: ${problem}`);
  }
  return measured;
}

function print(plan: readonly PlannedUpload[], rounds: readonly (readonly Measured[])[]): void {
  const measurements = plan.map(({ name, beside, goal }, index) => {
    const reference = beside === undefined ? 0 : plan.findIndex((other) => other.name === beside);
    const medianOf = (of: (round: readonly Measured[]) => number): number => median(rounds.map(of));
    const cpuOf = (at: number) => (round: readonly Measured[]) => serviceTime(round[at]!.cpu);
    const databaseOf = (at: number) => (round: readonly Measured[]) => round[at]!.cpu?.PostgreSQL ?? 0;
    const figures = [cpuOf, databaseOf].map((of) => medianOf(of(index)).toFixed(1));
    return {
      name: `${name} [${figures.join(' + ')} µs a row]`,
      value: medianOf((round) => round[index]!.rate),
      unit: 'rows/s',
      ratio: {
        of: beside ?? 'the first import of its round',
        value: medianOf((round) => round[index]!.rate / round[reference]!.rate),
        ...(goal !== undefined && { goal: `>= ${goal}` }),
      },
    };
  });
  report(
    `${plan[0]!.rows.toLocaleString('en')} people rows each, in step, processor time of service + PostgreSQL, medians of ${rounds.length} rounds`,
    measurements,
  );
}

/** Processor time of the service without its database. */
const serviceTime = (cpu: CpuTime | null): number =>
  cpu === null ? 0 : cpu['main thread'] + cpu['import threads'] + cpu["V8's helpers and others"];
