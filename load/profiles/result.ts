import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { Generated } from './generate.js';
import { allKinds, type KindRecord } from './records.js';

const PERCENTILES = [50, 90, 97.5, 99, 99.9] as const;

/** Milliseconds. */
export type Latency = Record<`p${(typeof PERCENTILES)[number]}` | 'max', number>;

export interface KindResult {
  requests: number;
  right: number;
  /** null without an answer whose time counts. */
  latencyMs: Latency | null;
  refused: Record<string, number>;
  timeouts: number;
  lost: number;
  wrong: number;
  /** The first lost or wrong answer. */
  example: string | null;
  statuses: Record<string, number>;
}

/** Settings that must agree for figures to be comparable. */
export interface Settings {
  connections: number;
  /** Threads of the generator. */
  workers: number;
  /** Requests a second; null: a closed loop. */
  rate: number | null;
  maps: number;
  markers: number;
  rows: number;
}

export interface Result {
  profile: string;
  settings: Settings & { seed: number; durationSeconds: number; warmUpSeconds: number };
  /** The rate, or the rate that the key's limit allows; null: a closed loop. */
  pacedPerSecond: number | null;
  seconds: number;
  requestsPerSecond: number;
  bytesPerSecond: number;
  all: KindResult;
  kinds: Record<string, KindResult>;
  /** Operations of several requests. */
  spans: Record<string, KindResult>;
  importedRows: number;
  rowsPerSecond: number;
  generator: { busy: number; wasTheLimit: boolean };
  machine: {
    cpu: string;
    cores: number;
    memoryGb: number;
    node: string;
    platform: string;
    loadBefore: number;
  };
}

/**
 * Largest busy share of the busiest thread. At that load requests wait four times as long as they are served (0.8 / 0.2), so that a large part of the
 * latencies is the generator's own.
 */
const BUSY_LIMIT = 0.8;

const requestsOf = ({ right, timeouts, lost, wrong, refused }: KindRecord): number =>
  right + timeouts + lost + wrong + Object.values(refused).reduce((sum, count) => sum + count, 0);

function latencyOf({ latency }: KindRecord): Latency | null {
  if (latency.count === 0) return null;
  const ms = (microseconds: number): number => microseconds / 1000;
  const of = PERCENTILES.map((percent) => [`p${percent}`, ms(latency.percentile(percent))]);
  return { ...Object.fromEntries(of), max: ms(latency.max) };
}

export function kindResult(record: KindRecord): KindResult {
  const { latency: _, ...counts } = record;
  return { requests: requestsOf(record), latencyMs: latencyOf(record), ...counts };
}

const resultsOf = (records: Map<string, KindRecord>): Record<string, KindResult> =>
  Object.fromEntries(
    [...records]
      .map(([kind, record]) => [kind, kindResult(record)] as const)
      .sort(([a], [b]) => a.localeCompare(b)),
  );

/** Described before the run, whose load would count otherwise. */
export const describeMachine = (): Result['machine'] => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 1024 ** 3),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  loadBefore: loadavg()[0]!,
});

export function resultOf(
  profile: string,
  settings: Result['settings'],
  pacedPerSecond: number | null,
  { records, seconds, busy }: Generated,
  machine: Result['machine'],
): Result {
  const all = kindResult(allKinds(records));
  return {
    profile,
    settings,
    pacedPerSecond,
    seconds,
    requestsPerSecond: all.requests / seconds,
    bytesPerSecond: records.bytes / seconds,
    all,
    kinds: resultsOf(records.kinds),
    spans: resultsOf(records.spans),
    importedRows: records.importedRows,
    rowsPerSecond: records.importedRows / seconds,
    generator: { busy, wasTheLimit: busy >= BUSY_LIMIT },
    machine,
  };
}
