import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';
import { createRandom } from '../seeded-csv.js';
import type { Account } from '../upload.js';
import { driveClient, paced } from './drive-client.js';
import { makeLane } from './imports.js';
import type { LoadOptions } from './options.js';
import { PROFILES, type ProfileName } from './profiles.js';
import { emptyRecords, note, type Records, recordOf } from './records.js';
import type { Bounds } from './run-profile.js';
import { endless, type Here } from './script.js';
import type { Seeded } from './seeded-maps.js';

/*
 * A thread of the generator: one autocannon with its share of the connections. autocannon's own `workers`
 * take functions only as paths of CommonJS modules, and tell neither what became of each kind of request nor
 * how busy they are.
 */

/** Task of a thread, with its shares of the whole. */
export interface ThreadTask extends Bounds {
  profile: ProfileName;
  service: Account;
  seeded: Seeded;
  options: Pick<LoadOptions, 'seed' | 'rows' | 'timeout' | 'warmUp' | 'duration'>;
  lanes: { mapId: number; number: number }[];
  /** Number of its first connection among all. */
  firstConnection: number;
  /** New pictures that it may request. */
  pictures: number;
  /** Offset of its first request, so that threads take turns. */
  offsetMs: number;
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
const { service, seeded } = task;
const { seed, rows, timeout, warmUp, duration } = task.options;
const profile = PROFILES[task.profile];
const freeLanes = task.lanes.map(({ mapId, number }) => makeLane(seed, mapId, number, rows));
const pictures = { left: task.pictures, free: profile.picturesAtOnce };
const records = emptyRecords();
/** Requests due between these two times of `performance.now()` count. */
let measuredFromMs = Number.POSITIVE_INFINITY;
let overMs = Number.POSITIVE_INFINITY;

function hereOf(connection: number): Here {
  const random = createRandom(seed + (connection + 1) * SEEDS_APART);
  let count = 0;
  return {
    seeded,
    random,
    connection,
    count: () => count++,
    freeLanes,
    pictures,
    span: (kind, ms) => {
      if (performance.now() - ms >= measuredFromMs) note(recordOf(records.spans, kind), { is: 'right', ms });
    },
    wrong: (kind, why) => note(recordOf(records.spans, kind), { is: 'wrong', why }),
    imported: (rows) => {
      if (performance.now() >= measuredFromMs) records.importedRows += rows;
    },
  };
}

function run(): autocannon.Instance & Promise<autocannon.Result> {
  const beginMs = performance.now();
  measuredFromMs = beginMs + warmUp * 1000;
  const due = paced(task.rate, beginMs + task.offsetMs);
  let connection = task.firstConnection;
  let busyConnections = task.connections;
  const running = autocannon({
    url: service.baseUrl,
    connections: task.connections,
    pipelining: 1,
    timeout,
    // It is stopped earlier, when all requests under way have ended.
    duration: warmUp + duration + 2 * timeout,
    sampleInt: SAMPLE_MS,
    setupClient: (client) => {
      driveClient(client, {
        script: endless(hereOf(connection++), profile.shares),
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
          if (--busyConnections === 0) setImmediate(() => running.stop());
        },
      });
      client.on('response', (_status, bytes) => {
        if (performance.now() >= measuredFromMs) records.bytes += bytes;
      });
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
