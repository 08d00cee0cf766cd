import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';
import { createRandom } from '../seeded-csv.js';
import { driveClient } from './drive-client.js';
import type { Here } from './here.js';
import { makeLane } from './lane.js';
import { Pace } from './pace.js';
import { PROFILES } from './profiles.js';
import { emptyRecords, note, recordOf } from './records.js';
import { endless } from './scenario.js';
import type { ThreadMessage, ThreadTask } from './thread-task.js';

/*
 * A thread of the generator: one autocannon with its share of the connections. autocannon's own `workers` take functions only as paths of
 * CommonJS modules, and tell neither what became of each kind of request nor how busy they are.
 */

const SAMPLE_MS = 100;
/** Longer than a moment, and shorter than a Retry-After of a minute or a day, which would end the run. */
const BACK_OFF_MS = 1_000;
/** Distance between seeds, also from those of the rows. */
const SEEDS_APART = 7919;

const task = workerData as ThreadTask;
const { service, seeded, timeoutSeconds, warmUpSeconds, seconds } = task;
const tell = (message: ThreadMessage): void => parentPort!.postMessage(message);

const lanes = task.lanes.map(({ mapId, number }) => makeLane(task.seed, mapId, number, task.rowsAnUpload));
const freeLanes = [...lanes];
const pictures = { left: task.pictures, free: PROFILES[task.profile].picturesAtOnce };
let records = emptyRecords();
/** Requests due between these two times of `performance.now()` count. */
let measuredFromMs = Number.POSITIVE_INFINITY;
let overMs = Number.POSITIVE_INFINITY;

function hereOf(connection: number): Here {
  const random = createRandom(task.seed + (connection + 1) * SEEDS_APART);
  let count = 0;
  const isMeasured = (): boolean => performance.now() >= measuredFromMs;
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
      if (isMeasured()) records.importedRows += rows;
    },
  };
}

function run(): autocannon.Instance & Promise<autocannon.Result> {
  const beginMs = performance.now();
  measuredFromMs = beginMs + warmUpSeconds * 1000;
  const pace = new Pace(task.perSecond, beginMs + task.offsetMs);
  let connection = task.firstConnection;
  let busyConnections = task.connections;
  const running = autocannon({
    url: service.baseUrl,
    connections: task.connections,
    pipelining: 1,
    timeout: timeoutSeconds,
    // It is stopped earlier, when all requests under way have ended.
    duration: warmUpSeconds + seconds + 2 * timeoutSeconds,
    sampleInt: SAMPLE_MS,
    setupClient: (client) => {
      driveClient(client, {
        script: endless(hereOf(connection++), PROFILES[task.profile].shares),
        pace,
        baseUrl: service.baseUrl,
        key: service.key,
        timeoutMs: timeoutSeconds * 1000,
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
  overMs = performance.now() + (warmUpSeconds + seconds) * 1000;
  return running;
}

let takenMs = Number.POSITIVE_INFINITY;
let lastUse = performance.eventLoopUtilization();

/** Records since the last call, and the busy share of this thread. */
function takeRecords(): void {
  const taken = records;
  records = emptyRecords();
  const untilMs = Math.min(performance.now(), overMs);
  const { utilization: busy } = performance.eventLoopUtilization(lastUse);
  lastUse = performance.eventLoopUtilization();
  // Without the time in which the last answers are awaited.
  tell({ is: 'records', records: taken, busy, seconds: Math.max(0, untilMs - takenMs) / 1000 });
  takenMs = untilMs;
}

parentPort!.once('message', async () => {
  const running = run();
  let ticking: NodeJS.Timeout | undefined;
  const warm = setTimeout(() => {
    takenMs = measuredFromMs;
    lastUse = performance.eventLoopUtilization();
    if (task.intervalSeconds !== null) ticking = setInterval(takeRecords, task.intervalSeconds * 1000);
  }, warmUpSeconds * 1000);
  let over: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(warm);
    clearTimeout(over);
    clearInterval(ticking);
    overMs = Math.min(overMs, performance.now());
    takeRecords();
  };
  over = setTimeout(end, (warmUpSeconds + seconds) * 1000);
  parentPort!.once('message', end);
  await running;
  parentPort!.removeAllListeners('message');
  takeRecords();
  tell({ is: 'end', lanes: lanes.map(({ contents }) => contents) });
});
tell({ is: 'ready' });
