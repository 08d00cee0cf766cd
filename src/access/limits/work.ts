import type { Reading } from '../../base/metrics/reading.js';
import { turnReadings } from '../../base/metrics/use-readings.js';
import { Bulkhead, type BulkheadOptions } from '../../base/threads/bulkhead.js';
import { LatencyLimit } from '../../base/threads/latency-limit.js';
import type { Turns } from '../../http/route.js';
import type { Sql } from '../../store/client.js';
import type { Lanes } from '../../store/lanes.js';
import { type Pools, ping } from '../../store/pools.js';
import { LatencyProbe } from './latency-probe.js';

/** Who waits for a page gives up soon; who asks for a copy or a file waits for it anyway. */
const INTERACTIVE_WAIT_MS = 10_000;
const PATIENT_WAIT_MS = 30_000;
/** Waiting costs a kilobyte or two: these keep the refusal of a flood quick, and its memory small. */
const SMALL_LINE = { maxWaitingOfAccount: 1_000, maxWaiting: 10_000 };
const SLOW_LINE = { maxWaitingOfAccount: 200, maxWaiting: 2_000 };
/** A dry run uses all threads that parse, as an import does. */
const DRY_RUNS = 2;
/** Each has a thread of its own for as long as its client sends. */
const DIALECTS = 2;
/** Each has a thread of its own, and some 100 MB, for as long as it reads a file that is here. */
const CONVERSIONS = 2;
/** The file was sent in vain otherwise. */
const CONVERSION_WAIT_MS = 120_000;
/** Each has a file, or a connection to the bucket, open for as long as its client takes. */
const DOWNLOADS = 64;
/** Each has a file and a connection open, and half a megabyte in memory, for as long as its client sends. */
const UPLOADS = { places: 1024, limitOfAccount: 32 };
/** What waits has sent as much as it could before it was held back: half a megabyte, too. */
const UPLOAD_LINE = { maxWaitingOfAccount: 200, maxWaiting: 400 };
/** Longest time that a turn is held: reads; clones and bulk deletes, whose requests have 10 minutes; uploads, exports and dry runs; downloads, of which the largest are as long as an upload. */
const READ_DEADLINE_MS = 5 * 60_000;
const CHANGE_DEADLINE_MS = 11 * 60_000;
const UPLOAD_DEADLINE_MS = 3_660_000;
export const EXPORT_DEADLINE_MS = 3_600_000;
const DOWNLOAD_DEADLINE_MS = EXPORT_DEADLINE_MS;
/** On two cores, beside eight clients of such pages: another account's p99 was 71 to 82 ms with two at a time, 55 to 63 with one. */
const LONG_MARKERS = 1;
/** Each takes the main thread up to 30 ms. */
const PARSED_AT_ONCE = 1;
/**
 * Each is in memory, with up to 4 MiB. Where they were read as fast as they came, 64 MB a second of one key kept the main thread so busy that the
 * statements of others waited for it, with all small turns in their hands.
 */
const LONG_BODIES = { places: 64, limitOfAccount: 1 };
/** What waits is held back from its first packet on. */
const LONG_BODY_LINE = { maxWaitingOfAccount: 30, maxWaiting: 200 };
/** So many at least, where there are as many: an account may have all but one. */
const LEAST = 2;

/** The kinds of work that are kept apart. No kind waits for another's places. */
export interface Work {
  /** Statements of a few milliseconds, one account of which can wait for locks of its own. */
  readonly small: Turns<Sql>;
  readonly reads: Turns<Sql>;
  readonly changes: Turns<Sql>;
  /** Of markers that are long up to 8 MiB at a time. Takes no turn of another kind, so that it may be asked for within one. */
  readonly longMarkers: Turns<Sql>;
  /** Long JSON bodies, from before they are read until they are answered. */
  readonly longBodies: Bulkhead;
  /** Of these the ones that are parsed and checked. */
  readonly parsing: Bulkhead;
  readonly exports: Bulkhead;
  readonly dryRuns: Bulkhead;
  /** Of pictures, and of rejected and skipped rows. */
  readonly downloads: Bulkhead;
  /** Bodies of imports, from the head of the request until they are in the spool. */
  readonly uploads: Bulkhead;
  /** Uploads in a dialect of their own. */
  readonly dialects: Bulkhead;
  /** Workbooks and GeoJSON on their way to CSV. */
  readonly conversions: Bulkhead;
  /** By kind, to be looked at. */
  readonly bulkheads: Readonly<
    Record<keyof Omit<Work, 'bulkheads' | 'metrics' | 'latency' | 'start' | 'stop'>, Bulkhead>
  >;
  readonly latency: LatencyLimit;
  readonly metrics: readonly Reading[];
  /** Begins to measure. */
  start(): void;
  stop(): void;
}

export function createWork(pools: Pools): Work {
  const { sizes } = pools;
  const latency = new LatencyLimit();
  const least = (places: number): number => Math.min(LEAST, places);
  const kind = (what: string, places: number, options: Partial<BulkheadOptions> = {}): Bulkhead =>
    new Bulkhead({ what, limit: () => places, maxWaitMs: PATIENT_WAIT_MS, ...SLOW_LINE, ...options });
  const bulkheads = {
    small: kind('requests', sizes.small, {
      // Where its statements wait for a lock of its own, it holds them all the time: the others are everybody else's.
      limitOfAccount: Math.ceil(sizes.small / 2),
      ...SMALL_LINE,
      maxWaitMs: INTERACTIVE_WAIT_MS,
    }),
    reads: kind('searches and long pages', sizes.reads, {
      // Of the index of a map that is read for nearby searches.
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
    downloads: kind('downloads', DOWNLOADS, { maxHoldMs: DOWNLOAD_DEADLINE_MS }),
    uploads: kind('uploads', UPLOADS.places, {
      limitOfAccount: UPLOADS.limitOfAccount,
      maxHoldMs: UPLOAD_DEADLINE_MS,
      ...UPLOAD_LINE,
    }),
    dialects: kind('uploads with a quote, escape or comment of their own', DIALECTS, {
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
      bulkheads.reads.admit();
      bulkheads.changes.admit();
    },
  });
  return {
    ...bulkheads,
    small: { run: (caller, work) => bulkheads.small.run(caller, () => work(pools.small)) },
    reads: onLanes(bulkheads.reads, pools.reads),
    changes: onLanes(bulkheads.changes, pools.changes),
    longMarkers: { run: (caller, work) => bulkheads.longMarkers.run(caller, () => work(pools.small)) },
    bulkheads,
    latency,
    metrics: turnReadings(
      Object.fromEntries(Object.entries(bulkheads).map(([name, bulkhead]) => [name, () => bulkhead.use])),
    ),
    start: () => probe.start(),
    stop: () => probe.stop(),
  };
}

/** Turns of which each has a connection of its own, where the statements of a caller who leaves are cancelled. */
const onLanes = (bulkhead: Bulkhead, lanes: Lanes): Turns<Sql> => ({
  run: (caller, work) => bulkhead.run(caller, () => lanes.use(caller.signal, work)),
});
