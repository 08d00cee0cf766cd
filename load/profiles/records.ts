import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Ten minutes, the longest wait. */
const LONGEST_MICROSECONDS = 600_000_000;

/** Records of one kind of request, or of an operation of several. Threads send theirs to the main thread. */
export interface KindRecord {
  /** Microseconds of correct answers, and of timed out ones, which took at least as long. */
  latency: RecordableHistogram;
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

export type Outcome =
  | { is: 'right'; ms: number; status?: number }
  | { is: 'timeout'; ms: number }
  | { is: 'refused'; code: string; status: number }
  | { is: 'lost'; why: string }
  | { is: 'wrong'; why: string; status?: number };

export const emptyRecord = (): KindRecord => ({
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

function recordMs({ latency }: KindRecord, ms: number): void {
  latency.record(Math.min(LONGEST_MICROSECONDS, Math.max(1, Math.round(ms * 1000))));
}

export function note(record: KindRecord, outcome: Outcome): void {
  if ('status' in outcome && outcome.status !== undefined) addTo(record.statuses, String(outcome.status));
  if (outcome.is === 'refused') {
    addTo(record.refused, outcome.code);
  } else if (outcome.is === 'right' || outcome.is === 'timeout') {
    if (outcome.is === 'right') record.right++;
    else record.timeouts++;
    recordMs(record, outcome.ms);
  } else {
    if (outcome.is === 'lost') record.lost++;
    else record.wrong++;
    record.example ??= outcome.why;
  }
}

/** Records of a thread or a whole run. */
export interface Records {
  /** Requests by kind. */
  kinds: Map<string, KindRecord>;
  /** Operations of several requests. */
  spans: Map<string, KindRecord>;
  bytes: number;
  importedRows: number;
}

export const emptyRecords = (): Records => ({
  kinds: new Map(),
  spans: new Map(),
  bytes: 0,
  importedRows: 0,
});

export function recordOf(records: Map<string, KindRecord>, kind: string): KindRecord {
  const record = records.get(kind) ?? emptyRecord();
  records.set(kind, record);
  return record;
}

export function addRecord(into: KindRecord, more: KindRecord): void {
  into.latency.add(more.latency);
  into.right += more.right;
  into.timeouts += more.timeouts;
  into.lost += more.lost;
  into.wrong += more.wrong;
  into.example ??= more.example;
  for (const [code, count] of Object.entries(more.refused)) addTo(into.refused, code, count);
  for (const [status, count] of Object.entries(more.statuses)) addTo(into.statuses, status, count);
}

export function addRecords(into: Records, more: Records): void {
  for (const name of ['kinds', 'spans'] as const)
    for (const [kind, record] of more[name]) addRecord(recordOf(into[name], kind), record);
  into.bytes += more.bytes;
  into.importedRows += more.importedRows;
}

/** Merges all kinds. */
export function allKinds({ kinds }: Records): KindRecord {
  const all = emptyRecord();
  for (const record of kinds.values()) addRecord(all, record);
  return all;
}
