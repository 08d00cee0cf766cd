import type { RowError } from '../../schema/job.js';
import type { Reason, RejectionRuns } from '../../schema/rejection-runs.js';
import { type Rejections, readReasons, rowErrorOf } from '../rows/rejections.js';

/** How often rows were rejected with one code in one column, and the message of the first of them. */
export type DefectCount = readonly [code: string, column: string | null, count: number, example: string];

export interface RecordedRejections extends RejectionRuns {
  rows: number;
  /** The first `headRows` of them. */
  head: RowError[];
  /** By code and column, as they first occur. */
  defects: DefectCount[];
}

/** Rows of a block that are rejected for one reason of their own, ascending. */
export interface FurtherRejections {
  reason: Reason;
  records: readonly number[];
  /** 0: none. */
  fileLines: readonly number[];
}

/** Groups of one block: custom fields of JSON markers can be blamed by any name. */
const MAX_DEFECTS = 1000;

/** The rejected rows of a block and those that turned out to be duplicates, in file order. */
export function recordRejections(
  rejections: Rejections,
  further: FurtherRejections,
  headRows: number,
): RecordedRejections {
  const reasons = readReasons(rejections);
  const furtherReason = further.records.length === 0 ? -1 : reasons.push(further.reason) - 1;
  const recorded: RecordedRejections = { reasons, runs: [], rows: 0, head: [], defects: [] };
  const counts = new Uint32Array(reasons.length);
  const add = (reason: number, index: number, line: number): void => {
    const run = recorded.runs.at(-1);
    if (run && run[0] === reason && index === run[1] + run[3] && line === (run[2] && run[2] + run[3]))
      run[3]++;
    else recorded.runs.push([reason, index, line, 1]);
    if (recorded.rows++ < headRows) recorded.head.push(rowErrorOf(index, line, reasons[reason]!));
    counts[reason]!++;
  };
  const { records, fileLines, reasonOf } = rejections;
  let next = 0;
  const addFurtherBefore = (record: number): void => {
    for (; next < further.records.length && further.records[next]! < record; next++) {
      add(furtherReason, further.records[next]!, further.fileLines[next]!);
    }
  };
  for (let i = 0; i < records.length; i++) {
    addFurtherBefore(records[i]!);
    add(reasonOf[i]!, records[i]!, fileLines[i]!);
  }
  addFurtherBefore(Number.POSITIVE_INFINITY);
  recorded.defects = mergeDefects(
    reasons.map(([code, column, message], reason) => [code, column, counts[reason]!, message]),
  ).slice(0, MAX_DEFECTS);
  return recorded;
}

/** Adds up what has code and column in common; the first example stays. */
export function mergeDefects(counts: readonly DefectCount[]): DefectCount[] {
  const groups = new Map<string, [string, string | null, number, string]>();
  for (const [code, column, count, example] of counts) {
    const key = column === null ? code : `${code} ${column}`;
    const group = groups.get(key);
    if (group) group[2] += count;
    else groups.set(key, [code, column, count, example]);
  }
  return [...groups.values()];
}
