import type { Turns } from '../http/route.js';
import type { Sql } from '../store/client.js';
import type { Lanes } from '../store/lanes.js';
import { type Pools, ping } from '../store/pools.js';
import { Bulkhead, type BulkheadOptions } from './bulkhead.js';
import { LatencyLimit } from './latency-limit.js';
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
/** Each has a file open for as long as its client takes. */
const DOWNLOADS = 64;
/** Each has a file and a connection open, and half a megabyte in memory, for as long as its client sends. */
const UPLOADS = { places: 1024, limitOfAccount: 32 };
/** What waits has sent as much as it could before it was held back: half a megabyte, too. */
const UPLOAD_LINE = { maxWaitingOfAccount: 200, maxWaiting: 400 };
/** On two cores, beside eight clients of such pages: another account's p99 was 71 to 82 ms with two at a time, 55 to 63 with one. */
const LONG_MARKERS = 1;
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
  readonly exports: Bulkhead;
  readonly dryRuns: Bulkhead;
  /** Of pictures. */
  readonly downloads: Bulkhead;
  /** Bodies of imports, from the head of the request until they are in the spool. */
  readonly uploads: Bulkhead;
  /** Uploads in a dialect of their own. */
  readonly dialects: Bulkhead;
  /** By kind, to be looked at. */
  readonly bulkheads: Readonly<
    Record<keyof Omit<Work, 'bulkheads' | 'latency' | 'start' | 'stop'>, Bulkhead>
  >;
  readonly latency: LatencyLimit;
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
    small: kind('requests', sizes.small, { ...SMALL_LINE, maxWaitMs: INTERACTIVE_WAIT_MS }),
    reads: kind('searches and long pages', sizes.reads, {
      limit: () => Math.max(least(sizes.reads), latency.interactive(sizes.reads)),
      maxWaitMs: INTERACTIVE_WAIT_MS,
    }),
    changes: kind('clones and bulk deletes', sizes.changes, {
      limit: () => Math.max(least(sizes.changes), latency.patient(sizes.changes)),
    }),
    longMarkers: kind('pages of long markers', LONG_MARKERS, { maxWaitMs: INTERACTIVE_WAIT_MS }),
    exports: kind('exports', sizes.exports),
    dryRuns: kind('dry runs', DRY_RUNS),
    downloads: kind('downloads', DOWNLOADS),
    uploads: kind('uploads', UPLOADS.places, { limitOfAccount: UPLOADS.limitOfAccount, ...UPLOAD_LINE }),
    dialects: kind('uploads with a quote, escape or comment of their own', DIALECTS),
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
    start: () => probe.start(),
    stop: () => probe.stop(),
  };
}

/** Turns of which each has a connection of its own, where the statements of a caller who leaves are cancelled. */
const onLanes = (bulkhead: Bulkhead, lanes: Lanes): Turns<Sql> => ({
  run: (caller, work) => bulkhead.run(caller, () => lanes.use(caller.signal, work)),
});
