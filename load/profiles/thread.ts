import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';
import { createRandom } from '../seeded-csv.js';
import type { Account } from '../server.js';
import { driveClient, paced } from './drive-client.js';
import { makeLane } from './imports.js';
import type { LoadOptions } from './options.js';
import { PROFILES, type ProfileName } from './profiles.js';
import { emptyRecords, note, type Records, recordOf } from './records.js';
import { drawByWeight, type Here, type Send } from './script.js';
import type { Seeded } from './seeded-maps.js';

/*
 * A thread of the generator: one autocannon with its share of the connections. autocannon's own `workers`
 * take functions only as paths of CommonJS modules, and tell neither what became of each kind of request nor
 * how busy they are.
 */

export interface Bounds {
  /** Requests a second; null: a closed loop. */
  rate: number | null;
  connections: number;
}

/** A run, and the thread's number among all of it. */
export interface ThreadTask extends Bounds {
  profile: ProfileName;
  service: Account;
  seeded: Seeded;
  options: LoadOptions;
  /** New pictures that the run may request. */
  pictures: number;
  thread: number;
  threads: number;
}

/**
 * Measurements of a thread, its last message; the first says that it is ready. It begins with the first that
 * it receives, and ends with the second or in time.
 */
export interface Measured {
  records: Records;
  seconds: number;
  /** Busy share of the thread. */
  busy: number;
}

const SAMPLE_MS = 100;
/** Longer than a moment, and shorter than a Retry-After of a minute or a day, which would end the run. */
const BACK_OFF_MS = 1_000;
/** Distance between seeds, also from those of the rows. */
const SEEDS_APART = 7919;

const task = workerData as ThreadTask;
const { service, seeded, rate, thread, threads } = task;
const { seed, rows, timeout, warmUp, duration } = task.options;
const { shares } = PROFILES[task.profile];
const isOwn = (number: number): boolean => number % threads === thread;
/** Numbers of its connections among all. */
const connections = Array.from({ length: task.connections }, (_, number) => number).filter(isOwn);
const freeLanes = seeded.laneMapIds.flatMap((mapId, number) =>
  isOwn(number) ? makeLane(seed, mapId, number, rows) : [],
);
const pictures = { left: Math.floor(task.pictures / threads) };
const records = emptyRecords();
/** Requests due between these two times of `performance.now()` count. */
let measuredFromMs = Number.POSITIVE_INFINITY;
let overMs = Number.POSITIVE_INFINITY;

async function work(connection: number, send: Send): Promise<never> {
  const random = createRandom(seed + (connection + 1) * SEEDS_APART);
  let count = 0;
  const here: Here = {
    send,
    seeded,
    random,
    connection,
    count: () => count++,
    freeLanes,
    pictures,
    span: (kind, outcome) => {
      const beganMs = performance.now() - ('ms' in outcome ? outcome.ms : 0);
      if (beganMs >= measuredFromMs) note(recordOf(records.spans, kind), outcome);
    },
  };
  for (;;) await drawByWeight(here, shares)(here);
}

function run(): autocannon.Instance & Promise<autocannon.Result> {
  const beginMs = performance.now();
  measuredFromMs = beginMs + warmUp * 1000;
  // Threads take turns.
  const due = rate === null ? paced(null, beginMs) : paced(rate / threads, beginMs + (thread * 1000) / rate);
  const waiting = [...connections];
  let busy = connections.length;
  const running = autocannon({
    url: service.baseUrl,
    connections: connections.length,
    pipelining: 1,
    timeout,
    // It is stopped earlier, when all requests under way have ended.
    duration: warmUp + duration + 2 * timeout,
    sampleInt: SAMPLE_MS,
    setupClient: (client) => {
      const send = driveClient(client, {
        due,
        ...service,
        timeoutMs: timeout * 1000,
        backOffMs: BACK_OFF_MS,
        note: (kind, outcome, dueMs) => {
          if (dueMs >= measuredFromMs) note(recordOf(records.kinds, kind), outcome);
        },
        isOver: () => performance.now() >= overMs,
        onIdle: () => {
          // Only once autocannon has created all clients.
          if (--busy === 0) setImmediate(() => running.stop());
        },
      });
      client.on('response', (_status, bytes) => {
        if (performance.now() >= measuredFromMs) records.bytes += bytes;
      });
      void work(waiting.shift()!, send);
    },
    // Its types know one of the two forms only.
  }) as autocannon.Instance & Promise<autocannon.Result>;
  // Connections take time to open: each has sent something before the run can be over.
  overMs = performance.now() + (warmUp + duration) * 1000;
  return running;
}

parentPort!.once('message', async () => {
  const running = run();
  let use = performance.eventLoopUtilization();
  const warm = setTimeout(() => {
    use = performance.eventLoopUtilization();
  }, warmUp * 1000);
  parentPort!.once('message', () => {
    overMs = Math.min(overMs, performance.now());
  });
  await running;
  clearTimeout(warm);
  parentPort!.removeAllListeners('message');
  const measured: Measured = {
    records,
    seconds: Math.max(0, overMs - measuredFromMs) / 1000,
    busy: performance.eventLoopUtilization(use).utilization,
  };
  parentPort!.postMessage(measured);
});
parentPort!.postMessage('ready');
