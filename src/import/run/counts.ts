import { counter, type MetricReader } from '../../base/metrics/metric-reader.js';

/** Counters of this process since its start. */
export interface ImportTotals {
  /**
   * Rows of blocks that are committed. `accepted`: written, or equal to the marker that they would overwrite.
   */
  rows: { accepted: number; duplicate: number; rejected: number };
  blocks: number;
  /** Tries after the first, waits for a database that is away included. */
  retries: number;
  /** Blocks that were refused, as the lease was lost. */
  fenced: number;
}

export const zeroImportCounts = (): ImportTotals => ({
  rows: { accepted: 0, duplicate: 0, rejected: 0 },
  blocks: 0,
  retries: 0,
  fenced: 0,
});

export const importReadings = (counts: ImportTotals): MetricReader[] => [
  counter(
    'import_rows_total',
    'Rows of blocks that this process wrote',
    () => ({ ...counts.rows }),
    'outcome',
  ),
  counter('import_blocks_total', 'Blocks that this process wrote', () => counts.blocks),
  counter('import_block_retries_total', 'Blocks that were tried again', () => counts.retries),
  counter('import_blocks_fenced_total', 'Blocks refused as the lease was lost', () => counts.fenced),
];
