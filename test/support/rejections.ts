import { rowErrorOf } from '../../src/import/rows/rejections.js';
import type { RowError } from '../../src/schema/job.js';
import type { RejectionRuns } from '../../src/schema/rejection-runs.js';

/** The rows one by one, in file order. */
export function* eachRejection({ reasons, runs }: RejectionRuns): Generator<RowError> {
  for (const [reason, index, line, rows] of runs) {
    for (let i = 0; i < rows; i++) yield rowErrorOf(index + i, line && line + i, reasons[reason]!);
  }
}
