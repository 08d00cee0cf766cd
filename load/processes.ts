import { availableParallelism } from 'node:os';
import type { Options } from 'autocannon';
import { createClient } from '../src/client/index.js';
import { CONNECTIONS } from './fire.js';
import { startBare } from './http.js';
import { createMap } from './import-csv.js';
import { type ProcessUse, processesBelow } from './processes-below.js';
import { type BenchServer, startBenchServer } from './server.js';
import { roundsOr, scaled } from './size.js';
import { type Measurement, median, report } from './table.js';
import { GENERATOR } from './wrk.js';

const SECONDS = 5;
const ROUNDS = 3;
/** Numbers of serving processes; 0: without a supervisor. */
const SIZES = [0, 1, 2, 4];
const PINS = 500;

/** Processes by command line, for their processor time. */
const PARTS = { PostgreSQL: /postgres/, 'those that answer': /serve-child/, supervisor: /main\.js/ };
type Part = keyof typeof PARTS;

const partOf = ({ command }: ProcessUse): Part | undefined =>
  (Object.keys(PARTS) as Part[]).find((part) => PARTS[part].test(command));

async function cpuOf(pid: number): Promise<Record<Part, number>> {
  const seconds = { PostgreSQL: 0, 'those that answer': 0, supervisor: 0 };
  for (const use of await processesBelow(pid)) {
    const part = partOf(use);
    if (part) seconds[part] += use.cpuSeconds;
  }
  return seconds;
}

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
  us: Record<Part, number>;
}

async function sample(pid: number, target: Options, seconds: number): Promise<Sample> {
  const before = await cpuOf(pid);
  const { rate } = await GENERATOR.fire(target, CONNECTIONS, seconds);
  const after = await cpuOf(pid);
  const us = Object.fromEntries(
    (Object.keys(PARTS) as Part[]).map((part) => [
      part,
      ((after[part] - before[part]) * 1e6) / (rate * seconds),
    ]),
  ) as Record<Part, number>;
  return { rate, us };
}

async function measure(processes: number): Promise<Measurement[]> {
  const server = await startBenchServer({}, processes === 0 ? [] : ['--processes', String(processes)]);
  const label = processes === 0 ? 'no supervisor' : `--processes ${processes}`;
  try {
    const targets = await targetsOf(server);
    const seconds = scaled(SECONDS);
    const measurements: Measurement[] = [];
    for (const [name, target] of Object.entries(targets)) {
      // Warms up compiled code, connections and the nearby index.
      await GENERATOR.fire(target, CONNECTIONS, 1);
      const samples: Sample[] = [];
      for (let round = 0; round < roundsOr(ROUNDS); round++)
        samples.push(await sample(server.pid, target, seconds));
      const rate = median(samples.map((each) => each.rate));
      measurements.push({ name: `${label}: ${name}`, value: rate, unit: 'requests/s' });
      for (const part of Object.keys(PARTS) as Part[]) {
        const value = median(samples.map(({ us }) => us[part]));
        // A single process has the command line of a supervisor.
        const of = processes === 0 && part === 'supervisor' ? 'the process' : part;
        if (value >= 0.05)
          measurements.push({ name: `  processor time, ${of}`, value, unit: 'µs a request' });
      }
    }
    const uses = await processesBelow(server.pid);
    const memory = uses.filter((use) => partOf(use) !== 'PostgreSQL').map(({ pssMb }) => pssMb);
    const each = memory.sort((a, b) => a - b).map((mb) => Math.round(mb));
    measurements.push({
      name: `  memory of ${each.length} (${each.join(', ')})`,
      value: memory.reduce((sum, mb) => sum + mb, 0),
      unit: 'MB',
    });
    return measurements;
  } finally {
    await server.stop();
  }
}

/**
 * Throughput by number of processes, and the processor time of a request in each part: the constants of
 * docs/several-machines.md. On a machine with busy cores the rates say little; the processor times hold
 * anywhere.
 */
export async function benchProcesses(): Promise<void> {
  const bare = await startBare();
  const limits: number[] = [];
  try {
    for (let round = 0; round < roundsOr(ROUNDS); round++)
      limits.push((await GENERATOR.fire({ url: bare.url }, CONNECTIONS, scaled(SECONDS))).rate);
  } finally {
    bare.stop();
  }
  const measurements: Measurement[] = [
    {
      name: `bare uWebSockets.js, the limit of ${GENERATOR.name}`,
      value: median(limits),
      unit: 'requests/s',
    },
  ];
  for (const processes of SIZES) measurements.push(...(await measure(processes)));
  report(
    `processes: ${CONNECTIONS} connections on ${availableParallelism()} cores, with generator and database`,
    measurements,
  );
}
