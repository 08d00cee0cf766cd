import { type MetricReader, worst } from '../../base/metrics/metric-reader.js';
import { turnReadings } from '../../base/metrics/use-readings.js';
import { FairQueue, type FairQueueOptions } from '../../base/threads/fair-queue.js';
import { LatencyLimit } from '../../base/threads/latency-limit.js';
import type { AnswersUnderWay } from '../../http/answers-under-way.js';
import type { Turns } from '../../http/route.js';
import type { Sql } from '../../store/client.js';
import { type Pools, ping } from '../../store/pools.js';
import type { ReservedConnections } from '../../store/reserved-connections.js';
import { LatencyProbe } from './latency-probe.js';

/** Clients that wait for a page give up soon; clients that want a copy or a file are patient. */
const INTERACTIVE_WAIT_MS = 10_000;
const PATIENT_WAIT_MS = 30_000;
/** Bounds on waiting, at 1 to 2 KB each, which keep the refusal of a flood quick and its memory small. */
const SMALL_LINE = { maxWaitingOfAccount: 1_000, maxWaiting: 10_000 };
const SLOW_LINE = { maxWaitingOfAccount: 200, maxWaiting: 2_000 };
/** Few, as a dry run uses all parsing threads. */
const DRY_RUNS = 2;
/**
 * Few, as each holds up to 100 MB: where 500,000 rows stood, one by one, in the first file. 32 of them took
 * 2.4 GB.
 */
const RETRIES = 3;
/** Few, as each holds a thread for as long as its client sends. */
const DIALECTS = 2;
/** Few, as each holds a thread and some 100 MB while it reads a file. */
const CONVERSIONS = 2;
/** Long, as the file has already been sent. */
const CONVERSION_WAIT_MS = 120_000;
/** Few, as each holds a thread; one is left to the next account. */
const TILES = 3;
/** Each holds a file, or a connection to the bucket, for as long as its client reads. */
const DOWNLOADS = 64;
/** Each holds a socket and a heartbeat for as long as its job runs. */
const LISTENERS = { places: 2048, limitOfAccount: 32 };
/** Each holds a file, a connection and half a megabyte of memory for as long as its client sends. */
const UPLOADS = { places: 1024, limitOfAccount: 32 };
/** A waiting upload holds half a megabyte, too: the part that arrived before it was held back. */
const UPLOAD_LINE = { maxWaitingOfAccount: 200, maxWaiting: 400 };
/**
 * Longest time that a turn is held. Requests for clones and bulk deletes have 10 minutes; the largest
 * downloads are as long as an upload.
 */
const READ_DEADLINE_MS = 5 * 60_000;
const CHANGE_DEADLINE_MS = 11 * 60_000;
const UPLOAD_DEADLINE_MS = 3_660_000;
export const EXPORT_DEADLINE_MS = 3_600_000;
const DOWNLOAD_DEADLINE_MS = EXPORT_DEADLINE_MS;
/**
 * On two cores with eight clients of such pages, another account's p99 was 71 to 82 ms with two at a time, 55
 * to 63 ms with one.
 */
const LONG_MARKERS = 1;
/** Parsing a body blocks the main thread for up to 30 ms. */
const PARSED_AT_ONCE = 1;
/**
 * Each holds up to 4 MiB of memory. When bodies were read as fast as they came, 64 MB a second of one key
 * kept the main thread so busy that the statements of others waited for it while they held all small turns.
 */
const LONG_BODIES = { places: 64, limitOfAccount: 1 };
/** Waiting bodies are held back from their first packet on. */
const LONG_BODY_LINE = { maxWaitingOfAccount: 30, maxWaiting: 200 };
/** Least places: an account may have all but one. */
const LEAST = 2;

/** Kinds of work with places of their own, so that no kind waits for another. */
export interface Work {
  /**
   * Statements of a few milliseconds. One account may wait for its own locks here without stopping others.
   */
  readonly small: Turns<Sql>;
  readonly reads: Turns<Sql>;
  readonly changes: Turns<Sql>;
  /**
   * Reads of long markers, up to 8 MiB at a time. May be used within a turn of another kind, as it takes no
   * other turn itself.
   */
  readonly longMarkers: Turns<Sql>;
  /** Long JSON bodies, from before they are read until the answer. */
  readonly longBodies: FairQueue;
  /** Parsing and validating long JSON bodies. */
  readonly parsing: FairQueue;
  readonly exports: FairQueue;
  readonly dryRuns: FairQueue;
  /** Rejected rows on their way to a queued import. */
  readonly retries: FairQueue;
  /** Reading maps for their tiles, and drawing these. */
  readonly tiles: FairQueue;
  /** Downloads of pictures and of rejected and skipped rows. */
  readonly downloads: FairQueue;
  /** Streams of events of jobs. */
  readonly listeners: FairQueue;
  /** Bodies of imports, from the head of the request until they are in the spool. */
  readonly uploads: FairQueue;
  /** Uploads in a dialect or charset of their own. */
  readonly dialects: FairQueue;
  /** Workbooks and GeoJSON on their way to CSV. */
  readonly conversions: FairQueue;
  /** All of them by kind, for metrics and tests. */
  readonly queues: Readonly<
    Record<keyof Omit<Work, 'queues' | 'metrics' | 'latency' | 'start' | 'stop'>, FairQueue>
  >;
  readonly latency: LatencyLimit;
  readonly metrics: readonly MetricReader[];
  /** Starts measuring the latency. */
  start(): void;
  stop(): void;
}

/** @param answers unread ones of the account refuse it the turn for a long page */
export function createWork(pools: Pools, answers: Pick<AnswersUnderWay, 'check'>): Work {
  const { sizes } = pools;
  const latency = new LatencyLimit();
  const least = (places: number): number => Math.min(LEAST, places);
  const kind = (what: string, places: number, options: Partial<FairQueueOptions> = {}): FairQueue =>
    new FairQueue({ what, limit: places, maxWaitMs: PATIENT_WAIT_MS, ...SLOW_LINE, ...options });
  const queues = {
    small: kind('requests', sizes.small, {
      // An account whose statements wait for its own locks holds its places all the time, so half are left to
      // others.
      limitOfAccount: Math.ceil(sizes.small / 2),
      ...SMALL_LINE,
      maxWaitMs: INTERACTIVE_WAIT_MS,
    }),
    reads: kind('searches and long pages', sizes.reads, {
      // Reading the index of a map for nearby searches takes longest.
      maxHoldMs: READ_DEADLINE_MS,
      limit: () => Math.max(least(sizes.reads), latency.interactive(sizes.reads)),
      maxWaitMs: INTERACTIVE_WAIT_MS,
    }),
    changes: kind('clones and bulk deletes', sizes.changes, {
      limit: () => Math.max(least(sizes.changes), latency.patient(sizes.changes)),
      maxHoldMs: CHANGE_DEADLINE_MS,
    }),
    longMarkers: kind('pages of long markers', LONG_MARKERS, { maxWaitMs: INTERACTIVE_WAIT_MS }),
    longBodies: kind('long request bodies', LONG_BODIES.places, {
      limitOfAccount: LONG_BODIES.limitOfAccount,
      ...LONG_BODY_LINE,
      maxWaitMs: INTERACTIVE_WAIT_MS,
    }),
    parsing: kind('long request bodies to parse', PARSED_AT_ONCE, { maxWaitMs: INTERACTIVE_WAIT_MS }),
    exports: kind('exports', sizes.exports, { maxHoldMs: EXPORT_DEADLINE_MS }),
    dryRuns: kind('dry runs', DRY_RUNS, { maxHoldMs: UPLOAD_DEADLINE_MS }),
    retries: kind('retries', RETRIES, { maxHoldMs: CHANGE_DEADLINE_MS }),
    // Many people may look at maps of one account, and a screen shows dozens of tiles.
    tiles: kind('tiles to draw', TILES, { ...SMALL_LINE, maxWaitMs: INTERACTIVE_WAIT_MS }),
    downloads: kind('downloads', DOWNLOADS, { maxHoldMs: DOWNLOAD_DEADLINE_MS }),
    listeners: kind('streams of events', LISTENERS.places, {
      limitOfAccount: LISTENERS.limitOfAccount,
      maxHoldMs: DOWNLOAD_DEADLINE_MS,
      maxWaitMs: INTERACTIVE_WAIT_MS,
    }),
    uploads: kind('uploads', UPLOADS.places, {
      limitOfAccount: UPLOADS.limitOfAccount,
      maxHoldMs: UPLOAD_DEADLINE_MS,
      ...UPLOAD_LINE,
    }),
    dialects: kind('uploads with a charset, quote, escape or comment character of their own', DIALECTS, {
      maxHoldMs: UPLOAD_DEADLINE_MS,
    }),
    conversions: kind('workbooks and GeoJSON files', CONVERSIONS, {
      maxHoldMs: UPLOAD_DEADLINE_MS,
      maxWaitMs: CONVERSION_WAIT_MS,
    }),
  };
  const probe = new LatencyProbe({
    ask: () => ping(pools.vital),
    observe: (latencyMs) => {
      latency.observe(latencyMs);
      queues.reads.admit();
      queues.changes.admit();
    },
  });
  return {
    ...queues,
    small: queues.small.lending(pools.small),
    reads: onLanes(queues.reads, pools.reads),
    changes: onLanes(queues.changes, pools.changes),
    longMarkers: {
      run: (caller, work) =>
        queues.longMarkers.run(caller, async () => {
          answers.check(caller.accountId);
          return work(pools.small);
        }),
    },
    queues,
    latency,
    metrics: [
      ...turnReadings(
        Object.fromEntries(Object.entries(queues).map(([name, queue]) => [name, () => queue.use])),
      ),
      worst(
        'min',
        'slow_work_share',
        'Share of the turns of slow work that the latency of the database leaves',
        () => latency.share,
      ),
    ],
    start: () => probe.start(),
    stop: () => probe.stop(),
  };
}

/** Turns with a connection each, whose statement is cancelled when the caller leaves. */
const onLanes = (queue: FairQueue, lanes: ReservedConnections): Turns<Sql> => ({
  run: (caller, work) => queue.run(caller, () => lanes.use(caller.signal, work)),
});
