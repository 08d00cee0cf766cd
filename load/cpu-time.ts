import { readdir, readFile } from 'node:fs/promises';
import { fieldsOf, pidsBelow } from './processes-below.js';
import type { BenchServer } from './server.js';

/** Processor time in µs, by who takes it. */
export interface CpuTime {
  'main thread': number;
  /** The threads with a niceness, which prepare and write blocks. */
  'import threads': number;
  /** Collection of garbage and compilation, and threads of libuv. */
  "V8's helpers and others": number;
  PostgreSQL: number;
}
export const CPU_GROUPS = [
  'main thread',
  'import threads',
  "V8's helpers and others",
  'PostgreSQL',
] as const satisfies (keyof CpuTime)[];

/** Index of the niceness among the fields of a thread. */
const NICE = 16;

/** First number of schedstat: nanoseconds on a processor. */
const microsecondsOf = async (folder: string): Promise<number> =>
  Number((await readFile(`${folder}/schedstat`, 'utf8')).split(' ')[0]) / 1000;

/** A reading of the processor time so far. */
interface CpuReading {
  readonly service: Omit<CpuTime, 'PostgreSQL'>;
  /** By process. */
  readonly backends: ReadonlyMap<number, number>;
}

/** Processor time of the service and of its embedded database; null without Linux's /proc. */
async function cpuTimeOf({ pid }: BenchServer): Promise<CpuReading | null> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => null);
  if (threads === null) return null;
  const service = { 'main thread': 0, 'import threads': 0, "V8's helpers and others": 0 };
  for (const thread of threads) {
    const folder = `/proc/${pid}/task/${thread}`;
    const fields = await fieldsOf(`${pid}/task/${thread}`).catch(() => null);
    if (fields === null) continue;
    const isNice = Number(fields[NICE]) > 0;
    const group =
      Number(thread) === pid ? 'main thread' : isNice ? 'import threads' : "V8's helpers and others";
    service[group] += await microsecondsOf(folder).catch(() => 0);
  }
  return { service, backends: await timeOfBackends(pid) };
}

/** All processes below the service are PostgreSQL's. */
async function timeOfBackends(service: number): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (const pid of await pidsBelow(service))
    if (pid !== service) times.set(pid, await microsecondsOf(`/proc/${pid}`).catch(() => 0));
  return times;
}

/**
 * Does work, and measures its processor time.
 * @param operations number of what it does, or the function that tells it
 * @returns µs an operation of each group, without processes of the database that ended meanwhile; null where
 * it is unknown
 */
export async function withCpu<T>(
  server: BenchServer,
  work: () => Promise<T>,
  operations: number | ((done: T) => number) = 1,
): Promise<{ done: T; cpu: CpuTime | null }> {
  const before = await cpuTimeOf(server);
  const done = await work();
  const after = await cpuTimeOf(server);
  if (before === null || after === null) return { done, cpu: null };
  const count = typeof operations === 'number' ? operations : operations(done);
  let database = 0;
  for (const [pid, time] of after.backends) database += time - (before.backends.get(pid) ?? 0);
  const each = CPU_GROUPS.map((group) => [
    group,
    (group === 'PostgreSQL' ? database : after.service[group] - before.service[group]) / count,
  ]);
  return { done, cpu: Object.fromEntries(each) as unknown as CpuTime };
}

/** Processor time of the service without its database. */
export const serviceTimeOf = (cpu: CpuTime | null): number =>
  cpu === null ? 0 : CPU_GROUPS.reduce((sum, group) => sum + cpu[group], -cpu.PostgreSQL);
