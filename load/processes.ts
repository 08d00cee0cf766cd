import { availableParallelism } from 'node:os';
import type { Options } from 'autocannon';
import { createClient } from '../src/client/index.js';
import { startBare } from './http.js';
import { figure, inRounds, type Measurement, median, report, roundsOr, scaled } from './measure.js';
import { cpuSecondsOf, type ProcessUse, processesBelow } from './processes-below.js';
import { type BenchServer, onBenchServer } from './server.js';
import { createMap } from './upload.js';
import { CONNECTIONS, GENERATOR } from './wrk.js';

const SECONDS = 5;
const ROUNDS = 3;
/** Numbers of serving processes; 0: without a supervisor. */
const SIZES = [0, 1, 2, 4];
const PINS = 500;

/** Processes by command line, for their processor time. */
const PARTS = { PostgreSQL: /postgres/, 'those that answer': /serve-child/, supervisor: /main\.js/ };
type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

const partOf = ({ command }: ProcessUse): Part | undefined => NAMES.find((part) => PARTS[part].test(command));

/** A map with pins, and the requests. */
async function targetsOf(server: BenchServer): Promise<Record<string, Options>> {
  const { baseUrl, key } = server;
  const headers = { authorization: `Bearer ${key}` };
  const id = await createMap(server);
  const markers = Array.from({ length: PINS }, (_, i) => ({ name: `P${i}`, lat: i / 10, lng: i / 5 }));
  const params = { path: { map_id: id } };
  await createClient(server).POST('/maps/{map_id}/markers/bulk', { params, body: { markers } });
  return {
    'GET /me': { url: `${baseUrl}/me`, headers },
    'GET /maps/{id}': { url: `${baseUrl}/maps/${id}`, headers },
    'GET /nearby, n=10': { url: `${baseUrl}/nearby?lat=20&lng=40&n=10`, headers },
  };
}

interface Sample {
  rate: number;
  /** Processor time per request, in microseconds. */
  us: number[];
}

async function sample(pid: number, target: Options, seconds: number): Promise<Sample> {
  const read = async (): Promise<number[]> => {
    const uses = await processesBelow(pid);
    return NAMES.map((part) => cpuSecondsOf(uses.filter((use) => partOf(use) === part)));
  };
  const before = await read();
  const { rate } = await GENERATOR.fire(target, CONNECTIONS, seconds);
  const after = await read();
  return { rate, us: after.map((cpu, part) => ((cpu - before[part]!) * 1e6) / (rate * seconds)) };
}

const measure = (processes: number): Promise<Measurement[]> =>
  onBenchServer(
    async (server) => {
      const label = processes === 0 ? 'no supervisor' : `--processes ${processes}`;
      const seconds = scaled(SECONDS);
      const measurements: Measurement[] = [];
      for (const [name, target] of Object.entries(await targetsOf(server))) {
        // Warms up compiled code, connections and the nearby index.
        await GENERATOR.fire(target, CONNECTIONS, 1);
        const { samples } = await inRounds(roundsOr(ROUNDS), {
          samples: () => sample(server.pid, target, seconds),
        });
        const rate = median(samples.map((each) => each.rate));
        measurements.push(figure(`${label}: ${name}`, rate, 'requests/s'));
        for (const [at, part] of NAMES.entries()) {
          const value = median(samples.map(({ us }) => us[at]!));
          // A single process has the command line of a supervisor.
          const of = processes === 0 && part === 'supervisor' ? 'the process' : part;
          if (value >= 0.05) measurements.push(figure(`  processor time, ${of}`, value, 'µs a request'));
        }
      }
      const uses = await processesBelow(server.pid);
      const memory = uses.filter((use) => partOf(use) !== 'PostgreSQL').map(({ pssMb }) => pssMb);
      const each = memory.sort((a, b) => a - b).map((mb) => Math.round(mb));
      const all = memory.reduce((sum, mb) => sum + mb, 0);
      return [...measurements, figure(`  memory of ${each.length} (${each.join(', ')})`, all, 'MB')];
    },
    {},
    processes === 0 ? [] : ['--processes', String(processes)],
  );

/**
 * Throughput by number of processes, and the processor time of a request in each part: the constants of
 * docs/several-machines.md. On a machine with busy cores the rates say little; the processor times hold
 * anywhere.
 */
export async function benchProcesses(): Promise<void> {
  const bare = await startBare();
  const { limits } = await inRounds(roundsOr(ROUNDS), {
    limits: () => GENERATOR.fire({ url: bare.url }, CONNECTIONS, scaled(SECONDS)),
  }).finally(() => bare.stop());
  const limit = median(limits.map(({ rate }) => rate));
  const measurements = [figure(`bare uWebSockets.js, the limit of ${GENERATOR.name}`, limit, 'requests/s')];
  for (const processes of SIZES) measurements.push(...(await measure(processes)));
  report(
    `processes: ${CONNECTIONS} connections on ${availableParallelism()} cores, with generator and database`,
    measurements,
  );
}
