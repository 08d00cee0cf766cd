import type { RowError } from '../../schema/job.js';
import type { Reason, RejectionRuns } from '../../schema/rejection-runs.js';
import { type Rejections, readReasons, rowErrorOf } from '../rows/rejections.js';

/** How often rows were rejected with one code in one column, and the message of the first of them. */
export type DefectCount = readonly [code: string, column: string | null, count: number, example: string];

export interface RecordedRejections extends RejectionRuns {
  rows: number;
  /** The first `headRows` of them. */
  head: RowError[];
  /** Counts by code and column, in order of first occurrence. */
  defects: DefectCount[];
}

/** Rows of a block that are rejected for one reason of their own, ascending. */
export interface FurtherRejections {
  reason: Reason;
  records: readonly number[];
  /** 0: none. */
  fileLines: readonly number[];
}

/**
 * Groups of a block: custom fields of JSON markers can be blamed by any name. The first block has 1,000, the
 * tenth 100, and so on down to 50, so that a job of n blocks has some 1,000 · ln n + 50 · n of them,
 * whichever blocks are written first or again.
 */
const defectsOfBlock = (block: number): number => Math.max(50, Math.floor(1000 / (block + 1)));

/** The rejected rows of a block and those that turned out to be duplicates, in file order. */
export function recordRejections(
  rejections: Rejections,
  further: FurtherRejections,
  headRows: number,
  block = 0,
): RecordedRejections {
  const reasons = readReasons(rejections);
  const furtherReason = further.records.length === 0 ? -1 : reasons.push(further.reason) - 1;
  const recorded: RecordedRejections = { reasons, runs: [], rows: 0, head: [], defects: [] };
  const counts = new Uint32Array(reasons.length);
  const occurring: number[] = [];
  const add = (reason: number, index: number, line: number): void => {
    const run = recorded.runs.at(-1);
    if (run && run[0] === reason && index === run[1] + run[3] && line === (run[2] && run[2] + run[3]))
      run[3]++;
    else recorded.runs.push([reason, index, line, 1]);
    if (recorded.rows++ < headRows) recorded.head.push(rowErrorOf(index, line, reasons[reason]!));
    if (counts[reason]!++ === 0) occurring.push(reason);
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
  const defects = mergeDefects(
    occurring.map((reason) => {
      const [code, column, message] = reasons[reason]!;
      return [code, column, counts[reason]!, message];
    }),
  );
  recorded.defects = mostFrequent(defects, defectsOfBlock(block));
  return recorded;
}

/** The others are counted with those of their code that name no column, so that none is lost. */
function mostFrequent(defects: DefectCount[], most: number): DefectCount[] {
  if (defects.length <= most) return defects;
  const ranked = defects.toSorted(([, , a], [, , b]) => b - a);
  const others = ranked
    .slice(most)
    .map(([code, , count, example]): DefectCount => [code, null, count, example]);
  return mergeDefects([...ranked.slice(0, most), ...others]);
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
