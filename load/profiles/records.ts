import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Ten minutes, the longest wait. */
const LONGEST_MICROSECONDS = 600_000_000;
const PERCENTILES = [50, 90, 97.5, 99, 99.9] as const;

interface Counts {
  right: number;
  /** Answers 429 by error code. */
  refused: Record<string, number>;
  timeouts: number;
  /** Connections that ended before the answer. */
  lost: number;
  /** Wrong statuses, and correct ones with a defect. */
  wrong: number;
  /** The first lost or wrong answer. */
  example: string | null;
  statuses: Record<string, number>;
}

/** Records of one kind of request, or of an operation of several. Threads send theirs to the main thread. */
interface KindRecord extends Counts {
  /** Microseconds of correct answers, and of timed out ones, which took at least as long. */
  latency: RecordableHistogram;
}

export interface KindResult extends Counts {
  requests: number;
  /** null without an answer whose time counts. */
  latencyMs: Record<`p${(typeof PERCENTILES)[number]}` | 'max', number> | null;
}

export type Outcome =
  | { is: 'right'; ms: number; status?: number }
  | { is: 'timeout'; ms: number }
  | { is: 'refused'; code: string; status: number }
  | { is: 'lost'; why: string }
  | { is: 'wrong'; why: string; status?: number };

const emptyRecord = (): KindRecord => ({
  latency: createHistogram({ lowest: 1, highest: LONGEST_MICROSECONDS, figures: 3 }),
  right: 0,
  refused: {},
  timeouts: 0,
  lost: 0,
  wrong: 0,
  example: null,
  statuses: {},
});

const addTo = (counts: Record<string, number>, name: string, count = 1): void => {
  counts[name] = (counts[name] ?? 0) + count;
};
export const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export function note(record: KindRecord, outcome: Outcome): void {
  if ('status' in outcome && outcome.status !== undefined) addTo(record.statuses, String(outcome.status));
  if ('ms' in outcome)
    record.latency.record(Math.min(LONGEST_MICROSECONDS, Math.max(1, Math.round(outcome.ms * 1000))));
  if ('why' in outcome) record.example ??= outcome.why;
  if (outcome.is === 'refused') addTo(record.refused, outcome.code);
  else record[outcome.is === 'timeout' ? 'timeouts' : outcome.is]++;
}

/** Records of a thread or a whole run. */
export interface Records {
  /** Requests by kind. */
  kinds: Map<string, KindRecord>;
  /** Operations of several requests. */
  spans: Map<string, KindRecord>;
  bytes: number;
}

export const emptyRecords = (): Records => ({ kinds: new Map(), spans: new Map(), bytes: 0 });

export function recordOf(records: Map<string, KindRecord>, kind: string): KindRecord {
  const record = records.get(kind) ?? emptyRecord();
  records.set(kind, record);
  return record;
}

function addRecord(into: KindRecord, more: KindRecord): void {
  into.latency.add(more.latency);
  for (const name of ['right', 'timeouts', 'lost', 'wrong'] as const) into[name] += more[name];
  into.example ??= more.example;
  for (const name of ['refused', 'statuses'] as const)
    for (const [key, count] of Object.entries(more[name])) addTo(into[name], key, count);
}

export function addRecords(into: Records, more: Records): void {
  for (const name of ['kinds', 'spans'] as const)
    for (const [kind, record] of more[name]) addRecord(recordOf(into[name], kind), record);
  into.bytes += more.bytes;
}

export const failedOf = ({ timeouts, lost, wrong }: Counts): number => timeouts + lost + wrong;

function kindResult({ latency, ...counts }: KindRecord): KindResult {
  const times = PERCENTILES.map((percent) => [`p${percent}`, latency.percentile(percent) / 1000]);
  return {
    requests: counts.right + failedOf(counts) + sumOf(counts.refused),
    latencyMs: latency.count === 0 ? null : { ...Object.fromEntries(times), max: latency.max / 1000 },
    ...counts,
  };
}

export const resultsOf = (records: Map<string, KindRecord>): Record<string, KindResult> => {
  const sorted = [...records].sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(sorted.map(([kind, record]) => [kind, kindResult(record)]));
};

/** Merges all kinds. */
export function allOf({ kinds }: Records): KindResult {
  const all = emptyRecord();
  for (const record of kinds.values()) addRecord(all, record);
  return kindResult(all);
}
